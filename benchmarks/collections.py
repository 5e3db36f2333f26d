"""What a collection of documentation costs: to build, to change a little, and to search.

Run ``python -m benchmarks.collections``; a minute. ``--small`` takes seconds, on few sections. The sections are made of
the words of the docs of this project, as often as these have them. It prints Markdown.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from evals.report import markdown
from src.search.documents.collections import ingest_collection, open_collection
from src.settings import PROJECT_ROOT

PER_FILE = 20
WORDS_EACH = (20, 300)
CHANGED = 100
QUERIES = 300
SEED = 20_240_101

WHOLE, SMALL = (5_000, 20_000), (200,)
_WORD = re.compile(r"[\w./-]*\w")


@dataclass(frozen=True)
class CollectionCosts:
    """What was measured at one size."""

    sections: int
    words: int
    build_seconds: float
    unchanged_seconds: float
    """An ingest where nothing has changed."""
    changed: int
    change_seconds: float
    """An ingest where so many sections have changed, each in a file with others."""
    index_bytes: int
    query_p50_ms: float
    query_p95_ms: float


class Writer:
    """Writes sections of words drawn from real texts."""

    def __init__(self) -> None:
        texts = (path.read_text("utf-8") for path in sorted((PROJECT_ROOT / "docs").glob("*.md")))
        counted = Counter(word for text in texts for word in _WORD.findall(text))
        self._words, self._counts = list(counted), list(counted.values())
        self._random = random.Random(SEED)  # noqa: S311  # the same texts each time
        self.written = 0

    def words(self, number: int) -> str:
        """Return so many words."""
        drawn = self._random.choices(self._words, self._counts, k=number)
        self.written += number
        return " ".join(drawn)

    def section(self, number: int) -> str:
        """Return a section with a heading."""
        return f"## {self.words(4)} {number}\n\n{self.words(self._random.randint(*WORDS_EACH))}\n"

    def file(self, path: Path, first: int, sections: int) -> None:
        """Write a file of sections."""
        path.write_text("\n".join(self.section(first + at) for at in range(sections)), "utf-8")

    def change(self, path: Path) -> None:
        """Write the first section of a file anew."""
        _, *others = path.read_text("utf-8").split("\n## ")
        path.write_text("\n## ".join([self.section(0), *others]), "utf-8")


def measured(sections: int, folder: Path) -> CollectionCosts:
    """Return the costs of a collection of so many sections; ``folder`` is an empty one."""
    pages, library, writer = folder / "pages", folder / "library", Writer()
    pages.mkdir()
    files = [pages / f"{number:05}.md" for number in range(sections // PER_FILE)]
    for number, path in enumerate(files):
        writer.file(path, number * PER_FILE, PER_FILE)
    build = ingested(pages, library)
    unchanged = ingested(pages, library)
    changed = min(CHANGED, len(files))
    for path in files[:: max(1, len(files) // changed)][:changed]:
        writer.change(path)
    change = ingested(pages, library)
    opened = open_collection(library, "pages")
    times = []
    for _ in range(QUERIES):
        query = writer.words(8)
        started = perf_counter()
        opened.index.search(query, 10)
        times.append(1_000 * (perf_counter() - started))
    p50, p95 = np.percentile(np.array(times), (50, 95))
    return CollectionCosts(
        sections=opened.state.sections,
        words=writer.written,
        build_seconds=build,
        unchanged_seconds=unchanged,
        changed=changed,
        change_seconds=change,
        index_bytes=sum(opened.state.files.values()),
        query_p50_ms=float(p50),
        query_p95_ms=float(p95),
    )


def ingested(pages: Path, library: Path) -> float:
    """Return the seconds of an ingest."""
    started = perf_counter()
    ingest_collection((pages,), library, "pages", lambda *_: None)
    return perf_counter() - started


def told(found: Sequence[CollectionCosts]) -> str:
    """Return the costs as a table."""
    head = "sections|build|nothing changed|some changed|on disk|query p50|query p95".split("|")
    rows = [
        [
            f"{one.sections:,}",
            f"{one.build_seconds:.1f} s",
            f"{one.unchanged_seconds:.2f} s",
            f"{one.change_seconds:.1f} s ({one.changed})",
            f"{one.index_bytes / 1e6:.0f} MB",
            f"{one.query_p50_ms:.1f} ms",
            f"{one.query_p95_ms:.1f} ms",
        ]
        for one in found
    ]
    return markdown(head, rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="few sections, in seconds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    found = []
    for sections in SMALL if options.small else WHOLE:
        with tempfile.TemporaryDirectory(prefix="tess-benchmark-") as folder:
            found.append(measured(sections, Path(folder)))
    said = json.dumps([asdict(one) for one in found]) if options.json else told(found)
    sys.stdout.write(said + "\n")


if __name__ == "__main__":
    main()
