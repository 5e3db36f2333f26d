"""The kinds of artifact that a desk may make, and the kinds of source and artifact that every desk has."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel

from src.desks.offers import ArtifactReply, PerLanguage
from src.dossier import clarification, feedback, plan
from src.dossier.clarification import Clarification
from src.dossier.feedback import Feedback
from src.dossier.models import Document, Picture
from src.dossier.rebasing import Rebase, last_writer, numbered, three_way
from src.presenter import SourceKind
from src.texts import beside

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
    return ArtifactKind(name, model, columns=columns, reply=reply, rebase=rebase, **parts)


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
