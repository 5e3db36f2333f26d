"""The collections of the library: searched within a scope, and followed after an answer."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from src.answering.versions import Became
from src.desks.docs.artifacts import Scope, SearchStats
from src.desks.docs.bearing import section_text
from src.desks.docs.found import CollectionInfo, DocsFound, DocsHit, check_scope, in_view
from src.desks.docs.wordings import beside, shares
from src.dossier.models import Document, Source
from src.errors import BadCollectionName, UnknownCollection
from src.grounding.gate import find
from src.identity.caller import current
from src.search.documents.collections import collections, home_of
from src.search.documents.quality import FIRST, SearchJudgement, judgement
from src.search.documents.retriever import CollectionRetriever, FoundSection, document_of
from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.search.documents.shipped import NAME, provide_own_docs
from src.search.encoder import Encoder
from src.search.loaders.sections import Section


def led_to(source: Document, link: str, sections: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections that a link leads to: ``limits.md#size``, ``#size``, ``/guide/limits``, an address."""
    page, _, anchor = unquote(link.strip()).partition("#")
    is_of_site = page.startswith("/")
    # One beside a page is looked for from where that lies.
    near = page if "://" in page else normpath(join(dirname(source.file), page.lstrip("/")))
    target = (page if is_of_site else near).rstrip("/") if page else source.file
    for section in sections:
        if section.version != source.version or (anchor and section.fragment != anchor):
            continue
        address = section.url.partition("#")[0].rstrip("/")
        pages = (section.file, section.file.rpartition(".")[0], address)
        is_on_site = is_of_site and any(f"/{each}".endswith(target) for each in pages if each)
        if is_on_site or (not is_of_site and target in pages):
            yield section


MOST_LINKED = 3
"""Sections of a page that a link leads to."""

BESIDE = {"next": 1, "previous": -1}
"""Where the section stands that comes after another in its file, or before it."""

RECORDED = 24
"""Sections that a search comes upon at most; the journal has them all."""

Provide = Callable[[Path, Encoder | None], None]


