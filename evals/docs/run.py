"""One evaluation from files to figures."""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from evals.conversing import conversing
from evals.docs.asking import AskedQuestion, ask_all
from evals.docs.questions import DocsQuestion, read_questions
from evals.docs.ranking import DESCRIPTION, RankedCollection, changed
from evals.docs.report import (
    DocsFigures,
    SearchComparison,
    groups,
    outcomes,
    reasons,
)
from evals.encoders import encoder_maker
from evals.metrics import FEW_FIRST
from evals.plain import PLAIN
from evals.scores import Scores
from src.search.documents.collection import unknown
from src.search.documents.collections import home_of, ingest_collection
from src.search.documents.shipped import NAME, provide_own_docs
from src.search.encoder import Encoder

OWN = "pages"
"""The collection of a corpus that is read for an evaluation alone."""

DESK = "docs"


async def evaluate_docs(options: argparse.Namespace) -> DocsFigures:
    """Return the figures of a corpus (``options.corpus``), or of a collection; of our own where neither is named.

    Raises ``CorpusUnreadable``, ``UnknownCollection`` or ``BadSettings``, before anything is asked.
    """
    questions = read_questions(options.questions)
    settings = options.read_settings()
    encoder = encoder_maker(settings)()
    try:
        with tempfile.TemporaryDirectory(prefix="tess-evaluation-") as folder:
            data_dir = Path(folder)
            library_dir = data_dir / "library"
            in_use = settings.tess_data_dir / "library"
            # Whoever makes vectors waits for them in a loop of their own.
            name = await asyncio.to_thread(_prepared, options, library_dir, in_use, encoder)
            async with conversing(options, DESK, data_dir) as desk:
                sections = RankedCollection(library_dir, name, encoder)
                changed(sections.weights, _changes(options.compare))  # a wrong word is told at once
                asked = await ask_all(desk, questions, name)
            return await _figures(options, sections, asked)
    finally:
        if encoder:
            await encoder.close()


def _prepared(
    options: argparse.Namespace, library_dir: Path, in_use: Path, encoder: Encoder | None
) -> str:
    """Have the library hold what is asked about; return the name of the collection."""
    if options.corpus is not None:
        ingest_collection((options.corpus,), library_dir, OWN, lambda *_: None, encoder=encoder)
        return OWN
    named = options.collection
    if named is None:
        provide_own_docs(library_dir, encoder)
        return NAME
    home = home_of(in_use, named)
    if not home.is_dir():
        raise unknown(home)
    (library_dir / "collections").mkdir(parents=True)
    (library_dir / "collections" / named).symlink_to(home.resolve(), target_is_directory=True)
    return str(named)


def _changes(compared: Sequence[str]) -> Sequence[str]:
    return () if list(compared) == [PLAIN] else compared


async def _figures(
    options: argparse.Namespace, sections: RankedCollection, asked: Sequence[AskedQuestion]
) -> DocsFigures:
    with_gold = [one for one in asked if one.question.gold]
    found, comparison = await _searched(options.compare, sections, with_gold)
    took = np.percentile([one.milliseconds for one in asked], (50, 95))
    gold = {sections.key(key) for one in asked for key in one.question.gold}
    return DocsFigures(
        collection=str(options.corpus or sections.name),
        sections=len(sections.sections),
        questions=str(options.questions),
        model=str(options.read_settings().tess_model or "offline"),
        found=found.rows() if found else (),
        comparison=comparison,
        outcomes=outcomes(asked, sections),
        reasons=reasons(asked),
        unknown_gold=tuple(sorted(key for key in gold if not sections.has(key))),
        wrong_citations=sum(one.wrong_citations for one in asked),
        milliseconds_p50=float(took[0]),
        milliseconds_p95=float(took[1]),
        cpu_milliseconds_p95=float(np.percentile([one.cpu_milliseconds for one in asked], 95)),
        asked=tuple(_row(one) for one in asked),
    )


def _row(one: AskedQuestion) -> dict[str, object]:
    row = asdict(one)
    question: DocsQuestion = one.question
    return {**row, "question": {**row["question"], "expected": question.expected}}


async def _searched(
    compared: Sequence[str], sections: RankedCollection, asked: Sequence[AskedQuestion]
) -> tuple[Scores | None, SearchComparison | None]:
    """Return how well what the desk searched for was found, and how well another way finds it."""
    if not asked:
        return None, None
    gold = [frozenset(map(sections.key, one.question.gold)) for one in asked]
    told = groups(asked)
    ours = [tuple(dict.fromkeys(map(sections.key, one.found))) for one in asked]
    scores = Scores(gold, ours, told, FEW_FIRST)
    if not compared:
        return scores, None
    if list(compared) == [PLAIN]:
        theirs = [sections.plainly(one.question.text) for one in asked]
        described = DESCRIPTION
    else:
        weights = changed(sections.weights, compared)
        ours = [await sections.ranked(one.query) for one in asked]
        theirs = [await sections.ranked(one.query, weights=weights) for one in asked]
        scores = Scores(gold, ours, told, FEW_FIRST)
        described = f"search of the first wording alone with {', '.join(compared)}"
    other = Scores(gold, theirs, told, FEW_FIRST)
    name = ", ".join(compared)
    return scores, SearchComparison(name, described, other.rows(), scores.gain(other))
