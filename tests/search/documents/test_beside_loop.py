"""A large collection is ranked beside the event loop, and what is found is the same."""

import threading
from pathlib import Path

import pytest

from src.search.documents import retriever as documents
from src.search.documents.collections import ingest_collection
from src.search.documents.retriever import CollectionRetriever
from src.search.index import Index, Ranked
from tests.search.documents.folders import quiet, written

PAGES = {f"p{at}.md": f"# Lamp {at}\n\nTrim the wick of lamp {at}.\n" for at in range(9)}


async def searched(library: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], bool]:
    """Return what is found, and whether the loop's own thread ranked it."""
    ranked_in: list[threading.Thread] = []
    search = Index.search

    def noted(*arguments: object) -> Ranked:
        ranked_in.append(threading.current_thread())
        return search(*arguments)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(Index, "search", noted)
    found = await CollectionRetriever(library, "guide").search("trim lamp 4", 5)
    monkeypatch.undo()
    return [section.section.id for section in found], ranked_in == [threading.current_thread()]


async def test_many_sections_are_ranked_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, library = written(tmp_path / "pages", PAGES), tmp_path / "library"
    ingest_collection((folder,), library, "guide", quiet)
    few, in_loop = await searched(library, monkeypatch)
    monkeypatch.setattr(documents, "BESIDE_LOOP", len(PAGES) - 1)
    many, still_in_loop = await searched(library, monkeypatch)
    assert few == many != []
    assert (in_loop, still_in_loop) == (True, False)