class DocsLibrary:
    """All collections below a folder; each is opened when it is first looked into, and followed from then on.

    The program's own documentation is one of them: it is made when it is first searched, which is where somebody chose
    it, or where there is no other.
    """

    def __init__(
        self,
        library_dir: Path,
        encoder: Encoder | None = None,
        provide: Provide = provide_own_docs,
        shared: SharedCollections = NOT_SHARED,
    ) -> None:
        self._library_dir, self._encoder, self._provide = library_dir, encoder, provide
        self._shared = shared
        self._open: dict[Path, CollectionRetriever] = {}
        self._is_made = False
        self._known: dict[str, tuple[CollectionInfo, ...]] = {}

    @property
    def known(self) -> tuple[CollectionInfo, ...]:
        return self._known.get(current().tenant, ())

    @property
    def fingerprint(self) -> str:
        """Another one for every other state of the collections that were looked into."""
        found = {
            home.name: entry.state.fingerprint[:16]
            for home, entry in self._open.items()
            if home == home_of(self._library_dir, home.name)
        }
        return " ".join(f"{name}:{state}" for name, state in sorted(found.items()))

    async def listed(self) -> tuple[CollectionInfo, ...]:
        """Return the collections that there are now, by name."""
        await asyncio.to_thread(self._shared.look, self._library_dir)
        states = await asyncio.to_thread(collections, self._library_dir)
        return tuple(
            CollectionInfo(
                state.name,
                tuple(each.version for each in state.versions if each.version),
                any(not each.version for each in state.versions),
                state.shipped,
                state.sections,
            )
            for state in states
        )

    async def collections(self) -> tuple[CollectionInfo, ...]:
        """Return the same, with the program's own documentation among them."""
        there = await self.listed()
        if not any(pair.name == NAME for pair in there):
            there = (*there, CollectionInfo(NAME, (), has_unversioned=True, is_own=True))
        self._known[current().tenant] = there
        return there

    async def check(self) -> None:
        """Look whether an ingest has changed what is open; what was removed is open no more."""
        await asyncio.to_thread(self._shared.look, self._library_dir)
        for home, retriever in [*self._open.items()]:
            try:
                await retriever.check()
            except UnknownCollection:
                self._open.pop(home, None)

    async def search(self, query: str, own: str, scope: Scope) -> DocsFound:
        every = await self.collections()
        check_scope(scope, every)
        is_alone = all(pair.is_own for pair in every)
        searched = [
            pair
            for pair in every
            if (pair.name in scope.collections if scope.collections else pair.is_own == is_alone)
            and (not scope.version or scope.version in pair.versions)
        ]
        if any(pair.is_own for pair in searched):
            await self._made()
        found: list[FoundSection] = []
        sections = 0
        for info in searched:
            retriever = await asyncio.to_thread(self._retriever, info.name)
            version = scope.version or info.newest
            found += await retriever.search(query, RECORDED, beside(query, own), version)
            sections += retriever.state.sections
        found.sort(key=lambda hit: (hit.weak, not hit.exact, -hit.score))
        names = tuple(pair.name for pair in searched)
        return _as_found(query, found, names, sections)

    async def _made(self) -> None:
        if not self._is_made:
            await asyncio.to_thread(self._provide, self._library_dir, self._encoder)
            self._is_made = True

    async def linked(self, source: Document, link: str) -> tuple[Document, ...]:
        return tuple(await asyncio.to_thread(self._linked, source, link))

    def _linked(self, source: Document, link: str) -> Sequence[Document]:
        retriever = self._opened(source.collection)
        if retriever is None:
            return ()
        index = retriever.collection.index
        sections = (index.source(number) for number in range(retriever.state.sections))
        if step := BESIDE.get(link.strip().lower()):
            page = (
                one for one in sections if (one.file, one.version) == (source.file, source.version)
            )
            of_page = [document_of(section, source.collection) for section in page]
            of_page.sort(key=lambda document: document.first_line)
            at = [document.id for document in of_page].index(source.section_id) + step
            return of_page[at : at + 1] if at >= 0 else ()
        found = islice(led_to(source, link, sections), MOST_LINKED)
        return [document_of(section, source.collection) for section in found]

    # What an answer asks of it

    def versions(self, source: Source) -> Sequence[Source]:
        """Return the section as each version of its documentation has it."""
        if not isinstance(source, Document) or not source.version_of:
            return ()
        named = self._named(source, source.version_of)
        return [document for document in named if document.version_of == source.version_of]

    def follows(self, source: Source) -> bool:
        return isinstance(source, Document) and not source.client

    def on_day(self, source: Source, day: date) -> Source | None:  # noqa: ARG002  # the protocol's name
        return self._now(source)

    def stands_in(self, source: Source, day: date) -> bool:  # noqa: ARG002  # the protocol's names
        return False

    def became(
        self,
        quote: str,
        source: Source,
        then: str | None,  # noqa: ARG002  # no day counts here
        day: date | None,  # noqa: ARG002  # the same
        today: date,  # noqa: ARG002  # the same
    ) -> Became | None:
        if not self.follows(source):
            return None
        now = self._now(source)
        if now is None:
            return Became("vanished")
        return None if find(quote, now.content) else Became("changed", now.id)

    def _now(self, source: Source) -> Document | None:
        if not isinstance(source, Document):
            return None
        section_id = source.section_id
        return next((one for one in self._named(source, section_id) if one.id == section_id), None)

    def _named(self, source: Document, source_id: str) -> Iterator[Document]:
        """Yield the sections that an id names in a section's collection as it is now."""
        retriever = self._opened(source.collection)
        if retriever is None:
            return
        index = retriever.collection.index
        for key in dict.fromkeys((source_id, source_id.removeprefix(f"{source.collection}/"))):
            for number in index.facts.with_key(key):
                yield document_of(index.source(number), source.collection)

    def _opened(self, name: str) -> CollectionRetriever | None:
        with suppress(UnknownCollection, BadCollectionName):
            return self._retriever(name)
        return None

    def _retriever(self, name: str) -> CollectionRetriever:
        home = home_of(self._library_dir, name)
        if home not in self._open:
            opened = CollectionRetriever(self._library_dir, name, self._encoder)
            self._open.setdefault(home, opened)
        return self._open[home]


FEW_SECTIONS = 60
"""Up to which the words of a section say little by how rare they are, as the judgement of a search counts them."""

SHARED, SHARED_IF_NEAR = 0.5, 0.25
"""Share of what a query tells that a section of few has to have: by itself, and where the search was nearly good; one
with so much is never called missing."""


def _judged(query: str, found: Sequence[FoundSection], sections: int) -> SearchJudgement:
    """Return how good a search was; where there are few sections, the best may be good by its words alone."""
    judged = judgement(query, found)
    if judged.quality != "poor" or sections > FEW_SECTIONS:
        return judged
    best = max(shares(query, [section_text(each.document) for each in found])[:FIRST], default=0.0)
    if best >= (SHARED if judged.is_lacking else SHARED_IF_NEAR):
        return SearchJudgement("good", is_lacking=False)
    return replace(judged, is_lacking=judged.is_lacking and best < SHARED_IF_NEAR)


def _as_found(
    query: str, found: Sequence[FoundSection], searched: tuple[str, ...], sections: int
) -> DocsFound:
    stats = SearchStats(
        collections=searched,
        sections=sections,
        found=min(len(found), RECORDED),
        exact=sum(section.exact for section in found),
        best=round(found[0].score, 4) if found else 0.0,
    )
    hits = tuple(DocsHit(section.document, section.score, section.exact) for section in found)
    in_sight = tuple(in_view(hits, RECORDED))
    judged = _judged(query, found, sections)
    return DocsFound(in_sight, judged.quality, stats, judged.is_lacking)
