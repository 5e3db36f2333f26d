"""Whether a question may be answered, by lists of words: weak, and called so wherever it is told. Pure."""

import re

from src.desks.docs.lists import lists
from src.desks.docs.reasons import Reason
from src.intake.plain import plain

_DIGITS_FOR_LETTERS = str.maketrans("013457@$", "oieastas")
_MIXED = re.compile(r"(?<![\w@$])(?=[\w@$]*[a-z])(?=[\w@$]*[\d@$])[\w@$]+")
_SPELLED = re.compile(r"\b(?:[^\W\d_][ .*_-]){3,}[^\W\d_]\b")

FIRST: tuple[Reason, ...] = ("harmful_content", "inappropriate", "system_abuse", "off_topic")
"""Of several reasons the first counts: what does harm is refused as that, whatever it is wrapped in."""

LOOKED_AT = 4_000
"""Characters at either end of a text that are looked at. What stands between is not answered: the question is short."""


def refused(*texts: str) -> Reason | None:
    """Return why a question is refused, None where all of its texts pass."""
    found = {_refused(text) for text in texts}
    return next((text for text in FIRST if text in found), None)


def _refused(text: str) -> Reason | None:
    """Return why a text is refused, whatever its signs, its digits for letters and its spelt out words hide."""
    ends = text if len(text) <= 2 * LOOKED_AT else f"{text[:LOOKED_AT]}\n{text[-LOOKED_AT:]}"
    line = " ".join(plain(ends).lower().replace("’", "'").split())
    joined = _SPELLED.sub(lambda match: re.sub(r"[ .*_-]", "", match.group()), line)
    lettered = _MIXED.sub(lambda match: match.group().translate(_DIGITS_FOR_LETTERS), joined)
    seen = dict.fromkeys((line, joined, lettered))
    return next((reason for reason in FIRST if any(_has(reason, text) for text in seen)), None)


def _has(reason: Reason, text: str) -> bool:
    """Tell whether a list of any language knows a text: it may be in another than the one it seems to be in."""
    return any(pattern.search(text) for pattern in lists("guard.toml")[reason])
