"""What a collection costs as it grows: to build, to change by a page, to keep, and to search.

Run ``python -m benchmarks.search_scale``; ``--small`` takes seconds. A collection is the pages of a folder and copies
of them in which every tenth word is another one of these pages. The questions are those of a file. Neither is part of
the project: ``--data`` says where they lie. It prints Markdown; seconds are the processor's.
"""

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from evals.report import markdown
from src.search.documents.collections import ingest_collection
from src.search.documents.retriever import CollectionRetriever
from src.search.index_folder import current_folder
from src.search.known_words import WORD_VECTORS
from src.search.word_vectors import WordVectors
from src.settings import PROJECT_ROOT

DATA = PROJECT_ROOT.parent / "shared" / "data" / "docs-fastapi"
QUESTIONS = "known-items-dev.jsonl"
WHOLE, SMALL = (17_000, 200_000), (1_500,)
EVERY = 10
SEED = 20_240_101
MOST = 2_000_000
LIMIT = 10
ASKED = 100
ROUNDS = 5
NAME = "scale"


@dataclass(frozen=True)
class CollectionCosts:
    """What a collection of so many sections takes."""

    sections: int
    vectors: bool
    build_seconds: float
    build_peak_mb: float
    changed_page_seconds: float
    """To ingest it once more after one of its pages changed."""
    disk_mb: float
    query_p50_ms: float
    query_p95_ms: float
    query_peak_mb: float


def pages(folder: Path) -> dict[str, str]:
    """Return the pages of a folder by their names."""
    found = sorted(folder.rglob("*.md"))
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in found}


def copies(originals: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the pages, then ever more copies of them."""
    drawn = random.Random(SEED)  # noqa: S311  # a benchmark keeps no secrets
    words = [word for text in originals.values() for word in text.split()]
    yield from originals.items()
    for number in count(1):
        for name, text in originals.items():
            pieces = text.split(" ")
            pieces[::EVERY] = drawn.choices(words, k=len(pieces[::EVERY]))
            yield f"copy-{number}/{name}", " ".join(pieces)


def write_pages(folder: Path, originals: dict[str, str], sections: int) -> None:
    """Write about so many sections."""
    written = 0
    for name, text in copies(originals):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        written += sum(line.startswith("#") for line in text.splitlines())
        if written >= sections:
            return


def ingested(folder: Path, library: Path, *, vectors: bool) -> dict[str, float]:
    """Bring a collection up to date; return what that took."""
    encoder = WordVectors.load(WORD_VECTORS) if vectors else None
    started = process_time()
    report = ingest_collection((folder,), library, NAME, lambda *_: None, encoder, most=MOST)
    seconds = process_time() - started
    return {"sections": report.sections, "seconds": seconds, "peak_mb": _peak()}


def searched(library: Path, questions: Path, *, vectors: bool) -> dict[str, float]:
    """Search a collection by each question; return what that took."""
    encoder = WordVectors.load(WORD_VECTORS) if vectors else None
    rows = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    asked = [row["queries"]["en"]["sentence"] for row in rows[:ASKED]]

    async def times() -> list[float]:
        retriever = CollectionRetriever(library, NAME, encoder)
        best = [float("inf")] * len(asked)
        for _ in range(
            ROUNDS
        ):  # whatever else the machine does makes a round slower, and none faster
            for at, question in enumerate(asked):
                started = process_time()
                await retriever.search(question, LIMIT)
                best[at] = min(best[at], 1_000 * (process_time() - started))
        return best

    p50, p95 = np.percentile(asyncio.run(times()), (50, 95))
    return {"p50": float(p50), "p95": float(p95), "peak_mb": _peak()}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def _apart(*arguments: str) -> Any:
    command = [sys.executable, "-m", "benchmarks.search_scale", *arguments]
    done = subprocess.run(command, cwd=PROJECT_ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def measured(data: Path, sections: int, *, vectors: bool) -> CollectionCosts:
    """Return the costs of a collection, each measured in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="tess-benchmark-") as name:
        folder, library = Path(name) / "pages", Path(name) / "library"
        write_pages(folder, pages(data), sections)
        way = ["--vectors"] if vectors else []
        built = _apart("--ingest", str(folder), str(library), *way)
        page = next(folder.rglob("*.md"))
        page.write_text(f"{page.read_text('utf-8')}\n\n## More\n\nA section was added.\n", "utf-8")
        changed = _apart("--ingest", str(folder), str(library), *way)
        query = _apart("--search", str(library), str(data / QUESTIONS), *way)
        current = current_folder(library / "collections" / NAME)
        assert current
        disk = sum(path.stat().st_size for path in current.rglob("*") if path.is_file())
    return CollectionCosts(
        sections=built["sections"],
        vectors=vectors,
        build_seconds=built["seconds"],
        build_peak_mb=built["peak_mb"],
        changed_page_seconds=changed["seconds"],
        disk_mb=disk / 1e6,
        query_p50_ms=query["p50"],
        query_p95_ms=query["p95"],
        query_peak_mb=query["peak_mb"],
    )


def report(found: Sequence[CollectionCosts]) -> str:
    """Return the costs as a table."""
    head = "sections|search|build|peak|changed page|on disk|query p50|p95|peak".split("|")
    rows = [
        [
            f"{costs.sections:,}",
            "words and vectors" if costs.vectors else "words",
            f"{costs.build_seconds:.0f} s",
            f"{costs.build_peak_mb:.0f} MB",
            f"{costs.changed_page_seconds:.1f} s",
            f"{costs.disk_mb:.0f} MB",
            f"{costs.query_p50_ms:.1f} ms",
            f"{costs.query_p95_ms:.1f} ms",
            f"{costs.query_peak_mb:.0f} MB",
        ]
        for costs in found
    ]
    return markdown(head, rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="few sections, in seconds")
    parser.add_argument("--sections", type=int, nargs="+", help="how many, for each row")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--data", type=Path, default=DATA, help="where the material lies")
    parser.add_argument("--words", action="store_true", help="by words alone")
    parser.add_argument("--ingest", type=Path, nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--search", type=Path, nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--vectors", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.ingest or options.search:
        work = ingested if options.ingest else searched
        costs = work(*(options.ingest or options.search), vectors=options.vectors)
        sys.stdout.write(json.dumps(costs))
        return
    ways = (False,) if options.words else (False, True)
    sizes = options.sections or (SMALL if options.small else WHOLE)
    found = [measured(options.data, size, vectors=way) for size in sizes for way in ways]
    as_json = json.dumps([asdict(costs) for costs in found])
    sys.stdout.write((as_json if options.json else report(found)) + "\n")


if __name__ == "__main__":
    main()
