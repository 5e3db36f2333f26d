"""The sources of an index come back line by line, as they were written."""

from pathlib import Path

import pytest

from src.search.documents.corpus import DOCUMENTS
from src.search.facts import IndexEntry
from src.search.index import SourceLines
from src.search.index_writer import IndexWriter

LINES = (b'{"text": "one"}', b"", '{"text": "€ 2"}'.encode())


def written(folder: Path, lines: tuple[bytes, ...]) -> Path:
    writer = IndexWriter(folder, DOCUMENTS)
    for number, line in enumerate(lines):
        writer.add(IndexEntry(str(number), {"title": "a"}, language="en"), line)
    writer.save()
    return folder


@pytest.mark.parametrize("mapped", [True, False])
def test_each_source_is_read_whole_and_alone(tmp_path: Path, mapped: bool) -> None:
    lines = SourceLines(written(tmp_path / "index", LINES), mapped)
    assert [lines[number].removesuffix(b"\n") for number in (2, 0, 1)] == [LINES[2], LINES[0], b""]


@pytest.mark.parametrize("mapped", [True, False])
def test_an_index_without_sources_has_no_line(tmp_path: Path, mapped: bool) -> None:
    lines = SourceLines(written(tmp_path / "index", ()), mapped)
    with pytest.raises(IndexError):
        lines[0]


def test_what_is_behind_the_last_source_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(IndexError):
        SourceLines(written(tmp_path / "index", LINES), mapped=True)[len(LINES)]
