"""Finds what is sensitive in a text, and masks it: the same value by the same mark, every other character as it was."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

Candidates = Callable[[str], Iterable[tuple[int, int]]]
"""Finds the values of one kind in a text: where each begins and ends."""

TAKEN = "\x00"
"""Stands for every character that belongs to a value of an earlier kind, so that no part of it is taken for another."""


@dataclass(frozen=True)
class SensitiveKind:
    """One kind of what is sensitive; ``mark`` is what takes a value's place, with its number as ``{number}``."""

    name: str
    candidates: Candidates
    mark: str = ""

    def mark_of(self, number: int) -> str:
        """Return the mark of this kind's value of that number: ``<iban-1>`` where the kind says nothing else."""
        return (self.mark or f"<{self.name}-{{number}}>").format(number=number)


@dataclass(frozen=True)
class SensitiveSpan:
    """Where in a text a value of a kind stands, in characters."""

    kind: str
    start: int
    end: int


@dataclass
class Marks:
    """The marks given so far: keep it, and a value that is met again in another text has the mark that it had."""

    numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    """By kind, the number of each value."""

    def number(self, kind: str, value: str) -> int:
        """Return the number of a value; a new one gets the next, whatever white space it is written with."""
        known = self.numbers.setdefault(kind, {})
        return known.setdefault(" ".join(value.split()), len(known) + 1)

    def skip(self, kind: str, number: int) -> None:
        """Give no new value of a kind this number or a lower one: a text has such marks from before."""
        known = self.numbers.setdefault(kind, {})
        for index in range(len(known) + 1, number + 1):
            known[f"<{kind}-{index}>"] = index


class Masking:
    """Looks for the kinds that it was made of."""

    def __init__(self, *kinds: SensitiveKind) -> None:
        """Look for these kinds; what is taken for one is no other's, so their order counts.

        ValueError where two have one name.
        """
        self._kinds = {kind.name: kind for kind in kinds}
        if len(self._kinds) < len(kinds):
            raise ValueError("two kinds have one name")

    def find(self, text: str) -> tuple[SensitiveSpan, ...]:
        """Return what is sensitive in a text, in the order of the text; no two spans overlap."""
        found: list[SensitiveSpan] = []
        rest = text
        for kind in self._kinds.values():
            spans = list(_apart(kind, rest))
            rest = replaced_at(rest, spans, lambda span: TAKEN * (span.end - span.start))
            found += spans
        return tuple(sorted(found, key=lambda span: span.start))

    def mask(self, text: str, marks: Marks | None = None) -> str:
        """Return the text with a mark in the place of each value; without ``marks`` it is numbered by itself."""
        return self.marked(text, self.find(text), marks or Marks())

    def marked(self, text: str, spans: Iterable[SensitiveSpan], marks: Marks) -> str:
        """Return the text with a mark in the place of each of these spans, which come in its order."""

        def mark(span: SensitiveSpan) -> str:
            number = marks.number(span.kind, text[span.start : span.end])
            return self._kinds[span.kind].mark_of(number)

        return replaced_at(text, spans, mark)


def _apart(kind: SensitiveKind, text: str) -> Iterator[SensitiveSpan]:
    """Yield what a kind finds; of values that overlap the first, and of those that begin together the longest."""
    after = 0
    for start, end in sorted(kind.candidates(text), key=lambda pair: (pair[0], -pair[1])):
        if after <= start < end and TAKEN not in text[start:end]:
            yield SensitiveSpan(kind.name, start, end)
            after = end


def replaced_at(
    text: str, spans: Iterable[SensitiveSpan], instead: Callable[[SensitiveSpan], str]
) -> str:
    """Return the text with what stands ``instead`` of each of these spans, which come in its order."""
    pieces, after = [], 0
    for span in spans:
        pieces += [text[after : span.start], instead(span)]
        after = span.end
    return "".join([*pieces, text[after:]])
