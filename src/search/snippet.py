"""The passage of a text that speaks most to a query: for lists of what was found. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from src.language.sentences import split

LONGEST = 300
"""Characters of a snippet."""

_WORD = re.compile(r"[^\W_]{4,}")
_LINE = re.compile(r"\n+(?=[^\Wa-z_])")
"""What begins with a small letter goes on with a list or after an abbreviation."""
_ITEM = re.compile(r"\b\d(?:\d|[a-z])?$")
"""The number of an item, which stands with it."""
_PART = re.compile(r"(?<=[;:])\s+|\n+")
_NUMBER = re.compile(r"\d{1,3}(?:[ .,]\d{3})+(?:,\d+)?\b|\d+(?:[.,]\d+)?")
_YEAR = re.compile(r"(?<!€ )\b(?:19|20)\d\d\b(?![.,]\d)")
_THOUSANDS = re.compile(r"[ .,](?=\d{3}\b)")
_STEM = 6
"""Letters by which two forms of a word are the same here: "aftrek", "aftrekbaar"."""


def snippet(text: str, queries: Iterable[str], longest: int = LONGEST) -> str:
    """Return the sentence of the text with most of the queries' words, rare ones counting more, and what follows it.

    Words of the text only, white space folded; ``…`` where something was left out. Of a sentence that is too long, as
    one with a list, its beginning stands before the part with most of the words, or before the row of a tariff whose
    band has a number of the queries.
    """
    queries = tuple(queries)
    wanted = {word for query in queries for word in _words(query)}
    sentences = [one for line in _LINE.split(text) for one in split(line, "figure", _ITEM)]
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


def _shortened(sentence: str, wanted: set[str], numbers: set[float], longest: int) -> str:
    parts = [_folded(part) for part in _PART.split(sentence) if part.strip()]
    best = _band(parts, numbers) or _best(parts, wanted)
    between = " " if best == 1 else " … "
    joined = between.join([parts[0], parts[best]]) if best else _folded(sentence)
    return joined if len(joined) <= longest else f"{joined[:longest].rsplit(' ', 1)[0]} …"


def _best(pieces: Sequence[str], wanted: set[str]) -> int:
    """Return the place of the first piece with most of the words."""
    often = Counter(word for piece in pieces for word in _words(piece) & wanted)
    scores = [sum(1 / often[word] for word in _words(piece) & wanted) for piece in pieces]
    return scores.index(max(scores))


def _band(parts: Sequence[str], numbers: set[float]) -> int:
    """Return the place of the row of a table whose band has a number of the query; 0 where there is none."""
    for place, part in enumerate(parts):
        above, *rest = (_numbers(part) if part.startswith("|") else ()) or [0.0]
        if rest and any(above < number <= rest[0] for number in numbers):
            return place
    return 0


def _numbers(text: str) -> list[float]:
    found = (_THOUSANDS.sub("", match.group()) for match in _NUMBER.finditer(text))
    return [float(one.replace(",", ".")) for one in found]


def _folded(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> set[str]:
    return {match.group().lower()[:_STEM] for match in _WORD.finditer(text)}
