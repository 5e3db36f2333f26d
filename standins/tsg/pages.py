"""Pages of the project's own documentation as those of a site: a page for each section."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SITE = "https://learn.microsoft.com/en-us/tess/"
"""Where the pages say that they are: as those of Microsoft Learn, so that their addresses pass as such."""

_HEADING = re.compile(r"(?m)^#{2,3} (.+)$")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class SitePage:
    """A page of a site."""

    url: str
    title: str
    text: str
    """As Markdown."""

    @cached_property
    def words(self) -> Counter[str]:
        """Every word of it, in lower case."""
        return Counter(_WORD.findall(self.text.lower()))


def pages_of(*paths: Path) -> tuple[SitePage, ...]:
    """Return the sections of files of Markdown, each as a page."""
    return tuple(one for path in paths for one in _sections(path.read_text(encoding="utf-8")))


def _sections(text: str) -> Iterable[SitePage]:
    found = [*_HEADING.finditer(text)]
    ends = [*(one.start() for one in found[1:]), len(text)]
    for one, end in zip(found, ends, strict=True):
        address = f"{SITE}operations/{_slug(one[1])}"
        yield SitePage(address, one[1], f"# {one[1]}\n{text[one.end() : end]}")


def best(pages: Sequence[SitePage], query: str, most: int) -> list[SitePage]:
    """Return the pages that have the rarest words of a query, best first; none where no page has any."""
    words = set(_WORD.findall(query.lower()))
    rarity = {word: _rarity(word, pages) for word in words}

    def score(page: SitePage) -> float:
        """Return how rare the words are that a page has; a long page has many by chance."""
        return sum(rarity[one] for one in words & set(page.words)) / math.sqrt(len(page.words))

    return [one for one in sorted(pages, key=score, reverse=True) if score(one) > 0][:most]


def excerpt(page: SitePage, query: str, most: int) -> str:
    """Return the lines of a page that have words of a query, at most so many characters."""
    words = set(_WORD.findall(query.lower()))
    return "\n".join(_fitting(page.text.splitlines(), words))[:most] or page.text[:most]


def _fitting(lines: Iterable[str], words: set[str]) -> Iterable[str]:
    return (one for one in lines if words & set(_WORD.findall(one.lower())))


def _rarity(word: str, pages: Sequence[SitePage]) -> float:
    have = sum(word in one.words for one in pages)
    return math.log(1 + len(pages) / have) ** 2 if have else 0.0


def _slug(heading: str) -> str:
    return "-".join(_WORD.findall(heading.lower()))
