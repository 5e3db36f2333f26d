"""A collection with vectors is searched by meaning beside words, and by words alone where that fails."""

import asyncio
from pathlib import Path

import pytest

from src.errors import ModelUnavailable
from src.search.documents.collections import CollectionReport, ingest_collection, open_collection
from src.search.documents.retriever import CollectionRetriever
from tests.search.encoding import WordEncoder

SAME = {"holiday": "vacation", "leave": "vacation"}
PAGES = {
    "leave.md": "# Vacation\n\nEverybody has twenty days a year.\n",
    "pay.md": "# Salary\n\nIt is paid on the last day of the month.\n",
    "desk.md": "# Desks\n\nBook one before you come in.\n",
}
QUERY = "holiday"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "pages"
    place.mkdir()
    for name, text in PAGES.items():
        (place / name).write_text(text)
    return place


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


async def ingest(folder: Path, library: Path, encoder: WordEncoder | None) -> CollectionReport:
    """Ingest as a command does, which has no event loop of its own yet."""
    told: list[tuple[int, int, str]] = []
    return await asyncio.to_thread(
        ingest_collection,
        (folder,),
        library,
        "office",
        lambda *progress: told.append(progress),
        encoder,
    )


async def titles(library: Path, encoder: WordEncoder | None, query: str = QUERY) -> list[str]:
    retriever = CollectionRetriever(library, "office", encoder)
    return [one.document.title for one in await retriever.search(query, 5)]


async def test_what_has_another_word_for_it_is_found_by_meaning(
    folder: Path, library: Path
) -> None:
    await ingest(folder, library, WordEncoder(same=SAME))
    assert await titles(library, None) == []
    assert (await titles(library, WordEncoder(same=SAME)))[:1] == ["Vacation"]


async def test_words_count_all_the_same(folder: Path, library: Path) -> None:
    await ingest(folder, library, WordEncoder(same=SAME))
    assert (await titles(library, WordEncoder(same=SAME), "salary"))[:1] == ["Salary"]


async def test_a_second_ingest_encodes_only_what_changed(folder: Path, library: Path) -> None:
    await ingest(folder, library, WordEncoder(same=SAME))
    (folder / "desk.md").write_text("# Desks\n\nSit where you like.\n")
    encoder = WordEncoder(same=SAME)
    await ingest(folder, library, encoder)
    assert encoder.asked == ["Desks\nSit where you like."]
    assert (await titles(library, WordEncoder(same=SAME)))[:1] == ["Vacation"]
    await ingest(folder, library, again := WordEncoder(same=SAME))
    assert again.asked == []


async def test_a_collection_made_without_an_encoder_gets_its_vectors_later(
    folder: Path, library: Path
) -> None:
    await ingest(folder, library, None)
    assert open_collection(library, "office").vectors is None
    assert await titles(library, WordEncoder(same=SAME)) == []
    report = await ingest(folder, library, WordEncoder(same=SAME))
    assert (report.read, report.unchanged) == (0, 3)
    assert (await titles(library, WordEncoder(same=SAME)))[:1] == ["Vacation"]


async def test_a_damaged_file_is_said_once_and_words_go_on(
    folder: Path, library: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await ingest(folder, library, WordEncoder(same=SAME))
    (numbers,) = library.rglob("vectors-numbers.npy")
    numbers.write_bytes(numbers.read_bytes()[:-1])
    retriever = CollectionRetriever(library, "office", WordEncoder(same=SAME))
    for _ in range(3):
        assert await retriever.search(QUERY, 5) == ()
        assert [one.document.title for one in await retriever.search("salary", 5)] == ["Salary"]
    assert [record.getMessage() for record in caplog.records] == [
        "the vectors of an index are damaged, it is searched by words"
    ]


async def test_another_encoder_is_said_once_and_words_go_on(
    folder: Path, library: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await ingest(folder, library, WordEncoder(same=SAME))
    retriever = CollectionRetriever(library, "office", WordEncoder(32, SAME))
    for _ in range(2):
        assert [one.document.title for one in await retriever.search("salary", 5)] == ["Salary"]
    assert [record.getMessage() for record in caplog.records] == [
        "the encoder can't be used, search goes by words"
    ]


async def test_an_encoder_that_is_down_is_said_once_and_words_go_on(
    folder: Path, library: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await ingest(folder, library, WordEncoder(same=SAME))
    encoder = WordEncoder(same=SAME)
    encoder.failure = ModelUnavailable(problem="down")
    retriever = CollectionRetriever(library, "office", encoder)
    for _ in range(2):
        assert [one.document.title for one in await retriever.search("salary", 5)] == ["Salary"]
    assert len(caplog.records) == 1
    encoder.failure = None
    assert [one.document.title for one in await retriever.search(QUERY, 1)] == ["Vacation"]


async def test_an_ingest_whose_encoder_fails_leaves_the_collection_as_it_was(
    folder: Path, library: Path
) -> None:
    await ingest(folder, library, None)
    encoder = WordEncoder(same=SAME)
    encoder.failure = ModelUnavailable(problem="down")
    with pytest.raises(ModelUnavailable):
        await ingest(folder, library, encoder)
    assert await titles(library, None, "salary") == ["Salary"]
