"""The passage of a text that speaks most to a query: for lists of what was found. Pure."""

import re
from collections import Counter
from collections.abc import Iterable

LONGEST = 300
"""Characters of a snippet."""

_WORD = re.compile(r"[^\W_]{4,}")
_BREAK = re.compile(r"(?<=[.;:?!])\s+|\n+")
_STEM = 6
"""Letters by which two forms of a word are the same here: "aftrek", "aftrekbaar"."""


def snippet(text: str, queries: Iterable[str], longest: int = LONGEST) -> str:
    """Return the piece of the text with most of the queries' words, rare ones counting more; its beginning otherwise.

    Words of the text only, white space folded; ``…`` where it was cut off.
    """
    wanted = {word for query in queries for word in _words(query)}
    pieces = [" ".join(piece.split()) for piece in _BREAK.split(text) if piece.strip()]
    if not pieces:
        return ""
    often = Counter(word for piece in pieces for word in _words(piece) & wanted)
    scores = [sum(1 / often[word] for word in _words(piece) & wanted) for piece in pieces]
    best = max(range(len(pieces)), key=lambda at: (scores[at], -at))
    found, at = pieces[best], best + 1
    while at < len(pieces) and len(found) + len(pieces[at]) < longest:
        found, at = f"{found} {pieces[at]}", at + 1
    return found if len(found) <= longest else f"{found[:longest].rsplit(' ', 1)[0]} …"


def _words(text: str) -> set[str]:
    return {match.group().lower()[:_STEM] for match in _WORD.finditer(text)}
