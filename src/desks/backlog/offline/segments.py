"""Where the segments of a transcript begin, by rules: where the lines before and behind share fewest words. Pure."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

from src.desks.backlog.forms import SegmentBegin, SegmentBegins, SegmentLine, SegmentTask
from src.search.documents.analysers import telling_words

REACH = 15
"""Lines before and behind that are compared, and the fewest between two beginnings."""

MOST_INTENTS = 5


def segment_begins(task: str) -> SegmentBegins:
    """Return where segments begin in the lines of a ``SegmentTask``, each with the words that tell what it is about."""
    lines = SegmentTask.model_validate_json(task).lines
    if not lines:
        return SegmentBegins(segments=[])
    said = [[word for word in telling_words(line.said) if len(word) > 3] for line in lines]
    begins = _begins(said)
    if lines[0].number == 1:
        begins = [0, *begins]
    common = Counter(word for entry in said for word in set(entry))
    return SegmentBegins(
        segments=[
            _segment(lines[at], said[at:end], common) for at, end in pairwise([*begins, len(said)])
        ]
    )


def _begins(said: Sequence[Sequence[str]]) -> list[int]:
    """Return the lines, but the first, at which another subject seems to begin: as TextTiling does (Hearst, 1997).

    A line is as deep as the likeness falls there below that of the peaks on both sides; it counts from a
    deviation above the mean on: few segments are better than many.
    """
    likeness = [_likeness(said, at) for at in range(len(said))]
    depths = [
        max(likeness[max(0, at - REACH) : at + 1]) + max(likeness[at : at + REACH]) - 2 * number
        for at, number in enumerate(likeness)
    ]
    mean = sum(depths) / len(depths)
    least = mean + sqrt(sum((depth - mean) ** 2 for depth in depths) / len(depths))
    found: list[int] = []
    for at in sorted(range(1, len(said)), key=lambda number: -depths[number]):
        if depths[at] > least and all(abs(at - entry) >= REACH for entry in (0, len(said), *found)):
            found.append(at)
    return sorted(found)


def _likeness(said: Sequence[Sequence[str]], at: int) -> float:
    """Return which share of the words around a line both its sides have."""
    before = {word for sequence in said[max(0, at - REACH) : at] for word in sequence}
    behind = {word for sequence in said[at : at + REACH] for word in sequence}
    return len(before & behind) / min(len(before), len(behind)) if before and behind else 0.0


def _segment(
    line: SegmentLine, said: Sequence[Sequence[str]], common: Counter[str]
) -> SegmentBegin:
    """Return a segment with the words that its lines have oftener than the others do."""
    here = Counter(word for sequence in said for word in set(sequence))
    told = {word: count * count / common[word] for word, count in here.items() if count > 1}
    intents = sorted(told, key=lambda word: (-told[word], word))[:MOST_INTENTS]
    return SegmentBegin(
        line=line.number, intents=intents, dominant_intent=intents[0] if intents else ""
    )
