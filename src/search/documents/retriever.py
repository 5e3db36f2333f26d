"""The retriever over one collection."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from src.dossier.models import Document
from src.errors import UnknownDocsVersion
from src.search.arrays import Array
from src.search.corpus import Filters, Weights
from src.search.documents.analysers import is_latin, language_of
from src.search.documents.collection import CollectionState, unknown
from src.search.documents.collections import collection_in, home_of
from src.search.documents.corpus import is_wording, without_names
from src.search.encoder import Encoder, Meaning
from src.search.index import Explanation, explained
from src.search.index_folder import POINTER
from src.search.loaders.sections import Section
from src.search.ranking import coverage
from src.search.vectors import MeaningSearch

BESIDE_LOOP = 20_000
"""More sections than these are ranked in a thread, as that takes longer than the event loop may be held."""

KEYWORDS, CHUNKS, CRUMBS, SUMMARY = "keywords", "chunks", "crumbs", "summary"

FIELDS: Mapping[str, frozenset[str]] = {
    KEYWORDS: frozenset({"code"}),
    CHUNKS: frozenset({"title", "body"}),
    CRUMBS: frozenset({"path"}),
    SUMMARY: frozenset({"search_words"}),
}
"""The levels, each with the fields that it looks into.

Keywords pin what the query names, too; chunks count meaning beside words; crumbs give a section a share of the best of
its page.
"""


def levels_of(explanation: Explanation, score: float, exact: bool) -> dict[str, float]:
    """Return what each level adds to the score of a section; of one that the query names, without what pins it."""
    share = 1.0 - explanation.meaning.weight if explanation.meaning else 1.0
    told = dict.fromkeys(FIELDS, 0.0)
    for term in explanation.terms:
        for name, its in term.fields.items():
            level = next(level for level, fields in FIELDS.items() if name in fields)
            told[level] += share * explanation.prior * its
    told[CHUNKS] += explanation.meaning.score if explanation.meaning else 0.0
    told[CRUMBS] += 0.0 if exact else max(0.0, score - explanation.score)
    return told


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
    weak: bool = False
    """Whether it, and all that was found with it, may be about something else."""
    covered: float = 0.0
    """Share of the query's words that it has, a rare word counting for more."""
    strength: float = 0.0
    """Its score by words, as so many of the rarest words."""
    near: float | None = None
    """How near it is to the query by meaning: 0 as any text, 1 the same; None where words alone count."""
    explain: Callable[[], Explanation] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def explanation(self) -> Explanation | None:
        """Why it has its score, term by term; made when it is asked for."""
        return self.explain() if self.explain else None

    @property
    def levels(self) -> Mapping[str, float]:
        """What each level of search adds to its score; empty where it is not known."""
        return levels_of(self.explanation, self.score, self.exact) if self.explanation else {}


