"""Searching collections of documentation: what is found is selected at once, what was left out stays out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import Field

from src.desks.docs.artifacts import Reading, Scope, reading_artifact, reading_of, scope_of
from src.desks.docs.code import asked_in_words
from src.desks.docs.found import DocsFound, DocsHit, DocsSearch, in_view, within
from src.desks.docs.intake import language_of, question_said
from src.desks.docs.scope_words import version_asked, versions_of, without_version
from src.desks.docs.wordings import questions_in
from src.dossier.journal import HitRecord
from src.dossier.models import Answer, Document, Dossier, Source, is_of_client
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.search.snippet import snippet
from src.tools.base import Found, Report, Tool, ToolResult
from src.tools.choose import SourcesChosen
from src.tools.searching import QueriesArgs, Query, brought, fused_scores


@dataclass(frozen=True)
class SectionsFound(Found):
    """Sections that a search or a link found; an answer tells which of them it stands on."""

    shows: bool = field(default=False, kw_only=True)
    is_linked: bool = field(default=False, kw_only=True)
    """Whether a link led to them."""


@dataclass(frozen=True)
class SectionsChosen(SourcesChosen):
    """Sections that an answer of this turn is to stand on."""

    changes_selection = False


@dataclass(frozen=True)
class NothingAnswered(Report):
    """A draft of which no claim stands, or that made none: the selected sections do not answer the question."""

    answer: Answer

    outcome = "nothing_answered"


@dataclass(frozen=True)
class ScopeChosen(Report):
    """Where the dossier is searched from now on."""

    scope: Scope


MOST = 8
"""Sections that are selected; the journal has all that a search found."""


FEW_WORDS = 8
"""Words up to which a message that goes on about another is not searched for by itself."""


class DocsSearchArgs(QueriesArgs):
    queries: list[Query] = Field(min_length=1)
    """1 to 4 complete wordings, names, options and errors exactly. The user's own words go along."""
    collections: list[str] | None = Field(None, max_length=20)
    """For this search alone."""
    version: str | None = None
    """Else the newest of each."""


class SearchDocs(Tool[DocsSearchArgs]):
    """Search the documentation; what is found is selected."""

    args = DocsSearchArgs

    def __init__(self, library: DocsSearch, store: DossierStore) -> None:
        self._library, self._store = library, store

    async def execute(self, dossier: Dossier, args: DocsSearchArgs) -> ToolResult:
        said = question_said(dossier, [pair.name for pair in self._library.known])
        own = asked_in_words(said)
        version = self._version(dossier, args, own)
        found = _told_apart(dossier, await self._found(_scope(dossier, args, version), args, own))
        hits = [hit.document for hit in in_view(found.hits, MOST, found.firsts)]
        code, sure = language_of(dossier)
        reading = Reading(
            language=code,
            language_confidence=sure,
            text=said,
            context_type="follow_up" if args.goes_on else "new_topic",
            version=version,
            search_stats=found.stats,
            search_quality=found.quality,
            within_scope=found.quality != "poor",
            source_references=tuple(hit.id for hit in hits),
            queries=tuple(dict.fromkeys((*args.queries, own))),
            selected_before=tuple(dossier.selected_ids),
        )
        reading = _of_turn(reading, reading_of(dossier))
        report = SectionsFound(
            "document",
            tuple(hits),
            (),
            weak=found.quality == "poor",
            passages={hit.id: snippet(hit.content, (*args.queries, own)) for hit in hits},
        )
        # What finds little takes nothing away.
        follows = True if found.quality == "poor" else args.goes_on
        patch = await self._patch(dossier, hits, reading, follows)
        return ToolResult(report, patch, hits=_records(found, hits), output=_told(found))

    def _version(self, dossier: Dossier, args: DocsSearchArgs, own: str) -> str:
        """Return the version that is asked for, also where only the user's words name it."""
        there = versions_of(within(scope_of(dossier), self._library.known))
        return args.version or version_asked(own, there)

    async def _found(self, scope: Scope, args: DocsSearchArgs, own: str) -> DocsFound:
        # What only goes on about the question before it would find anything.
        alone = args.goes_on and len(own.split()) <= FEW_WORDS
        several = questions_in(own)
        each = several if len(several) > 1 else ()
        worded = dict.fromkeys(args.queries if alone else (*args.queries, own, *each))
        queries = [without_version(one) if scope.version else one for one in worded if one.strip()]
        return fused([await self._library.search(query, own, scope) for query in queries])

    async def _patch(
        self, dossier: Dossier, hits: Sequence[Document], reading: Reading, goes_on: bool | None
    ) -> DossierPatch:
        """Return the new selection: what was found, of a follow-up beside what was selected before."""
        patch = (await brought(self._store, dossier, "document", hits, goes_on)).patch
        kept = {source.id for source in dossier.selected if is_of_client(source)}
        now = {hit.section_id: hit.id for hit in hits}
        earlier = [source.id for source in dossier.selected if _is_other_text(source, now)]
        laid_aside = dict.fromkeys((*patch.unselect_ids, *earlier))
        return patch.model_copy(
            update={
                "unselect_ids": tuple(text for text in laid_aside if text not in kept),
                "put_artifacts": (reading_artifact(reading),),
            }
        )


