"""How well search finds the sources that answer real questions: ours, a plain BM25, and ours without each part.

Run ``python -m benchmarks.retrieval``; ``--small`` takes seconds and shows the same on a slice, whose figures are
better than the truth, as fewer sources can be wrong. The material is not part of the project: ``--data`` says where it
lies. It prints Markdown.
"""

import argparse
import csv
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evals.encoders import MakeEncoder, encoder_maker
from evals.plain import PLAIN
from evals.report import Costs, markdown, shown, table, told
from evals.scores import Row, Scores
from evals.tax import run
from evals.tax.corpus import EvaluationCorpus
from evals.tax.groups import Pins, false_pins
from evals.tax.plain import DESCRIPTION
from evals.tax.questions import Question, read_questions
from evals.tax.searching import run_afresh
from evals.tax.variants import without_each_part
from src.desks.tax.library.configuration import PRODUCT
from src.desks.tax.settings import TaxSettings
from src.errors import TessError
from src.llm.models import NO_ENCODER
from src.settings import PROJECT_ROOT, Settings

DATA = PROJECT_ROOT.parent / "shared" / "data"
SLICE_QUESTIONS, SLICE_EVERY = 12, 25
MEASURE = "nDCG@10"


@dataclass(frozen=True)
class Set:
    """A corpus with questions on it, and the nDCG@10 that each group of questions is to reach."""

    name: str
    corpus: str
    questions: str
    reach: dict[str, float]


SETS = (
    Set(
        "Dutch tax law, 2015",
        "tax-law-2015/articles.jsonl",
        "tax-questions/questions_dev.jsonl",
        {"all": 0.84, "lay": 0.80, "citation": 0.99, "english": 0.88},
    ),
    Set(
        "Dutch tax law, articles drawn at random",
        "tax-law-2015/articles.jsonl",
        "tax-questions/questions_fresh_dev.jsonl",
        {"all": 0.66},
    ),
    Set(
        "Dutch legal QA, small",
        "legalqa-nl/passages.csv",
        "legalqa-nl/questions_dev.jsonl",
        {"all": 0.83},
    ),
)


@dataclass(frozen=True)
class Figures:
    """What was measured on one set."""

    name: str
    sources: int
    plain: tuple[Row, ...]
    ours: tuple[Row, ...]
    reach: dict[str, float]
    without: dict[str, tuple[Row, ...]]
    """By the change that leaves a part out: by how much the ranking is then better (below 0: worse)."""
    idle: tuple[str, ...]
    """Parts that these questions do not exercise: without them every ranking is the same."""
    pins: Pins
    costs: Costs


def measured(
    one: Set, data: Path, starter_dir: Path, folder: Path, encoder: MakeEncoder
) -> Figures:
    """Return the figures of a set; ``folder`` is for its index."""
    questions = read_questions(data / one.questions)
    corpus = EvaluationCorpus(data / one.corpus)
    corpus.require(questions, data / one.questions)
    built = run.build(corpus, folder, starter_dir, encoder)
    parts = without_each_part()
    configurations = [PRODUCT, *parts.values()]
    first, *rest = run_afresh(folder, run.queries(questions), configurations, encoder)
    ours = run.scored(questions, first.rankings, corpus)
    others = dict(zip(parts, rest, strict=True))
    idle = [change for change, other in others.items() if other.rankings == first.rankings]
    return Figures(
        name=one.name,
        sources=len(corpus.keys),
        plain=plain_scores(corpus, questions).rows(),
        ours=ours.rows(),
        reach=one.reach,
        without={
            change: ours.gain(run.scored(questions, other.rankings, corpus))
            for change, other in others.items()
            if change not in idle
        },
        idle=tuple(idle),
        pins=false_pins(questions, first.pinned),
        costs=run.costs(built, first),
    )


def plain_scores(corpus: EvaluationCorpus, questions: Sequence[Question]) -> Scores:
    """Return how well the plain engine does."""
    return run.scored(questions, run.plain_rankings(corpus, questions), corpus)


