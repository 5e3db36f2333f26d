"""How well search finds the sections of a collection that answer questions; without any model."""

import re
import tempfile
import timeit
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from src.errors import CorpusUnreadable
from src.evaluation.metrics import DEPTH, FEW_FIRST
from src.evaluation.report import table
from src.evaluation.scores import Row, Scores
from src.search.documents.collection import OpenCollection
from src.search.documents.collections import ingest_collection, open_collection
from src.search.json_rows import rows
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import load_sections

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
    """... for how many of them nothing was found."""
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


def evaluate_pages(pages: Path, questions: Path) -> CollectionFigures:
    """Return the figures of a file of pages, in a collection of their own that is removed again."""
    with tempfile.TemporaryDirectory(prefix="tess-evaluation-") as folder:
        library = Path(folder)
        ingest_collection((pages,), library, "pages", lambda *_: None)
        return evaluate_collection(library, "pages", questions)


def evaluate_collection(library_dir: Path, name: str, questions: Path) -> CollectionFigures:
    """Return the figures of a collection. Raises ``UnknownCollection`` or ``CorpusUnreadable``."""
    opened = open_collection(library_dir, name)
    asked = list(rows(questions, CollectionQuestion))
    answerable = [one for one in asked if one.gold]
    if not answerable:
        raise CorpusUnreadable(path=str(questions), problem="it holds no question with gold")
    known = _ids(opened)
    gold = [frozenset(known.get(key, key) for key in one.gold) for one in answerable]
    found, seconds = zip(
        *(_ranking(opened, known, one.question) for one in answerable), strict=True
    )
    scores = Scores(gold, found, _groups(answerable), FEW_FIRST)
    others = [one for one in asked if not one.gold]
    times = 1_000 * np.percentile(np.array(seconds), (50, 95))
    return CollectionFigures(
        collection=name,
        sections=opened.state.sections,
        questions=str(questions),
        rows=scores.rows(),
        without_gold=len(others),
        held_back=sum(not _ranking(opened, known, one.question)[0] for one in others),
        unknown_gold=tuple(sorted({key for one in gold for key in one} - set(known.values()))),
        query_p50_ms=float(times[0]),
        query_p95_ms=float(times[1]),
    )


def _ids(opened: OpenCollection) -> Mapping[str, str]:
    """Return what each section is known by, with the collection's name before it too, as gold may have it.

    A part of a long section (``setup.md#ports~2``) is known as the section.
    """
    ids = {opened.index.facts.id(number) for number in range(opened.state.sections)}
    known = {one: whole if (whole := _PART.sub("", one)) in ids else one for one in ids}
    return known | {f"{opened.state.name}/{one}": whole for one, whole in known.items()}


def _ranking(
    opened: OpenCollection, known: Mapping[str, str], question: str
) -> tuple[list[str], float]:
    """Return what is found, and the best time of three."""
    index = opened.index
    seconds = min(timeit.repeat(lambda: index.search(question, DEPTH), number=1, repeat=_REPEATS))
    found = index.search(question, DEPTH).scored
    return list(dict.fromkeys(known[index.facts.id(number)] for _, number in found)), seconds


def _groups(questions: Sequence[CollectionQuestion]) -> dict[str, list[int]]:
    kinds = sorted({one.kind for one in questions} - {""})
    of_kind = {
        kind: [number for number, one in enumerate(questions) if one.kind == kind] for kind in kinds
    }
    return {_ALL: list(range(len(questions)))} | (of_kind if len(kinds) > 1 else {})


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
        yield f"Nothing found for {figures.held_back} of {figures.without_gold} questions that nothing answers."
    yield f"Query: p50 {figures.query_p50_ms:.2f} ms, p95 {figures.query_p95_ms:.2f} ms."
