"""Nothing outside a desk's two folders says a word of its field; a desk lists its words itself."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from src.desks.catalogue import plugs
from src.desks.plug import Plug

ROOT = Path(__file__).resolve().parents[1]
CLIENTS = ("clients", "tess_client", "terminal_chat.py", "ui_streamlit.py")
TEXTS = {".py", ".md", ".txt", ".css", ".typ", ".json", ".sql"}

NAMES = re.compile(r"\bTAX_WS_URL\b|\bcatalogue\b")
"""What outsiders rely on and nobody may rename, though it has a word of a field in it."""

RETIMED = {"article", "articles"}
"""Fields of what ``retime`` returns: names of the wire from before there were desks."""

KNOWN = {
    "src/desks/catalogue.py": {"tax", "tsg", "backlog"},  # the line that names the desks
    "src/settings.py": {"tax"},  # the desk of who names none
    "src/masking/personal.py": {"tax", "vat"},  # numbers that are personal data whatever the field
    "src/commands/reviewing.py": RETIMED,
    "src/review/branches.py": RETIMED,
    "src/review/reruns.py": RETIMED,
    "src/search/loaders/html_file.py": {"article"},  # an element of HTML, as in the two that follow
    "src/search/loaders/html_blocks.py": {"article"},
    "src/search/loaders/markdown.py": {"article"},
}
"""What has to say a word of a field all the same, and why."""


def files(place: str) -> Iterator[Path]:
    """Yield the texts of a file or folder."""
    path = ROOT / place
    yield from (
        [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.suffix in TEXTS)
    )


def engine(desks: set[str]) -> Iterator[Path]:
    """Yield what belongs to no desk: the rooms of ``src`` but for the desks' own, and the clients."""
    own = [ROOT / "src" / room / desk for room in ("desks", "tools") for desk in desks]
    for place in ("src", *CLIENTS):
        yield from (
            one for one in files(place) if not any(one.is_relative_to(home) for home in own)
        )


def said(text: str, vocabulary: tuple[str, ...]) -> set[str]:
    """Return the words of a vocabulary that a text says, whole words in any case, also inside names in snake case."""
    words = spaced(text)
    return {
        word
        for word in vocabulary
        if word in words and re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", words)
    }


@cache
def spaced(text: str) -> str:
    """Return a text in lower case with a space between the words of each name, which every desk is looked for in."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", NAMES.sub("", text)).lower()


@pytest.mark.parametrize("plug", plugs(), ids=lambda plug: plug.name)
def test_nobody_else_says_a_word_of_a_field(plug: Plug) -> None:
    assert plug.vocabulary
    found = {}
    for path in engine({one.name for one in plugs()}):
        name = path.relative_to(ROOT).as_posix()
        words = said(path.read_text("utf-8"), plug.vocabulary) - KNOWN.get(name, set())
        if words:
            found[name] = sorted(words)
    assert found == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def get_case_law() -> None: ...", {"law", "case law"}),
        ("class CaseLaw: ...", {"law", "case law"}),
        ("lawless flaws", set()),
        ("TAX_WS_URL", set()),
        ("Wetgeving en rechtspraak", {"wetgeving", "rechtspraak"}),
    ],
)
def test_words_are_found_wherever_they_hide(text: str, words: set[str]) -> None:
    assert said(text, ("law", "case law", "tax", "wetgeving", "rechtspraak")) == words
