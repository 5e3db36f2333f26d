"""What looks through logs finds what must not be there."""

from pathlib import Path

import pytest
from pydantic_core import to_json

from tests.collecting import words

HERE = Path(__file__).resolve().parent
QUESTION = "Hoe lang is de termijn voor een elf?"


def log(
    folder: Path, *lines: object, command: str = "['python', '-m', 'src.cli', 'serve']"
) -> Path:
    file = folder / "process-1.log"
    told = [
        line if isinstance(line, str) else to_json({"time": "now", "said": line}).decode()
        for line in lines
    ]
    file.write_text("\n".join([command, *told]))
    return file


def test_texts_of_tests_are_looked_for() -> None:
    texts = words.planted(HERE.parent)
    assert QUESTION in texts
    assert "set a torn line aside" not in texts
    assert len(texts) > 1000


@pytest.mark.parametrize(
    "leak",
    [QUESTION, f"refused: {QUESTION}", ["a.py:1 f", QUESTION], "Bearer abc", "sk-planted"],
)
def test_a_word_in_a_line_is_found(tmp_path: Path, leak: object) -> None:
    assert words.leaks([log(tmp_path, leak)], words.planted(HERE))


def test_a_traceback_that_a_server_prints_is_found(tmp_path: Path) -> None:
    assert words.leaks([log(tmp_path, "Traceback (most recent call last):")], frozenset())
    assert not words.leaks([log(tmp_path, "Traceback", command="['tess', 'ask']")], frozenset())


def test_a_clean_log_is_clean_and_counted(tmp_path: Path) -> None:
    file = log(tmp_path, ["refused"], ["turn"])
    assert words.leaks([file], words.planted(HERE)) == []
    assert words.count([file]) == 2
