"""What a model wrote of pages, to find them by: kept by the hash of the page, searched, and never quoted."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from src.dossier.models import Frozen
from src.search.documents.corpus import page_of
from src.search.json_rows import KeptRows
from src.search.loaders.sections import Section

FILE = "described.jsonl"

_LINE = r"^[^\x00-\x1f\x7f<>]*$"
"""No markup and no line of its own: a model's reply may be anything."""

KeyPoint = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=300, pattern=_LINE)
]
Keyword = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=80, pattern=_LINE)
]


class PageWords(BaseModel):
    """What a page says in short, and what it is looked for by, in a form that is fit to be kept."""

    model_config = ConfigDict(frozen=True)

    summary: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=10, max_length=1_000, pattern=_LINE),
    ]
    keypoints: tuple[KeyPoint, ...] = Field(min_length=1, max_length=16)
    keywords: tuple[Keyword, ...] = Field(min_length=1, max_length=40)

    @property
    def lines(self) -> tuple[str, ...]:
        """The summary, the key points, and the keywords on one line."""
        return (self.summary, *self.keypoints, ", ".join(self.keywords))


class _DescriptionRow(Frozen):
    page: str
    """SHA-256 of what was described."""
    model: str
    words: PageWords


Page = Sequence[Section]
"""The sections of one page, in their order; never empty."""


def pages(sections: Iterable[Section]) -> list[tuple[Section, ...]]:
    """Return the sections of a file page by page, in the order of its lines."""
    found: dict[str, list[Section]] = {}
    for entry in sorted(sections, key=lambda section: (section.first_line, section.anchor)):
        found.setdefault(page_of(entry), []).append(entry)
    return [tuple(page) for page in found.values()]


def text_of(page: Page) -> str:
    return "\n\n".join(f"{' > '.join(section.headings)}\n{section.text}" for section in page)


def hash_of(page: Page) -> str:
    return hashlib.sha256(text_of(page).encode()).hexdigest()


class PageDescriptions:
    """The descriptions of the pages of a collection."""

    def __init__(self, home: Path) -> None:
        """Read those of the collection in a folder."""
        self._kept = KeptRows(home / FILE, _DescriptionRow)
        self._rows = {row.page: row.words for row in self._kept}

    def __contains__(self, page: Page) -> bool:
        """Whether this very text was described before."""
        return hash_of(page) in self._rows

    def add(self, page: Page, words: PageWords, model: str) -> None:
        """Keep a description at once."""
        row = _DescriptionRow(page=hash_of(page), model=model, words=words)
        self._kept.add(row)
        self._rows[row.page] = row.words

    def added_to(self, sections: Iterable[Section]) -> tuple[Section, ...]:
        if not self._rows:
            return tuple(sections)
        return tuple(section for page in pages(sections) for section in self._added(page))

    def _added(self, page: Page) -> Iterator[Section]:
        words = self._rows.get(hash_of(page))
        for section in page:
            own = section.search_words.splitlines()
            if words is None or words.summary in own:
                yield section
            else:
                yield replace(section, search_words="\n".join((*own, *words.lines)))
