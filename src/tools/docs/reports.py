"""What the tools for documentation have to tell."""

from dataclasses import dataclass, field

from src.desks.docs.artifacts import Scope
from src.dossier.models import Answer
from src.tools.base import Found, Report
from src.tools.choose import SourcesChosen


@dataclass(frozen=True)
class SectionsFound(Found):
    """Sections that a search or a link came upon; an answer tells which of them it stands on."""

    shows: bool = field(default=False, kw_only=True)
    is_linked: bool = field(default=False, kw_only=True)
    """Whether a link led to them."""


@dataclass(frozen=True)
class SectionsChosen(SourcesChosen):
    """Sections that an answer of this turn is to stand on."""

    @property
    def changes_selection(self) -> bool:
        return False


@dataclass(frozen=True)
class NothingAnswered(Report):
    """A draft of which no claim stands, or that made none: the selected sections do not answer the question."""

    answer: Answer

    @property
    def outcome(self) -> str:
        return "nothing_answered"


@dataclass(frozen=True)
class ScopeChosen(Report):
    """Where the dossier is searched from now on."""

    scope: Scope
