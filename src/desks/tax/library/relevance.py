"""Which of the ranked sources are about the query at all."""

from datetime import date
from operator import mul

import numpy as np

from src.desks.tax.library.configuration import Configuration
from src.desks.tax.library.index import Index
from src.desks.tax.library.passages import Kind
from src.desks.tax.library.query import ParsedQuery
from src.desks.tax.library.ranking import Ranking
from src.search.arrays import Array

FLOOR: dict[Kind, float] = {"legislation": 2.8, "case_law": 1.6}
"""Nothing is found unless some source scores, times the share of the query that it has, as much as this many terms of
the rarest, as below it is there by chance, ..."""

SMALL = 1.0
"""(of which a little is taken off: in an index of a few sources no term is rare)"""

COMPLETE = 0.99
"""... or some source has all of the query; that it has all the words around the name of an article proves nothing."""

TAIL: dict[Kind, float] = {"legislation": 0.25, "case_law": 0.5}
"""A source with less than this share of the best is not found; a ruling that only touches on it is no help."""

PART = 0.5
"""How far a source that has a part of a compound of the query has the word."""


def relevant(
    index: Index,
    asked: ParsedQuery,
    kind: Kind,
    limit: int,
    as_of: date | None,
    configuration: Configuration,
) -> list[tuple[float, int]]:
    """Return scores and numbers of the sources that are about a query, best first; none where none is."""
    ranking = index.rankings[kind]
    best = index.best(asked, kind, limit, as_of, configuration)
    if not best:
        return []
    shares = coverage(ranking, asked)
    for key in asked.articles if kind == "case_law" else ():
        shares[ranking.facts.cites.find(key.lower())] = 1.0
    scores, numbers = zip(*best, strict=True)
    its_shares: list[float] = shares[np.fromiter(numbers, np.intp)].tolist()
    relevance = list(map(mul, scores, its_shares))
    names = bool(asked.articles or asked.rulings)
    is_complete = not names and max(its_shares) >= COMPLETE
    most = max(relevance)
    if most < FLOOR[kind] * (ranking.rarest - SMALL) and not is_complete:
        return []
    least = TAIL[kind] * most
    return [one for one, its in zip(best, relevance, strict=True) if its >= least]


def coverage(ranking: Ranking, asked: ParsedQuery) -> Array:
    """Return which share of the query each source has, by how telling its words are.

    Of a query in several wordings (Dutch, English, what its abbreviations mean) the one counts that it has most of.
    """
    shares = np.zeros(len(ranking.facts), np.float32)
    for run in asked.runs:
        covered = np.zeros(len(shares), np.float32)
        total = 0.0
        for term in dict.fromkeys(run.terms):
            rarity, having, having_part = ranking.having(term)
            total += rarity
            if not len(having) and not len(having_part):
                continue  # most terms, as each word is also looked up as one of the other language
            # A document is named once for each field that has the term: numpy adds to it once all the same.
            with_it = covered[having] + rarity
            if len(having_part):
                covered[having_part] += PART * rarity
            covered[having] = with_it  # also where a part was just counted
        if total:
            np.maximum(shares, covered / total, out=shares)
    return shares
