"""What the tools of the Azure desk have to tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from src.desks.azure.diagnosis import Diagnosis
from src.desks.azure.knowledge import ErrorCode
from src.dossier.models import Claim, Observation
from src.tools.base import Answered, Report

Part = Literal["evidence", "steps", "portal", "summary", "alternatives"]
"""What of a diagnosis, or of the card of an error, is shown again."""


@dataclass(frozen=True)
class Observed(Report):
    """What Azure said to a call."""

    observations: Sequence[Observation]
    before: bool = False
    """Whether it was said to an earlier call of this trace, and nothing was asked now."""


@dataclass(frozen=True)
class Diagnosed(Answered):
    """A diagnosis; nothing else ends a turn as ``done``."""

    turn_outcome = "done"


@dataclass(frozen=True)
class DiagnosisShown(Report):
    """A part of the last diagnosis, or of the card of an error that was only explained, as the user asked for it."""

    part: Part
    diagnosis: Diagnosis | None
    codes: tuple[ErrorCode, ...] = ()


@dataclass(frozen=True)
class ErrorsExplained(Report):
    """What errors mean, out of the desk's table."""

    codes: tuple[ErrorCode, ...]
    elsewhere: str = ""
    """Of which cloud or tool it is, where it is none of Azure, as it is told."""
    is_sure: bool = True
    """Whether the user's words bring them by a code or wording of Azure, and not by a status or a fact alone."""
    logged_in: bool = False
    is_beside: bool = False
    """Whether a model found them by a weak word, and the user's words name none of their services."""
    another: bool = False
    """Whether other errors were explained in this trace before."""
    unfit: tuple[str, ...] = ()
    """Names of errors that were looked up in this turn and are not what the case is about: they are not told."""

    @property
    def outcome(self) -> str:
        return "done" if self.codes else "not_in_table"


@dataclass(frozen=True)
class Unproven(Report):
    """A diagnosis for whose cause no line stands: none is told as found."""

    struck: int
    unsettled: Sequence[Claim] = ()
    """What a second reading did not find in its line, and does not contradict."""

    outcome = "no_verified_cause"


@dataclass(frozen=True)
class GaveUp(Report):
    """Nothing was found: what was looked at, what a person may do next, and what could not be looked at."""

    checked: Sequence[str]
    by_hand: Sequence[str]
    missing: Sequence[str]

    turn_outcome = "fail"
