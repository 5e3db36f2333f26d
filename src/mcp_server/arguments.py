"""What the tools of all desks take; their schemas are made from these. Pure."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from src.api.wire import MESSAGE_ID
from src.export.formats import Format


class DoorArguments(BaseModel):
    """Base of them all: what is not known is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


DossierId = Annotated[
    str, StringConstraints(max_length=64), Field(description="Id of the dossier.")
]
Named = Annotated[str, StringConstraints(min_length=1, max_length=512)]


class AskArguments(DoorArguments):
    """What ``ask`` takes."""

    message: str = Field(description="The user's words, unchanged, in Dutch or English.")
    dossier: DossierId | None = Field(
        None, description="The dossier to go on with; left out: a new one is made."
    )
    desk: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None, description="The desk of a new dossier; left out: the first one."
    )
    as_of: date | None = Field(
        None, description="The day that counts, ISO, at a desk that has one; the dossier keeps it."
    )
    message_id: Annotated[str, StringConstraints(pattern=MESSAGE_ID)] | None = Field(
        None,
        description="Your own id of this message. Sent again with it and its dossier, nothing is done twice.",
    )


class DossiersArguments(DoorArguments):
    """What ``dossiers`` takes."""

    limit: int = Field(20, ge=1, le=100)
    cursor: Annotated[str, StringConstraints(max_length=100)] = Field(
        "", description="`next` of the page before."
    )


class DossierArguments(DoorArguments):
    """What tools take that are about a whole dossier."""

    dossier: DossierId


class ChooseArguments(DossierArguments):
    """What ``choose_sources`` takes."""

    select: tuple[Named, ...] = Field(
        (), max_length=1000, description="Numbers or ids of sources to put back."
    )
    unselect: tuple[Named, ...] = Field(
        (), max_length=1000, description="Numbers or ids of sources to leave out."
    )


class ConfirmArguments(DossierArguments):
    """What ``confirm`` takes."""

    digest: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None,
        description="`shown` of the last result; left out where a plan waits: a person is asked.",
    )


class AnswerArguments(DossierArguments):
    """What tools take that are about an answer."""

    answer: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None, description="Its id, such as `a4`; left out: the newest."
    )


class ExportArguments(AnswerArguments):
    """What ``export`` takes."""

    format: Format = "md"


class WhyArguments(DossierArguments):
    """What ``why`` takes."""

    source: Named = Field(description="Its number, id or title.")


class TurnsArguments(DossierArguments):
    """What ``undo`` and ``redo`` take."""

    turns: int = Field(1, ge=1, le=1_000_000, description="How many changes.")
