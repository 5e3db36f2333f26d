"""Rows of JSON keep their ids; a row that can't be read is named, and the others are read."""

from pathlib import PurePath

import pytest

from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import LoadedSections, Section, load_sections

ROW = (
    '{"id": "docs/a#b", "source": "https://example.org/a#b", "crumbs": ["docs", "B"], "content": "Text.",'
    ' "summary": "Of b.", "keypoints": ["one", "two"], "keywords": "b, c", "other": 1}'
)


def load(*rows: str) -> LoadedSections:
    return load_sections("\n".join(rows).encode(), PurePath("pages.jsonl"))


def test_a_row_is_a_section_under_its_own_id() -> None:
    (section,) = load("", ROW).sections
    assert section == Section(
        file="pages.jsonl",
        anchor="docs/a#b",
        headings=("docs", "B"),
        text="Text.",
        first_line=2,
        last_line=2,
        search_words="Of b. one two b, c",
        url="https://example.org/a#b",
        own_id="docs/a#b",
    )
    assert (section.id, section.fragment) == ("docs/a#b", "b")


def test_a_row_with_a_heading_alone_says_that() -> None:
    (section,) = load('{"id": "a#b", "crumbs": ["A", "Before you begin"], "content": ""}').sections
    assert section.text == "Before you begin"


def test_rows_that_can_not_be_read_are_named() -> None:
    found = load(ROW, "{", "[]", '{"id": "x"}', '{"id": "y", "content": " "}', ROW)
    assert (len(found.sections), found.without_text) == (1, 1)
    assert [told.split(":")[0] for told in found.skipped] == [
        "line 2",
        "line 3",
        "line 4",
        "line 6",
    ]
    assert found.skipped[2] == "line 4: content: Field required"


@pytest.mark.parametrize(
    "row", ["[" * 100_000, '{"id": "", "content": "x"}', '{"id": "x", "content": ""}']
)
def test_a_file_without_a_good_row_is_left_out(row: str) -> None:
    with pytest.raises(NotLoaded):
        load(row)
