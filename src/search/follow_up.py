"""Whether a message goes on about the question before it, or is a question of its own. Pure."""

import re
from collections.abc import Callable

_LONGEST_FOLLOW_UP = 9
"""Words up to which a follow-up may lack its subject."""
_OPENING = r"(?:(?:ok|oke|oké|okay|ja|yes|dank je|bedankt|thanks)\b[\s,.!]*)?"
_WITHOUT_VERB = re.compile(
    rf"\W*{_OPENING}(?:(?:en|maar|and|but)\b\s*)(?:dan\s|then\s)?(?:als|voor|bij|in|met|zonder|tegen|op|over|van|na|naar"
    r"|if|for|in|with|without|against|on|about|of|from|after|to|when it|wanneer het)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"\W*{_OPENING}(?:(?:en|maar|and|but)\b\s*)?(?:(?:hoe|wat) (?:zit|is|staat) het (?:dan )?met"
    r"|what about|how about)\b",
    re.IGNORECASE,
)
_LINKED = re.compile(rf"\W*{_OPENING}(?:en|maar|and|but)\b", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:(?:daar|hier)(?:over|voor|bij|aan|tegen|mee|op|van|naast)|(?:in|voor|bij) (?:dat|dit|zo'n) geval|wat als"
    r"|(?:geldt|mag|kan|moet|klopt|is|werkt) (?:dat|dit)\b(?! (?:kalender)?jaar)|what if"
    r"|(?:in|for) (?:that|this|such a) case|(?:does|is|can|would|will) (?:that|this)\b(?! year)"
    r"|(?:about|for) (?:that|this|it)\b|maakt (?:het|dat|dit)\b.*\buit|does it\b|(?:make|made) (?:a|any) difference)",
    re.IGNORECASE,
)
_TELLS_NOTHING = frozenset(
    "dan hoe wat wie waar welke voor met zonder over van naar zijn the and but how what who where which for with "
    "without about from are does haal zet laat weg verwijder schrap gooi terug bron bronnen keep remove drop put "
    "leave back out source sources maar een het niet alle".split()
)
_SHORTEST_WORD = 3
_SHORTEST_SUBJECT = 5
_LONGEST_ENDING = 4
"""Letters by which two forms of a word may differ: "aftrek", "aftrekbaar"."""


def words_of(text: str) -> set[str]:
    """Return the words of a text that may tell its subject, in lower case."""
    words = (match.group().lower() for match in re.finditer(r"[^\W\d_]+|(?:19|20)\d\d", text))
    return {word for word in words if len(word) >= _SHORTEST_WORD} - _TELLS_NOTHING


def is_follow_up(message: str, telling: Callable[[str], set[str]] = words_of) -> bool:
    """Tell whether a message lacks its subject: "En voor een beginner?", "en waar dan?"."""
    if len(message.split()) > _LONGEST_FOLLOW_UP:
        return False
    if _WITHOUT_VERB.match(message) or _ABOUT.match(message):
        return True
    return _LINKED.match(message) is not None and len(telling(message)) <= 1


def goes_on(message: str, about: str) -> bool:
    """Tell whether a message goes on about what was asked and found before, of which ``about`` has the words.

    It lacks its subject, or it points back; what only begins with "and" has to share its subject.
    """
    if is_follow_up(message) or _POINTS_BACK.search(message):
        return True
    if not _LINKED.match(message):
        return False
    subjects = words_of(about)
    return any(_is_of(one, other) for one in words_of(message) for other in subjects)


def _is_of(one: str, other: str) -> bool:
    """Tell whether two words are forms of one: the shorter begins the longer, which has an ending at most."""
    short, long = sorted((one, other), key=len)
    is_ending = len(long) - len(short) <= _LONGEST_ENDING
    return len(short) >= _SHORTEST_SUBJECT and is_ending and long.startswith(short)
