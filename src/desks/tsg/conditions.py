"""What must hold of a dossier before it is researched, written or reviewed; code, which no words get past. Pure."""

from src.desks.tsg.artifacts import AT_ONCE, CLEARANCE
from src.desks.tsg.kept import guide_in, notes_of, research_of
from src.desks.tsg.refusals import GuideMissing, NotesMissing, ResearchMissing, ResearchNotShown
from src.desks.tsg.render import render
from src.desks.tsg.validator import problems
from src.dossier.models import Dossier
from src.errors import TessError
from src.tools.base import Condition


def is_straight(dossier: Dossier) -> bool:
    """Return whether the author asks for research and writing in this turn; the intake looked."""
    return dossier.artifact(AT_ONCE) is not None


def _research_shown(dossier: Dossier) -> TessError | None:
    was_seen = dossier.selection_was_shown or not dossier.sources
    return None if was_seen or is_straight(dossier) else ResearchNotShown()


def _guide_sound(dossier: Dossier) -> TessError | None:
    guide = guide_in(dossier)
    return None if guide and not problems(render(guide)) else GuideMissing()


NOTES_CLEARED = Condition(
    "notes_cleared",
    lambda dossier: None if notes_of(dossier) and dossier.artifact(CLEARANCE) else NotesMissing(),
)
"""There are notes, as the personal-data gate let them pass."""

RESEARCH_DONE = Condition(
    "research_done", lambda dossier: None if research_of(dossier) else ResearchMissing()
)
"""Somebody looked; that nothing was found is a result too."""

RESEARCH_SHOWN = Condition("research_shown", _research_shown)
"""The author saw the pages as they are selected now, or asked for all at once."""

GUIDE_SOUND = Condition("guide_sound", _guide_sound)
"""There is a guide that the validator passes."""
