"""One evaluation from files to report: reads the corpus, builds an index of its own, asks all questions."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from evals.encoders import MakeEncoder, no_encoder
from evals.plain import PLAIN
from evals.report import Costs
from evals.scores import Rankings, Scores
from evals.tax.corpus import EvaluationCorpus
from evals.tax.groups import false_pins, scores
from evals.tax.indexing import build_index
from evals.tax.plain import DESCRIPTION, plain_engine
from evals.tax.questions import Question, read_questions
from evals.tax.report import EngineComparison, EvaluationReport
from evals.tax.searching import (
    EvaluationQuery,
    SearchRun,
    run_afresh,
)
from evals.tax.variants import variant
from src.desks.tax.library.configuration import PRODUCT
from src.desks.tax.library.index_build import expansions


@dataclass(frozen=True)
class Built:
    """An index of a corpus, and what it took."""

    corpus: EvaluationCorpus
    folder: Path
    seconds: float
    bytes_on_disk: int


def evaluate(
    corpus_path: Path,
    questions_path: Path,
    starter_dir: Path,
    compared: Sequence[str] = (),
    encoder: MakeEncoder = no_encoder,
) -> EvaluationReport:
    """Return how well search does with an encoder or without, and beside it another way to search.

    ``compared`` is ``plain``, or changes to the configuration (``citing=0``). CorpusUnreadable or BadSettings, before
    anything is built where that can be told, say in one sentence what is wrong with a file or a change.
    """
    is_plain = list(compared) == [PLAIN]
    configurations = [PRODUCT] if is_plain or not compared else [PRODUCT, variant(compared)]
    questions = read_questions(questions_path)
    corpus = EvaluationCorpus(corpus_path)
    corpus.require(questions, questions_path)
    with tempfile.TemporaryDirectory(prefix="tess-evaluation-") as folder:
        built = build(corpus, Path(folder) / "index", starter_dir, encoder)
        runs = run_afresh(built.folder, queries(questions), configurations, encoder)
    rankings = [run.rankings for run in runs]
    if is_plain:
        rankings.append(plain_rankings(corpus, questions))
    ours, *others = [scored(questions, one, corpus) for one in rankings]
    return EvaluationReport(
        corpus=str(corpus_path),
        sources=len(corpus.keys),
        skipped=tuple(corpus.skipped),
        questions=str(questions_path),
        rows=ours.rows(),
        pins=false_pins(questions, runs[0].pinned),
        costs=costs(built, runs[0]),
        comparison=_comparison(compared, ours, others[0]) if others else None,
    )


def build(
    corpus: EvaluationCorpus, folder: Path, starter_dir: Path, encoder: MakeEncoder = no_encoder
) -> Built:
    """Build an index of a corpus as the product would, its articles expanded with digests and search words."""
    started = perf_counter()
    build_index(folder, corpus.sources(), expansions(starter_dir), encoder=encoder())
    seconds = perf_counter() - started
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return Built(corpus, folder, seconds, size)


def queries(questions: Iterable[Question]) -> tuple[EvaluationQuery, ...]:
    """Return each question's own words, and then the statute terms of those that have them."""
    asked = list(questions)
    in_terms = [one for one in asked if one.statute_terms]
    return (
        *(EvaluationQuery(one.text, one.source_kind) for one in asked),
        *(EvaluationQuery(one.statute_terms, one.source_kind) for one in in_terms),
    )


def scored(questions: Sequence[Question], rankings: Rankings, corpus: EvaluationCorpus) -> Scores:
    """Return the scores of rankings of ids."""
    keyed = [
        tuple(
            dict.fromkeys(
                corpus.keys[source_id] for source_id in ranking if source_id in corpus.keys
            )
        )
        for ranking in rankings
    ]
    return scores(questions, keyed)


def plain_rankings(
    corpus: EvaluationCorpus, questions: Sequence[Question]
) -> tuple[tuple[str, ...], ...]:
    """Return what the plain engine finds."""
    engine = plain_engine(corpus.sources())
    return tuple(engine.ranked(query.text) for query in queries(questions))


def costs(built: Built, run: SearchRun) -> Costs:
    """Return what the index and its queries took."""
    p50, p95 = np.percentile(np.array(run.seconds), (50, 95))
    return Costs(
        build_seconds=built.seconds,
        index_bytes=built.bytes_on_disk,
        open_ms=1_000 * run.open_seconds,
        query_p50_ms=1_000 * float(p50),
        query_p95_ms=1_000 * float(p95),
        memory_bytes=run.memory_bytes,
    )


def _comparison(compared: Sequence[str], ours: Scores, other: Scores) -> EngineComparison:
    name = ", ".join(compared)
    described = DESCRIPTION if list(compared) == [PLAIN] else f"search with {name}"
    return EngineComparison(name, described, other.rows(), ours.gain(other))
