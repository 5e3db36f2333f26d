"""The four levels of search in documentation: each can be measured alone, and tells what it adds to a score."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from src.search.corpus import Weights
from src.search.documents.corpus import WEIGHTS
from src.search.explanation import Explanation

KEYWORDS, CHUNKS, CRUMBS, SUMMARY = "keywords", "chunks", "crumbs", "summary"

FIELDS: Mapping[str, frozenset[str]] = {
    KEYWORDS: frozenset({"code"}),
    CHUNKS: frozenset({"title", "body"}),
    CRUMBS: frozenset({"path"}),
    SUMMARY: frozenset({"search_words"}),
}
"""The levels, each with the fields that it looks into.

Keywords pin what the query names, too; chunks count meaning beside words; crumbs give a section a share of the best of
its page.
"""


ALL_LEVELS = frozenset(FIELDS)


def weights_of(levels: Collection[str], weights: Weights = WEIGHTS) -> Weights:
    """Return weights by which only some of the levels count."""
    if {*levels} >= ALL_LEVELS:
        return weights
    counting = {name for level in levels for name in FIELDS[level]}
    return replace(
        weights,
        fields=tuple(
            one if one.name in counting else replace(one, weight=0.0) for one in weights.fields
        ),
        pinned=weights.pinned and KEYWORDS in levels,
        meaning=weights.meaning and CHUNKS in levels,
        siblings=weights.siblings if CRUMBS in levels else 0.0,
    )


def levels_of(explanation: Explanation, score: float, exact: bool) -> dict[str, float]:
    """Return what each level adds to the score of a section; of one that the query names, without what pins it."""
    share = 1.0 - explanation.meaning.weight if explanation.meaning else 1.0
    told = dict.fromkeys(FIELDS, 0.0)
    for term in explanation.terms:
        for name, its in term.fields.items():
            level = next(level for level, fields in FIELDS.items() if name in fields)
            told[level] += share * explanation.prior * its
    told[CHUNKS] += explanation.meaning.score if explanation.meaning else 0.0
    told[CRUMBS] += 0.0 if exact else max(0.0, score - explanation.score)
    return told
