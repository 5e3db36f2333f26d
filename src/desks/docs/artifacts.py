"""The artifacts of the desk: what a turn read in a message, and in which collections a dossier is searched. Pure."""

from typing import Literal

from pydantic import Field, JsonValue

from src.desks.docs.forms import ContextType, QualityDecision
from src.desks.docs.reasons import Reason
from src.dossier.models import Artifact, Dossier, Frozen

READING = "reading"
"""Kind of the artifact with what the last question became, and its id: a dossier has one, replaced by each question."""

SCOPE = "scope"
"""Kind of the artifact with where a dossier is searched, and its id."""

StageName = Literal["language", "normalise", "essence", "guard", "search", "response", "quality"]

SEED_NAMES: dict[StageName, str] = {
    "language": "lang",
    "normalise": "translation",
    "essence": "essence",
    "guard": "guardrails",
    "search": "search, augmentation",
    "response": "response",
    "quality": "quality",
}
"""What the original program called each stage."""

SearchQuality = Literal["excellent", "good", "poor"]
StageOutcome = Literal["done", "failed", "late", "unreadable", "left_alone"]
"""``failed``: it raised; ``late``: its time ran out; ``unreadable``: its form was no form; ``left_alone``: it had
failed so often that it was not asked."""


class StageRecord(Frozen):
    """One stage of a turn, for its trace."""

    name: StageName
    seed_name: str
    wrote: dict[str, JsonValue] = {}
    """Attributes by name, as the table of stages has them."""
    outcome: StageOutcome = "done"
    milliseconds: int = 0


class SearchStats(Frozen):
    """What a search looked through and found."""

    collections: tuple[str, ...] = ()
    sections: int = 0
    """How many there were to search."""
    found: int = 0
    exact: int = 0
    """Of those found, how many have an identifier of the question as it is."""
    best: float = 0.0
    """Score of the first."""


class Reading(Frozen):
    """What became of a question, stage by stage; of a stage that was not reached the attributes are empty."""

    language: str = "en"
    """In which the reply is: a code of two letters."""
    language_confidence: float = 0.0
    text: str = ""
    """The message as it was written."""
    text_eng: str = ""
    translation_confidence: float = 0.0
    corrections_made: bool = False
    canonical_question: str = ""
    context_type: ContextType = "new_topic"
    related_history: tuple[str, ...] = ()
    version: str = ""
    """The version that the question names, of those that there are; empty: none."""
    clarification_result: Literal["", "search_again", "exit"] = ""
    """What was said to a clarification that waited, where one did."""
    guardrails_passed: bool = False
    """True only where the guard itself said so, of ``guarded_question``."""
    guarded_question: str = ""
    guard_reason: Reason | None = None
    search_stats: SearchStats = SearchStats()
    search_quality: SearchQuality | None = None
    within_scope: bool | None = None
    """Whether the documentation has something about it; None where nothing was searched."""
    source_references: tuple[str, ...] = ()
    """Ids of the sections that were found, best first."""
    generation_confidence: float | None = None
    """The share of the drafted claims that stand; None where there was no draft."""
    quality_score: float | None = None
    quality_analysis: str = ""
    quality_decision: QualityDecision | None = None
    reason: Reason | None = None
    """Why nothing was answered; None where something was."""
    researched: bool = False
    regenerated: bool = False
    remarks: str = ""
    """What the answer was written again for, as the quality stage has it."""
    stages: tuple[StageRecord, ...] = Field((), description="In the order in which they ended.")

    def at(self, name: StageName) -> StageRecord | None:
        """Return the last record of a stage, None where it was not reached."""
        return next((one for one in reversed(self.stages) if one.name == name), None)


class Scope(Frozen):
    """In which collections a dossier is searched, and of which version; empty: in all, the newest that each has."""

    collections: tuple[str, ...] = ()
    version: str = ""


def reading_of(dossier: Dossier) -> Reading | None:
    """Return what the last question of a dossier became, None where none was asked."""
    kept = dossier.artifact(READING)
    return Reading.model_validate(kept.data) if kept and kept.kind == READING else None


def scope_of(dossier: Dossier) -> Scope:
    """Return where a dossier is searched."""
    kept = dossier.artifact(SCOPE)
    return Scope.model_validate(kept.data) if kept and kept.kind == SCOPE else Scope()


def reading_artifact(reading: Reading) -> Artifact:
    """Return a reading as it is put into a dossier, in place of the one before."""
    return Artifact(id=READING, kind=READING, data=reading.model_dump(mode="json"))


def scope_artifact(scope: Scope) -> Artifact:
    """Return a scope as it is put into a dossier, in place of the one before."""
    return Artifact(id=SCOPE, kind=SCOPE, data=scope.model_dump(mode="json"))
