"""How well an answer answers, by code: its claims stand on their quotes, so what they cover counts. Pure."""

from collections.abc import Iterable

from src.desks.docs.forms import Quality, QualityTask
from src.search.documents.analysers import ENGLISH

ENOUGH = 0.34
"""Share of the question's words in quotes and headings from which on an answer is approved."""


def quality(task: QualityTask) -> Quality:
    """Return the share of the question that the quotes and their headings cover, and what follows from it."""
    asked = _terms([task.question])
    told = _terms(text for one in task.claims for text in (one.text, one.quote, one.source))
    share = round(len(asked & told) / len(asked), 2) if asked else 0.0
    if not task.claims:
        return Quality(
            quality_score=0, quality_analysis="No claim stands.", quality_decision="research"
        )
    missing = ", ".join(sorted(asked - told))
    analysis = f"The quotes cover {share:.0%} of the question." + (
        f" Not: {missing}." if missing else ""
    )
    decision = "approve" if share >= ENOUGH else "research"
    return Quality.model_validate(
        {"quality_score": share, "quality_analysis": analysis[:1_000], "quality_decision": decision}
    )


def _terms(texts: Iterable[str]) -> set[str]:
    return {term for text in texts for word in ENGLISH.words(text) if (term := ENGLISH.term(word))}
