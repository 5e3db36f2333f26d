"""The history of dossiers over REST: what ``DossierService`` does, under the same names."""

from datetime import date
from typing import Annotated, Literal, Self

from fastapi import Depends, FastAPI, Path, Query, Request
from pydantic import (
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from src.api.limits import JSON, media_type
from src.api.source_frames import Frame
from src.dossier.comparison import Comparison
from src.dossier.finding import Where
from src.dossier.log import LogLine
from src.dossier.models import Dossier, Label
from src.dossier.provenance import Event
from src.dossier.store import Committed
from src.dossier_service import AsSent, DossierService, FoundDossier
from src.errors import BadFields

SourceIds = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=512)], ...],
    Field(max_length=1000),
]


class TurnCount(Frame):
    """How many changes to take back, or to make again."""

    turns: int = Field(1, ge=1, le=1_000_000)


class Selection(Frame):
    """Sources of the dossier to put back and to leave out, by their ids."""

    select: SourceIds = ()
    unselect: SourceIds = ()

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if not self.select and not self.unselect:
            raise ValueError("no source is named")
        return self


class Title(Frame):
    """The name that the user gives a dossier; empty: none."""

    title: Annotated[str, StringConstraints(max_length=120)]


Labels = Annotated[tuple[Label, ...], Field(max_length=20)]


class LabelChange(Frame):
    """Labels to give a dossier and to take away."""

    add: Labels = ()
    remove: Labels = ()

    @field_validator("add", "remove", mode="before")
    @classmethod
    def _without_odd_spaces(cls, labels: object) -> object:
        if not isinstance(labels, list | tuple):
            return labels
        return [" ".join(label.split()) if isinstance(label, str) else label for label in labels]


class Archive(Frame):
    """Whether lists leave the dossier out from now on."""

    on: bool


class Listed(Frame):
    """What lists tell a dossier apart by, after a change of that."""

    dossier_id: str
    version: int
    labels: list[str]
    archived: bool


class Deleted(Frame):
    """A dossier that is gone."""

    dossier_id: str


class Day(Frame):
    """The day that counts from now on; null: today."""

    day: date | None


class FoundLine(Frame):
    """A dossier in which a text stands, and the first place of it."""

    dossier_id: str
    title: str
    version: int
    where: Where
    excerpt: str


class FoundList(Frame):
    """The dossiers in which a text stands, the most recently changed first."""

    found: list[FoundLine]
    next: str | None = None
    """`cursor` of the next page; absent: this is the last."""


class Forget(Frame):
    """Which turns to erase: their numbers, or `all`."""

    turns: (
        Annotated[list[Annotated[int, Field(ge=1, le=10**9)]], Field(min_length=1)] | Literal["all"]
    )


class Hold(Frame):
    """Whether forgetting is forbidden from now on."""

    on: bool


class Changed(Frame):
    """The dossier after a change that is no message."""

    dossier_id: str
    version: int
    on_hold: bool
    response: str
    """What was done, in words; empty where there is no more to say."""


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


class HashFrame(Frame):
    """The SHA-256 of a dossier's state; equal states have the same."""

    dossier_id: str
    sha256: str


class VerifiedFrame(Frame):
    """A journal whose entries are all as they were written, and how the stored state stands to it."""

    ok: bool = Field(description="False where the state is not what the journal adds up to.")
    entries: int
    state: Literal["same", "ahead", "differs"]


async def json_only(request: Request) -> None:
    """Refuse a body that does not say that it is JSON: a page elsewhere could make a browser send it unasked."""
    if media_type(request) != JSON:
        raise BadFields(field="Content-Type", problem="wrong_value")


def add_history(app: FastAPI, dossiers: DossierService) -> None:
    """Add the routes that look back, and those that take back, forget and hold."""
    _add_looking_back(app, dossiers)
    _add_changing(app, dossiers)


Version = Annotated[int, Path(ge=0, le=10**9)]


