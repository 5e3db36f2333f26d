"""What a client shows of a desk: its words, the kinds of what its dossiers hold, and how these are drawn."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from src.desks.desk import ByHand, Desk, Standing
from src.desks.kinds import ArtifactEdit, ArtifactReply, Column, DayWords, SlashCommand, View
from src.dossier.journal import Outcome
from src.dossier.models import Language
from src.errors import TessError, UnknownDesk, sentence

Texts = Mapping[Language, str]
"""A text in every language; empty where there is nothing to say."""


class _DeskFrame(BaseModel):
    # What desks say in classes of their own is told as it is, with what stands below each field.
    model_config = ConfigDict(
        frozen=True, extra="forbid", from_attributes=True, use_attribute_docstrings=True
    )


class SourceKindInfo(_DeskFrame):
    """A kind of source that a dossier of the desk may have."""

    name: str = Field(description="The word in `kind`.")
    label: Texts = Field(description="What sources of this kind are called.")
    group: str = Field(description="Field by whose value they are grouped; empty: by their kind.")
    short: str = Field(description="Field with an abbreviation of the group; empty: none.")
    dates: list[Column] = Field(
        description="Fields that hold a day, the first being the one to show; in their labels `{day}` stands for it, "
        "`{age}` for how long ago it is, `{time}` for its hour and minute."
    )

    @field_validator("dates", mode="before")
    @classmethod
    def _columns(cls, dates: object) -> object:
        if not isinstance(dates, Mapping):
            return dates
        return [{"field": name, "label": label} for name, label in dates.items()]

    described: Texts = Field(description="What one of them is; `{day}` stands for its `as_of`.")
    address: Texts = Field(description="What its `url` leads to.")


class ArtifactKindInfo(_DeskFrame):
    """A kind of artifact that a dossier of the desk may have, and how it is drawn."""

    name: str = Field(description="The word in `kind`.")
    label: Texts
    view: View
    columns: list[Column] = Field(description="What is drawn of its data, or of each row.")
    rows: str = Field(description="Field of its data with the rows; empty: the data is the row.")
    beside: bool = Field(description="Whether to show it under the answer that it was put with.")
    side: Literal["", "left", "right"] = Field(
        description="Where it is drawn if there is something for the other side, too."
    )
    file: str = Field(description="Ending of the file as which its text is offered; empty: none.")
    reply: ArtifactReply | None = Field(description="What can be replied; null: nothing.")
    edit: ArtifactEdit | None = Field(description="Text that can be typed over; null: none.")


class DeskInfo(_DeskFrame):
    """A desk as a client shows it, in both languages."""

    name: str
    title: Texts
    tagline: Texts = Field(description="What it is for, to stand behind a name.")
    about: Texts = Field(description="What it is for, in a sentence.")
    opening: Texts = Field(description="What to say before anybody has asked anything.")
    examples: Mapping[Language, Sequence[str]] = Field(description="Messages to try.")
    standing: Standing
    sources: list[SourceKindInfo] = Field(description="In the order in which to show them.")
    artifacts: list[ArtifactKindInfo]
    commands: list[SlashCommand]
    outcomes: Mapping[Outcome, Texts] = Field(
        description="A word for each way in which a turn ends; empty: clients do not tell it."
    )
    roles: Mapping[str, Texts] = Field(
        description="What a claim may be to its answer, by its `role`."
    )
    progress: Mapping[str, Texts] = Field(description="What TESS does while a tool runs.")
    stages: Mapping[str, Texts] = Field(
        description="What TESS does in a stage of a turn, in their order; empty: there are none to trace."
    )
    by_hand: Sequence[ByHand] = Field(
        description="What can be done without words: `feedback` on an answer, `scope` of what is searched."
    )
    day: DayWords | None = Field(description="Null: no day counts in its dossiers.")
    document: Texts = Field(description="What a document that a user adds is called.")
    digests: Texts = Field(description="What to say beside an answer that stands on our digests.")
    approve: Texts = Field(
        description="A reply to sources that were shown, to go on with them; empty: none."
    )
    personal: Mapping[str, Texts] = Field(
        description="What kinds of personal data are called, beside the general ones."
    )


class DeskList(_DeskFrame):
    """The desks of the caller; the first is that of a dossier for which none is named."""

    desks: list[DeskInfo]


async def desk_info(desk: Desk) -> DeskInfo:
    """Return a desk as clients show it."""
    words = desk.words
    told = {name: getattr(words, name) for name in DeskInfo.model_fields if hasattr(words, name)}
    return DeskInfo.model_validate(
        {
            **told,
            "name": desk.name,
            "title": desk.title,
            "tagline": words.tagline or desk.title,
            "standing": await _standing(desk),
            "sources": desk.source_kinds,
            "artifacts": desk.artifact_kinds,
            "by_hand": sorted(desk.by_hand),
        }
    )


async def _standing(desk: Desk) -> Standing:
    """Return what a desk has; where that can't be told, why."""
    try:
        return desk.words.standing((await desk.status()).facts)
    except TessError as error:
        languages: tuple[Language, ...] = ("nl", "en")
        return Standing(note={one: sentence(error.code, error.details, one) for one in languages})


def desk_named(desks: Mapping[str, Desk], name: str | None) -> str:
    """Return the name of the desk that a new dossier is made at, the first where none is named; ``UnknownDesk``."""
    found = name or next(iter(desks), "")
    if found not in desks:
        raise UnknownDesk(desks=", ".join(desks))
    return found
