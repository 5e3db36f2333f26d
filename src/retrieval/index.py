"""The retriever over the tantivy index of the library, or of the starter corpus where there is no library."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

import tantivy
from tantivy import DocAddress

from src.dossier.models import CaseLaw, Legislation
from src.errors import CorpusUnreadable
from src.retrieval import documents, dutch, index_build
from src.retrieval.citations import ArticleCitation, Citation, RulingCitation, find_citations
from src.retrieval.index_build import About
from src.retrieval.laws import LawNames
from src.retrieval.passages import Hit, Kind, LibraryState
from src.retrieval.ranking import Ranking, Wanted
from src.retrieval.works import Works, library_lock, works_folder

LONGEST_QUERY = 10_000
"""Characters; what comes after is not read."""

EXACT_SCORE = 1000.0
"""Score of what the query names itself: above any that words can reach."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Snapshot:
    """One index, open for reading; a later index is another snapshot."""

    folder: Path | None
    about: About
    rankings: dict[Kind, Ranking]
    laws: LawNames


class TantivyRetriever:
    """Finds sources in the library; follows it when a new index is put in use."""

    def __init__(self, library_dir: Path, starter_dir: Path) -> None:
        """Open the index in use, made anew from the works where another version of the program made it."""
        self._library_dir = library_dir
        self._starter_dir = starter_dir
        self._snapshot = self._open()

    @property
    def state(self) -> LibraryState:
        """What there is to search."""
        return self._latest().about.state

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None
    ) -> tuple[Hit, ...]:
        """Return at most ``limit`` sources of one kind, best first; exact articles and rulings come before all.

        A search takes a few milliseconds, so it runs where it is awaited.
        """
        snapshot = self._latest()
        text = query[:LONGEST_QUERY]
        citations = find_citations(text, snapshot.laws)
        ranking = snapshot.rankings[kind]
        wanted = _wanted(text, citations, kind, _outdated(snapshot.about, as_of))
        exact = ranking.named(_named(citations, kind), wanted.without_versions)
        ranked = [(EXACT_SCORE, address) for address in exact]
        ranked += [(one.score, one.address) for one in ranking.best(wanted)]
        sources = _sources(ranking, [address for _, address in ranked], len(exact))
        return tuple(
            Hit(source, rank, ranked[place][0], place < len(exact), _is_in_force(source, as_of))
            for rank, (place, source) in enumerate(islice(sources, limit), start=1)
        )

    def missing(self, query: str, kind: Kind, as_of: date | None = None) -> tuple[str, ...]:
        """Return the titles of what the query names and the library lacks, or lacks in force on ``as_of``."""
        snapshot = self._latest()
        keys = _named(find_citations(query[:LONGEST_QUERY], snapshot.laws), kind)
        outdated = _outdated(snapshot.about, as_of)
        lacking = [key for key in keys if not snapshot.rankings[kind].named((key,), outdated)]
        return tuple(dict.fromkeys(_title(key, kind, snapshot) for key in lacking))

    def versions(self, law: Legislation) -> tuple[Legislation, ...]:
        """Return every version of an article that the library has, oldest first; a digest of ours is none."""
        ranking = self._latest().rankings["legislation"]
        found = [
            documents.stored_source(ranking.document(address))
            for address in ranking.named((documents.key_of(law),), ())
        ]
        laws = [one for one in found if isinstance(one, Legislation) and not one.digest]
        return tuple(sorted(laws, key=lambda one: one.as_of or date.min))

    def _latest(self) -> _Snapshot:
        """Return the snapshot of the index in use, opened anew where an ingest has put another in use."""
        folder = index_build.current_folder(self._library_dir)
        if folder is not None and folder != self._snapshot.folder:
            self._snapshot = self._open()
        return self._snapshot

    def _open(self) -> _Snapshot:
        folder = index_build.current_folder(self._library_dir)
        if folder is None:
            return _snapshot(None, *index_build.in_memory(self._starter_dir))
        about = index_build.about(folder)
        if about is None or about.made_by != index_build.made_by(self._starter_dir):
            folder, about = self._rebuilt(folder)
        try:
            return _snapshot(folder, about, index_build.opened(folder))
        except (ValueError, OSError):  # a file of it is damaged or gone; the works are what counts
            folder, about = self._rebuilt(folder)
            return _snapshot(folder, about, index_build.opened(folder))

    def _rebuilt(self, stale: Path) -> tuple[Path, About]:
        """Build the index anew from the stored works, unless another process just did."""
        _log.warning(
            "the index is damaged or was made by another version of the program; it is built anew"
        )
        try:
            with library_lock(self._library_dir):
                if index_build.current_folder(self._library_dir) == stale:
                    works = Works(works_folder(self._library_dir))
                    index_build.in_library(self._library_dir, works, self._starter_dir)
        except OSError as error:
            problem = f"the index cannot be built anew: {error.strerror or error}"
            raise CorpusUnreadable(path=str(self._library_dir), problem=problem) from error
        folder = index_build.current_folder(self._library_dir) or stale
        about = index_build.about(folder)
        if about is None:
            raise CorpusUnreadable(path=str(folder), problem="the new index cannot be read")
        return folder, about


