"""The artifacts of the desk: what a turn read in a message, and in which collections a dossier is searched. Pure."""

from typing import Literal

from pydantic import JsonValue

from src.desks.docs.reasons import Reason
from src.dossier.models import Artifact, Dossier, Frozen

READING = "reading"
"""Kind of the artifact with what the last question became, and its id: a dossier has one, replaced by each question."""

SCOPE = "scope"
"""Kind of the artifact with where a dossier is searched, and its id."""

ContextType = Literal["new_topic", "follow_up", "clarification"]
"""How a message stands to those before it; ``clarification``: it replies to what the desk asked."""

QualityDecision = Literal["approve", "research", "regenerate", "clarify"]

SearchQuality = Literal["excellent", "good", "poor"]


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
    """What became of a question.

    A turn fills in language, text, context, version, what was found, the question that was answered and the reason for
    which nothing was. The other fields are of dossiers from before models decided in rounds, which went by stages.
    """

    language: str = "en"
    """In which the reply is: a code of two letters."""
    language_confidence: float = 0.0
    text: str = ""
    """The message as it was written."""
    text_eng: str = ""
    translation_confidence: float = 0.0
    corrections_made: bool = False
    canonical_question: str = ""
    """As it was answered; empty where it was not."""
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
    queries: tuple[str, ...] = ()
    """What was searched for."""
    selected_before: tuple[str, ...] = ()
    """Ids of what was selected before the searches of the turn."""
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
    stages: tuple[dict[str, JsonValue], ...] = ()


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
