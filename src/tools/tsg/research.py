"""Looking for what notes lack, on Microsoft Learn and GitHub."""

from collections.abc import Sequence
from functools import cached_property

from pydantic import Field

from src.desks.tsg.artifacts import OUTBOUND, RESEARCH
from src.desks.tsg.conditions import NOTES_CLEARED
from src.desks.tsg.kept import notes_of, pictures_read, put, put_numbered
from src.desks.tsg.refusals import NotesMissing, ResearchFailed
from src.desks.tsg.research import Researcher
from src.desks.tsg.trouble import MODEL_TROUBLE, problem_of
from src.dossier.journal import HitRecord
from src.dossier.models import Dossier, Observation
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.tsg.reports import Researched


class ResearchArgs(Arguments):
    focus: str = Field("", max_length=400, description="What to look into above all; may be empty.")
    seconds: float = Field(240, gt=0, le=240, description="How long it may take.")


class LooksOutside(Tool[ResearchArgs]):
    """Base of the tools that research."""

    args = ResearchArgs
    conditions = (NOTES_CLEARED,)

    def __init__(self, researcher: Researcher) -> None:
        self._researcher = researcher

    async def execute(self, dossier: Dossier, args: ResearchArgs) -> ToolResult:
        notes = notes_of(dossier)
        if notes is None:
            raise NotesMissing
        pictured = [one.content for one in pictures_read(dossier) if one.content]
        try:
            looking, research = await self._researcher.look(
                dossier, notes, pictured, args.focus, args.seconds
            )
        except MODEL_TROUBLE as error:
            raise ResearchFailed(problem=problem_of(error)) from None
        pages = tuple(looking.pages)
        sent = put_numbered(OUTBOUND, looking.outbound, dossier)
        based = tuple(one.page for one in research.findings)
        patch = DossierPatch(
            add_sources=pages,
            select_ids=tuple(one.id for one in pages),
            put_artifacts=(put(RESEARCH, research, research.topic, based), *sent),
        )
        report = Researched("observation", pages, pages, research, tuple(looking.failed))
        return ToolResult(report, patch, looking.usage, _hits(pages))


class SearchForNotes(LooksOutside):
    """Look for what the notes lack: verify their addresses, search, read pages and keep what they say."""

    @cached_property
    def name(self) -> str:
        """The name by which it is called."""
        return "research"


class ResearchAgain(LooksOutside):
    """Look once more, for what the author names; what was found before stays."""


def _hits(pages: Sequence[Observation]) -> tuple[HitRecord, ...]:
    return tuple(
        HitRecord(source_id=one.id, title=one.title, rank=rank, score=1 / rank, offered=True)
        for rank, one in enumerate(pages, start=1)
    )
