"""Reads one Markdown file: a source for each heading that has text of its own under it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath

from markdown_it import MarkdownIt

from src.dossier.models import Document
from src.search.loaders.loaded import Loaded, NotLoaded
from src.search.loaders.xml_file import LARGEST_FILE

SUFFIXES = frozenset({".md", ".markdown"})

_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_MARKUP = re.compile(r"[`*]|!?\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class _Section:
    """Headings from the top down to this one, and the text up to the next heading of any level."""

    headings: tuple[str, ...]
    text: str


def load(content: bytes, name: PurePath) -> Loaded:
    """Return the sections of a file that have text, and count the bare headings.

    ``name`` tells the file among others, for instance its path below the folder that is ingested: ids begin with it.
    """
    if len(content) > LARGEST_FILE:
        raise NotLoaded(f"the file is larger than {LARGEST_FILE // 2**20} MiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotLoaded("the text is not UTF-8") from error
    sections = list(_sections(text.replace("\r\n", "\n")))
    with_text = [section for section in sections if section.text]
    if not with_text:
        raise NotLoaded("the file has no text")
    seen: Counter[str] = Counter()
    sources = tuple(_document(section, name, seen) for section in with_text)
    return Loaded(sources, without_text=len(sections) - len(with_text))


def _sections(text: str) -> Iterator[_Section]:
    """Yield what stands before the first heading, if anything, and then each heading's own text."""
    text = _FRONT_MATTER.sub("", text, count=1) if text.startswith("---") else text
    lines = text.split("\n")
    headings: list[tuple[int, str]] = []
    begin = 0
    for first, after, level, title in _headings(text):
        own = "\n".join(lines[begin:first]).strip()
        if headings or own:
            yield _Section(tuple(above for _, above in headings), own)
        headings = [*(one for one in headings if one[0] < level), (level, title)]
        begin = after
    yield _Section(tuple(above for _, above in headings), "\n".join(lines[begin:]).strip())


def _headings(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield each heading's first line, the line after it, its level and its words; one in a quote or list is text."""
    tokens = MarkdownIt().parse(text)
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            words = " ".join(_MARKUP.sub(r"\1", inline.content).split())
            yield token.map[0], token.map[1], int(token.tag[1]), words


def _document(section: _Section, name: PurePath, seen: Counter[str]) -> Document:
    title = section.headings[-1] if section.headings else name.stem
    anchor = re.sub(r"[^\w]+", "-", title.lower()).strip("-") if section.headings else ""
    seen[anchor] += 1
    repeated = "" if seen[anchor] == 1 else f":{seen[anchor]}"
    return Document(
        id=f"{name.as_posix()}#{anchor}{repeated}".removesuffix("#"),
        title=title or name.stem,
        content=section.text,
        heading=section.headings[-2] if len(section.headings) > 1 else "",
        collection=name.parts[0] if len(name.parts) > 1 else name.stem,
        path=" > ".join(section.headings),
    )
