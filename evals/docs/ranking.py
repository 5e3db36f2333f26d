"""How sections of one collection are ranked: as the desk does, with parts changed, or by the plain engine."""

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from evals.changes import changed as changes_made
from evals.levels import ALL_LEVELS, weights_of
from evals.metrics import DEPTH
from evals.plain import K1, LENGTH, PlainBm25
from src.search.corpus import Weights
from src.search.documents.retriever import CollectionRetriever
from src.search.encoder import Encoder
from src.search.loaders.sections import Section

DESCRIPTION = (
    f"plain BM25 (k1 {K1}, b {LENGTH}; headings and text as one field; words as they stand, without stemming or stop "
    "words)"
)
_PART = re.compile(r"~[\w.-]+(?=@|\Z)")


class RankedCollection:
    """A collection whose sections are ranked by the keys that gold names them by."""

    def __init__(self, library_dir: Path, name: str, encoder: Encoder | None) -> None:
        """Open it; raises ``UnknownCollection``."""
        self._retriever = CollectionRetriever(library_dir, name, encoder)
        opened = self._retriever.collection
        index = opened.index
        self.sections: tuple[Section, ...] = tuple(
            index.source(number) for number in range(opened.state.sections)
        )
        self.name = name
        self._keys = _keys(name, self.sections)
        self._plain: PlainBm25 | None = None

    @property
    def weights(self) -> Weights:
        """How the product weighs what is found."""
        return self._retriever.collection.index.corpus.weights

    def key(self, named: str) -> str:
        """Return the key of a section, named by its id with the collection or a folder before it, or without."""
        return self._keys.get(named) or self._keys.get(named.partition("/")[2]) or named

    def has(self, key: str) -> bool:
        """Return whether a section has this key."""
        return key in self._keys

    async def ranked(self, query: str, weights: Weights | None = None) -> tuple[str, ...]:
        """Return the keys of the best sections, best first."""
        found = await self._retriever.search(query, DEPTH, weights=weights)
        return tuple(dict.fromkeys(self.key(one.document.id) for one in found))

    def plainly(self, query: str) -> tuple[str, ...]:
        """Return the same by the plain engine."""
        if self._plain is None:
            self._plain = PlainBm25((one.id, _text(one)) for one in self.sections)
        return tuple(dict.fromkeys(map(self.key, self._plain.ranked(query))))


def _text(section: Section) -> str:
    return f"{' '.join(section.headings)} {section.text}"


def _keys(name: str, sections: Iterable[Section]) -> dict[str, str]:
    """Return the key of each section by all that it may be called; a part of a long section is that section."""
    found: dict[str, str] = {}
    for section in sections:
        key = _PART.sub("", section.key)
        for called in (section.id, section.key, key):
            found[called] = found[f"{name}/{called}"] = key
    return found


def changed(weights: Weights, changes: Iterable[str]) -> Weights:
    """Return weights with changes; a level may be left out (``summary=off``); ``BadSettings`` for other words."""
    return changes_made(weights, changes, {name: partial(_without, name) for name in ALL_LEVELS})


def _without(level: str, weights: Weights) -> Weights:
    return weights_of(ALL_LEVELS - {level}, weights)