def fused(lists: Sequence[DocsFound]) -> DocsFound:
    """Return what several wordings found as one list; a poor list counts only where all are."""
    sure = [docs_found for docs_found in lists if docs_found.quality != "poor"] or lists
    first = next((docs_found for docs_found in sure if docs_found.quality == "excellent"), sure[0])
    if len(sure) == 1:
        return first
    best: dict[str, DocsHit] = {}
    for hit in (hit for found in sure for hit in found.hits):
        known = best.setdefault(hit.document.id, hit)
        best[hit.document.id] = hit if hit.exact and not known.exact else known
    scores = fused_scores([[hit.document.id for hit in found.hits] for found in sure])
    ranked = sorted((best[score] for score in scores), key=lambda docs_hit: not docs_hit.exact)
    lacking = all(docs_found.is_lacking for docs_found in sure)
    firsts = frozenset(docs_found.hits[0].document.id for docs_found in sure if docs_found.hits)
    return replace(first, hits=tuple(ranked), is_lacking=lacking, firsts=firsts)


def _of_turn(now: Reading, before: Reading | None) -> Reading:
    """Return what a search read, with what the searches before it in the same turn found, and where they looked."""
    is_same = (
        before and before.text == now.text and not (before.canonical_question or before.reason)
    )
    if not before or not is_same:
        return now
    new, old = now.search_stats, before.search_stats
    places = tuple(dict.fromkeys((*old.collections, *new.collections)))
    is_elsewhere = not set(new.collections) & set(old.collections)
    many = new.sections + old.sections if is_elsewhere else max(new.sections, old.sections)
    stats = new.model_copy(update={"collections": places, "sections": many})
    qualities = (now.search_quality or "poor", before.search_quality or "poor")
    return now.model_copy(
        update={
            "search_stats": stats,
            "search_quality": min(qualities, key=("excellent", "good", "poor").index),
            "within_scope": now.within_scope or before.within_scope,
            "selected_before": before.selected_before,
            "remarks": before.remarks,
            "queries": tuple(dict.fromkeys((*now.queries, *before.queries))),
            "source_references": tuple(
                fused_scores([now.source_references, before.source_references])
            ),
        }
    )


def _scope(dossier: Dossier, args: DocsSearchArgs, version: str) -> Scope:
    scope = scope_of(dossier)
    return Scope(
        collections=tuple(args.collections or scope.collections), version=version or scope.version
    )


def _told_apart(dossier: Dossier, found: DocsFound) -> DocsFound:
    """Return what was found, each section whose text changed since the dossier found it under an id of its own."""
    hits = []
    for hit in found.hits:
        before = dossier.source(hit.document.id)
        has_changed = before is not None and before.content != hit.document.content
        hits.append(replace(hit, document=hit.document.renewed()) if has_changed else hit)
    return replace(found, hits=tuple(hits))


def _is_other_text(source: Source, now: Mapping[str, str]) -> bool:
    if not isinstance(source, Document):
        return False
    return now.get(source.section_id, source.id) != source.id


def _records(found: DocsFound, offered: Sequence[Document]) -> tuple[HitRecord, ...]:
    ids = {document.id for document in offered}
    return tuple(
        HitRecord(
            source_id=hit.document.id,
            title=hit.document.title,
            rank=rank,
            score=hit.score,
            exact=hit.exact,
            offered=hit.document.id in ids,
        )
        for rank, hit in enumerate(found.hits, start=1)
    )


LACKING = "Nothing that was found is near to it."


def _told(found: DocsFound) -> str:
    """Return what a deciding model is told beside the hits: how good the search looks, and where it was made."""
    where = ", ".join(found.stats.collections) or "no collection"
    searched = f"search quality: {found.quality}; {found.stats.sections} sections of {where}."
    return f"{searched} {LACKING}" if found.is_lacking else searched
