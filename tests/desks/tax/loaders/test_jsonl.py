"""JSON Lines in the library: articles, bad lines, and what an interruption leaves."""

import asyncio
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.library.library import IngestReport, Skipped, ingest
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.lint.catalogue import open_catalogue
from src.desks.tax.loaders import jsonl
from src.desks.tax.sources import Legislation
from src.dossier.models import Source
from src.search.loaders.loaded import NotLoaded
from tests.desks.tax.library.material import STARTER
from tests.shared_data import real

DAY = date(2015, 11, 27)
ELVES, DWARFS = "BWBR0099911", "BWBR0099912"


def article(work: str = ELVES, number: str = "1", **changed: Any) -> dict[str, Any]:
    row = {
        "bwb_id": work,
        "law_title": "Elfenwet",
        "short_title": "EW",
        "article": number,
        "article_title": "",
        "heading_path": "Hoofdstuk I: Elfen > Afdeling 2: Het bos",
        "text": f"Een elf betaalt {number} eikel.",
    }
    return {**row, **changed}


PAGE = {"id": "page-1", "crumbs": ["Guide", "Ports"], "content": "Port 8000 is open."}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "data" / "library"


def written(path: Path, *rows: Any) -> Path:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def run(
    library: Path,
    *paths: Path,
    as_of: date | None = DAY,
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> IngestReport:
    return ingest(paths, library, STARTER, progress, as_of)


def stored(library: Path) -> dict[str, Source]:
    return {source.id: source for source in Works(works_folder(library)).sources()}


def test_an_article_becomes_legislation_in_the_version_of_the_day_given(
    tmp_path: Path, library: Path
) -> None:
    assert run(library, written(tmp_path / "law.jsonl", article(number="3.12a"))) == IngestReport(
        read=1, provisions=1
    )
    assert stored(library) == {
        f"{ELVES}/3.12a@2015-11-27": Legislation(
            id=f"{ELVES}/3.12a@2015-11-27",
            title="Elfenwet, artikel 3.12a",
            content="Een elf betaalt 3.12a eikel.",
            url=f"https://wetten.overheid.nl/jci1.3:c:{ELVES}&artikel=3.12a&g=2015-11-27&z=2015-11-27",
            heading="Het bos",
            as_of=DAY,
            work=ELVES,
            law="Elfenwet",
            short="EW",
            article="3.12a",
            path="Hoofdstuk I: Elfen > Afdeling 2: Het bos",
        )
    }


def test_an_article_of_a_numbered_annex_is_none_of_the_law_itself(
    tmp_path: Path, library: Path
) -> None:
    rows = (
        article(number="8", heading_path="Bijlage 2: : Bevoegdheid (artikel 1) > Hoofdstuk 1"),
        article(number="8", heading_path="Bijlage 3: Tarief"),
        article(number="A", heading_path="Bijlage 2: Bevoegdheid", unit="onderdeel"),
        article(number="9", heading_path="Bijlage bij besluit van 1 mei 2010: Tekst"),
    )
    run(library, written(tmp_path / "law.jsonl", *rows))
    found = stored(library)
    titles = {key.partition("@")[0]: source.title for key, source in found.items()}
    assert titles == {
        f"{ELVES}/bijlage-2-8": "Elfenwet, bijlage 2, artikel 8",
        f"{ELVES}/bijlage-3-8": "Elfenwet, bijlage 3, artikel 8",
        f"{ELVES}/A": "Elfenwet, onderdeel A",
        f"{ELVES}/9": "Elfenwet, artikel 9",
    }
    assert "&bijlage=2&artikel=8&" in found[f"{ELVES}/bijlage-2-8@{DAY}"].url
    retriever = LibraryRetriever(library, STARTER)
    assert retriever.missing("artikel 8 Elfenwet", "legislation", None) == ("Elfenwet, artikel 8",)
    hits = asyncio.run(retriever.search("artikel 8 Elfenwet", "legislation", 6, None))
    assert not any(hit.exact for hit in hits)
    elves = open_catalogue(library, STARTER).law(ELVES)
    assert elves is not None
    assert [elves.versions[0].holds(one) for one in ("8", "9")] == [False, True]


def test_a_row_knows_its_day_better(tmp_path: Path, library: Path) -> None:
    rows = article(as_of="2019-01-01"), article(as_of="2020-01-01")
    run(library, written(tmp_path / "law.jsonl", *rows), as_of=None)
    assert set(stored(library)) == {f"{ELVES}/1@2019-01-01", f"{ELVES}/1@2020-01-01"}


def test_without_any_day_the_file_is_left_out_with_what_to_do(
    tmp_path: Path, library: Path
) -> None:
    path = written(tmp_path / "law.jsonl", article(), article(number="2"))
    report = run(library, path, as_of=None)
    (skipped,) = report.skipped
    assert skipped.path == path
    assert "--date" in skipped.reason
    assert report.provisions == 0


def test_a_page_of_documentation_is_named_and_nothing_of_it_is_kept(
    tmp_path: Path, library: Path
) -> None:
    report = run(library, written(tmp_path / "law.jsonl", PAGE, article()))
    ((path, why),) = [(one.path, one.reason) for one in report.skipped]
    assert (path.name, "a collection" in why) == ("law.jsonl", True)
    assert set(stored(library)) == {f"{ELVES}/1@{DAY}"}


def test_bad_lines_are_named_and_the_others_are_read(tmp_path: Path, library: Path) -> None:
    path = written(
        tmp_path / "law.jsonl",
        article(),
        "{",
        "[1]",
        "",
        article(work="nonsense"),
        {"question": "no article"},
        article(number="7", text=None),
        article(number="8", text="\ud800"),
        article(number="2", text="  "),
        article(number="3"),
    )
    report = run(library, path)
    assert (report.provisions, report.without_text) == (2, 1)
    assert [(one.path, one.reason.split(":")[0]) for one in report.skipped] == [
        (path, f"line {number}") for number in (2, 3, 5, 6, 7, 8)
    ]
    assert report.skipped[0].reason == "line 2: not valid JSON"
    assert "bwb_id" in report.skipped[2].reason
    assert set(stored(library)) == {f"{ELVES}/1@{DAY}", f"{ELVES}/3@{DAY}"}


def test_of_very_many_bad_lines_the_first_are_named(tmp_path: Path, library: Path) -> None:
    path = written(tmp_path / "law.jsonl", article(), *["{"] * 500)
    report = run(library, path)
    assert len(report.skipped) == 21
    assert report.skipped[-1] == Skipped(path, "and 480 more lines")


def test_a_file_without_one_good_line_is_left_out(tmp_path: Path, library: Path) -> None:
    report = run(library, written(tmp_path / "law.jsonl", "{", '"x"'))
    assert report.read == 0
    assert [one.reason.split(":")[0] for one in report.skipped] == [
        "line 1",
        "line 2",
        "no line holds an article",
    ]


def test_rows_of_a_law_need_not_stand_together(tmp_path: Path, library: Path) -> None:
    rows = article(ELVES, "1"), article(DWARFS, "1"), article(ELVES, "2"), article(DWARFS, "2")
    run(library, written(tmp_path / "law.jsonl", *rows))
    assert len(stored(library)) == 4


def test_a_number_that_recurs_gets_an_identity_of_its_own(tmp_path: Path, library: Path) -> None:
    rows = article(text="Een."), article(text="Twee."), article(number="II / a", text="Drie.")
    run(library, written(tmp_path / "law.jsonl", *rows))
    assert set(stored(library)) == {f"{ELVES}/{key}@{DAY}" for key in ("1", "1~2", "II---a")}


def test_what_was_read_is_not_read_again(tmp_path: Path, library: Path) -> None:
    path = written(tmp_path / "law.jsonl", article(ELVES), article(DWARFS))
    run(library, path)
    assert run(library, path) == IngestReport(already_there=1)
    written(path, article(ELVES), article(DWARFS, text="Nieuw."))
    assert run(library, path) == IngestReport(read=1, provisions=1)
    assert stored(library)[f"{DWARFS}/1@{DAY}"].content == "Nieuw."
    assert run(library, path, as_of=date(2020, 1, 1)).provisions == 2
    assert len(stored(library)) == 4


def test_loading_holds_one_law_at_a_time(tmp_path: Path) -> None:
    path = written(tmp_path / "law.jsonl", article(ELVES), article(DWARFS))
    parts = jsonl.load(path, DAY, lambda _: None)
    assert [source.id for source in next(parts)[1].sources] == [f"{ELVES}/1@{DAY}"]
    assert [source.id for source in next(parts)[1].sources] == [f"{DWARFS}/1@{DAY}"]


@given(lines=st.lists(st.binary(max_size=40) | st.just(json.dumps(article()).encode()), max_size=8))
def test_any_bytes_are_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("any") / "law.jsonl"
    path.write_bytes(b"\n".join(lines))
    skipped: list[str] = []
    try:
        found = [one for _, law in jsonl.load(path, DAY, skipped.append) for one in law.sources]
    except NotLoaded:
        found = []
    given_lines = path.read_bytes().split(b"\n")
    assert len(found) + len(skipped) == sum(bool(line.strip()) for line in given_lines)


def test_the_real_corpus_is_read_whole(library: Path) -> None:
    path = real("tax-law-2015") / "articles.jsonl"
    with path.open(encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    skipped: list[str] = []
    laws = [law for _, law in jsonl.load(path, DAY, skipped.append)]
    sources = [source for law in laws for source in law.sources]
    assert not skipped
    assert len(sources) == sum(bool(text.strip()) for text in texts)
    assert len({source.id for source in sources}) == len(sources)
    assert sum(law.without_text for law in laws) == len(texts) - len(sources)
