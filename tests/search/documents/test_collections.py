"""A folder becomes a collection that is searched; what changes in it is changed, and nothing else is read."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from src.errors import BadCollectionName, CorpusUnreadable, NotWritten, UnknownCollection
from src.search.documents.collection import ABOUT, CollectionState
from src.search.documents.collections import (
    CollectionReport,
    collections,
    home_of,
    ingest_collection,
    open_collection,
)
from src.search.documents.retriever import CollectionRetriever
from src.search.index import Index
from src.search.index_folder import current_folder, library_lock
from src.search.loaders.sections import Section
from tests.dossier.failing import files_no_larger_than
from tests.search.documents.folders import GUIDE, guide, quiet, written


def ingest(folder: Path, library: Path, name: str = "guide") -> CollectionReport:
    return ingest_collection((folder,), library, name, quiet)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


async def found(library: Path, query: str) -> list[str]:
    retriever = CollectionRetriever(library, "guide")
    return [one.document.id for one in await retriever.search(query, 5)]


async def test_a_section_is_found_by_its_words(tmp_path: Path, library: Path) -> None:
    report = ingest(guide(tmp_path), library)
    assert (report.read, report.unchanged, report.sections) == (3, 0, 6)
    assert (await found(library, "How do I trim the wick?"))[0] == (
        "guide/deep/trouble.md#the-lantern-smokes"
    )
    (first, *_) = await CollectionRetriever(library, "guide").search("probes of the server", 1)
    document = first.document
    assert (document.title, document.path, document.collection) == (
        "Server",
        "Setup > Server",
        "guide",
    )


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("What is LANTERN_DATA_DIR?", "guide/setup.md#folder"),
        ("lantern --offline", "guide/setup.md#server"),
        ("who calls /healthz", "guide/setup.md#server"),
        ("LT4031", "guide/deep/trouble.md#the-lantern-smokes"),
        ("LanternService.lightWick of the lantern", "guide/deep/trouble.md#nothing-burns"),
        ("setup.md#folder", "guide/setup.md#folder"),
    ],
)
async def test_what_is_named_comes_first(
    query: str, section: str, tmp_path: Path, library: Path
) -> None:
    ingest(guide(tmp_path), library)
    best, *_ = await CollectionRetriever(library, "guide").search(query, 3)
    assert (best.document.id, best.exact) == (section, True)


async def test_a_name_is_found_by_the_words_that_it_is_made_of(
    tmp_path: Path, library: Path
) -> None:
    ingest(guide(tmp_path), library)
    assert await found(library, "lighting service") == ["guide/deep/trouble.md#nothing-burns"]


async def test_dutch_is_read_as_dutch(tmp_path: Path, library: Path) -> None:
    ingest(guide(tmp_path), library)
    assert await found(library, "Hoe vervang ik een verbrande pit?") == ["guide/nl.md#onderhoud"]


@pytest.mark.parametrize("query", ["", "?!", "what is it", "the capital of France", "🙂" * 3])
async def test_a_question_about_something_else_finds_nothing(
    query: str, tmp_path: Path, library: Path
) -> None:
    ingest(guide(tmp_path), library)
    assert await found(library, query) == []


async def test_a_second_run_reads_only_what_changed(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    ingest(folder, library)
    before = current_folder(home_of(library, "guide"))
    assert ingest(folder, library).read == 0
    assert current_folder(home_of(library, "guide")) == before
    retriever = CollectionRetriever(library, "guide")
    written(folder, {"setup.md": GUIDE["setup.md"].replace("wrench", "spanner")})
    (folder / "nl.md").unlink()
    report = ingest(folder, library)
    assert (report.read, report.unchanged, report.removed, report.sections) == (1, 1, 1, 5)
    assert await found(library, "wrench") == []
    assert [one.document.id for one in await retriever.search("spanner", 5)] == [
        "guide/setup.md#setup"
    ]
    assert await found(library, "verbrande pitten") == []


async def test_a_changed_collection_is_as_one_that_was_made_anew(
    tmp_path: Path, library: Path
) -> None:
    folder = guide(tmp_path)
    ingest(folder, library)
    written(
        folder,
        {
            "setup.md": "# Before\n\nA new wick.\n\n" + GUIDE["setup.md"],
            "late.md": "# Late\n\nOil for the LT4031 lantern.\n",
        },
    )
    (folder / "nl.md").unlink()
    ingest(folder, library)
    ingest(folder, library, "anew")
    changed, anew = (open_collection(library, name).index for name in ("guide", "anew"))
    for query in ("wick", "trim the wick", "LT4031", "lantern oil", "LANTERN_DATA_DIR folder"):
        rankings = [
            sorted((round(score, 4), index.source(number).id) for score, number in ranked.scored)
            for index in (changed, anew)
            for ranked in [index.search(query, 10)]
        ]
        assert rankings[0] == rankings[1] != []
    assert keys_in(changed) == keys_in(anew)


def keys_in(index: Index[Section]) -> set[str]:
    """Return what the sections of an index may be named by."""
    directories = index.facts.directories["keys"].segments
    names = {bytes(name).decode() for directory in directories for name in directory.names}
    return {name for name in names if index.facts.with_key(name)}


async def test_rows_are_kept_where_another_file_changes(tmp_path: Path, library: Path) -> None:
    row = '{"id": "lamp#glass", "content": "The glass of the lamp is blown by hand."}\n'
    folder = written(guide(tmp_path), {"rows.jsonl": row})
    ingest(folder, library)
    written(folder, {"nl.md": "# Anders\n\nDe lamp is uit.\n"})
    assert ingest(folder, library).sections == 7
    assert await found(library, "glass blown by hand") == ["lamp#glass"]


async def test_a_collection_that_is_removed_is_said_to_be_gone(
    tmp_path: Path, library: Path
) -> None:
    ingest(guide(tmp_path), library)
    retriever = CollectionRetriever(library, "guide")
    opened = retriever.collection
    shutil.rmtree(home_of(library, "guide"))
    with pytest.raises(UnknownCollection, match="guide"):
        await retriever.search("wick", 5)
    assert opened.index.search("wick", 5).scored  # a search that had begun goes on
    with pytest.raises(UnknownCollection):
        CollectionRetriever(library, "guide")


def test_two_ingests_take_turns(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    library.mkdir()
    reports: list[CollectionReport] = []
    both = [
        threading.Thread(target=lambda: reports.append(ingest(folder, library))) for _ in range(2)
    ]
    with library_lock(library):
        for one in both:
            one.start()
        assert not reports
        assert not home_of(library, "guide").exists()
    for one in both:
        one.join()
    assert sorted(report.read for report in reports) == [0, 3]


@pytest.mark.parametrize("room", [0, 300, 1_000])
def test_a_full_disk_leaves_a_collection_as_it_was(
    tmp_path: Path, library: Path, room: int
) -> None:
    folder = guide(tmp_path)
    ingest(folder, library)
    before = tree(library)
    (folder / "nl.md").write_text("# Anders\n\nEen andere tekst.\n")
    with files_no_larger_than(room), pytest.raises(NotWritten):
        ingest(folder, library)
    assert tree(library) == before
    assert ingest(folder, library).read == 1


def test_what_dead_processes_left_of_a_collection_goes(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    ingest(folder, library)
    before, home = tree(library), home_of(library, "guide")
    written(home, {"index-halfway/sections.jsonl": "half", ".tmp-a": "half"})
    assert ingest(folder, library).read == 0  # which makes no new index
    assert tree(library) == before


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_no_file_outside_the_folder_is_read(tmp_path: Path, library: Path) -> None:
    written(tmp_path, {"secret.md": "# Secret\n\nThe password.\n"})
    folder = guide(tmp_path)
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    (folder / "up").symlink_to(tmp_path)
    ingest(folder, library)
    assert all("secret" not in file for file in open_collection(library, "guide").sections())
    assert open_collection(library, "guide").state.sections == 6


def test_what_cannot_be_read_is_named(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    (folder / "latin.md").write_bytes(b"# Caf\xe9\n\nText.\n")
    report = ingest(folder, library)
    assert [name for name, _ in report.skipped] == ["latin.md"]
    assert report.sections == 6


@pytest.mark.parametrize("name", ["", "..", "a/b", "A", "-a", "a" * 65, "é"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path, library: Path) -> None:
    with pytest.raises(BadCollectionName):
        ingest(guide(tmp_path), library, name)


def test_a_folder_with_nothing_to_read_is_refused(tmp_path: Path, library: Path) -> None:
    for path in (tmp_path / "missing", written(tmp_path / "empty", {"a.bin": "x"})):
        with pytest.raises(CorpusUnreadable):
            ingest(path, library)
    assert collections(library) == []


def test_of_files_without_a_text_no_collection_is_made(tmp_path: Path, library: Path) -> None:
    blank = written(tmp_path / "blank", {"a.md": "", "b.md": " \n"})
    with pytest.raises(CorpusUnreadable, match=r"a\.md: .*; b\.md: the file is empty"):
        ingest(blank, library)
    assert not home_of(library, "guide").exists()
    ingest(guide(tmp_path), library)
    with pytest.raises(CorpusUnreadable):
        ingest(blank, library)
    assert [one.sections for one in collections(library)] == [6]


def test_collections_are_listed(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    os.utime(folder / "nl.md", (2_000_000_000, 2_000_000_000))
    ingest(folder, library, "b")
    ingest(folder, library, "a")
    found = [(one.name, one.sections, str(one.newest)) for one in collections(library)]
    assert found == [("a", 6, "2033-05-18"), ("b", 6, "2033-05-18")]


def test_a_damaged_collection_is_named_and_can_be_ingested_again(
    tmp_path: Path, library: Path
) -> None:
    folder = guide(tmp_path)
    ingest(folder, library)
    current = current_folder(home_of(library, "guide"))
    assert current
    (path,) = current.glob("sections/*/tokens.npy")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(CorpusUnreadable, match="damaged"):
        open_collection(library, "guide")
    assert ingest(folder, library).read == 3
    assert open_collection(library, "guide").state.sections == 6


def of_another_version(folder: Path, library: Path) -> Path:
    """Ingest a folder and let the collection say that another version of the program made it."""
    ingest(folder, library)
    current = current_folder(home_of(library, "guide"))
    assert current
    about = CollectionState.model_validate_json((current / ABOUT).read_bytes())
    (current / ABOUT).write_text(about.model_copy(update={"made_by": "x"}).model_dump_json())
    return current


async def test_an_index_of_another_version_is_made_anew_without_the_folder(
    tmp_path: Path, library: Path
) -> None:
    folder = guide(tmp_path)
    current = of_another_version(folder, library)
    shutil.rmtree(folder)
    assert await found(library, "trim the wick")
    assert current_folder(home_of(library, "guide")) != current


def test_a_full_disk_is_said_where_an_index_is_to_be_made_anew(
    tmp_path: Path, library: Path
) -> None:
    of_another_version(guide(tmp_path), library)
    with files_no_larger_than(100), pytest.raises(NotWritten):
        open_collection(library, "guide")
    assert open_collection(library, "guide").state.sections == 6
