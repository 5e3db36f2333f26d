"""Which of the ranked documents are about the query at all."""

from operator import mul

import numpy as np

from src.search.arrays import Array
from src.search.corpus import Floor
from src.search.encoder import Meaning
from src.search.facts import Facts
from src.search.query import ParsedQuery
from src.search.ranking import Ranking, Scored


def relevant(
    best: Scored,
    asked: ParsedQuery,
    floor: Floor,
    ranking: Ranking,
    facts: Facts,
    meaning: Meaning | None = None,
) -> Scored:
    """Return those of the best that are about a query, in their order; none where none is.

    A document that has few words of the query has as much of it as it is near to it by meaning.
    """
    if not best:
        return []
    shares = coverage(ranking, asked, floor.part)
    for key in asked.pins:
        shares[facts.citing(key)] = 1.0
    if meaning:
        np.maximum(shares, meaning.cosine, out=shares)
    scores, numbers = zip(*best, strict=True)
    its_shares: list[float] = shares[np.fromiter(numbers, np.intp)].tolist()
    relevance = list(map(mul, scores, its_shares))
    is_complete = not asked.pins and max(its_shares) >= floor.complete
    most = max(relevance)
    if most < floor.least * (ranking.rarest - floor.small) and not is_complete:
        return []
    least = floor.tail * most
    return [one for one, its in zip(best, relevance, strict=True) if its >= least]


def coverage(ranking: Ranking, asked: ParsedQuery, part: float) -> Array:
    """Return which share of the query each document has, by how telling its words are.

    Of a query in several wordings (languages, what its abbreviations mean) the one counts that it has most of.
    A document that has a part of a compound has so much of the word.
    """
    shares = np.zeros(ranking.documents, np.float32)
    for run in asked.runs:
        covered = np.zeros(len(shares), np.float32)
        total = 0.0
        for term in dict.fromkeys(run.terms):
            rarity, having, having_part = ranking.having(term)
            total += rarity
            if not len(having) and not len(having_part):
                continue  # most terms, as each word is also looked up as one of another language
            # A document is named once for each field that has the term: numpy adds to it once all the same.
            with_it = covered[having] + rarity
            if len(having_part):
                covered[having_part] += part * rarity
            covered[having] = with_it  # also where a part was just counted
        if total:
            np.maximum(shares, covered / total, out=shares)
    return shares
