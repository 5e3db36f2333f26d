"""The whole run in one call: read, cut, write and tag, as far as the time of the turn goes."""

import asyncio
from dataclasses import dataclass, field

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.desks.backlog.kept import (
    fresh_transcripts,
    is_unfinished,
    items_in,
    project_of,
    put_run,
    run_in,
    untagged,
    unwritten_segments,
)
from src.desks.backlog.overview import question_of, with_overview
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.errors import SelectionNotShown, TessError
from src.llm.protocol import Usage
from src.tools.backlog.items import ShowArgs, shown
from src.tools.backlog.loading import LoadArgs, LoadBacklog
from src.tools.backlog.making import SegmentStep, WriteStep
from src.tools.backlog.reports import ItemsMade
from src.tools.backlog.tagging import TagStep, is_over
from src.tools.base import Arguments, Refused, Report, Tool, ToolResult


class MakeArgs(Arguments):
    project: str | None = Field(None, min_length=1, max_length=200)
    """Whose backlog is read first, where one is named."""
    segments: tuple[int, ...] = Field((), max_length=200)
    """Segments to write again, by number; none: all without items."""
    instruction: str | None = Field(None, min_length=1, max_length=2_000)
    """What the user wants of the items besides."""
    only_segments: bool = False
    """Cut the newest transcript into segments anew, and write nothing."""
    at_once: SkipJsonSchema[bool] = False
    """Whether the message asks for nothing else, so that what is read now is shown with the items; for code to say."""


WAITS = (
    "The user is shown what was read, and says then whether the items are made: do not call make_items again in this "
    "turn. Do what else the message asks, such as leaving out a source; if that is nothing, reply with no words."
)


@dataclass
class _RunProgress:
    before: Dossier
    dossier: Dossier
    reports: list[Report] = field(default_factory=list)
    patches: list[DossierPatch] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    waits: bool = False
    """Whether the user is to look at what was brought before it goes on."""

    def keep(self, patch: DossierPatch) -> None:
        self.patches.append(patch)
        self.dossier = patch.apply(self.dossier)

    def change_run(self, **changes: object) -> None:
        if run := run_in(self.dossier):
            changed = put_run(run.model_copy(update=changes))
            self.keep(DossierPatch(put_artifacts=(changed,)))

    def take(self, result: ToolResult) -> None:
        self.keep(result.patch)
        self.reports.append(result.report)
        self.usage += result.usage
        self.fallback = self.fallback or result.fallback

    def result(self) -> ToolResult:
        is_done = not is_unfinished(self.dossier)
        question = question_of(self.dossier) if is_done else None
        patch = with_overview(self.before, merged(self.patches))
        report = ItemsMade(tuple(self.reports), is_done or self.waits)
        return ToolResult(
            report,
            patch,
            self.usage,
            fallback=self.fallback,
            ends=not self.waits,  # a wish about what was brought has not been read yet
            asks=question,
            output=WAITS if self.waits else "",
        )


class MakeItems(Tool[MakeArgs]):
    """Make items of the newest transcript, or go on with that: for "make the items", "go on", and segments again."""

    args = MakeArgs
    edits = True

    def __init__(
        self,
        load: LoadBacklog,
        segment: SegmentStep,
        write: WriteStep,
        tag: TagStep,
        *,
        loads_by_itself: bool = False,
    ) -> None:
        """Make items by these steps; ``loads_by_itself``: there is one project, read where nobody named one."""
        self._load, self._segment, self._write, self._tag = load, segment, write, tag
        self._loads_by_itself = loads_by_itself

    async def execute(self, dossier: Dossier, args: MakeArgs) -> ToolResult:
        run = _RunProgress(dossier, dossier)
        try:
            await self._run(run, args)
        except TessError as error:
            if not run.reports:
                raise
            run.reports.append(Refused(error.code, dict(error.details)))
        return run.result() if run.reports else shown(dossier, ShowArgs())

    async def _run(self, run: _RunProgress, args: MakeArgs) -> None:
        """Take the steps that are due, until one of them has to wait or the time is over."""
        if args.project or (self._loads_by_itself and not project_of(run.dossier)):
            project = LoadArgs(project=args.project)
            run.take(await self._load.execute(run.dossier, project))
            run.waits = not (args.at_once or run.dossier.selection_was_shown)
            if is_over():
                return
        is_fresh = not args.segments and bool(fresh_transcripts(run.dossier))
        if run_in(run.dossier) is None or is_fresh or args.only_segments:
            if run.reports and not is_fresh and not args.only_segments:
                return  # there is no transcript yet
            await asyncio.to_thread(run.take, await self._segment.run(run.dossier))
            run.waits = run.waits or args.only_segments
            if run.waits or is_over():
                if args.instruction:
                    run.change_run(instruction=args.instruction)
                return
        state = run_in(run.dossier)
        if state and state.is_paused:  # who says that it goes on lets it spend as much again
            run.change_run(is_paused=False, tokens=0)
        unwritten = await asyncio.to_thread(unwritten_segments, run.dossier)
        if args.segments or unwritten:
            if not (run.before if args.at_once else run.dossier).selection_was_shown:
                raise SelectionNotShown
            wanted = args.instruction or ""
            written = await self._write.run(run.dossier, args.segments, wanted)
            await asyncio.to_thread(run.take, written)
            unwritten = await asyncio.to_thread(unwritten_segments, run.dossier)
            run_now = run_in(run.dossier)
            if is_over() or unwritten or (run_now and run_now.is_paused):
                return
        is_alone = bool(run.reports and items_in(run.dossier)) and not project_of(run.dossier)
        if untagged(run.dossier) or is_alone:
            run.take(await self._tag.run(run.dossier))
