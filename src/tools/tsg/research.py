"""Looking for what notes lack, on Microsoft Learn and GitHub."""

from pydantic import Field

from src.desks.tsg.artifacts import OUTBOUND, RESEARCH, Research
from src.desks.tsg.conditions import NOTES_CLEARED, is_straight
from src.desks.tsg.kept import notes_of, pictures_read, put, put_numbered
from src.desks.tsg.refusals import MODEL_TROUBLE, NotesMissing, ResearchFailed, problem_of
from src.desks.tsg.research import Researcher
from src.dossier.journal import HitRecord
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.pace import PACE
from src.tools.tsg.reports import Researched

LONGEST_RESEARCH = 240.0
"""Seconds."""
COMPLETE = "All was asked."
NOWHERE = "Nothing was searched: research is off, or nobody could be reached."
RESERVE = 4.0
"""Seconds before the soft limit of a turn at which research ends, for the page that is just being read."""


class ResearchArgs(Arguments):
    focus: str = Field("", max_length=400)
    """What to look into above all, in the author's words; empty: whatever the notes lack."""


class SearchForNotes(Tool[ResearchArgs]):
    """Look for what the notes lack on Microsoft Learn and GitHub, once or once more; what was found before stays.

    The author sees what was found before a guide is written of it.
    """

    name = "research"
    args = ResearchArgs
    conditions = (NOTES_CLEARED,)

    def __init__(self, researcher: Researcher) -> None:
        self._researcher = researcher

    async def execute(self, dossier: Dossier, args: ResearchArgs) -> ToolResult:
        notes = notes_of(dossier)
        if notes is None:
            raise NotesMissing
        pace = PACE.get()
        await pace.on_stage("research")
        seconds = max(min(LONGEST_RESEARCH, pace.seconds_left() - RESERVE), 1.0)
        pictured = [picture.content for picture in pictures_read(dossier) if picture.content]
        try:
            looking, research = await self._researcher.look(
                dossier, notes, pictured, args.focus, seconds
            )
        except MODEL_TROUBLE as error:
            raise ResearchFailed(problem=problem_of(error)) from None
        pages = tuple(looking.pages)
        sent = put_numbered(OUTBOUND, looking.outbound, dossier)
        based = tuple(finding.page for finding in research.findings)
        patch = DossierPatch(
            add_sources=pages,
            select_ids=tuple(page.id for page in pages),
            put_artifacts=(put(RESEARCH, research, research.topic, based), *sent),
        )
        hits = tuple(
            HitRecord(source_id=page.id, title=page.title, rank=rank, score=1 / rank, offered=True)
            for rank, page in enumerate(pages, start=1)
        )
        return ToolResult(
            Researched("observation", pages, pages, research, tuple(looking.failed)),
            patch,
            looking.usage,
            hits,
            output=_told(research),
            # What was found is shown before anything is written of it, unless all is wanted at once.
            ends=not (research.is_complete and is_straight(dossier)),
        )


def _told(research: Research) -> str:
    """Return what a model is told: whether time ended it, and what was found."""
    claims = [finding.claim for finding in research.findings]
    ended = COMPLETE if research.is_complete else "Ended early: end the turn."
    return "\n".join([ended, *([] if research.queries or claims else [NOWHERE]), *claims])
