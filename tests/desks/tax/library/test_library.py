"""Ingesting: what is read, what is skipped and why, and that no interruption does harm."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from src.desks.tax.library.library import IngestReport, ingest
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.sources import Legislation
from src.errors import CorpusUnreadable, NotWritten
from src.search.index_folder import current_folder, library_lock
from tests.desks.tax.library.material import DATA, STARTER
from tests.dossier.failing import files_no_larger_than
from tests.in_process import tess
from tests.shared_data import real

LAW, RULING = DATA / "law.xml", DATA / "ruling.xml"


class Interrupted(BaseException):
    """Ends an ingest as Ctrl-C does."""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    (folder / "deep").mkdir(parents=True)
    shutil.copy(LAW, folder / "law.xml")
    shutil.copy(RULING, folder / "deep" / "ruling.xml")
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "data" / "library"


def quiet(number: int, files: int, name: str) -> None:
    """Show nothing."""


def run(
    library: Path, *paths: Path, progress: Callable[[int, int, str], None] = quiet
) -> IngestReport:
    return ingest(paths, library, STARTER, progress)


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


async def quoted(library: Path, query: str) -> list[str]:
    hits = await LibraryRetriever(library, STARTER).search(query, "legislation", 6)
    return [hit.source.content for hit in hits]


async def test_laws_and_rulings_are_told_apart_and_counted(corpus: Path, library: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    report = run(library, corpus, progress=lambda *step: seen.append(step))
    assert report == IngestReport(read=2, provisions=4, rulings=1, lapsed=2, without_text=2)
    assert seen == [(1, 2, "ruling.xml"), (2, 2, "law.xml")]
    retriever = LibraryRetriever(library, STARTER)
    (hit,) = await retriever.search("artikel 2 Wet op de kabouterbelasting", "legislation", 6)
    assert (hit.source.id, hit.exact) == ("BWBR0099901/2@2024-01-01", True)
    (ruling,) = await retriever.search("stenen dwerg", "case_law", 6)
    assert ruling.source.id == "ECLI:NL:HR:2099:1"
    assert not retriever.state.starter


def test_a_repeat_skips_what_is_there_and_changes_nothing(corpus: Path, library: Path) -> None:
    run(library, corpus)
    before = tree(library)
    assert run(library, corpus, corpus / "law.xml") == IngestReport(already_there=2)
    assert tree(library) == before


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "the file is empty"),
        ("<toestand><wet", "the XML is broken"),
        ("<html><body>Niet gevonden</body></html>", "neither a law nor a ruling"),
        ("<open-rechtspraak/>", "the ruling has no description"),
    ],
)
def test_a_useless_file_is_named_and_the_rest_is_read(
    content: str, reason: str, corpus: Path, library: Path
) -> None:
    bad = corpus / "bad.xml"
    bad.write_text(content)
    report = run(library, corpus)
    assert report.read == 2
    ((path, why),) = [(one.path, one.reason) for one in report.skipped]
    assert path == bad
    assert why.startswith(reason)


def test_a_folder_of_useless_files_leaves_the_starter_corpus_in_use(
    tmp_path: Path, library: Path
) -> None:
    (tmp_path / "bad.xml").write_text("<html/>")
    assert run(library, tmp_path).read == 0
    assert LibraryRetriever(library, STARTER).state.starter


def test_a_missing_path_is_named_before_anything_is_done(corpus: Path, library: Path) -> None:
    with pytest.raises(CorpusUnreadable) as raised:
        run(library, corpus, corpus / "nowhere")
    assert raised.value.details == {"path": str(corpus / "nowhere"), "problem": "does not exist"}
    assert not library.exists()


def test_a_folder_without_xml_is_named(tmp_path: Path, library: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusUnreadable, match=r"holds no \.xml, \.jsonl or \.yaml"):
        run(library, tmp_path / "empty")


async def test_an_interrupted_ingest_leaves_the_index_in_use_and_is_simply_repeated(
    corpus: Path, library: Path
) -> None:
    run(library, corpus / "deep")
    in_use = current_folder(library)

    def stop_at_the_last(number: int, files: int, name: str) -> None:
        if number == files:
            raise Interrupted

    second = corpus / "a.xml"
    second.write_text(
        LAW.read_text().replace("BWBR0099901", "BWBR0099902").replace("Wie een", "Wie nu een")
    )
    with pytest.raises(Interrupted):
        run(library, corpus, progress=stop_at_the_last)
    assert current_folder(library) == in_use
    assert await quoted(library, "tuinkabouter") == []

    report = run(library, corpus)
    assert (report.already_there, report.read) == (2, 1)
    found = await quoted(library, "tuinkabouter")
    assert sum("tuinkabouter" in content for content in found) == 2


async def test_an_index_cut_off_in_the_making_is_never_used(corpus: Path, library: Path) -> None:
    run(library, corpus)
    in_use = current_folder(library)
    half = library / "index-halfway"
    (half / "legislation").mkdir(parents=True)
    assert await quoted(library, "tuinkabouter")
    assert current_folder(library) == in_use
    corrected = corpus / "law.xml"
    corrected.write_text(
        LAW.read_text().replace("Wie een tuinkabouter", "Wie buiten een tuinkabouter")
    )
    run(library, corpus)
    assert not half.exists()


@pytest.mark.parametrize("room", [0, 300, 4_000, 20_000])
async def test_a_full_disk_leaves_the_index_in_use_and_nothing_half_made(
    corpus: Path, library: Path, room: int
) -> None:
    run(library, corpus / "deep")
    before = tree(library)
    with files_no_larger_than(room), pytest.raises((OSError, NotWritten)):
        run(library, corpus)
    left = tree(library).keys() - before.keys()
    assert all(name.startswith("works/") and name.endswith(".jsonl") for name in left)
    assert {name: data for name, data in tree(library).items() if name not in left} == before
    assert await quoted(library, "tuinkabouter") == []
    run(library, corpus)
    assert await quoted(library, "tuinkabouter")


@pytest.mark.parametrize("room", [0, 300, 4_000, 20_000])
def test_ingest_on_a_full_disk_ends_with_2_and_a_sentence(
    corpus: Path, library: Path, room: int
) -> None:
    with files_no_larger_than(room):
        told = tess("ingest", str(corpus), data_dir=library.parent, COLUMNS="500")
    assert (told.returncode, told.stdout) == (2, "")
    assert "could not be written: File too large. What was half made is removed" in told.stderr
    assert [path.name for path in library.iterdir() if path.name not in (".lock", "works")] == []
    assert list(library.glob("works/.tmp-*")) == []


def test_what_dead_processes_left_goes_at_the_next_ingest(corpus: Path, library: Path) -> None:
    run(library, corpus)
    run(library, corpus / "law.xml")
    before = tree(library)
    for name in ("index-halfway/legislation", "index-starter-halfway/x"):
        (library / name).mkdir(parents=True)
    for name in (".tmp-a", "works/.tmp-b", "index-halfway/about.json"):
        (library / name).write_text('{"half')
    run(library, corpus)  # which has nothing new to index
    assert tree(library) == before
    assert not list(library.glob("index-*halfway"))


async def test_a_newer_copy_of_the_same_law_and_date_replaces_the_older(
    corpus: Path, library: Path
) -> None:
    run(library, corpus)
    corrected = LAW.read_text().replace("Wie een tuinkabouter houdt", "Wie een dwerg houdt")
    (corpus / "law.xml").write_text(corrected)
    assert run(library, corpus).read == 1
    content, _ = await quoted(library, "artikel 1 Wet op de kabouterbelasting 1990")
    assert content.startswith("Wie een dwerg houdt")
    assert len(Works(works_folder(library))) == 2


def test_two_files_with_one_ruling_are_told_and_not_read_again(corpus: Path, library: Path) -> None:
    other = RULING.read_text().replace("Is een stenen dwerg", "Is een dwerg van steen")
    (corpus / "the same ruling.xml").write_text(other)
    report = run(library, corpus)
    assert [(one.path.name, one.reason) for one in report.skipped] == [
        ("ruling.xml", "an older copy of what the same ruling.xml holds, which counts now")
    ]
    before = tree(library)
    assert run(library, corpus) == IngestReport(already_there=3)
    assert tree(library) == before


def lapsed_in(works: Works) -> list[tuple[str, date | None]]:
    """Return the articles that have lapsed, and since when."""
    return [(one.article, one.since) for law in works.headers() for one in law.lapsed_articles]


def test_the_lapsed_articles_of_a_law_are_kept_by_number(corpus: Path, library: Path) -> None:
    run(library, corpus)
    assert lapsed_in(Works(works_folder(library))) == [("3", date(2010, 7, 1)), ("4", None)]


def test_a_law_of_which_all_has_lapsed_is_kept_as_such(tmp_path: Path, library: Path) -> None:
    lapsed = (
        '<toestand bwb-id="BWBR0099909" inwerkingtreding="2024-01-01"><wetgeving>'
        "<citeertitel>Wet op de klompentol</citeertitel><wet-besluit><wettekst>"
        '<artikel status="vervallen" inwerking="1975-06-02"><kop><nr>1</nr></kop></artikel>'
        "</wettekst></wet-besluit></wetgeving></toestand>"
    )
    (tmp_path / "lapsed.xml").write_text(lapsed)
    assert run(library, tmp_path / "lapsed.xml").lapsed == 1
    assert run(library, tmp_path / "lapsed.xml").already_there == 1
    works = Works(works_folder(library))
    assert lapsed_in(works) == [("1", date(1975, 6, 2))]
    assert list(works.sources()) == []


def test_the_last_day_of_a_version_is_told_with_each_article(corpus: Path, library: Path) -> None:
    run(library, corpus)
    works = Works(works_folder(library))
    before = works.fingerprint()
    works.end(LAW.read_bytes(), date(2024, 12, 31))
    assert works.fingerprint() != before
    sources = Works(works_folder(library)).sources()
    days = {source.until for source in sources if isinstance(source, Legislation)}
    assert days == {date(2024, 12, 31)}


def test_an_older_copy_left_by_a_crash_does_not_count(corpus: Path, library: Path) -> None:
    run(library, corpus)
    (older,) = [
        path for path in works_folder(library).iterdir() if b"BWBR0099901@" in path.read_bytes()
    ]
    kept = older.read_bytes()
    (corpus / "law.xml").write_text(LAW.read_text().replace("een tuinkabouter", "een dwerg"))
    run(library, corpus)
    older.write_bytes(kept)
    contents = [source.content for source in Works(works_folder(library)).sources()]
    assert any("Wie een dwerg houdt" in content for content in contents)
    assert not any("Wie een tuinkabouter houdt" in content for content in contents)


def test_only_the_index_in_use_and_the_one_before_stay(corpus: Path, library: Path) -> None:
    for number in range(4):
        text = LAW.read_text().replace("BWBR0099901", f"BWBR009991{number}")
        (corpus / "law.xml").write_text(text)
        run(library, corpus)
    assert len(list(library.glob("index-*"))) == 2


def test_a_work_that_is_no_work_any_more_is_named(corpus: Path, library: Path) -> None:
    run(library, corpus)
    broken = next(works_folder(library).iterdir())
    broken.write_text("{}\n")
    with pytest.raises(CorpusUnreadable, match="not a work of the library"):
        run(library, corpus)


def test_a_second_ingest_waits_for_the_first(corpus: Path, library: Path) -> None:
    def try_the_lock(number: int, files: int, name: str) -> None:
        lock = library_lock(library)
        assert not lock.is_locked
        with pytest.raises(TimeoutError):
            lock.acquire(timeout=0)

    run(library, corpus, progress=try_the_lock)


async def test_two_versions_of_one_real_law_stand_side_by_side(library: Path) -> None:
    paths = sorted(real("bwb-xml-2024").glob("BWBR0003420_*.xml"))
    assert run(library, *paths).read == 2
    retriever = LibraryRetriever(library, STARTER)
    # Article 190 is new in the later version, article 9 is not: its text there applied in March already.
    for article, day, version in (
        ("190", date(2024, 3, 1), "2024-01-01"),
        ("9", date(2024, 3, 1), "2024-07-01"),
        ("190", date(2024, 8, 1), "2024-07-01"),
    ):
        query = f"artikel {article} Wet op het primair onderwijs"
        (hit,) = await retriever.search(query, "legislation", 1, day)
        assert hit.source.id == f"BWBR0003420/{article}@{version}"
        assert hit.in_force


async def test_a_question_is_answered_by_the_real_articles(library: Path) -> None:
    laws = real("bwb-xml-2024")
    paths = [next(laws.glob(f"{work}_*.xml")) for work in ("BWBR0002320", "BWBR0005537")]
    report = run(library, *paths)
    assert report.provisions > 500
    hits = await LibraryRetriever(library, STARTER).search(
        "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?", "legislation", 6
    )
    assert {"BWBR0005537/6:7@2024-05-01", "BWBR0002320/22j@2024-01-01"} & {
        hit.source.id for hit in hits
    }
    assert not any(hit.source.digest for hit in hits if hit.source.id.startswith("BWBR0005537/6:"))


def test_the_fingerprint_is_another_whenever_there_is_something_else_to_search(
    corpus: Path, library: Path
) -> None:
    seen = [LibraryRetriever(library, STARTER).state.fingerprint]
    for path in (corpus / "law.xml", corpus / "deep", corpus):
        run(library, path)
        seen.append(LibraryRetriever(library, STARTER).state.fingerprint)
    assert len(set(seen)) == 3
    assert seen[2] == seen[3] != ""
