"""Sections of documentation as both clients show them: place, age, and lines by their numbers."""

from datetime import date
from typing import Any

import pytest

from clients.desk import Desk, age_of, rating_in, scope_in, searched_in
from clients.sections import lines_of, section_place
from clients.terminal.passage import near_quotes
from clients.web.passage import numbered
from tess_client.wire import Language

TODAY = date(2026, 11, 22)


def section(text: str, first: int, last: int, **more: Any) -> dict[str, Any]:
    return {"content": text, "file": "a.md", "first_line": first, "last_line": last, **more}


@pytest.mark.parametrize(
    ("language", "day", "age"),
    [
        ("en", "2026-11-22", "today"),
        ("nl", "2026-11-21", "1 dag geleden"),
        ("en", "2026-10-01", "52 days ago"),
        ("nl", "2026-05-01", "6 maanden geleden"),
        ("en", "2023-11-01", "3 years ago"),
        ("en", "2026-11-23", ""),
        ("nl", "soon", ""),
        ("nl", None, ""),
    ],
)
def test_the_age_of_a_page_is_told_in_words(language: Language, day: object, age: str) -> None:
    assert age_of(day, language, TODAY) == age


def test_a_source_tells_its_place() -> None:
    told = section_place(section("x", 3, 42, version="2.4"), "en")
    assert told == ["a.md, lines 3-42", "version 2.4"]
    assert section_place(section("x", 3, 3), "nl") == ["a.md, regel 3"]
    assert section_place(section("x", 0, 0), "nl") == ["a.md"]
    assert section_place({"title": "a ruling"}, "nl") == []


def test_lines_have_the_numbers_of_their_file() -> None:
    source = section("one two\n\nthree four", 7, 9)
    lines = lines_of(source, [(4, 14)])
    assert [(one.number, one.pieces) for one in lines] == [
        (7, (("one ", False), ("two", True))),
        (8, ()),
        (9, (("three", True), (" four", False))),
    ]
    assert [one.is_quoted for one in lines] == [True, False, True]
    assert numbered(lines).split("  \n")[1] == ":gray[8] "
    assert ":yellow-background[two]" in numbered(lines)


def test_a_text_that_is_not_line_by_line_its_file_has_no_numbers() -> None:
    assert lines_of(section("one\ntwo", 7, 9), []) == []
    assert lines_of({"content": "one"}, []) == []


def test_of_many_lines_those_near_a_quote_are_shown() -> None:
    text = "\n".join(f"line {number}" for number in range(1, 101))
    at = text.index("line 50")
    near = near_quotes(lines_of(section(text, 1, 100), [(at, at + 7)]))
    assert (near[0].number, near[-1].number) == (38, 62)
    assert len(near_quotes(lines_of(section(text, 1, 100), []))) == 24


def test_the_programs_own_docs_are_searched_where_they_are_chosen_or_alone() -> None:
    ours, own = {"name": "acme", "own": False}, {"name": "tess", "own": True}
    assert searched_in([ours, own], []) == ["acme"]
    assert searched_in([ours, own], ["tess"]) == ["tess"]
    assert searched_in([own], []) == ["tess"]
    assert searched_in([{"name": "acme"}], []) == ["acme"]


def test_what_a_dossier_says_of_scope_and_thumbs_is_borne_with() -> None:
    made = [
        {"kind": "scope", "data": {"collections": ["a", 3], "version": None}},
        {"kind": "feedback", "data": {"answer": "a1", "up": False}},
        {"kind": "feedback", "data": None},
    ]
    assert scope_in({"artifacts": made}) == (["a", ""], "")
    assert scope_in({}) == ([], "")
    assert rating_in({"artifacts": made}, {"id": "a1"}) is False
    assert rating_in({"artifacts": made}, {"id": "a2"}) is None
    assert not Desk({"by_hand": "feedback"}).takes("feedback")
    assert Desk({"by_hand": ["feedback"]}).takes("feedback")
