"""Searching collections of documentation: what is found is selected at once, what was left out stays out."""

import time
from collections.abc import Mapping
from dataclasses import replace

from pydantic import Field

from src.desks.docs.artifacts import Reading, Scope, reading_of, scope_of
from src.desks.docs.found import DocsFound, DocsSearch
from src.dossier.journal import HitRecord
from src.dossier.models import Document, Dossier, Source, is_of_client
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.docs.reports import SectionsFound
from src.tools.searching import brought

MOST = 8
"""Sections that are selected; the journal has all that a search came upon."""


class DocsSearchArgs(Arguments):
    query: str = Field(min_length=1, max_length=10_000, description="The question, complete.")
    terms: list[str] = Field(
        [], max_length=20, description="Names, options and errors to find exactly."
    )
    collection: str | None = Field(None, description="Only this one; else the dossier's scope.")
    version: str | None = Field(None, description="Only this one; else the dossier's scope.")


class SearchDocs(Tool[DocsSearchArgs]):
    """Find sections of documentation about a question; what is found is selected."""

    args = DocsSearchArgs

    def __init__(self, library: DocsSearch, store: DossierStore) -> None:
        self._library, self._store = library, store

    async def execute(self, dossier: Dossier, args: DocsSearchArgs) -> ToolResult:
        began = time.monotonic()
        found = _told_apart(
            dossier, await self._library.search(args.query, args.terms, _scope(dossier, args))
        )
        milliseconds = round((time.monotonic() - began) * 1000)
        patch = await self._patch(dossier, found)
        report = SectionsFound(found, milliseconds)
        return ToolResult(report, patch, hits=_records(found), output=_told(found))

    async def _patch(self, dossier: Dossier, found: DocsFound) -> DossierPatch:
        """Return the new selection: what was found, of a follow-up beside what was selected before."""
        hits = [one.document for one in found.hits[:MOST]]
        reading = reading_of(dossier) or Reading()
        follows = reading.context_type != "new_topic" or reading.researched
        patch = (await brought(self._store, dossier, "document", hits, follows)).patch
        kept = {one.id for one in dossier.selected if is_of_client(one)}
        now = {one.section_id: one.id for one in hits}
        earlier = [one.id for one in dossier.selected if _is_other_text(one, now)]
        laid_aside = dict.fromkeys((*patch.unselect_ids, *earlier))
        unselect = tuple(one for one in laid_aside if one not in kept)
        return patch.model_copy(update={"unselect_ids": unselect})


def _scope(dossier: Dossier, args: DocsSearchArgs) -> Scope:
    scope = scope_of(dossier)
    return Scope(
        collections=(args.collection,) if args.collection else scope.collections,
        version=scope.version if args.version is None else args.version,
    )


def _told_apart(dossier: Dossier, found: DocsFound) -> DocsFound:
    """Return what was found, each section whose text changed since the dossier came upon it under an id of its own."""
    hits = []
    for one in found.hits:
        before = dossier.source(one.document.id)
        has_changed = before is not None and before.content != one.document.content
        hits.append(replace(one, document=one.document.renewed()) if has_changed else one)
    return replace(found, hits=tuple(hits))


def _is_other_text(source: Source, now: Mapping[str, str]) -> bool:
    """Return whether a source is a section that was found with another text, by ids in the collection and here."""
    if not isinstance(source, Document):
        return False
    return now.get(source.section_id, source.id) != source.id


def _records(found: DocsFound) -> tuple[HitRecord, ...]:
    return tuple(
        HitRecord(
            source_id=one.document.id,
            title=one.document.title,
            rank=rank,
            score=one.score,
            exact=one.exact,
            offered=rank <= MOST,
        )
        for rank, one in enumerate(found.hits, start=1)
    )


def _told(found: DocsFound) -> str:
    """Return what a deciding model is told of it."""
    return "\n".join(f"{one.document.path}: {one.score:.2f}" for one in found.hits[:MOST])
