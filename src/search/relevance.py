"""Which of the ranked documents are about the query at all."""

from operator import mul
from typing import NamedTuple

import numpy as np

from src.search.arrays import Array
from src.search.corpus import Floor, ParsedQuery
from src.search.encoder import Meaning
from src.search.facts import Facts
from src.search.ranking import Ranking, Scored


class Relevant(NamedTuple):
    """What is about a query, in its order, and whether that is weak: it may be about something else."""

    scored: Scored
    weak: bool


NOTHING = Relevant([], weak=False)


def relevant(
    best: Scored,
    by_words: Array,
    asked: ParsedQuery,
    floor: Floor,
    ranking: Ranking,
    facts: Facts,
    meaning: Meaning | None = None,
) -> Relevant:
    """Return those of the best that are about a query; where none surely is, those that may be, or none.

    A document that has few words of the query has as much of it as it is near to it by meaning. Whatever is found
    ``by_words``, the scores of all documents by words alone, is found with meaning too.
    """
    if not best:
        return NOTHING
    shares = coverage(ranking, asked, floor)
    for key in asked.pins:
        shares[facts.citing(key)] = 1.0
    alone = 0.0
    if meaning:
        alone = float((by_words * shares).max(initial=0.0))
        np.maximum(shares, meaning.near, out=shares)
    scores, numbers = zip(*best, strict=True)
    its_shares: list[float] = shares[np.fromiter(numbers, np.intp)].tolist()
    relevance = list(map(mul, scores, its_shares))
    is_complete = not asked.pins and max(its_shares) >= floor.complete
    most = max(relevance)
    weak = max(most, alone) < floor.least * (ranking.rarest - floor.small) and not is_complete
    if weak and not (floor.shows_weak and most > 0):
        return NOTHING
    least = floor.tail * most
    found = [one for one, its in zip(best, relevance, strict=True) if its >= least]
    return Relevant(found, weak)


def coverage(ranking: Ranking, asked: ParsedQuery, floor: Floor) -> Array:
    """Return which share of the query each document has, by how telling its words are.

    Of a query in several wordings (languages, what its abbreviations mean) the one counts that it has most of.
    A document that has a part of a compound has so much of the word.
    """
    shares = np.zeros(ranking.documents, np.float32)
    for run in (one for one in asked.runs if one.is_asked):
        covered = np.zeros(len(shares), np.float32)
        total = 0.0
        for term in dict.fromkeys(run.terms):
            rarity, having, having_part = ranking.having(term)
            if not len(having) and not len(having_part):
                total += floor.unknown * rarity
                continue  # most terms, as each word is also looked up as one of another language
            total += rarity
            # A document is named once for each field that has the term: numpy adds to it once all the same.
            with_it = covered[having] + rarity
            if len(having_part):
                covered[having_part] += floor.part * rarity
            covered[having] = with_it  # also where a part was just counted
        if total:
            np.maximum(shares, covered / total, out=shares)
    return shares
