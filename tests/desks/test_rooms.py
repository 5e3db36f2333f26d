"""The rooms of desks: what the import contracts can't say of desks that are still to come."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src"


@cache
def imported(text: str) -> set[str]:
    """Return the modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def packages(room: str) -> list[str]:
    return [path.parent.name for path in (SRC / room).glob("*/__init__.py")]


def strangers(files: Iterable[tuple[str, str]], desk: str) -> list[str]:
    """Return the files (path below ``src``, text) that import a desk or its tools and are neither."""
    own = f"desks/{desk}/", f"tools/{desk}/"
    rooms = tuple(f"src.{place}".replace("/", ".").rstrip(".") for place in own)
    return [
        path
        for path, text in files
        if not path.startswith(own)
        and any(
            name == room or name.startswith(f"{room}.") for name in imported(text) for room in rooms
        )
    ]


def test_a_desk_and_its_tools_are_imported_by_themselves_alone() -> None:
    files = [
        (str(path.relative_to(SRC)), path.read_text("utf-8")) for path in sorted(SRC.rglob("*.py"))
    ]
    assert "tax" in packages("desks")
    assert set(packages("tools")) <= set(packages("desks"))
    for desk in packages("desks"):
        assert strangers(files, desk) == []


def test_a_stranger_is_seen() -> None:
    for line in (
        "import src.tools.tax.x",
        "from src.desks.tax import PLUG",
        "from src.desks import tax",
    ):
        assert strangers([("agent.py", line), ("desks/docs/desk.py", line)], "tax") == [
            "agent.py",
            "desks/docs/desk.py",
        ]
    assert strangers([("tools/tax/y.py", "import src.desks.tax.sources")], "tax") == []
