"""What is kept in ``knowledge/``: expressions by which messages are read without a model, and numbers."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("knowledge")
_PART = re.compile(r"(?<!\?P)<(\w+)>")


@cache
def lists(file: str) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """Return the expressions of a file by their names, in its order, read at the first message.

    Those called ``whole`` are a whole message, those called ``search`` stand somewhere in it.
    """
    told = tomllib.loads((_FOLDER / file).read_text(encoding="utf-8"))
    parts = {name: entry.strip() for name, entry in told.pop("parts", {}).items()}
    return {
        name: tuple(
            re.compile(rf"\A\W*{line}\W*\Z" if how == "whole" else line, re.IGNORECASE | re.DOTALL)
            for how, lines in group.items()
            for line in _filled(lines, parts).strip().split("\n")
        )
        for name, group in told.items()
    }


def numbers(file: str) -> Mapping[str, float]:
    return tomllib.loads((_FOLDER / file).read_text(encoding="utf-8"))


def _filled(lines: str, parts: Mapping[str, str]) -> str:
    while _PART.search(lines):
        lines = _PART.sub(lambda found: parts[found[1]], lines)
    return lines
