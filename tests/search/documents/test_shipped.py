"""The program's own documentation is a collection from the first start on, unless a user has one of that name."""

from pathlib import Path

import pytest

from src.search.documents.collections import (
    collections,
    home_of,
    ingest_collection,
    open_collection,
)
from src.search.documents.retriever import CollectionRetriever
from src.search.documents.shipped import DOCS, NAME, provide_own_docs
from src.search.index_folder import current_folder
from tests.search.documents.folders import guide, quiet, written
from tests.search.encoding import WordEncoder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


async def test_it_is_made_once_and_found(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    provide_own_docs(library, None, folder)
    before = current_folder(home_of(library, NAME))
    provide_own_docs(library, None, folder)
    assert current_folder(home_of(library, NAME)) == before
    (best, *_) = await CollectionRetriever(library, NAME).search("trim the wick", 3)
    assert best.document.id == "tess/guide/deep/trouble.md#the-lantern-smokes"
    assert best.document.file == "guide/deep/trouble.md"


async def test_other_docs_of_the_program_take_their_place(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    provide_own_docs(library, None, folder)
    written(folder, {"late.md": "# Late\n\nThe chandelier.\n"})
    (folder / "nl.md").unlink()
    provide_own_docs(library, None, folder)
    assert sorted(open_collection(library, NAME).sections()) == [
        "guide/deep/trouble.md",
        "guide/late.md",
        "guide/setup.md",
    ]


def test_a_transcript_is_no_documentation(tmp_path: Path, library: Path) -> None:
    folder = written(guide(tmp_path), {"demo.md": "# The demo\n\nThe lantern asks.\n"})
    provide_own_docs(library, None, folder)
    before = current_folder(home_of(library, NAME))
    assert "guide/demo.md" not in open_collection(library, NAME).sections()
    provide_own_docs(library, None, folder)
    assert current_folder(home_of(library, NAME)) == before


def test_a_collection_of_the_users_own_stays(tmp_path: Path, library: Path) -> None:
    folder = written(tmp_path / "mine", {"a.md": "# Mine\n\nText.\n"})
    ingest_collection((folder,), library, NAME, quiet)
    provide_own_docs(library, None, guide(tmp_path))
    assert [one.sections for one in collections(library)] == [1]


async def test_it_can_be_made_where_a_loop_runs_and_asks_no_provider(
    tmp_path: Path, library: Path
) -> None:
    provider = WordEncoder()
    provide_own_docs(library, provider, guide(tmp_path))
    assert provider.asked == []
    assert open_collection(library, NAME).state.shipped


def test_where_nothing_can_be_kept_there_is_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    library = Path("/proc/tess/library")  # where nobody can make a folder, whoever they are
    provide_own_docs(library, None, guide(tmp_path))
    assert collections(library) == []
    assert [one.getMessage() for one in caplog.records] == [
        "the program's own documentation can't be made a collection"
    ]


def test_the_docs_of_the_project_are_there() -> None:
    assert (DOCS / "settings.md").exists()
