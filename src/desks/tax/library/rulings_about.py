"""Which of the rulings that were found are about what is asked. Pure."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from src.desks.tax.library import dutch
from src.desks.tax.library.passages import Hit
from src.desks.tax.sources import CaseLaw, Legislation

HEAD = 800
"""Characters with which a ruling says what it is about: its summary, or what was disputed."""
SAYS_LITTLE = frozenset(
    dutch.terms(
        "belasting btw omzetbelasting inkomstenbelasting vennootschapsbelasting vpb af lang hoog"
    )
)
"""Terms that say which of the wide taxes a question is of, or how it asks, and not what it is about."""
FEWEST_SHARED = 2
"""Terms of a query that must stand at a ruling's head, where the query has more."""
ENOUGH_SHARED = 4
"""Terms at a ruling's head that are enough for a query of any length."""


@dataclass(frozen=True)
class QueryAsked:
    """What a query asks, as far as a ruling can be about it."""

    terms: Set[str]
    named: Set[str]
    """Articles that it names, as ``bwbr0002629/9``."""
    found: Set[str]
    """Articles that were found for it."""


def rulings_about(query: str, rulings: Sequence[Hit], laws: Sequence[Hit]) -> Iterator[Hit]:
    """Yield the rulings that are about a query, or about an article of those found for it, in their order."""
    named = {_article(hit) for hit in laws if hit.exact}
    asked = QueryAsked(
        frozenset(dutch.terms(query)) - SAYS_LITTLE, named, {_article(hit) for hit in laws}
    )
    return (hit for hit in rulings if hit.exact or _is_about(hit, asked))


def _is_about(hit: Hit, asked: QueryAsked) -> bool:
    """Tell whether a ruling is about a query: it cites an article that the query names, or says so at its head.

    That is half of the query's terms, or a few where it cites an article that was found. That they stand somewhere
    in its many pages says little: they stand in rulings on anything.
    """
    source = hit.source
    if not isinstance(source, CaseLaw):
        return False
    cited = set(map(str.lower, source.cites))
    if cited & asked.named:
        return True
    if not asked.terms:
        return False
    shared = asked.terms & set(dutch.terms(f"{source.heading} {source.content[:HEAD]}"))
    if cited & asked.found and len(shared) >= FEWEST_SHARED:
        return True
    fewest = FEWEST_SHARED if len(asked.terms) > FEWEST_SHARED else 1
    return len(shared) >= max(fewest, min(len(asked.terms) / 2, ENOUGH_SHARED))


def _article(hit: Hit) -> str:
    source = hit.source
    return f"{source.work}/{source.article}".lower() if isinstance(source, Legislation) else ""