def sliced(one: Set, data: Path, folder: Path) -> None:
    """Write a slice of a set below a folder: its first questions, the sources that answer them, and some others."""
    questions = read_questions(data / one.questions)[:SLICE_QUESTIONS]
    gold = {key for question in questions for key in question.gold}
    for name in (one.corpus, one.questions):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    lines = (data / one.questions).read_text("utf-8").splitlines(keepends=True)
    (folder / one.questions).write_text("".join(lines[: questions[-1].line]), "utf-8")
    with (
        (data / one.corpus).open(encoding="utf-8", newline="") as whole,
        (folder / one.corpus).open("w", encoding="utf-8", newline="") as part,
    ):
        if one.corpus.endswith(".csv"):
            rows = csv.reader(whole)
            csv.writer(part).writerows(
                row for number, row in enumerate(rows) if keeps(number, row[0], gold)
            )
        else:
            part.writelines(
                line for number, line in enumerate(whole) if keeps(number, key_in(line), gold)
            )


def keeps(number: int, key: str, gold: set[str]) -> bool:
    """Tell whether a source is in the slice; the first line of a file always is."""
    return number % SLICE_EVERY == 0 or key.lower() in gold


def key_in(line: str) -> str:
    """Return the key of an article in JSON."""
    row = json.loads(line)
    return f"{row['bwb_id']}/{row['article']}"


def told_of(figures: Figures) -> str:
    """Return the figures of a set for people."""
    pins = figures.pins
    return "\n\n".join(
        [
            f"## {figures.name}: {figures.sources:,} sources",
            markdown(["nDCG@10", *groups(figures.ours)], compared(figures)),
            "Ours, by every measure:",
            table(figures.ours),
            f"What leaving out one part does to {MEASURE}, question by question:",
            markdown(["without", *groups(figures.ours)], ablation(figures)),
            f"Not exercised by these questions: {', '.join(figures.idle) or 'none'}.",
            "\n".join(
                [
                    f"Citations pinned in questions of other kinds: {len(pins.false)} of {pins.questions}.",
                    *told(figures.costs),
                ]
            ),
        ]
    )


def groups(rows: Iterable[Row]) -> list[str]:
    """Return the groups of questions, as columns of a table."""
    return [f"{row.name} ({row.questions})" for row in rows]


def compared(figures: Figures) -> list[list[str]]:
    """Return the rows of the plain engine, ours, and what is to be reached."""
    reach = [figures.reach.get(row.name) for row in figures.ours]
    return [
        [PLAIN, *(shown(row.estimates[MEASURE]) for row in figures.plain)],
        ["ours", *(shown(row.estimates[MEASURE]) for row in figures.ours)],
        ["to reach", *("" if one is None else f"{one:.2f}" for one in reach)],
    ]


def ablation(figures: Figures) -> list[list[str]]:
    """Return a row for each part, the one that is missed most first."""
    by_loss = sorted(figures.without.items(), key=lambda item: item[1][0].estimates[MEASURE].mean)
    return [
        [change, *(shown(row.estimates[MEASURE], signed=True) for row in gain)]
        for change, gain in by_loss
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a slice of each set, in seconds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--encoder", choices=[NO_ENCODER], help="by words alone")
    parser.add_argument("--data", type=Path, default=DATA, help="where the sets lie")
    options = parser.parse_args(arguments)
    starter_dir = TaxSettings().starter_dir
    encoder = encoder_maker(Settings(), options.encoder)
    found: list[Figures] = []
    with tempfile.TemporaryDirectory(prefix="tess-benchmark-") as name:
        folder = Path(name)
        for number, one in enumerate(SETS):
            data: Path = options.data
            try:
                if options.small:
                    sliced(one, data, folder)
                    data = folder
                found.append(measured(one, data, starter_dir, folder / f"index-{number}", encoder))
            except (TessError, OSError) as error:
                parser.error(str(error))
    sys.stdout.write(said(found, as_json=options.json) + "\n")


def said(found: Sequence[Figures], *, as_json: bool) -> str:
    """Return all figures as text."""
    if as_json:
        data: list[dict[str, Any]] = [asdict(figures) for figures in found]
        return json.dumps(data, ensure_ascii=False)
    head = f"`plain` is {DESCRIPTION}. No provider. In brackets: 95 % of bootstrap resamples of the questions."
    return "\n\n".join([head, *map(told_of, found)])


if __name__ == "__main__":
    main()
