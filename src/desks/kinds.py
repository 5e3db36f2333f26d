"""The kinds of source and artifact that desks have, and what clients offer of them beside a box to type in. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel

from src.dossier import clarification, feedback, plan
from src.dossier.clarification import Clarification
from src.dossier.feedback import Feedback
from src.dossier.models import Document, Language, Picture
from src.dossier.rebasing import Rebase, last_writer, numbered, three_way
from src.presenter import SourceKind
from src.texts import beside

PerLanguage = Mapping[Language, str]
"""A text in every language in which replies are given."""


@dataclass(frozen=True)
class DayWords:
    """What clients say of the day that counts in a dossier of a desk that has one."""

    label: PerLanguage
    help: PerLanguage
    """What setting it does."""
    command: PerLanguage
    """The same in few words, for a list of commands."""
    of: PerLanguage
    """What comes before a day: "as of"."""
    counts: PerLanguage
    """That ``{day}`` counts."""
    latest: PerLanguage
    """That no day was set."""
    today: PerLanguage
    """What is had by setting none."""


@dataclass(frozen=True)
class SlashCommand:
    """A command of the terminal that sends a message in plain words, ``{}`` in it being what was typed behind."""

    name: str
    message: PerLanguage
    help: PerLanguage
    takes: Literal["text", "file"] = "text"
    """``file``: what is typed is the name of a file, whose text stands for ``{}``."""
    shows: str = ""
    """Kind of artifact that it shows, in place of sending anything; empty: it sends."""
    sends: str = ""
    """Route of the desk that is sent, as ``token``, the text of the file that was named behind: a credential, which no
    message may hold; empty: none."""
    done: PerLanguage = field(default_factory=dict)
    """What is said then, ``{name}`` being a field of the reply."""


@dataclass(frozen=True)
class ArtifactReply:
    """A message that can be sent of an artifact, or of each of its rows, without typing it."""

    message: PerLanguage
    """``{number}`` is the place among those of its kind that wait, from 1; ``{}`` what was typed."""
    label: PerLanguage
    """What its button is called."""
    field: str = ""
    """Field of the data that waits while it is empty, and that is typed; empty: nothing is typed."""
    several: bool = False
    """Whether ``{number}`` may be several, with commas between: rows are ticked, and one button replies to them."""
    unless: str = ""
    """Field of a row that is filled where it is not replied to any more."""


@dataclass(frozen=True)
class ArtifactEdit:
    """A text in an artifact that a person may type over; the change goes as the message in which they would say it."""

    rows: str
    """Where the lists are whose rows have that text: fields of the data, with a dot before one within a list."""
    field: str
    message: PerLanguage
    """``{number}`` is the row's own, ``{text}`` what stands there, ``{}`` what was typed."""
    label: PerLanguage
    unless: str = ""
    """Field of a row that is filled where its text can't be typed over."""


View = Literal["text", "table", "quote-in-source", "timeline", "difference", "form"]
"""The ways in which clients can draw an artifact: a closed set, so that a client knows no kind."""


@dataclass(frozen=True)
class Column:
    """A column of an artifact's table, or a part of its text: a field of its data, and what it is called."""

    field: str
    label: PerLanguage


@dataclass(frozen=True)
class ArtifactKind:
    """A kind of artifact that a desk makes: its data, what people call it, and how it is drawn."""

    name: str
    model: type[BaseModel]
    label: PerLanguage
    view: View = "text"
    columns: tuple[Column, ...] = ()
    """What is drawn of its data, or of each of its rows."""
    rows: str = ""
    """Field of its data that holds a list, each row of which is drawn; empty: the data is the only row."""
    beside: bool = False
    """Whether it belongs to the answer that it was put with, and is shown under that."""
    side: Literal["", "left", "right"] = ""
    """Where it is drawn if there is something for the other side, too; empty: below these."""
    file: str = ""
    """Ending of the file, such as ``.md``, as which its text is offered, raw too; empty: it is none."""
    reply: ArtifactReply | None = None
    """What a person may reply to each of its rows."""
    edit: ArtifactEdit | None = None
    rebase: Rebase = three_way
    """What its data becomes where two turns at once changed it."""


def kinds_of(
    told: Mapping[str, Mapping[str, Any]],
    models: Mapping[str, type[BaseModel]],
    rebase: Mapping[str, Rebase] = MappingProxyType({}),
) -> tuple[ArtifactKind, ...]:
    """Return the kinds that a desk's file describes, each with its model; ``rebase``: of those merged otherwise."""
    return tuple(
        _kind(name, model, told[name], rebase.get(name, three_way))
        for name, model in models.items()
    )


def _kind(
    name: str, model: type[BaseModel], told: Mapping[str, Any], rebase: Rebase
) -> ArtifactKind:
    parts = dict(told)
    columns = tuple(Column(*column) for column in parts.pop("columns", {}).items())
    reply = ArtifactReply(**parts.pop("reply")) if "reply" in parts else None
    edit = ArtifactEdit(**parts.pop("edit")) if "edit" in parts else None
    return ArtifactKind(
        name, model, columns=columns, reply=reply, edit=edit, rebase=rebase, **parts
    )


DOCUMENTS = SourceKind(
    Document,
    {"nl": "Documentatie", "en": "Documentation"},
    group="collection",
    described={"nl": "documentatie", "en": "documentation"},
    dates={"updated": {"nl": "gewijzigd {day} ({age})", "en": "changed {day} ({age})"}},
)
PICTURES = SourceKind(
    Picture,
    {"nl": "Afbeeldingen", "en": "Pictures"},
    described={"nl": "afbeelding", "en": "picture"},
)
OF_EVERY_DESK = kinds_of(
    beside(__file__, "kinds"),
    {
        clarification.KIND: Clarification,
        plan.KIND: plan.Plan,
        plan.WRITTEN: plan.Written,
        feedback.KIND: Feedback,
    },
    {clarification.KIND: numbered, plan.WRITTEN: last_writer, feedback.KIND: last_writer},
)
"""Kinds that a dossier of any desk may have."""
