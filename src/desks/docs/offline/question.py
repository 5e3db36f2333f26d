"""How a message in few words is said as a question, in the asker's own perspective. Pure."""

import re

from src.desks.docs.offline.subject import asks, content_of, words_in

MOST_WORDS = 4
"""Words up to which a message without a verb is the name of a thing."""

_HOW_TO = re.compile(r"\A\W*how to\b", re.IGNORECASE)
_WISH = re.compile(
    r"\A\W*i(?:'d like|'m trying| am trying| would like| want| need| wish| have)(?: to)\b(?! know\b)",
    re.IGNORECASE,
)
_TO_KNOW = re.compile(
    r"\A\W*(?:(?:can|could|would|will) you(?: please)? (?:tell|explain|show)"
    r"|i(?: would|'d)? (?:want|like|need|wish) to know"
    r"|(?:please )?(?:tell|explain|show))(?: to)?(?: me)?(?= (?:what|which|who|where|when|why|how)\b) ",
    re.IGNORECASE,
)


def as_question(english: str) -> str:
    """Return a message as a question: of a wish how it is done, of a bare name what it is; else as it stands."""
    asked = english.strip()
    for pattern, opening in ((_HOW_TO, "How do I"), (_WISH, "How can I"), (_TO_KNOW, "")):
        match = pattern.match(asked)
        if match:
            rest = f"{opening}{asked[match.end() :]}".rstrip(" .?!")
            return f"{rest[:1].upper()}{rest[1:]}?"
    return f"What is {asked.rstrip(' .?!')}?" if is_name(asked) else asked


def is_name(english: str) -> bool:
    """Tell whether a message is only the name of a thing: "disaster recovery", "TESS_DATA_DIR?"."""
    words = words_in(english)
    if (
        not words
        or len(words) > MOST_WORDS
        or asks(english.rstrip("?! "))
        or re.search(r"[:=(]", english)
    ):
        return False
    return len(content_of(english)) == len(words)
