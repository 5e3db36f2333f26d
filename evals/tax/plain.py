"""The plain engine over sources of law."""

from collections.abc import Iterable

from evals.plain import K1, LENGTH, PlainBm25
from src.desks.tax.sources import Legislation
from src.dossier.models import Source

DESCRIPTION = (
    f"plain BM25 (k1 {K1}, b {LENGTH}; law, headings and text as one field; words as they stand, "
    "without stemming or stop words)"
)


def plain_engine(sources: Iterable[Source]) -> PlainBm25:
    """Return the engine over these sources."""
    return PlainBm25((source.id, _text(source)) for source in sources)


def _text(source: Source) -> str:
    if isinstance(source, Legislation):
        return f"{source.law} {source.short} {source.path} {source.article} {source.heading} {source.content}"
    return f"{source.title} {source.heading} {source.content}"
