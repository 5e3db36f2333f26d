"""The corpora that an evaluation may search: articles, passages, or law as it was ingested."""

import csv
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from evals.tax.keys import source_key
from evals.tax.questions import Question, bad_line
from src.desks.tax.law.laws import listed
from src.desks.tax.library.library import files_below, load_file
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.loaders import jsonl
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Source
from src.errors import CorpusUnreadable
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import read

ALWAYS = date.min
"""Articles without a date are taken to be in force on whatever day a question may name."""

_CSV_PATH = "hoofdstuk_titel titel_titel afdeling_titel paragraaf_titel subparagraaf_titel".split()
_CSV_NEEDED = frozenset({"DOC_ID", "law_id", "law_name", "artikel", "text"})


class EvaluationCorpus:
    """What is searched; its sources are read one at a time, again each time."""

    def __init__(self, path: Path) -> None:
        """Take a file or folder that is there; CorpusUnreadable where it is not."""
        if not path.exists():
            raise CorpusUnreadable(path=str(path), problem="does not exist")
        self.path = path
        self.keys: dict[str, str] = {}
        """Id of each source read so far -> the key that a question's gold names it by."""
        self.skipped: list[str] = []
        """Files and sources that were left out, and why."""

    def sources(self) -> Iterator[Legislation | CaseLaw]:
        """Yield every source; CorpusUnreadable where a line is broken."""
        self.keys.clear()
        self.skipped.clear()
        for key, source in self._keyed():
            if not isinstance(source, Legislation | CaseLaw):  # the index holds law only
                continue
            if source.id in self.keys:
                self.skipped.append(f"{source.id} is there twice")
                continue
            self.keys[source.id] = key
            yield source
        if not self.keys:
            why = f": {self.skipped[0]}" if self.skipped else ""
            raise CorpusUnreadable(path=str(self.path), problem=f"it holds nothing to search{why}")

    def require(self, questions: tuple[Question, ...], path: Path) -> None:
        """Read every source once and see to it that all gold is there; ``path`` is the questions' file."""
        for _ in self.sources():
            pass
        known = set(self.keys.values())
        for question in questions:
            for key in sorted(question.gold - known):
                raise bad_line(path, question.line, f"gold {key} is not in the corpus")

    def _keyed(self) -> Iterator[tuple[str, Source]]:
        if self.path.suffix == ".csv":
            yield from _passages(self.path)
        elif self.path.suffix == jsonl.SUFFIX:
            yield from ((source_key(source), source) for source in _articles(self.path))
        else:
            yield from ((source_key(source), source) for source in self._ingested())

    def _ingested(self) -> Iterator[Source]:
        """Yield what a library's works hold, or else what the official files hold."""
        for library in (self.path, self.path / "library"):
            if works_folder(library).is_dir():
                yield from Works(works_folder(library)).sources()
                return
        for file, name in files_below((self.path,)).items():
            try:
                yield from load_file(read(file), name).sources
            except (NotLoaded, OSError) as error:
                self.skipped.append(f"{file}: {error}")


def _articles(path: Path) -> Iterator[Source]:
    def refuse(problem: str) -> None:
        raise CorpusUnreadable(path=str(path), problem=problem)

    try:
        for _, law in jsonl.load(path, ALWAYS, refuse):
            yield from law.sources
    except (NotLoaded, OSError) as error:
        raise CorpusUnreadable(path=str(path), problem=str(error)) from error


def _passages(path: Path) -> Iterator[tuple[str, Source]]:
    """Yield the passages of a CSV file by their ids: pieces of articles, in their order."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, strict=True)
            lacking = sorted(_CSV_NEEDED - set(rows.fieldnames or ()))
            if lacking:
                raise bad_line(path, 1, f"there is no column {lacking[0]}")
            for row in rows:
                if None in row.values() or None in row:
                    raise bad_line(path, rows.line_num, "it has not as many fields as the first")
                yield row["DOC_ID"].strip().lower(), _passage(row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CorpusUnreadable(path=str(path), problem=str(error)) from error


def _passage(row: dict[str, str]) -> Legislation:
    article = row["artikel"].removeprefix("Artikel").strip()
    headings = (row.get(column, "").strip() for column in _CSV_PATH)
    return Legislation(
        id=f"{row['law_id']}/{article}~{row['DOC_ID'].strip()}",
        title=f"{row['law_name']}, {row['artikel']}",
        content=row["text"],
        heading=row.get("article_name", ""),
        work=row["law_id"],
        law=row["law_name"],
        short=listed(row["law_id"]).short,
        article=article,
        path=" > ".join(heading for heading in headings if heading),
    )
