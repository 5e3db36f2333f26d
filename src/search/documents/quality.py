"""How surely what was found answers the query, as a question of documentation: calibrated on development questions."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from src.language.code_names import identifiers
from src.language.sentences import split
from src.search.documents.analysers import telling_words, terms_of
from src.search.documents.retriever import FoundSection

SearchQuality = Literal["excellent", "good", "poor"]

FIRST = 3
"""Sections, the best ones, of which each measure is taken where it is highest."""


MOST_WORDS = 15
"""Words that the length of a query is counted by; who asks at length says more that no documentation has."""

NEARLY = 0.6
"""So far below what is good a search may still have found it, said in other words."""

_WORD = re.compile(r"[^\W\d_][\w-]*\w")
_TABLE = re.compile(
    r"^[ \t]*\|(?P<columns>[^\n]*)\n[ \t]*\|[ \t:|-]+\n(?P<rows>(?:[ \t]*\|[^\n]*(?:\n|\Z))+)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class QualityWeights:
    """What each measure counts, in the logarithm of odds that the documentation answers the question."""

    covered: float
    strength: float
    named: float
    near: float
    length: float
    entitled: float
    """Where the heading of the first has a name of the query."""
    absent: float
    base: float
    good: float
    """From here on it is good; one in twenty questions about other products reaches it."""
    excellent: float
    """Half of the questions that are answered reach it."""


BY_WORDS = QualityWeights(4.0, 2.5, 0.4, 0.0, 0.24, 2.5, -2.1, base=-8.2, good=-0.5, excellent=2.1)
WITH_MEANING = QualityWeights(
    3.2, 2.3, 0.5, 4.7, 0.15, 2.5, -2.1, base=-8.6, good=-0.6, excellent=2.4
)


@dataclass(frozen=True)
class SearchJudgement:
    """How good a search was, and whether the documentation most likely lacks what was asked."""

    quality: SearchQuality
    is_lacking: bool
    """False too where what is poor may be the answer to what was asked in other words."""


LACKING = SearchJudgement("poor", is_lacking=True)


def judgement(query: str, found: Sequence[FoundSection]) -> SearchJudgement:
    """Return how good a search was; ``poor`` where nothing of what it found may be answered from.

    It comes from the share of the query that is covered, the score by words, whether a name of the query was found or
    stands nowhere or in a heading, its length, and the nearness by meaning where there is one; what search holds for
    weak is poor. Whatever these say, it is good where a heading, or a row of a table with its columns, is the query.
    """
    first = found[:FIRST]
    if not query.strip() or not first or first[0].weak:
        return LACKING
    weights = BY_WORDS if first[0].near is None else WITH_MEANING
    odds = _odds(query, found, weights)
    if query.strip(" ?!.") in identifiers(query) and first[0].covered == 1.0:
        return SearchJudgement("excellent", is_lacking=False)  # a name, and nothing else was asked
    if odds < weights.good:
        if _says_all(query, first[0]):
            return SearchJudgement("good", is_lacking=False)
        return SearchJudgement("poor", is_lacking=odds < weights.good - NEARLY)
    return SearchJudgement("excellent" if odds >= weights.excellent else "good", is_lacking=False)


def _odds(query: str, found: Sequence[FoundSection], weights: QualityWeights) -> float:
    first = found[:FIRST]
    title = first[0].document.title.lower()
    return (
        weights.base
        + weights.covered * max(section.covered for section in first)
        + weights.strength * math.log1p(max(section.strength for section in first))
        + weights.named * any(section.exact for section in first)
        + weights.near * max(section.near or 0.0 for section in first)
        + weights.length * min(len(query.split()), MOST_WORDS)
        + weights.entitled * any(name.lower() in title for name in identifiers(query))
        + weights.absent * len(_absent(query, found))
    )


def _says_all(query: str, found: FoundSection) -> bool:
    """Tell whether all that tells in a query stands in a section's heading, or in a table's row and its columns.

    The first cell of the row counts, which names what the row is about, and both have to say some of it.
    """
    asked = terms_of(" ".join(telling_words(query)))
    if not asked:
        return False
    return asked <= terms_of(found.document.title) or any(
        asked <= row | columns and asked & row and asked & columns
        for row, columns in _rows(found.section.text)
    )


def _rows(markdown: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    for table in _TABLE.finditer(markdown):
        columns = terms_of(table["columns"])
        for row in table["rows"].splitlines():
            yield terms_of(row.strip().strip("|").partition("|")[0]), columns


def _absent(query: str, found: Sequence[FoundSection]) -> set[str]:
    """Return the names in a query that stand in nothing that was found: what it is about is probably not there."""
    names = {*_names(query)}
    told = "\n".join(f"{one.section.text}\n{one.document.path}" for one in found) if names else ""
    return {name for name in names if name not in told.lower()}


def _names(query: str) -> Iterator[str]:
    """Yield the words with a capital that no sentence begins with, in lower case without the ending of a plural."""
    for sentence in split(query):
        for word in _WORD.findall(sentence)[1:]:
            for part in word.split("-"):  # what a compound is made of may stand apart
                if len(part) > 1 and not part.islower():
                    yield part.lower().removesuffix("s")
