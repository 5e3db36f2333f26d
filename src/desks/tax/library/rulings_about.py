"""Which of the rulings that were found are about what is asked. Pure."""

from collections.abc import Iterator, Sequence, Set

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


def rulings_about(query: str, rulings: Sequence[Hit], laws: Sequence[Hit]) -> Iterator[Hit]:
    """Yield the rulings that are about a query, or about an article of those found for it, in their order."""
    terms = frozenset(dutch.terms(query)) - SAYS_LITTLE
    named = {_article(hit) for hit in laws if hit.exact}
    found = {_article(hit) for hit in laws}
    return (hit for hit in rulings if hit.exact or _is_about(hit, terms, named, found))


def _is_about(hit: Hit, terms: Set[str], named: Set[str], found: Set[str]) -> bool:
    """Tell whether a ruling is about a query: it cites an article that the query names, or says so at its head.

    That is half of the query's terms, or a few where it cites an article that was found. That they stand somewhere
    in its many pages says little: they stand in rulings on anything.
    """
    source = hit.source
    if not isinstance(source, CaseLaw):
        return False
    cited = set(map(str.lower, source.cites))
    if cited & named:
        return True
    if not terms:
        return False
    shared = terms & set(dutch.terms(f"{source.heading} {source.content[:HEAD]}"))
    if cited & found and len(shared) >= FEWEST_SHARED:
        return True
    fewest = FEWEST_SHARED if len(terms) > FEWEST_SHARED else 1
    return len(shared) >= max(fewest, min(len(terms) / 2, ENOUGH_SHARED))


def _article(hit: Hit) -> str:
    source = hit.source
    return f"{source.work}/{source.article}".lower() if isinstance(source, Legislation) else ""
