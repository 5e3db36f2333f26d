"""Finds what readers stumble over, in documentation and docstrings: ``python -m tests.prose`` names each sentence.

Each rule is about one habit. A pattern can't tell everything: the rest is left to the reader.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.docs_reader import FENCE

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "docs/adr/*.md")
ROOMS = ("src", "clients", "tess_client", "evals", "standins")

BEGIN = r"(?:^|(?<=[.!?:;] ))"
RULES = {
    "name the person: a sentence does not begin with who": rf"{BEGIN}Who(?:ever)?\b[^.?!]*(?:[.!]|$)",
    "name the person: who needs a noun before it": r"\b(?:to|for|by|from|of|with) who\b",
    "the subject comes first": (
        rf"{BEGIN}Of (?:a|an|the|each|every|many|several|two|what|those|it|these|one|such|any|all)\b"
    ),
    "the subject comes before its verb": (
        rf"{BEGIN}(?:Never|Nor|So|Neither|Such|Nowhere|Only then|Not one)"
        r" (?:is|are|was|were|does|do|did|has|have)\b"
    ),
    "say who does it, with only": (
        r"\b(?:[Nn]othing|[Nn]obody|[Nn]one|[Nn]o one)\b[^.;:?]*"
        r"\bbut (?:by|for|from|in|of|what|those|that|the|a|with|to)\b"
    ),
    "three that in a row": r"\bthat\b(?:[^.;:,()|]*\bthat\b){2}",
    "a word of today": (
        r"\b(?:anew|borne|lest|whilst|amongst|whence|thereof|therein|hitherto|hereby"
        r"|(?:be|is|are) had|c[oa]mes? upon|nobody(?: else)?'s|somebody's)\b"
    ),
}
"""What a sentence is told -> the pattern of those that are told so."""


def complaints(place: str, text: str) -> list[str]:
    """Return what is to be said of one paragraph, list item or cell, each with the words it is about."""
    line = " ".join(text.split())
    return [
        f"{place}: {advice}: {found[0][:80]}"
        for advice, rule in RULES.items()
        for found in re.finditer(rule, line)
    ]


def pieces_of_page(text: str) -> Iterator[str]:
    """Yield each paragraph, list item and cell of a Markdown page, without headings and code in fences."""
    for piece in re.split(r"\n\s*\n|\n(?=[-|>#] ?|\d+\. )", FENCE.sub("", text)):
        if piece.startswith("|"):
            yield from (cell.strip() for cell in piece.split("|"))
        elif not piece.startswith("#"):
            yield re.sub(r"^(?:[->]|\d+\.) ", "", piece)


def docstrings(text: str) -> Iterator[str]:
    """Yield each paragraph of the docstrings of a Python file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from re.split(r"\n\s*\n", ast.get_docstring(node) or "")


def every_complaint() -> Iterator[str]:
    """Yield what is to be said of all pages and docstrings."""
    pages = (path for pattern in PAGES for path in sorted(ROOT.glob(pattern)))
    files = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    for paths, pieces in ((pages, pieces_of_page), (files, docstrings)):
        for path in paths:
            for piece in pieces(path.read_text("utf-8")):
                yield from complaints(path.relative_to(ROOT).as_posix(), piece)


def main() -> int:
    """Print every complaint; return 1 where there is one."""
    found = list(every_complaint())
    print("\n".join(found) or "No sentence that a rule is about.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
