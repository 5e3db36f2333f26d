"""What must not be in a log: every text of the tests that could be a message, and every key, token and address."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from src.observing.attributes import EVENTS

SHORTEST = 12
"""Characters of a text with a space in it that is looked for; shorter ones stand in anything."""

ALONE = (
    "bezwaar",
    "Bedankt",
    "Hallo",
    "termijn",
    "sk-",
    "Bearer ",
    "eyJ",
    "postgresql://",
    "?token=",
)
"""Single words of messages and beginnings of secrets."""


def planted(tests: Path) -> frozenset[str]:
    """Return every text in the files of the tests that has a space in it, but for what the log may say."""
    found: set[str] = set()
    for path in tests.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in docs
            ):
                found.add(node.value.strip())
    return frozenset(
        text for text in found if len(text) >= SHORTEST and " " in text and not _is_event(text)
    )


def _is_event(text: str) -> bool:
    return any(text in event for event in (*EVENTS, "said by others"))


def leaks(logs: Iterable[Path], words: frozenset[str]) -> list[str]:
    """Return a complaint for each word that stands in a log."""
    return [complaint for log in sorted(logs) for complaint in _leaks(log, words)]


def _leaks(log: Path, words: frozenset[str]) -> Iterator[str]:
    lines = log.read_text("utf-8", errors="replace").splitlines()
    whole = "\n".join({text for line in lines for text in _texts(line)})
    yield from (f"{log.name}: {word[:60]!r}" for word in (*ALONE, *words) if word in whole)
    if lines and "serve" in lines[0]:
        # What a server says that is no log, say why it can't start, is for people; but not for them all.
        said = "\n".join(line for line in lines[1:] if not line.startswith('{"time":'))
        yield from (f"{log.name}: {word!r}" for word in (*ALONE, "Traceback") if word in said)


def _texts(line: str) -> Iterator[str]:
    """Yield what a line of the log says, unescaped; what is no such line is none of the log's."""
    if not line.startswith('{"time":'):
        return
    document = json.loads(line)
    for value in document.values():
        yield from (str(one) for one in (value if isinstance(value, list) else [value]))


def count(logs: Iterable[Path]) -> int:
    """Return how many lines of log there are."""
    pattern = re.compile(r'^\{"time":', re.MULTILINE)
    return sum(len(pattern.findall(log.read_text("utf-8", errors="replace"))) for log in logs)
