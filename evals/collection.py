"""How well search finds the sections of a collection that answer questions; without any model."""

import asyncio
import re
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from time import perf_counter
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from evals.encoders import MakeEncoder, no_encoder
from evals.levels import ALL_LEVELS, weights_of
from evals.metrics import DEPTH, FEW_FIRST
from evals.report import table
from evals.scores import Row, Scores
from src.errors import CorpusUnreadable
from src.search.corpus import Weights
from src.search.documents.collection import OpenCollection
from src.search.documents.collections import ingest_collection
from src.search.documents.quality import FIRST, SearchQuality, judgement
from src.search.documents.retriever import CollectionRetriever
from src.search.json_rows import rows
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import load_sections
from src.search.ranking import Scored

_REPEATS = 3
_FIRST_LINE = 1_000_000
_ALL = "all"
_PART = re.compile(r"~\d+\Z")


class CollectionQuestion(BaseModel):
    """One question; other fields of its row are for people."""

    model_config = ConfigDict(frozen=True)

    question: str = Field(min_length=1)
    gold: tuple[str, ...] = ()
    """Ids of the sections that answer it, each as good as the others; none: nothing does."""
    kind: str = ""
    language: str = ""


@dataclass(frozen=True)
class CollectionFigures:
    """What an evaluation found."""

    collection: str
    sections: int
    questions: str
    rows: tuple[Row, ...]
    without_gold: int
    """Questions that nothing answers, and ..."""
    held_back: int
    """... for how many of them the search was poor."""
    wrongly_held_back: int
    """Questions with gold for which the search was poor."""
    unknown_gold: tuple[str, ...]
    """Gold that is not in the collection: it counts as not found."""
    query_p50_ms: float
    query_p95_ms: float

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return asdict(self)


def holds_pages(path: Path) -> bool:
    """Tell whether a file is JSON Lines whose first is a page of documentation."""
    try:
        with path.open("rb") as file:
            first = file.readline(_FIRST_LINE)
        return path.suffix == ".jsonl" and bool(load_sections(first, PurePath(path.name)).sections)
    except (OSError, NotLoaded):
        return False


def evaluate_pages(
    pages: Path,
    questions: Path,
    encoder: MakeEncoder = no_encoder,
    levels: Collection[str] = ALL_LEVELS,
) -> CollectionFigures:
    """Return the figures of a file of pages, in a collection of their own that is removed again."""
    with tempfile.TemporaryDirectory(prefix="tess-evaluation-") as folder:
        library = Path(folder)
        ingest_collection((pages,), library, "pages", lambda *_: None, encoder())
        return evaluate_collection(library, "pages", questions, encoder, levels)


def evaluate_collection(
    library_dir: Path,
    name: str,
    questions: Path,
    encoder: MakeEncoder = no_encoder,
    levels: Collection[str] = ALL_LEVELS,
) -> CollectionFigures:
    """Return the figures of a collection, as far as some levels of search alone find what answers.

    Raises ``UnknownCollection`` or ``CorpusUnreadable``.
    """
    asked = list(rows(questions, CollectionQuestion))
    if not any(one.gold for one in asked):
        raise CorpusUnreadable(path=str(questions), problem="it holds no question with gold")
    made = encoder()
    searched = _Searched(CollectionRetriever(library_dir, name, made), weights_of(levels))

    async def measured() -> CollectionFigures:
        try:
            return await _figures(searched, asked, questions)
        finally:
            if made:
                await made.close()

    return asyncio.run(measured())


