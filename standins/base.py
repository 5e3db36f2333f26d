"""What stands in for a foreign system on this machine: its world is one JSON file, and a desk adds what it knows.

A desk with a service derives from ``Standin``, and hands it out as the ``standin`` of its plug; ``./tess standin NAME``
and tests serve it by ``standin_server``. What a world lists as ``responses`` goes before what the desk's own code says.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal, TypeVar
from urllib.parse import parse_qs

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationError,
)

from src.errors import BadWorld

LONGEST_DELAY = 3_600.0
"""Seconds: for ever, as far as any client goes."""

_HeaderName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,80}$")]
_HeaderValue = Annotated[str, StringConstraints(pattern=r"^[ -~]{0,8000}$")]


class _WorldPart(BaseModel):
    """A part of a world: what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class StandinReply(_WorldPart):
    """What is replied, and how."""

    status: int = Field(200, ge=200, le=599)
    headers: Mapping[_HeaderName, _HeaderValue] = {}
    body: JsonValue = None
    """A text as it is, anything else as JSON; null: none."""
    delay: float = Field(0.0, ge=0, le=LONGEST_DELAY)
    """Seconds before the first byte."""
    fault: Literal["reset", "nothing"] | None = None
    """The connection is reset, or closed without a word, in place of a reply."""

    @property
    def content(self) -> bytes:
        """The body as it is sent."""
        if self.body is None:
            return b""
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


class CannedReply(StandinReply):
    """A reply for a request like this one; several for one request come one after the other, the last for good."""

    method: str = "GET"
    path: str = Field(pattern="^/")
    query: Mapping[str, str] = {}
    """Has to be in the request, beside whatever else is."""

    def fits(self, asked: "StandinRequest") -> bool:
        """Tell whether this is a reply to a request."""
        wanted = all(value in asked.query.get(name, ()) for name, value in self.query.items())
        return wanted and (self.method.upper(), self.path) == (asked.method, asked.path)


class World(_WorldPart):
    """How it is where a stand-in stands; a desk derives its own, with keys of its own."""

    tenants: tuple[JsonValue, ...] = ()
    now: AwareDatetime | None = None
    """The day and time that it is there; null: as here."""
    responses: tuple[CannedReply, ...] = ()


@dataclass(frozen=True)
class StandinRequest:
    """A request as it came; names of headers are in lower case."""

    method: str
    path: str
    query_text: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes = field(default=b"", repr=False)

    @property
    def query(self) -> Mapping[str, list[str]]:
        """Every value of every name."""
        return parse_qs(self.query_text, keep_blank_values=True)


class Standin:
    """A stand-in with its state; one for each server. It is asked one request at a time."""

    name: ClassVar[str]
    """By which ``./tess standin`` knows it."""
    title: ClassVar[str]
    """What it stands in for, in a few words."""
    world_model: ClassVar[type[World]] = World
    worlds: ClassVar[Path | None] = None
    """Folder of the worlds that come along, each a file ``NAME.json``; ``default.json`` is that of who names none."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._given: Counter[int] = Counter()

    def settings(self, server: str) -> Mapping[str, str]:  # noqa: ARG002  # one without settings needs none
        """Return the settings with which TESS speaks to it at a server."""
        return {}

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        """Return the reply to a request: one that the world lists, else one by the desk's own rules."""
        return self._canned(asked) or self.answer(asked)

    def answer(self, asked: StandinRequest) -> StandinReply:
        """Return the reply to what the world lists no reply for; a desk says here what its service would."""
        return StandinReply(status=404, body={"error": f"nothing at {asked.path}"})

    def _canned(self, asked: StandinRequest) -> StandinReply | None:
        fitting = [n for n, one in enumerate(self.world.responses) if one.fits(asked)]
        for n in fitting:
            if not self._given[n] or n == fitting[-1]:
                self._given[n] += 1
                return self.world.responses[n]
        return None


AnyWorld = TypeVar("AnyWorld", bound=World)


def read_world(model: type[AnyWorld], text: str | bytes, name: str) -> AnyWorld:
    """Return the world in a text; ``BadWorld`` names the key that is wrong. ``name`` is what the world is called."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "json_invalid":
            raise BadWorld(world=name, key="world_file", problem="world_no_json") from None
        key = ".".join(str(part) for part in first["loc"]) or "(world)"
        raise BadWorld(world=name, key=key, problem=f"({first['msg']})") from None


def world_of(standin: type[Standin], named: str | None) -> World:
    """Return the world in a file, or one that comes along by its name; none named: the default one, or an empty one."""
    path = _path_of(standin, named)
    if path is None:
        return standin.world_model()
    try:
        return read_world(standin.world_model, path.read_bytes(), str(path))
    except OSError:
        raise BadWorld(world=str(named), key="world_file", problem="world_missing") from None


def worlds_of(standin: type[Standin]) -> list[str]:
    """Return the names of the worlds that come along."""
    return sorted(one.stem for one in standin.worlds.glob("*.json")) if standin.worlds else []


def _path_of(standin: type[Standin], named: str | None) -> Path | None:
    along = worlds_of(standin)
    wanted = named or "default"
    if standin.worlds and wanted in along:
        return standin.worlds / f"{wanted}.json"
    return Path(named) if named else None
