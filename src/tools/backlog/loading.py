"""Reading the backlog that is there: what changed since it was read last, and what is gone."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from pydantic import Field

from src.desks.backlog.artifacts import BACKLOG, BacklogPage
from src.desks.backlog.errors import UnknownProject
from src.desks.backlog.kept import outdated_plans, paged, pages_in, project_for, project_of, put
from src.desks.backlog.tracker import LoadedBacklog, Tracker
from src.desks.backlog.tracker_item import TrackerItem, tracker_item
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import utc_now
from src.tools.backlog.reports import BacklogLoaded
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.pace import PACE

MOST_SHOWN = 50
"""Work items that all become sources at once; of more, those that something stands on do."""


class LoadArgs(Arguments):
    project: str | None = Field(None, min_length=1, max_length=200)
    """Left out: the one that was read before."""
    types: tuple[str, ...] = Field((), max_length=20)
    """Types of work item; empty: all."""
    area: str | None = Field(None, min_length=1, max_length=500)
    """Path of an area; left out: all."""


class LoadBacklog(Tool[LoadArgs]):
    """Read the work items of a project of the tracker, so that items can be held against them."""

    args = LoadArgs
    edits = True

    def __init__(self, tracker: Tracker, projects: Sequence[str]) -> None:
        self._tracker = tracker
        self._projects = projects

    async def execute(self, dossier: Dossier, args: LoadArgs) -> ToolResult:
        await PACE.get().on_stage("load")
        named = (args.project or "").strip()
        if not (named or project_of(dossier) or self._projects):
            with suppress(UnknownProject):  # where no tracker is set, that is told instead
                await self._tracker.load("")
        project = project_for(dossier, self._projects, named)
        # In threads: of thousands it takes a while, in which others want to go on.
        known = await asyncio.to_thread(_known, dossier, project)
        revisions = {number: int(item.revision) for number, item in known.items() if not item.gone}
        loaded = await self._tracker.load(project, args.types, args.area or "", revisions)
        return await asyncio.to_thread(_read, dossier, project, known, loaded)


def _read(
    dossier: Dossier,
    project: str,
    known: dict[int, TrackerItem],
    loaded: LoadedBacklog,
) -> ToolResult:
    now = utc_now()
    fresh = {item.id: tracker_item(item, project, now) for item in loaded.items}
    lost = {n: known[n].model_copy(update={"gone": True}) for n in loaded.gone}
    every = {**known, **lost, **fresh}
    patch = _patch(dossier, project, [every[n] for n in sorted(every)], now)
    there = [item for item in every.values() if not item.gone]
    report = BacklogLoaded(
        project,
        dict(Counter(item.type for item in there)),
        changed=len(fresh),
        gone=[item.title for item in lost.values()],
        shown=len(there) <= MOST_SHOWN,
    )
    return ToolResult(report, patch, ends=True)


def _known(dossier: Dossier, project: str) -> dict[int, TrackerItem]:
    """Return what was read of this project before; of another one nothing is kept."""
    pages = [page for page in pages_in(dossier) if page.project.casefold() == project.casefold()]
    return {item.number: item for page in pages for item in page.items}


def _patch(
    dossier: Dossier, project: str, items: Sequence[TrackerItem], now: datetime
) -> DossierPatch:
    pages = [
        put(
            f"{BACKLOG}-{number}",
            BACKLOG,
            BacklogPage(project=project, taken_at=now, number=number, items=page),
            project,
        )
        for number, page in enumerate(paged(items), start=1)
    ]
    kept = {artifact.id for artifact in pages}
    old = [each.id for each in dossier.artifacts if each.kind == BACKLOG and each.id not in kept]
    gone = (*old, *outdated_plans(dossier))
    # A new revision takes the place of the one before, and what is gone goes.
    there = {item.version_of: item for item in items if not item.gone}
    shown = {source.version_of for source in dossier.sources if isinstance(source, TrackerItem)}
    left_out = {entry.version_of for entry in dossier.unselected if isinstance(entry, TrackerItem)}
    wanted = [item for key, item in there.items() if len(there) <= MOST_SHOWN or key in shown]
    new = [item for item in wanted if dossier.source(item.id) is None]
    current = {item.id for item in there.values()}
    before = [source for source in dossier.selected if isinstance(source, TrackerItem)]
    replaced = [item for item in before if item.id not in current]
    left_out -= {source.version_of for source in replaced}
    return DossierPatch(
        add_sources=tuple(new),
        select_ids=tuple(item.id for item in new if item.version_of not in left_out),
        unselect_ids=tuple(source.id for source in replaced),
        put_artifacts=tuple(pages),
        remove_artifact_ids=gone,
    )
