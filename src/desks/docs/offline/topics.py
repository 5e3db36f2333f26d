"""How many questions a message asks, and whether what it asks goes together. Pure."""

import re
from collections.abc import Iterator

_ASKS = (
    "what|which|who|where|when|why|how"
    "|wat|welke?|wie|waar|waarom|wanneer|hoe|hoeveel"
    "|was|welche[rsn]?|wer|wo|warum|wann|wie"
    "|que|quoi|quel(?:le)?s?|qui|où|pourquoi|quand|comment"
    "|qué|cuál(?:es)?|quién|dónde|cuándo|cómo|por qué"
    "|что|какой|какая|какие|кто|где|почему|зачем|когда|как"
)
_NEXT = re.compile(
    rf"(?<=[?？])\s+|[,;]?\s+(?:and|en|und|et|y|и|а)\s+(?=(?:{_ASKS})\b)|(?<=[?？])(?=\w)|[,;]\s+(?=(?:{_ASKS})\b)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    rf"\A\W*(?:(?:and|but|also|en|ook)\s+)?(?:{_ASKS})\b|[?？]\s*\Z", re.IGNORECASE
)

_OPPOSITES = (
    ("enable", "disable"),
    ("start", "stop"),
    ("keep", "delete"),
    ("keep", "remove"),
    ("add", "remove"),
    ("show", "hide"),
    ("install", "uninstall"),
    ("encrypt", "decrypt"),
    ("allow", "forbid"),
    ("increase", "decrease"),
    ("lock", "unlock"),
)
_AT_ONCE = re.compile(
    r"\bat (?:once|the same time)\b|\bsimultaneously\b|\bat the same moment\b", re.IGNORECASE
)


_GOES_ON = re.compile(
    r"\b(?:its?|this|that|these|those|they|them|their|het|dit|dat|die|deze|ze|hem|zijn|daar\w*|es|er|sie|das|il|elle|ça|cela"
    r"|eso|esto|это|его|он|она)\b",
    re.IGNORECASE,
)
"""Words by which a question is one more about what the question before it named."""

_CONDITION = re.compile(
    r"\A\W*(?:when|where|wie|als|wenn)\s+(?!(?:do|does|did|is|are|was|were|will|can|could|should|would|must|may|has|have)\b)",
    re.IGNORECASE,
)
"""How a clause begins that tells when something is so, and asks nothing."""


def topics_of(message: str) -> tuple[str, ...]:
    """Return the questions of a message, in its own words; one that goes on about the first is no topic of its own."""
    found = list(_topics(message))
    if not found or _GOES_ON.search(found[0]):
        return tuple(dict.fromkeys(found))
    return tuple(dict.fromkeys([found[0], *(one for one in found[1:] if not _GOES_ON.search(one))]))


def _topics(message: str) -> Iterator[str]:
    for part in _NEXT.split(message):
        words = part.strip(" ,;\n")
        is_condition = _CONDITION.match(words) and not words.endswith(("?", "？"))
        if _QUESTION.search(words) and not is_condition:
            yield f"{words[:1].upper()}{words[1:].rstrip('?？.')}?"


def contradicts(english: str) -> bool:
    """Tell whether a message wants one thing and its opposite at the same time."""
    if not _AT_ONCE.search(english):
        return False
    words = set(re.findall(r"[a-z]+", english.lower()))
    return any(one in words and other in words for one, other in _OPPOSITES)
