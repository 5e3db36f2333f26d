"""Which of the ranked sources are about the query at all."""

from datetime import date

from src.retrieval.configuration import Configuration
from src.retrieval.index import Index
from src.retrieval.passages import Kind
from src.retrieval.query import Asked


def relevant(
    index: Index,
    asked: Asked,
    kind: Kind,
    limit: int,
    as_of: date | None,
    configuration: Configuration,
) -> list[tuple[float, int]]:
    """Return scores and numbers of the sources that are about a query, best first; none where none is."""
    return index.best(asked, kind, limit, as_of, configuration)
