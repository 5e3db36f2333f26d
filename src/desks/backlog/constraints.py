"""Constraints that items have to keep to: sections of the collections that are set, nearest first."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from src.dossier.models import Document
from src.errors import CorpusUnreadable, UnknownCollection
from src.search.documents.retriever import CollectionRetriever, FoundSection
from src.search.encoder import Encoder

LONGEST_QUERY = 4_000
"""Characters of a segment that are searched for."""


class ConstraintLibrary:
    """The collections of these names; one that is not there yet is looked for again."""

    def __init__(
        self, library_dir: Path, names: Sequence[str], encoder: Encoder | None = None
    ) -> None:
        self._library_dir, self._names, self._encoder = library_dir, names, encoder
        self._open: dict[str, CollectionRetriever] = {}

    async def near(self, text: str, limit: int) -> list[Document]:
        """Return the sections nearest to a text, best first; fewer where few are about it."""
        found = [
            (hit.score, hit.document)
            for name in self._names
            for hit in await self._found(name, text[:LONGEST_QUERY], limit)
            if not hit.weak
        ]
        found.sort(key=lambda hit: -hit[0])
        return [document for _, document in found[:limit]]

    async def _found(self, name: str, text: str, limit: int) -> Sequence[FoundSection]:
        try:
            if name not in self._open:
                opened = await asyncio.to_thread(
                    CollectionRetriever, self._library_dir, name, self._encoder
                )
                self._open.setdefault(name, opened)
            return await self._open[name].search(text, limit)
        except (UnknownCollection, CorpusUnreadable):
            self._open.pop(name, None)
            return ()
