"""What a message is that asks nothing of the docs: a thumb in words, the next section, what is not done here. Pure."""

import re

from src.desks.docs.lists import lists

LONGEST = 16
"""Words of a message that is looked at: a longer one tells or asks something of its own."""

_ASKS = re.compile(
    r"\?|\b(?:what(?! i\b)|how|why|when|which|who|wat(?! ik\b)|hoe|waarom|wanneer|welke?|wie)\b",
    re.IGNORECASE,
)


def act_of(message: str, *, has_answer: bool) -> str:
    """Return what a message is, by the first list that knows it; empty where none does."""
    text = " ".join(message.replace("’", "'").split())
    if len(text.split()) > LONGEST:
        return ""
    for act, patterns in lists("messages.toml").items():
        counts = has_answer or not act.startswith("rate")
        asks = act.startswith("rate") and _ASKS.search(text)
        if counts and not asks and any(one.search(text) for one in patterns):
            return act
    return ""
