"""The retriever over the tantivy index of the library, or of the starter corpus where there is no library."""

import logging
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import tantivy
from tantivy import DocAddress

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
        exact = ranking.named(_named(citations, kind), wanted)
        ranked = [(EXACT_SCORE, address) for address in exact]
        ranked += [(one.score, one.address) for one in ranking.best(wanted, limit + len(exact))]
        return _hits(ranking, ranked, len(exact), limit)

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
        return _snapshot(folder, about, index_build.opened(folder))

    def _rebuilt(self, stale: Path) -> tuple[Path, About]:
        """Build the index anew from the stored works, unless another process just did."""
        _log.warning("the index was made by another version of the program; it is built anew")
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
    return Wanted(tuple(dutch.terms(text)), cited, outdated)


def _hits(
    ranking: Ranking, ranked: list[tuple[float, DocAddress]], exact: int, limit: int
) -> tuple[Hit, ...]:
    """Return the sources of the best documents; what the query names stands first and only there."""
    hits: list[Hit] = []
    seen: set[str] = set()
    for place, (score, address) in enumerate(ranked):
        if len(hits) >= limit:
            break
        source = documents.stored_source(ranking.document(address))
        if source.id not in seen:
            seen.add(source.id)
            hits.append(Hit(source, len(hits) + 1, score, exact=place < exact))
    return tuple(hits)
