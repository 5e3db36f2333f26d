"""The retriever over one collection."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from src.dossier.models import Document
from src.errors import UnknownCollection
from src.search.documents.collection import CollectionState, OpenCollection
from src.search.documents.collections import home_of, open_collection
from src.search.documents.meaning import MeaningSearch
from src.search.encoder import Encoder
from src.search.index_folder import POINTER
from src.search.loaders.sections import Section


@dataclass(frozen=True)
class FoundSection:
    """A section that was found, with its place in the list (1 is best) and the score that put it there."""

    document: Document
    section: Section
    number: int
    """Of the section in the index."""
    rank: int
    score: float
    exact: bool
    """Whether the query names it: by its id, or by an identifier that few sections have."""


class CollectionRetriever:
    """Finds sections of a collection; follows it when an ingest changes it."""

    def __init__(self, library_dir: Path, name: str, encoder: Encoder | None = None) -> None:
        """Open the collection, to be searched by meaning too where there is an encoder, and vectors of it.

        Raises ``UnknownCollection``, ``CorpusUnreadable`` or ``BadCollectionName``.
        """
        self._library_dir, self._name = library_dir, name
        self._pointer_path = home_of(library_dir, name) / POINTER
        self._meaning = MeaningSearch(encoder) if encoder else None
        self._pointed = self._pointer()
        self._open = open_collection(library_dir, name)

    @property
    def state(self) -> CollectionState:
        """What there is to search, as last looked."""
        return self._open.state

    @property
    def collection(self) -> OpenCollection:
        """The collection as last looked."""
        return self._open

    async def check(self) -> None:
        """Look whether an ingest has changed the collection; ``UnknownCollection`` where it has been removed."""
        await asyncio.to_thread(self._look)

    async def search(
        self, query: str, limit: int, user_query: str = ""
    ) -> tuple[FoundSection, ...]:
        """Return at most ``limit`` sections, best first; none where none is about the query.

        Any text is a query. ``user_query`` is the query in the user's own words, where a model worded it. Raises
        ``UnknownCollection`` where the collection has been removed.
        """
        await self.check()
        index, vectors, meaning = self._open.index, self._open.vectors, None
        if self._meaning and vectors:
            meaning = await self._meaning.meaning(user_query or query, index, vectors)
        ranked = index.search(query, limit, user_query=user_query, meaning=meaning)
        found: list[FoundSection] = []
        for at, (score, number) in enumerate(ranked.scored):
            if number not in {one.number for one in found}:
                section = index.source(number)
                document = document_of(section, self._name)
                rank, exact = len(found) + 1, at < ranked.exact
                found.append(FoundSection(document, section, number, rank, score, exact))
        return tuple(found[:limit])

    def _pointer(self) -> tuple[int, int]:
        try:
            found = self._pointer_path.stat()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise UnknownCollection(collection=self._name) from error
        return found.st_ino, found.st_mtime_ns

    def _look(self) -> None:
        pointed = self._pointer()
        if pointed != self._pointed:
            self._open = open_collection(self._library_dir, self._name)
            self._pointed = (
                pointed  # of before it was read: what changes later is seen the next time
            )


def document_of(section: Section, collection: str) -> Document:
    """Return a section as the source that is put into a dossier; its id tells it in all collections."""
    own = section.headings[-1] if section.headings else section.file
    return Document(
        id=section.own_id or f"{collection}/{section.id}",
        title=own,
        content=section.text,
        url=section.url,
        heading=section.headings[-2] if len(section.headings) > 1 else "",
        collection=collection,
        path=" > ".join(section.headings),
        search_words=section.search_words,
    )