def _snapshot(folder: Path | None, about: About, indexes: dict[Kind, tantivy.Index]) -> _Snapshot:
    rankings = {kind: Ranking(index, kind) for kind, index in indexes.items()}
    return _Snapshot(folder, about, rankings, LawNames(about.laws))


def _outdated(about: About, as_of: date | None) -> tuple[str, ...]:
    """Return the versions of laws that are not in force on ``as_of``: of each law all but one.

    Where every version that is known begins later, the earliest stands in; its date tells so.
    """
    day = as_of or date.max
    outdated: list[str] = []
    for work, dates in about.versions.items():
        in_force = max((begin for begin in dates if begin <= day), default=dates[0])
        outdated += [f"{work}@{begin}" for begin in dates if begin != in_force]
    return tuple(outdated)


def _named(citations: tuple[Citation, ...], kind: Kind) -> tuple[str, ...]:
    """Return the keys of the sources of this kind that the query names."""
    if kind == "case_law":
        return tuple(one.ecli for one in citations if isinstance(one, RulingCitation))
    return _articles(citations)


def _articles(citations: tuple[Citation, ...]) -> tuple[str, ...]:
    return tuple(
        f"{one.work}/{one.article}"
        for one in citations
        if isinstance(one, ArticleCitation) and one.work
    )


def _wanted(
    text: str, citations: tuple[Citation, ...], kind: Kind, outdated: tuple[str, ...]
) -> Wanted:
    """Return what is left to search by words once the citations, which are looked up, are taken out."""
    for citation in citations:
        start, end = citation.span
        text = text[:start] + " " * (end - start) + text[end:]
    cited = _articles(citations) if kind == "case_law" else ()
    names = any(_named(citations, any_kind) for any_kind in index_build.KINDS)
    return Wanted(tuple(dutch.terms(text)), cited, outdated, names)


def _title(key: str, kind: Kind, snapshot: _Snapshot) -> str:
    """Return what to call something that is not there: a ruling, an article, or a law that is missing as a whole."""
    if kind == "case_law":
        return key
    work, _, article = key.partition("/")
    law = snapshot.laws.title(work)
    return f"{law}, artikel {article}" if work in snapshot.about.laws.values() else law


def _sources(
    ranking: Ranking, addresses: list[DocAddress], exact: int
) -> Iterator[tuple[int, Legislation | CaseLaw]]:
    """Yield the sources of documents with their places; what the query names stands first and only there.

    Of several sources with one text (articles 1 to 3 of a law may all say that they have lapsed) the first stands
    for all, as the others would only take the places of what says something else.
    """
    seen: set[str] = set()
    for place, address in enumerate(addresses):
        source = documents.stored_source(ranking.document(address))
        is_new = source.id not in seen and (place < exact or source.content not in seen)
        seen |= {source.id, source.content}
        if is_new:
            yield place, source


def _is_in_force(source: Legislation | CaseLaw, as_of: date | None) -> bool:
    """Tell whether a text counted on the day; a version that began later only stands in for want of an earlier."""
    if as_of is None or source.as_of is None or isinstance(source, CaseLaw):
        return True
    return source.as_of <= as_of
