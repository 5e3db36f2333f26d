"""The parts of a long source that matter for a question, with a mark wherever something was left out."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LONGEST_SOURCE = 24_000
"""Characters of one source that a model is given; of a longer one the parts nearest to the question."""

LONGEST_PIECE = 1_500
"""Characters of one piece; a paragraph that is longer is cut between its sentences."""

_BREAK = re.compile(r"\n+|(?<=[.;])\s+")


def plain_terms(text: str) -> Sequence[str]:
    """Return the words of a text in lower case, in any language."""
    return re.findall(r"\w+", text.casefold())


@dataclass(frozen=True)
class Cutting:
    """How a desk cuts long sources."""

    terms: Callable[[str], Sequence[str]] = plain_terms
    """By which words a piece is near to a question."""
    mark: str = "[... {count} characters left out ...]"
    """Stands in place of what was left out, in the language of the sources."""
    longest: int = LONGEST_SOURCE
    """Characters of one source that a model is given."""
    piece: int = LONGEST_PIECE
    """Characters of one piece: short ones leave room for more places of a source."""


def extract(text: str, question: str, most: int, cutting: Cutting) -> str:
    """Return the text, or of one longer than ``most`` characters its opening and the pieces nearest to the question.

    The pieces keep their order and their words. The marks are not counted.
    """
    if len(text) <= most:
        return text
    pieces = _pieces(text, cutting.piece)
    scores = nearness([text[start:end] for start, end in pieces], question, cutting)
    pieces[0] = (0, min(pieces[0][1], most))
    chosen, room = {0}, most - pieces[0][1]
    for number in sorted(range(1, len(pieces)), key=lambda number: (-scores[number], number)):
        start, end = pieces[number]
        if end - start <= room:
            chosen.add(number)
            room -= end - start
    return _joined(text, [pieces[number] for number in sorted(chosen)], cutting.mark)


def nearness(pieces: Sequence[str], question: str, cutting: Cutting) -> list[float]:
    """Return how near each piece is to a question: what it shares with it, rare words first."""
    terms = [Counter(cutting.terms(piece)) for piece in pieces]
    known = Counter(term for counter in terms for term in counter)
    wanted = set(cutting.terms(question))
    return [
        sum(math.log1p(len(pieces) / known[term]) for term in wanted if one[term]) for one in terms
    ]


def _pieces(text: str, longest: int) -> list[tuple[int, int]]:
    """Return where the pieces of a text begin and end; together they are the whole of it."""
    ends = [match.end() for match in _BREAK.finditer(text)]
    pieces: list[tuple[int, int]] = []
    start = last = 0
    for end in [*ends, len(text)]:
        if end - start > longest and last > start:
            pieces.append((start, last))
            start = last
        last = end
    pieces.append((start, len(text)))
    # A sentence may be as long as a page.
    return [
        (at, min(at + longest, end)) for start, end in pieces for at in range(start, end, longest)
    ]


def _joined(text: str, kept: Sequence[tuple[int, int]], mark: str) -> str:
    parts: list[str] = []
    at = 0
    for start, end in [*kept, (len(text), len(text))]:
        if start > at:
            parts.append(mark.format(count=start - at))
        if end > start:
            parts.append(text[start:end].strip())
        at = end
    return "\n".join(parts)
