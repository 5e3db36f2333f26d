"""What a tool of the door is (clients list it by its name, docstring, arguments), and what those of all desks take."""

import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from inspect import getdoc
from typing import Annotated, Any, TypeVar, get_type_hints

from mcp_types import ContentBlock, InputRequiredResult, TextContent
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)

from src.api.wire import MESSAGE_ID
from src.dossier.feedback import LONGEST_WHY
from src.dossier.models import Language
from src.dossier.personal import Masked
from src.export.formats import Format
from src.mcp_server.call import Call
from src.mcp_server.questions import WORDS
from src.mcp_server.results import DoorResult
from src.mcp_server.telling import tell_turn
from src.services.addresses import LONGEST_ADDRESS


@dataclass(frozen=True)
class ToolReply:
    """A result for a program, and the same for a model; ``is_error``: nothing was done."""

    result: BaseModel
    content: tuple[ContentBlock, ...]
    is_error: bool = False


Ended = ToolReply | InputRequiredResult


@dataclass(frozen=True)
class DoorTool:
    """A tool that clients may call."""

    name: str
    title: Mapping[Language, str]
    description: str
    arguments: type[BaseModel]
    run: Callable[[Call, Any], Awaitable[Ended]]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    """Whether it may ask systems of others, such as a model or a service."""
    result: type[BaseModel] | None = None
    """Of a desk's own tool; None: ``DoorResult``."""


def tool(run: Callable[[Call, Any], Awaitable[Ended]], **hints: Any) -> DoorTool:
    """Return the tool that a function is."""
    name = run.__name__
    title: Mapping[Language, str] = {text: words.titles[name] for text, words in WORDS.items()}
    return DoorTool(name, title, getdoc(run) or "", get_type_hints(run)["given"], run, **hints)


def looking(run: Callable[[Call, Any], Awaitable[Ended]]) -> DoorTool:
    """Return the tool that a function is which changes nothing."""
    return tool(run, read_only=True, idempotent=True)


def told(result: DoorResult, text: str) -> ToolReply:
    """Return a result with its text."""
    return ToolReply(result, (TextContent(text=text),), result.outcome == "error")


def turned(call: Call, ended: DoorResult | InputRequiredResult) -> Ended:
    """Return what came of a turn with its text, or the form that it asks for."""
    if isinstance(ended, InputRequiredResult):
        return ended
    return told(ended, tell_turn(ended, call.language))


class DoorArguments(BaseModel):
    """Base of them all: what is not known is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


DossierId = Annotated[
    str, StringConstraints(max_length=64), Field(description="Id of the dossier.")
]


def _as_text(given: Any) -> Any:
    return str(given) if isinstance(given, int) else given


def _as_list(given: Any) -> Any:
    with suppress(ValueError, RecursionError):
        given = json.loads(given) if isinstance(given, str) and given[:1] == "[" else given
    return given if isinstance(given, list | tuple) else [given]


Named = Annotated[
    str,
    BeforeValidator(_as_text),
    StringConstraints(min_length=1, max_length=512),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
]
One = TypeVar("One")
Several = Annotated[tuple[One, ...], BeforeValidator(_as_list)]
DeskName = Annotated[str, StringConstraints(max_length=64)]


class AskArguments(DoorArguments):
    """What ``ask`` takes."""

    message: str
    """The user's words, unchanged, in Dutch or English."""
    dossier: DossierId | None = None
    """The dossier to go on with; left out: a new one is made."""
    desk: DeskName | None = None
    """The desk of a new dossier; left out: the first one."""
    as_of: date | None = None
    """The day that counts, ISO, at a desk that has one; the dossier keeps it."""
    message_id: Annotated[str, StringConstraints(pattern=MESSAGE_ID)] | None = None
    """Your own id of this message. Sent again with it and its dossier, nothing is done twice."""


class DossiersArguments(DoorArguments):
    """What ``dossiers`` takes."""

    limit: int = Field(20, ge=1, le=100)
    cursor: Annotated[str, StringConstraints(max_length=100)] = ""
    """`next` of the page before."""


class DossierArguments(DoorArguments):
    """What tools take that are about a whole dossier."""

    dossier: DossierId


class ChooseArguments(DossierArguments):
    """What ``choose_sources`` takes."""

    select: Several[Named] = Field((), max_length=1000)
    """Numbers or ids of sources to put back."""
    unselect: Several[Named] = Field((), max_length=1000)
    """Numbers or ids of sources to leave out."""


class ConfirmArguments(DossierArguments):
    """What ``confirm`` takes."""

    digest: Annotated[str, StringConstraints(max_length=64)] | None = None
    """`shown` of the last result; left out where a plan waits: a person is asked."""


class AnswerArguments(DossierArguments):
    """What tools take that are about an answer."""

    answer: Annotated[str, StringConstraints(max_length=40)] | None = None
    """Its id, such as `a4`; left out: the newest."""


class ExportArguments(AnswerArguments):
    """What ``export`` takes."""

    format: Format = "md"


class WhyArguments(DossierArguments):
    """What ``why`` takes."""

    source: Named = Field(description="Its number, id or title.")


class TurnsArguments(DossierArguments):
    """What ``undo`` and ``redo`` take."""

    turns: int = Field(1, ge=1, le=1_000_000, description="How many changes.")


class ScopeArguments(DoorArguments):
    """What ``scope`` takes."""

    dossier: DossierId | None = Field(None, description="Left out: a new one.")
    desk: DeskName | None = Field(None, description="Of a new dossier.")
    collections: Several[DeskName] = Field((), max_length=20)
    version: str = Field("", max_length=64)


class RateArguments(AnswerArguments):
    """What ``rate`` takes."""

    up: bool = Field(description="True: helpful.")
    why: str = Field("", max_length=LONGEST_WHY)


class DocumentArguments(DoorArguments):
    """What ``add_document`` takes."""

    dossier: DossierId | None = Field(None, description="Left out: a new one.")
    desk: DeskName | None = Field(None, description="Of a new dossier.")
    name: str = Field("document.txt", max_length=512, description="With the ending of its kind.")
    text: str = ""
    base64: str = Field("", description="Of a file, such as a PDF or a picture.")
    address: str = Field("", max_length=LONGEST_ADDRESS, description="Of a web page.")
    more: bool = Field(False, description="More parts follow.")
    upload: str = Field("", max_length=40, description="Which upload this is a part of.")
    agreed: str = Field("", max_length=64, description="`sha256` of the check.")
    mask: Masked = Field("quotes", description="Where personal data is masked.")
    shows: str = Field("", max_length=1000, description="What a picture shows.")
    unread: bool = Field(
        False, description="The user agrees that a model sees a picture whose text was not read."
    )


class ReadArguments(DossierArguments):
    """What ``read`` takes."""

    what: str = Field("", max_length=300)
    """`reply`, `sources/NUMBER`, `answers/ID` or `artifacts/ID`; left out: what there is."""
    offset: int = Field(0, ge=0, le=10**8)
    """`next` of the part before."""
    as_file: bool = False
