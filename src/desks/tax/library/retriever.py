"""The retriever over the index of the library, or over the starter corpus where there is no library."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import islice
from pathlib import Path

from src.desks.tax.library import index_build
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.corpora import version_in_force
from src.desks.tax.library.documents import key_of
from src.desks.tax.library.index_build import LawIndex
from src.desks.tax.library.passages import Hit, Kind, LibraryState
from src.desks.tax.library.query import names_ruling
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.sources import CaseLaw, Legislation, had_begun
from src.errors import CorpusUnreadable
from src.observing.attributes import register_events
from src.observing.spans import UNTRACED, Tracer
from src.search.corpus import Filters
from src.search.encoder import EmbeddedEncoder, Encoder, Meaning
from src.search.index_folder import POINTER, current_folder, library_lock
from src.search.vectors import MeaningSearch

_CANDIDATES = 100

_log = logging.getLogger(__name__)
register_events("the index is damaged or of another version, it is built anew")


class LibraryRetriever:
    """Finds sources in the library; follows it when a new index is put in use."""

    def __init__(
        self,
        library_dir: Path,
        starter_dir: Path,
        configuration: Configuration = PRODUCT,
        encoder: Encoder | None = None,
        tracer: Tracer = UNTRACED,
    ) -> None:
        """Open the index in use, rebuilt from the works where another version of the program made it.

        With an ``encoder`` it is searched by meaning too where it has vectors of it. Those of one that is part of the
        program are made now where they are missing; others only by an ingest.
        """
        self._library_dir = library_dir
        self._pointer_path = library_dir / POINTER
        self._starter_dir = starter_dir
        self._configuration = configuration
        self._encoder, self._tracer = encoder, tracer
        self._embedded = encoder if isinstance(encoder, EmbeddedEncoder) else None
        self._meaning = MeaningSearch(encoder) if encoder else None
        self._pointed = self._pointer()
        self.index = _apart(self._open) if self._embedded else self._open()
        """The index in use, as last looked."""

    @property
    def state(self) -> LibraryState:
        return self.index.about.state

    async def check(self) -> None:
        """Look whether an ingest has put another index in use, and open it."""
        await asyncio.to_thread(self._look)

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None, user_query: str = ""
    ) -> tuple[Hit, ...]:
        """Return at most ``limit`` sources of one kind, best first; exact articles and rulings come before all.

        Only the look for a new index is made in a thread: searches there would take turns with everything else.
        """
        with self._tracer.span("search", kind=kind) as span:
            await self.check()
            index, filters = self.index, Filters(as_of)
            meaning = await self.meaning(user_query or query, kind)
            found, exact, weak, *_ = index.of[kind].search(
                query, _CANDIDATES, filters, user_query, self._configuration, meaning
            )
            sources = _sources(index, kind, [number for _, number in found], exact)
            hits = tuple(
                Hit(source, rank, found[place][0], place < exact, had_begun(source, as_of), weak)
                for rank, (place, source) in enumerate(islice(sources, limit), start=1)
            )
            span.attributes["hits"] = len(hits)
            return hits

    async def meaning(self, query: str, kind: Kind) -> Meaning | None:
        """Return how near each source of a kind is to a query by meaning; None where words alone count."""
        if self._meaning is None:
            return None
        return await self.index.meaning(query, kind, self._meaning, self._configuration)

    def missing(self, query: str, kind: Kind, as_of: date | None = None) -> tuple[str, ...]:
        index, filters = self.index, Filters(as_of)
        searched = index.of[kind]
        asked = searched.corpus.read_query(query, self._configuration, "")
        keys = (key for key in asked.pins if names_ruling(key) == (kind == "case_law"))
        lacking = [key for key in keys if not len(searched.with_key(key, filters))]
        return tuple(dict.fromkeys(_title(key, kind, index) for key in lacking))

    def versions(self, law: Legislation) -> tuple[Legislation, ...]:
        index = self.index.of["legislation"]
        found = [index.source(number) for number in index.facts.with_key(key_of(law))]
        laws = [entry for entry in found if isinstance(entry, Legislation) and not entry.digest]
        return tuple(sorted(laws, key=lambda legislation: legislation.as_of or date.min))

    def _pointer(self) -> tuple[int, int] | None:
        try:
            found = self._pointer_path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            # A file where the folder should be, or a folder of somebody else's.
            problem = error.strerror or str(error)
            raise CorpusUnreadable(path=str(self._library_dir), problem=problem) from error
        return found.st_ino, found.st_mtime_ns

    def _look(self) -> None:
        pointed = self._pointer()
        if pointed == self._pointed:
            return
        folder = current_folder(self._library_dir)
        if folder is not None and folder != self.index.folder:
            self.index = self._open()
        self._pointed = pointed  # of before it was read: what changes later is seen the next time

    def _open(self) -> LawIndex:
        folder = current_folder(self._library_dir)
        if folder is None:
            return index_build.of_starter(self._library_dir, self._starter_dir, self._embedded)
        if not index_build.about_current(folder, self._starter_dir, self._embedded):
            folder = self._rebuilt(folder)
        by_meaning = self._encoder is not None
        try:
            return LawIndex(folder, with_vectors=by_meaning)
        except (ValueError, OSError):  # a file of it is damaged or gone; the works are what counts
            return LawIndex(self._rebuilt(folder), with_vectors=by_meaning)

    def _rebuilt(self, stale: Path) -> Path:
        """Rebuild the index from the stored works, unless another process just did."""
        _log.warning("the index is damaged or of another version, it is built anew")
        try:
            with library_lock(self._library_dir):
                if current_folder(self._library_dir) == stale:
                    works = Works(works_folder(self._library_dir))
                    index_build.in_library(
                        self._library_dir, works, self._starter_dir, self._embedded
                    )
        except OSError as error:
            problem = f"the index cannot be built anew: {error.strerror or error}"
            raise CorpusUnreadable(path=str(self._library_dir), problem=problem) from error
        folder = current_folder(self._library_dir) or stale
        if index_build.about(folder) is None:
            raise CorpusUnreadable(path=str(folder), problem="the new index cannot be read")
        return folder


def _apart(open_index: Callable[[], LawIndex]) -> LawIndex:
    """Open an index in a thread: vectors are made in an event loop, and who opens it may be in one already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(open_index).result()


def _title(key: str, kind: Kind, index: LawIndex) -> str:
    """Return what to call something that is not there: a ruling, an article, or a law that is missing as a whole."""
    if kind == "case_law":
        return key
    work, _, article = key.partition("/")
    law = index.laws.title(work)
    return f"{law}, artikel {article}" if work in index.about.laws.values() else law


def _sources(
    index: LawIndex, kind: Kind, numbers: list[int], exact: int
) -> Iterator[tuple[int, Legislation | CaseLaw]]:
    """Yield the sources of documents with their places; what the query names stands first and only there.

    The first of several sources with one text (articles 1 to 3 of a law may all say that they have lapsed) stands
    for all, as the others would only take the places of what says something else.
    """
    seen: set[str] = set()
    for place, number in enumerate(numbers):
        source = index.of[kind].source(number)
        is_new = source.id not in seen and (place < exact or source.content not in seen)
        seen |= {source.id, source.content}
        if is_new:
            yield place, _dated(source, index)


def _dated(source: Legislation | CaseLaw, index: LawIndex) -> Legislation | CaseLaw:
    if isinstance(source, CaseLaw) or source.digest or source.as_of is None:
        return source
    dates = index.about.versions.get(source.work, ())
    if not dates or source.as_of == version_in_force(dates, None):
        return source
    return source.model_copy(update={"title": f"{source.title} (versie {source.as_of})"})
