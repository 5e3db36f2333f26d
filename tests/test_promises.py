"""Every sentence that the product promises has tests that hold it. The tables are in docs/promises.md."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests import docs_reader as reader

TESTS = Path(__file__).resolve().parent
PROMISES = (TESTS.parent / "docs" / "promises.md").read_text("utf-8")
NOT_YET: set[str] = set()
"""What is still without a test, by who is to add it; a name goes from here with its mark in the table."""


def promises(text: str) -> dict[str, str]:
    """Return every promise with what the table says that it is held by."""
    tables = reader.tables(reader.section(text, "What is promised"))
    return {sentence: held for table in tables for sentence, held in table.items()}


def complaints(held: dict[str, str], not_yet: set[str]) -> list[str]:
    """Return every promise that nothing holds, and every test that is named and is not there."""
    found: list[str] = []
    for sentence, cell in held.items():
        marks = re.findall(r"\*not yet: (\w+)\*", cell)
        tests = re.findall(r"`([^`]+)`", cell)
        if not tests and not (marks and set(marks) <= not_yet):
            found.append(f"nothing holds: {sentence}")
        found += [f"there is no {test}" for test in tests if not is_there(test)]
    return found


def is_there(test: str) -> bool:
    """Return whether ``folder/test_file.py::name`` is a test that pytest collects from there."""
    path, _, name = test.partition("::")
    return name in names_in(TESTS / path)


@cache
def names_in(file: Path) -> set[str]:
    """Return what stands at the top of a file of tests: functions, classes, and the test cases of state machines."""
    names: set[str] = set()
    for node in ast.parse(file.read_text("utf-8")).body if file.is_file() else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names.update(ast.unparse(one) for one in node.targets)
    return names


def test_every_promise_is_held_by_tests() -> None:
    held = promises(PROMISES)
    assert len(held) > 40
    assert complaints(held, NOT_YET) == []


def test_what_is_not_yet_held_is_known() -> None:
    assert set(re.findall(r"\*not yet: (\w+)\*", PROMISES)) == NOT_YET


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        ("", "nothing holds: It works."),
        ("*not yet: somebody*", "nothing holds: It works."),
        ("a test, surely", "nothing holds: It works."),
        ("`test_promises.py::test_of_nothing`", "there is no test_promises.py::test_of_nothing"),
        ("`nowhere.py::test_x`", "there is no nowhere.py::test_x"),
    ],
)
def test_a_promise_without_a_test_is_noticed(cell: str, complaint: str) -> None:
    assert complaints({"It works.": cell}, {"identity"}) == [complaint]
    assert complaints({"It works.": f"`{Path(__file__).name}::promises`"}, set()) == []
