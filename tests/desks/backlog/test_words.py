"""The catalogues of the desk: the same names in both languages, and none that its code asks for is missing."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from src.desks.backlog.words import BUILTIN, PLAN_TEXTS, TEXTS

SRC = Path(__file__).parents[3] / "src"
FOLDERS = (SRC / "desks" / "backlog", SRC / "tools" / "backlog")
VARIABLES = {"texts", "TEXTS", "PLAN_TEXTS", "BUILTIN"}


def asked_for() -> Iterator[str]:
    """Yield the names that code reads of texts: ``texts.made``, ``TEXTS[language].made``."""
    for path in (path for folder in FOLDERS for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                of = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                if isinstance(of, ast.Name) and of.id in VARIABLES:
                    yield node.attr


def shape(texts: Mapping[str, Any]) -> dict[str, object]:
    """Return the names of texts, and of those with parts the names or the number of these."""
    return {
        name: sorted(said) if isinstance(said, dict) else len(said) if isinstance(said, list) else 0
        for name, said in texts.items()
    }


@pytest.mark.parametrize("catalogue", [TEXTS, PLAN_TEXTS, BUILTIN])
def test_both_languages_have_the_same_texts(catalogue: Mapping[str, Any]) -> None:
    assert shape(vars(catalogue["nl"])) == shape(vars(catalogue["en"]))


def test_every_text_that_code_asks_for_is_there() -> None:
    known = {*vars(TEXTS["nl"]), *vars(PLAN_TEXTS["nl"]), *vars(BUILTIN["nl"])}
    methods = {"candidate_state", *dir(dict), *dir(list)}
    assert {*asked_for()} - methods <= known