def _add_looking_back(app: FastAPI, dossiers: DossierService) -> None:
    @app.get("/dossiers/{dossier_id}/log")
    async def log(dossier_id: str) -> list[LogLine]:
        """Return every turn in brief, oldest first: who, when, what was said and what changed."""
        return await dossiers.log(dossier_id)

    @app.get("/dossiers/{dossier_id}/at/{version}")
    async def at(dossier_id: str, version: Version) -> Dossier:
        """Return the dossier as it was at this version."""
        return await dossiers.at(dossier_id, version)

    @app.get("/dossiers/{dossier_id}/hash")
    async def hashed(dossier_id: str) -> HashFrame:
        """Return the SHA-256 of the dossier's state."""
        return HashFrame(dossier_id=dossier_id, sha256=await dossiers.hash(dossier_id))

    @app.get("/dossiers/{dossier_id}/why", response_model_exclude_defaults=True)
    async def why(dossier_id: str, source: str) -> list[Event]:
        """Return what happened to a source, named by id, title or number; oldest first."""
        return await dossiers.why(dossier_id, source)

    @app.get("/dossiers/{dossier_id}/as-sent")
    async def as_sent(dossier_id: str, answer: str | None = None) -> AsSent:
        """Return the very source block that the model saw for an answer, of the last one where none is named."""
        return await dossiers.as_sent(dossier_id, answer)

    @app.get("/dossiers/{dossier_id}/verify")
    async def verify(dossier_id: str) -> VerifiedFrame:
        """Return how many entries the sound journal has; 503 and the first bad entry where it is not."""
        found = await dossiers.verify(dossier_id)
        return VerifiedFrame(ok=found.state == "same", entries=found.entries, state=found.state)

    @app.get("/find", response_model_exclude_none=True)
    async def find(
        text: Annotated[str, Query(min_length=1, max_length=200)],
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
        cursor: Annotated[
            str, Query(max_length=100, description="`next` of the page before.")
        ] = "",
    ) -> FoundList:
        """Return the dossiers in which a text stands: in what was said, in a source's title, in their name."""
        page = await dossiers.find(text, limit, cursor)
        return FoundList(found=[_line(dossier) for dossier in page.found], next=page.next or None)

    @app.get("/diff")
    async def diff(a: str, b: str) -> Comparison:
        """Return what differs between two dossiers or versions, each named ``ID`` or ``ID@VERSION``."""
        return await dossiers.diff(a, b)


def _add_changing(app: FastAPI, dossiers: DossierService) -> None:
    @app.post("/dossiers/{dossier_id}/selection", dependencies=[Depends(json_only)])
    async def select(dossier_id: str, body: Selection) -> Changed:
        """Put sources of the dossier back and leave others out; the reply shows what is selected now."""
        return _done(await dossiers.select(dossier_id, body.select, body.unselect))

    @app.post("/dossiers/{dossier_id}/as-of", dependencies=[Depends(json_only)])
    async def set_day(dossier_id: str, body: Day) -> Changed:
        """Let a day count from now on, where the desk has days."""
        return _done(await dossiers.set_day(dossier_id, body.day))

    @app.post("/dossiers/{dossier_id}/title", dependencies=[Depends(json_only)])
    async def rename(dossier_id: str, body: Title) -> Changed:
        """Give the dossier a name."""
        return _done(await dossiers.rename(dossier_id, body.title))

    @app.post("/dossiers/{dossier_id}/labels", dependencies=[Depends(json_only)])
    async def label(dossier_id: str, body: LabelChange) -> Listed:
        """Give the dossier labels, and take others away."""
        return listed(await dossiers.label(dossier_id, body.add, body.remove))

    @app.post("/dossiers/{dossier_id}/archive", dependencies=[Depends(json_only)])
    async def archive(dossier_id: str, body: Archive) -> Listed:
        """Leave the dossier out of lists, or put it back."""
        return listed(await dossiers.archive(dossier_id, body.on))

    @app.delete("/dossiers/{dossier_id}")
    async def delete(dossier_id: str) -> Deleted:
        """Erase the whole dossier, for good."""
        await dossiers.delete(dossier_id)
        return Deleted(dossier_id=dossier_id)

    @app.post("/dossiers/{dossier_id}/undo", dependencies=[Depends(json_only)])
    async def undo(dossier_id: str, body: TurnCount) -> Changed:
        """Take the last changes back."""
        return _done(await dossiers.undo(dossier_id, body.turns))

    @app.post("/dossiers/{dossier_id}/redo", dependencies=[Depends(json_only)])
    async def redo(dossier_id: str, body: TurnCount) -> Changed:
        """Make changes again that were taken back."""
        return _done(await dossiers.redo(dossier_id, body.turns))

    @app.post("/dossiers/{dossier_id}/forget", dependencies=[Depends(json_only)])
    async def forget(dossier_id: str, body: Forget) -> Changed:
        """Erase what was said in turns, for good."""
        versions = None if body.turns == "all" else body.turns
        return changed((await dossiers.forget(dossier_id, versions)).dossier)

    @app.post("/dossiers/{dossier_id}/hold", dependencies=[Depends(json_only)])
    async def hold(dossier_id: str, body: Hold) -> Changed:
        """Forbid to forget anything of the dossier, or allow it again."""
        return changed(await dossiers.hold(dossier_id, body.on))


def _line(found: FoundDossier) -> FoundLine:
    summary = found.summary
    return FoundLine(
        dossier_id=summary.id,
        title=summary.title,
        version=summary.version,
        where=found.where,
        excerpt=found.excerpt,
    )


def _done(committed: Committed) -> Changed:
    return changed(committed.dossier, committed.entry.reply)