class CollectionRetriever:
    """Finds sections of a collection; follows it when an ingest changes it."""

    def __init__(self, library_dir: Path, name: str, encoder: Encoder | None = None) -> None:
        """Open the collection, to be searched by meaning too where there is an encoder, and vectors of it.

        Raises ``UnknownCollection``, ``CorpusUnreadable`` or ``BadCollectionName``.
        """
        self._library_dir, self._name = library_dir, name
        self._home = home_of(library_dir, name)
        self._meaning = MeaningSearch(encoder) if encoder else None
        self._pointed = self._pointer()
        self.collection = collection_in(library_dir, self._home)
        """As last looked."""

    @property
    def state(self) -> CollectionState:
        """What there is to search, as last looked."""
        return self.collection.state

    async def check(self) -> None:
        """Look whether an ingest has changed the collection; ``UnknownCollection`` where it has been removed."""
        await asyncio.to_thread(self._look)

    async def search(
        self,
        query: str,
        limit: int,
        terms: tuple[str, ...] = (),
        version: str | None = None,
        weights: Weights | None = None,
    ) -> tuple[FoundSection, ...]:
        """Return at most ``limit`` sections, best first; ``weak`` ones where none is surely about the query.

        Any text is a query; ``terms`` are identifiers to find it by, or it in other words. Without a version all are
        searched. Raises ``UnknownCollection`` for a removed collection, ``UnknownDocsVersion`` for an unknown version.
        """
        await self.check()
        there = [each.version for each in self.collection.state.versions]
        if version is not None and version not in there:
            named = ", ".join(filter(None, there)) or "-"
            raise UnknownDocsVersion(collection=self._name, version=version, versions=named)
        index, filters = self.collection.index, Filters(version=version)
        further = "\n".join(" ".join(term.split()) for term in terms)
        chosen = weights or index.corpus.weights
        meaning = await self._nearest(query, terms) if chosen.meaning else None
        search = partial(index.search, query, limit, filters, further, chosen, meaning)
        ranked = await asyncio.to_thread(search) if len(index.facts) > BESIDE_LOOP else search()
        asked = index.corpus.read_query(query, chosen, further)
        shares = coverage(ranked.matches, without_names(asked), index.corpus.floor)
        found: dict[int, FoundSection] = {}
        for at, (score, number) in enumerate(ranked.scored):
            if number in found or len(found) == limit:
                continue
            section, place = index.source(number), ranked.matches.place(number)
            found[number] = FoundSection(
                document=document_of(section, self._name),
                section=section,
                number=number,
                rank=len(found) + 1,
                score=score,
                exact=at < ranked.exact,
                weak=ranked.weak,
                covered=float(shares[place]),
                strength=float(ranked.by_words[place]) / index.ranking.rarest,
                near=float(ranked.meaning.near[place]) if ranked.meaning else None,
                explain=partial(explained, index, asked, number, chosen, filters, meaning),
            )
        return tuple(found.values())

    async def _nearest(self, query: str, terms: tuple[str, ...]) -> Meaning | None:
        wordings = (query, *(term for term in terms if is_wording(term)))
        told = [one for words in wordings if (one := await self.meaning(words))]
        if not told:
            return None
        if len(told) == 1:
            return told[0]

        def near_of(some: Array) -> Array:
            found: Array = np.maximum.reduce([of.near_of(some) for of in told if of.near_of])
            return found

        near = np.maximum.reduce([of.near for of in told])
        return Meaning(near, told[0].weight, near_of if told[0].near_of else None)

    async def meaning(self, query: str) -> Meaning | None:
        """Return how near each section is to a query by meaning; None where words alone count."""
        index, vectors = self.collection.index, self.collection.vectors
        if not self._meaning or not vectors or not is_latin(query):
            return None
        weight = index.corpus.meaning.get(language_of(query), 0.0)
        return await self._meaning.meaning(query, vectors, len(index.facts), weight)

    def _pointer(self) -> tuple[int, int]:
        try:
            found = (self._home / POINTER).stat()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise unknown(self._home) from error
        return found.st_ino, found.st_mtime_ns

    def _look(self) -> None:
        pointed = self._pointer()
        if pointed != self._pointed:
            self.collection = collection_in(self._library_dir, self._home)
            self._pointed = (
                pointed  # of before it was read: what changes later is seen the next time
            )


def document_of(section: Section, collection: str) -> Document:
    """Return a section as the source that is put into a dossier; its id tells it in all collections."""
    own = section.headings[-1] if section.headings else section.file
    return Document(
        id=section.id if section.own_id else f"{collection}/{section.id}",
        title=own,
        content=section.text,
        url=section.url,
        heading=section.headings[-2] if len(section.headings) > 1 else "",
        collection=collection,
        path=" > ".join(section.headings),
        search_words=section.search_words,
        file=section.file,
        first_line=section.first_line,
        last_line=section.last_line,
        anchor=section.fragment,
        version=section.version,
        updated=section.updated,
        content_hash=section.content_hash,
    )
