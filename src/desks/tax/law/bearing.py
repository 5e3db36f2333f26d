"""What a text may state of law beside its sources: no rate, amount, date or article that they do not have. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from src.desks.tax.law import grounding
from src.desks.tax.law.measures import Kind, Measure, labels, measures, unsupported
from src.dossier.models import Source
from src.grounding.material import GENERATION, Addition, Bearing, Place, QuotesAlone
from src.language.numbers import FIRST, NOW, is_same_day
from src.language.sentences import split

FORBIDDEN: Mapping[Kind, frozenset[Place]] = {
    "rate": frozenset(("claim", "conclusion", "point")),
    "date": frozenset(("claim", "conclusion", "point")),
    "amount": frozenset(("claim", "conclusion", "point")),
    # The words around the claims may name what law any selected source does.
    "law": frozenset(("claim",)),
    # In a claim a mere number may be a count. In a conclusion it is the outcome, "u hebt 14 dagen".
    "number": frozenset(("conclusion",)),
    # A source may have a paragraph without a number.
    "part": frozenset(("conclusion",)),
    "label": frozenset(),
}
"""Where nobody may state what of its own."""

APPEALS: frozenset[Place] = frozenset(("claim", "conclusion", "point"))
"""Where nobody may appeal to rulings that are not there."""

ONLY_SOURCES = ("law", "part")
"""What nobody's own case bears out."""

_OF_TAX = re.compile(
    r"\b(?:\w*belasting(?:en)?|\w*heffing|\w*tarie(?:f|ven)|\w*bijtelling|btw|vat|\w*tax(?:es|ed)?)\b",
    re.IGNORECASE,
)
"""What a rate is of that the law sets: 12 % of interest is a fact, 9 % of VAT is none, whoever tells it."""

MARKED = ("date", "amount", "number")
"""What a caveat may name of its own: it stays, with a mark."""


@dataclass(frozen=True)
class LawBearing(QuotesAlone):
    """The ``Bearing`` of tax law."""

    generation: int = GENERATION

    def of(self, generation: int) -> Bearing:
        return LawBearing(generation)

    def ungrounded(self, text: str, sources: Sequence[Source]) -> Sequence[str]:
        return grounding.ungrounded(text, sources)

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        found = [self._addition(measure) for measure in self._lacking(text, sources, question)]
        if self.generation < 1:
            return found
        appeals = grounding.appeals_to_rulings(text, sources)
        return [*found, *(Addition(appeal, APPEALS) for appeal in appeals)]

    def _addition(self, measure: Measure) -> Addition:
        forbidden = FORBIDDEN[measure.kind]
        if self.generation and measure.kind in MARKED:
            return Addition(measure.words, forbidden - {"point"}, marked=True)
        return Addition(measure.words, forbidden)

    def _lacking(self, text: str, sources: Sequence[Source], question: str) -> list[Measure]:
        """Return what a text measures or cites and neither these sources nor, but for rates and law, the user has."""
        notation = NOW if self.generation else FIRST
        asked = (*measures(question, notation), *labels(question))
        told = {measure.value for measure in asked if measure.kind != "rate"}
        facts = measures(_stated(question), notation) if self.generation else ()
        rates = {fact.value for fact in facts if fact.kind == "rate"}
        return [
            one
            for one in unsupported(text, *sources, notation=notation)
            if one.kind in ONLY_SOURCES or not _is_told(one, rates if one.kind == "rate" else told)
        ]


def _stated(facts: str) -> str:
    """Return the sentences in which somebody tells of the case: no question, and none that names a tax."""
    every = (each for line in facts.splitlines() for each in split(line))
    return "\n".join(each for each in every if not ("?" in each or _OF_TAX.search(each)))


def _is_told(measure: Measure, told: Collection[str]) -> bool:
    if measure.kind == "date":
        return any(is_same_day(measure.value, other) for other in told)
    return measure.value in told
