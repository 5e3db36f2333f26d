"""The passage of a text that speaks most to a query, and whether a message goes on about the one before it. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from src.language.numbers import quantities
from src.language.opposites import forms_beside
from src.language.sentences import split
from src.texts import beside

_LONGEST_FOLLOW_UP = 9
"""Words up to which a follow-up may lack its subject."""
_form = forms_beside(__file__)
_TELLS_NOTHING = frozenset(beside(__file__, "snippet")["tells_nothing"].split())
_SHORTEST_WORD = 3
_SHORTEST_SUBJECT = 5
_LONGEST_ENDING = 4
"""Letters by which two forms of a word may differ: "aftrek", "aftrekbaar"."""


def words_of(text: str) -> set[str]:
    words = (match.group().lower() for match in re.finditer(r"[^\W\d_]+|(?:19|20)\d\d", text))
    return {word for word in words if len(word) >= _SHORTEST_WORD} - _TELLS_NOTHING


def is_follow_up(message: str, telling: Callable[[str], set[str]] = words_of) -> bool:
    """Tell whether a message lacks its subject: "En voor een beginner?", "en waar dan?"."""
    if len(message.split()) > _LONGEST_FOLLOW_UP:
        return False
    if _form("without_verb").match(message) or _form("about").match(message):
        return True
    return _form("linked").match(message) is not None and len(telling(message)) <= 1


def goes_on(message: str, about: str) -> bool:
    """Tell whether a message goes on about what was asked and found before, of which ``about`` has the words.

    It lacks its subject, or it points back; what only begins with "and" has to share its subject.
    """
    if is_follow_up(message) or _form("points_back").search(message):
        return True
    if not _form("linked").match(message):
        return False
    subjects = words_of(about)
    return any(_is_of(word, other) for word in words_of(message) for other in subjects)


def _is_of(text: str, other: str) -> bool:
    """Tell whether two words are forms of one: the shorter begins the longer, which has an ending at most."""
    short, long = sorted((text, other), key=len)
    is_ending = len(long) - len(short) <= _LONGEST_ENDING
    return len(short) >= _SHORTEST_SUBJECT and is_ending and long.startswith(short)


LONGEST = 300
"""Characters of a snippet."""

_WORD = re.compile(r"[^\W_]{4,}")
_LINE = re.compile(r"\n+(?=[^\Wa-z_])")
"""What begins with a small letter goes on with a list or after an abbreviation."""
_ITEM = re.compile(r"\b\d(?:\d|[a-z])?$")
"""The number of an item, which stands with it."""
_PART = re.compile(r"(?<=[;:])\s+|\n+")
_YEAR = re.compile(r"(?<!€ )\b(?:19|20)\d\d\b(?![.,]\d)")
_STEM = 6
"""Letters by which two forms of a word are the same here: "aftrek", "aftrekbaar"."""


def snippet(text: str, queries: Iterable[str], longest: int = LONGEST) -> str:
    """Return the sentence of the text with most of the queries' words, rare ones counting more, and what follows it.

    Words of the text only, white space folded; ``…`` where something was left out. The beginning of a sentence
    that is too long, as one with a list, stands before the part with most of the words, or before the row of a tariff
    whose band has a number of the queries.
    """
    queries = tuple(queries)
    wanted = {word for query in queries for word in _words(query)}
    sentences = [part for line in _LINE.split(text) for part in split(line, "figure", _ITEM)]
    if not sentences:
        return ""
    best = _best(sentences, wanted)
    found = _folded(sentences[best])
    if len(found) > longest:
        numbers = {number for query in queries for number in _numbers(_YEAR.sub(" ", query))}
        return _shortened(sentences[best], wanted, numbers, longest)
    for each in sentences[best + 1 :]:
        longer = f"{found} {_folded(each)}"
        if len(longer) > longest:
            break
        found = longer
    return found


def nearest(query: str, texts: Sequence[str], most: int) -> list[int]:
    """Return the places of the texts with most of a query's words, rare ones counting more; none that has none."""
    wanted = {word[:_STEM] for word in words_of(query)}
    held = [{word[:_STEM] for word in words_of(text)} & wanted for text in texts]
    often = Counter(word for words in held for word in words)
    scores = [sum(1 / often[word] for word in words) for words in held]
    best = sorted(filter(scores.__getitem__, range(len(texts))), key=lambda at: -scores[at])
    return [at for at in best[:most] if scores[at] * 2 > scores[best[0]]]


def _shortened(sentence: str, wanted: set[str], numbers: set[Decimal], longest: int) -> str:
    parts = [_folded(part) for part in _PART.split(sentence) if part.strip()]
    best = _band(parts, numbers) or _best(parts, wanted)
    between = " " if best == 1 else " … "
    joined = between.join([parts[0], parts[best]]) if best else _folded(sentence)
    return joined if len(joined) <= longest else f"{joined[:longest].rsplit(' ', 1)[0]} …"


def _best(pieces: Sequence[str], wanted: set[str]) -> int:
    held = [_words(piece) & wanted for piece in pieces]
    often = Counter(word for words in held for word in words)
    scores = [sum(1 / often[word] for word in words) for words in held]
    return scores.index(max(scores))


def _band(parts: Sequence[str], numbers: set[Decimal]) -> int:
    """Return the place of the row of a table whose band has a number of the query; 0 where there is none."""
    for place, part in enumerate(parts):
        above, *rest = (_numbers(part) if part.startswith("|") else ()) or [Decimal(0)]
        if rest and any(above < number <= rest[0] for number in numbers):
            return place
    return 0


def _numbers(text: str) -> list[Decimal]:
    return [quantity.number for quantity in quantities(text) if quantity.number is not None]


def _folded(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> set[str]:
    return {word.lower()[:_STEM] for word in _WORD.findall(text)}
