"""What the engine of a segment brings: which documents, in which order, and when."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from src.search.engines import SearchEngine, SegmentWriter

FIELDS = {"title": 4.0, "body": 1.0}
BOOK = (
    {"title": ["lamp"], "body": ["oil", "wick", "wick"]},
    {"title": ["wick"], "body": ["oil", "cotton"]},
    {"title": ["glass"], "body": ["blown", "hand"]},
    {"title": ["lamp"], "body": ["oil", "wick", "wick"]},
)


def written(folder: Path, documents: Sequence[Mapping[str, Sequence[str]]] = BOOK) -> SearchEngine:
    writer = SegmentWriter(folder, FIELDS)
    for terms in documents:
        writer.add(terms)
    writer.commit()
    return SearchEngine(folder)


def brought(engine: SearchEngine, wanted: Mapping[str, float], limit: int = 10) -> list[int]:
    found: list[int] = engine.candidates(wanted, limit).tolist()
    return found


def test_documents_that_have_any_of_the_terms_are_brought(tmp_path: Path) -> None:
    engine = written(tmp_path / "a")
    assert brought(engine, {"wick": 1.0}) == [0, 1, 3]
    assert brought(engine, {"wick": 1.0, "hand": 1.0}) == [0, 1, 2, 3]


def test_nothing_has_what_nobody_wrote(tmp_path: Path) -> None:
    engine = written(tmp_path / "a")
    assert brought(engine, {"anchor": 1.0}) == brought(engine, {}) == []


def test_the_likeliest_are_brought_and_of_equal_ones_the_first(tmp_path: Path) -> None:
    engine = written(tmp_path / "a")
    assert brought(engine, {"wick": 1.0}, limit=1) == [1]  # its title has it
    assert brought(engine, {"lamp": 1.0}, limit=1) == [0]
    assert brought(engine, {"lamp": 0.01, "hand": 5.0}, limit=1) == [2]


def test_a_term_is_what_was_written_whatever_its_signs(tmp_path: Path) -> None:
    signs = ["=--offline", "=/healthz", "+a", "b:c", '"quoted"', "été"]
    engine = written(tmp_path / "a", [{"body": [sign]} for sign in signs])
    assert [brought(engine, {sign: 1.0}) for sign in signs] == [[at] for at in range(len(signs))]


def test_two_engines_of_the_same_documents_bring_the_same(tmp_path: Path) -> None:
    many = [{"body": [f"w{number % 7}", f"w{number % 11}"]} for number in range(3_000)]
    first, second = (written(tmp_path / name, many) for name in "ab")
    for limit in (10, 500):
        wanted = {"w3": 1.0, "w8": 0.5}
        assert brought(first, wanted, limit) == brought(second, wanted, limit)
        assert len(brought(first, wanted, limit)) == limit


def test_what_was_not_committed_cannot_be_opened(tmp_path: Path) -> None:
    SegmentWriter(tmp_path / "a", FIELDS).add(BOOK[0])
    with pytest.raises((OSError, ValueError)):
        SearchEngine(tmp_path / "a")


def test_files_that_may_only_be_read_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "a")
    for lock in (tmp_path / "a").rglob("*.lock"):
        lock.unlink()
        lock.mkdir()  # as root may write anywhere, this stands for a disk that gives no lock
    assert brought(SearchEngine(tmp_path / "a"), {"lamp": 1.0}) == [0, 3]
