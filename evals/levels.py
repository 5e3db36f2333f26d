"""Weights by which only some levels of a search through documentation count, to measure each by itself."""

from collections.abc import Collection
from dataclasses import replace

from src.search.corpus import Weights
from src.search.documents.corpus import WEIGHTS
from src.search.documents.retriever import CHUNKS, CRUMBS, FIELDS, KEYWORDS

ALL_LEVELS = frozenset(FIELDS)


def weights_of(levels: Collection[str], weights: Weights = WEIGHTS) -> Weights:
    """Return weights by which only some of the levels count."""
    if {*levels} >= ALL_LEVELS:
        return weights
    counting = {name for level in levels for name in FIELDS[level]}
    return replace(
        weights,
        fields=tuple(
            field if field.name in counting else replace(field, weight=0.0)
            for field in weights.fields
        ),
        pinned=weights.pinned and KEYWORDS in levels,
        meaning=weights.meaning and CHUNKS in levels,
        siblings=weights.siblings if CRUMBS in levels else 0.0,
    )
