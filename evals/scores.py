"""From rankings to rows of figures: one row for each group of questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals import metrics
from evals.metrics import MEASURES, Estimate, Measures, Values

Rankings = Sequence[Sequence[str]]
"""For each query the keys of what was found, best first, each once."""

Groups = Mapping[str, Sequence[int]]
"""Name of each group of queries with their numbers; one without any makes no row."""


@dataclass(frozen=True)
class Row:
    """How well one group of questions was answered."""

    name: str
    questions: int
    estimates: Mapping[str, Estimate]


class Scores:
    """The measures of every query of one system."""

    def __init__(
        self,
        gold: Sequence[frozenset[str]],
        rankings: Rankings,
        groups: Groups,
        measures: Measures = MEASURES,
    ) -> None:
        """Take for each query the keys that answer it, what was found, and how queries are grouped."""
        self._values = metrics.values(gold, rankings, measures)
        self._measures = measures
        self._groups = groups

    def rows(self) -> tuple[Row, ...]:
        """Return the figures of each group."""
        return self._rows(self._values)

    def gain(self, other: "Scores") -> tuple[Row, ...]:
        """Return by how much the other system is better on the same questions."""
        return self._rows(other._values - self._values)

    def _rows(self, values: Values) -> tuple[Row, ...]:
        return tuple(
            Row(name, len(members), metrics.estimates(values[list(members)], self._measures))
            for name, members in self._groups.items()
            if members
        )
