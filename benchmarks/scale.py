"""What search costs as the library grows: to build, to keep, to ask, with vectors beside words and by words alone.

Run ``python -m benchmarks.scale``; a quarter of an hour. ``--small`` takes seconds. A library is the articles of a file
and copies of them, under ids of their own, in which every tenth word is another one of these articles; the questions
are those of a file. Neither is part of the project: ``--data`` says where they lie. It prints Markdown.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evals.report import markdown
from src.settings import PROJECT_ROOT

DATA = PROJECT_ROOT.parent / "shared" / "data"
ARTICLES = "tax-law-2015/articles.jsonl"
QUESTIONS = "tax-questions/questions_dev.jsonl"
WHOLE = (6_164, 23_000, 200_000)
SMALL = (300,)
EVERY = 10
SEED = 20_240_101


@dataclass(frozen=True)
class ScaleCosts:
    """What a library of so many articles takes; all of it under whatever else the machine did."""

    articles: int
    vectors: bool
    build_seconds: float
    build_peak_mb: float
    index_mb: float
    query_p50_ms: float
    query_p95_ms: float
    query_mb: float


def library(articles: Sequence[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """Yield so many articles: first these, then copies of them."""
    drawn = random.Random(SEED)  # noqa: S311  # a benchmark keeps no secrets
    words = [word for one in articles for word in one["text"].split()]
    for number in range(count):
        copy, at = divmod(number, len(articles))
        article = articles[at]
        if copy:
            text = article["text"].split(" ")
            text[::EVERY] = drawn.choices(words, k=len(text[::EVERY]))
            work = f"BWBR{9_000_000 + 1_000 * copy + int(article['bwb_id'][4:]) % 1_000:07}"
            same = {"doc_id": f"{work}#{number}", "bwb_id": work, "article": f"{number}"}
            article = {**article, **same, "text": " ".join(text)}
        yield article


def measured(corpus: Path, count: int, questions: Path, *, vectors: bool) -> ScaleCosts:
    """Return the costs of a corpus, by the program's own evaluation in a process of its own."""
    command = [sys.executable, "-m", "src.cli", "eval", "retrieval", "--json"]
    command += ["--corpus", str(corpus), "--questions", str(questions)]
    command += [] if vectors else ["--encoder", "off"]
    # What a library of this size takes is asked, and its progress bar is not.
    done = subprocess.run(command, cwd=PROJECT_ROOT, check=True, capture_output=True)
    costs = json.loads(done.stdout)["costs"]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return ScaleCosts(
        articles=count,
        vectors=vectors,
        build_seconds=costs["build_seconds"],
        build_peak_mb=peak / 1e3,
        index_mb=costs["index_bytes"] / 1e6,
        query_p50_ms=costs["query_p50_ms"],
        query_p95_ms=costs["query_p95_ms"],
        query_mb=(costs["memory_bytes"] or 0) / 1e6,
    )


def told(found: Sequence[ScaleCosts]) -> str:
    """Return the costs as a table; the last column is the p95 as a multiple of that by words alone."""
    head = "articles|search|build|peak|on disk|query p50|p95|memory|p95 / words".split("|")
    alone = {one.articles: one.query_p95_ms for one in found if not one.vectors}
    rows = [
        [
            f"{one.articles:,}",
            "words and vectors" if one.vectors else "words",
            f"{one.build_seconds:.0f} s",
            f"{one.build_peak_mb:.0f} MB",
            f"{one.index_mb:.0f} MB",
            f"{one.query_p50_ms:.1f} ms",
            f"{one.query_p95_ms:.1f} ms",
            f"{one.query_mb:.0f} MB",
            f"{one.query_p95_ms / alone[one.articles]:.2f}",
        ]
        for one in found
    ]
    return markdown(head, rows)


def answering_first(
    articles: Sequence[dict[str, Any]], questions: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the articles, those that answer a question in front."""
    gold = {(one["bwb_id"], one["article"]) for row in questions for one in row["gold"]}
    return sorted(articles, key=lambda one: (one["bwb_id"], one["article"]) not in gold)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="few articles, in seconds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--data", type=Path, default=DATA, help="where the material lies")
    options = parser.parse_args(arguments)
    questions = options.data / QUESTIONS
    articles = answering_first(rows_of(options.data / ARTICLES), rows_of(questions))
    found: list[ScaleCosts] = []
    for count in SMALL if options.small else WHOLE:
        with tempfile.TemporaryDirectory(prefix="tess-benchmark-") as folder:
            corpus = Path(folder) / "articles.jsonl"
            rows = library(articles, count)
            corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
            found += [measured(corpus, count, questions, vectors=one) for one in (False, True)]
    said = json.dumps([asdict(one) for one in found]) if options.json else told(found)
    sys.stdout.write(said + "\n")


if __name__ == "__main__":
    main()
