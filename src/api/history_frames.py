"""What the routes of ``history_routes`` take and return, beside what ``DossierService`` has itself."""

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from src.dossier.finding import Where
from src.dossier.models import Dossier, Label

SourceIds = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=512)], ...],
    Field(max_length=1000),
]


class _HistoryFrame(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TurnCount(_HistoryFrame):
    """How many changes to take back, or to make again."""

    turns: int = Field(1, ge=1, le=1_000_000)


class Selection(_HistoryFrame):
    """Sources of the dossier to put back and to leave out, by their ids."""

    select: SourceIds = ()
    unselect: SourceIds = ()

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if not self.select and not self.unselect:
            raise ValueError("no source is named")
        return self


class Title(_HistoryFrame):
    """The name that the user gives a dossier; empty: none."""

    title: Annotated[str, StringConstraints(max_length=120)]


Labels = Annotated[tuple[Label, ...], Field(max_length=20)]


class LabelChange(_HistoryFrame):
    """Labels to give a dossier and to take away."""

    add: Labels = ()
    remove: Labels = ()

    @field_validator("add", "remove", mode="before")
    @classmethod
    def _without_odd_spaces(cls, labels: object) -> object:
        if not isinstance(labels, list | tuple):
            return labels
        return [" ".join(one.split()) if isinstance(one, str) else one for one in labels]


class Archive(_HistoryFrame):
    """Whether lists leave the dossier out from now on."""

    on: bool


class Listed(_HistoryFrame):
    """What lists tell a dossier apart by, after a change of that."""

    dossier_id: str
    version: int
    labels: list[str]
    archived: bool


class Deleted(_HistoryFrame):
    """A dossier that is gone."""

    dossier_id: str


class Day(_HistoryFrame):
    """The day that counts from now on; null: today."""

    day: date | None


class FoundLine(_HistoryFrame):
    """A dossier in which a text stands, and the first place of it."""

    dossier_id: str
    title: str
    version: int
    where: Where
    excerpt: str


class FoundList(_HistoryFrame):
    """The dossiers in which a text stands, the most recently changed first."""

    found: list[FoundLine]
    next: str | None = Field(
        None, description="`cursor` of the next page; absent: this is the last."
    )


class Forget(_HistoryFrame):
    """Which turns to erase: their numbers, or `all`."""

    turns: (
        Annotated[list[Annotated[int, Field(ge=1, le=10**9)]], Field(min_length=1)] | Literal["all"]
    )


class Hold(_HistoryFrame):
    """Whether forgetting is forbidden from now on."""

    on: bool


class Changed(_HistoryFrame):
    """The dossier after a change that is no message."""

    dossier_id: str
    version: int
    on_hold: bool
    response: str = Field(
        description="What was done, in words; empty where there is no more to say."
    )


def changed(dossier: Dossier, reply: str = "") -> Changed:
    """Return the dossier as it is after a change, with what was said of that."""
    return Changed(
        dossier_id=dossier.id, version=dossier.version, on_hold=dossier.on_hold, response=reply
    )


def listed(dossier: Dossier) -> Listed:
    """Return what lists tell the dossier apart by."""
    return Listed(
        dossier_id=dossier.id,
        version=dossier.version,
        labels=list(dossier.labels),
        archived=dossier.archived,
    )


class HashFrame(_HistoryFrame):
    """The SHA-256 of a dossier's state; equal states have the same."""

    dossier_id: str
    sha256: str


class VerifiedFrame(_HistoryFrame):
    """A journal whose entries are all as they were written, and how the stored state stands to it."""

    ok: bool = Field(description="False where the state is not what the journal adds up to.")
    entries: int
    state: Literal["same", "ahead", "differs"]
