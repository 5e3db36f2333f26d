"""What the tools for documentation have to tell."""

from dataclasses import dataclass

from src.desks.docs.artifacts import Scope, StageRecord
from src.desks.docs.found import DocsFound
from src.desks.docs.reasons import Reason
from src.tools.base import Report


@dataclass(frozen=True)
class SectionsFound(Report):
    """What a search came upon, and how long it took."""

    found: DocsFound
    milliseconds: int


@dataclass(frozen=True)
class QuestionGuarded(Report):
    """What the guard says of a question: passed, or why not."""

    question: str
    reason: Reason | None
    """None: it passed."""
    stage: StageRecord


@dataclass(frozen=True)
class ScopeChosen(Report):
    """Where the dossier is searched from now on."""

    scope: Scope