class _Searched:
    """A collection that is asked the questions."""

    def __init__(self, retriever: CollectionRetriever, weights: Weights) -> None:
        self._retriever, self._weights = retriever, weights
        self.opened = retriever.collection
        self.known = _ids(self.opened)

    async def ranking(self, question: str) -> tuple[list[str], float]:
        """Return what is found, but for what may be about something else, and the best time of three."""
        index, times = self.opened.index, []
        scored: Scored = []
        for _ in range(_REPEATS):
            started = perf_counter()
            meaning = await self._retriever.meaning(question) if self._weights.meaning else None
            scored = index.search(question, DEPTH, weights=self._weights, meaning=meaning).scored
            times.append(perf_counter() - started)
        found = (self.known[index.facts.id(number)] for _, number in scored)
        return list(dict.fromkeys(found)), min(times)

    async def quality(self, question: str) -> SearchQuality:
        """Return how good a search for a question is."""
        found = await self._retriever.search(question, FIRST, weights=self._weights)
        return judgement(question, found).quality


async def _figures(
    searched: _Searched, asked: Sequence[CollectionQuestion], questions: Path
) -> CollectionFigures:
    answerable = [one for one in asked if one.gold]
    known, opened = searched.known, searched.opened
    gold = [frozenset(known.get(key, key) for key in one.gold) for one in answerable]
    rankings = [await searched.ranking(one.question) for one in answerable]
    found, seconds = zip(*rankings, strict=True)
    qualities = [await searched.quality(one.question) for one in answerable]
    scores = Scores(gold, found, _groups(answerable), FEW_FIRST)
    others = [await searched.quality(one.question) for one in asked if not one.gold]
    times = 1_000 * np.percentile(np.array(seconds), (50, 95))
    return CollectionFigures(
        collection=opened.state.name,
        sections=opened.state.sections,
        questions=str(questions),
        rows=scores.rows(),
        without_gold=len(others),
        wrongly_held_back=qualities.count("poor"),
        held_back=others.count("poor"),
        unknown_gold=tuple(sorted({key for one in gold for key in one} - set(known.values()))),
        query_p50_ms=float(times[0]),
        query_p95_ms=float(times[1]),
    )


def _ids(opened: OpenCollection) -> Mapping[str, str]:
    """Return what each section is known by, also without its version, and with the collection's name before it.

    A part of a long section (``setup.md#ports~2``) is known as the section, and so is the section of another version.
    """
    facts = opened.index.facts
    living = np.delete(np.arange(len(facts)), facts.dead).tolist()
    sections = [opened.index.source(number) for number in living]
    keys = {one.key for one in sections}
    known: dict[str, str] = {}
    for one in sections:
        whole = _PART.sub("", one.key)
        for name in (one.id, one.key):
            known[name] = whole if whole in keys else one.key
    return known | {f"{opened.state.name}/{name}": whole for name, whole in known.items()}


def _groups(questions: Sequence[CollectionQuestion]) -> dict[str, list[int]]:
    groups = {_ALL: list(range(len(questions)))}
    for told in ([one.kind for one in questions], [one.language for one in questions]):
        names = sorted(set(told) - {""})
        for name in names if len(names) > 1 else ():
            groups[name] = [number for number, its in enumerate(told) if its == name]
    return groups


def figures_text(figures: CollectionFigures) -> str:
    """Return the report for people."""
    return "\n\n".join(
        [
            f"{figures.sections:,} sections of {figures.collection}; questions of {figures.questions}. "
            "Without any model. In brackets: 95 % of bootstrap resamples of the questions.",
            table(figures.rows),
            "\n".join(_beside(figures)),
        ]
    )


def _beside(figures: CollectionFigures) -> Iterable[str]:
    if figures.unknown_gold:
        named = ", ".join(figures.unknown_gold)
        yield f"Gold that is not there, and counts as not found: {named}."
    if figures.without_gold:
        yield f"Search is poor for {figures.held_back} of {figures.without_gold} questions that nothing answers."
    answered = figures.rows[0].questions
    yield f"Search is poor for {figures.wrongly_held_back} of {answered} questions that have an answer."
    yield f"Query: p50 {figures.query_p50_ms:.2f} ms, p95 {figures.query_p95_ms:.2f} ms."
