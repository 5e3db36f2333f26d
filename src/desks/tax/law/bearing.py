"""What a text may state of law beside its sources: no rate, amount, date or article that they do not have. Pure."""

from collections.abc import Mapping, Sequence

from src.desks.tax.law import grounding
from src.desks.tax.law.measures import Kind, Measure, labels, measures, unsupported
from src.dossier.models import Source
from src.grounding.material import Addition, Place, QuotesAlone

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

ONLY_SOURCES = ("rate", "law", "part")
"""What a question cannot bear out: whoever asks whether the rate is 9% has not said that it is."""


class LawBearing(QuotesAlone):
    """The ``Bearing`` of tax law."""

    def is_grounded(self, text: str, sources: Sequence[Source]) -> bool:
        return grounding.is_grounded(text, sources)

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        return [
            Addition(one.words, FORBIDDEN[one.kind]) for one in _lacking(text, sources, question)
        ]


def _lacking(text: str, sources: Sequence[Source], question: str) -> list[Measure]:
    """Return what a text measures or cites and neither these sources nor, but for rates and law, the question has."""
    asked = (*measures(question), *labels(question))
    told = {one.value for one in asked if one.kind != "rate"}
    lacking: list[Measure] | None = None
    for source in sources:
        of_source = unsupported(text, source)
        lacking = [one for one in of_source if lacking is None or one in lacking]
    return [one for one in lacking or [] if one.kind in ONLY_SOURCES or one.value not in told]
