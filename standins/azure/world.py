"""The world of the stand-in: that of the engine, with the rights of callers; ids in it are new at each start."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from standins.base import CannedReply, StandinRequest, World

DEFAULT_TENANT = "{{tenant1}}"
DEFAULT_PRINCIPAL = "{{oid1}}"

_DRAWN = re.compile(r"\{\{([A-Za-z][A-Za-z0-9_]*)(?::([0-9a-z]+))?\}\}")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_LOG_LINE = "2026-03-01T10:21:33Z INFO request %06d served in 12 ms\n"


class Grant(BaseModel):
    """What one principal may do at a scope and below it."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    principal: str = Field(validation_alias=AliasChoices("principal", "oid"))
    scope: str
    """Begins with ``/``."""
    role: str = "Reader"
    actions: tuple[str, ...] = ("*/read",)
    not_actions: tuple[str, ...] = Field(
        (), validation_alias=AliasChoices("not_actions", "notActions")
    )
    kind: str = "User"
    """``User`` or ``ServicePrincipal``."""


class ArmCanned(CannedReply):
    """A reply for a request like this one, whatever capitals its path has."""

    def fits(self, asked: StandinRequest) -> bool:
        """Tell whether this is a reply to a request."""
        wanted = all(value in asked.query.get(name, ()) for name, value in self.query.items())
        same = self.path.rstrip("/").lower() == asked.path.rstrip("/").lower()
        return wanted and same and self.method.upper() == asked.method


class ArmWorld(World):
    """Where there are subscriptions with resources: a reply of status 200 to GET whose body has an id is a resource.

    ``{{sub1}}``, ``{{tenant1}}`` and their like are ids, the same wherever one stands; ``{{ago:2h}}`` is a time, and
    ``{{log:5000000}}`` a log of so many characters. ``tenants`` have ``id``, ``principals`` and ``subscriptions``.
    """

    model_config = ConfigDict(
        strict=False
    )  # ids are put into JSON once it is read, and JSON has no tuples

    responses: tuple[ArmCanned, ...] = ()
    rbac: tuple[Grant, ...] | None = None
    """None: everybody may read everything."""
    drawn: dict[str, str] = {}
    """What ids were drawn, by name."""

    @model_validator(mode="before")
    @classmethod
    def _draw(cls, data: Any) -> Any:
        """Put ids, times and logs where a world names them."""
        if not isinstance(data, dict):
            return data
        drawn: dict[str, str] = dict(data.get("drawn") or {})
        for name in ("tenant1", "oid1", "sub1"):
            drawn.setdefault(name, str(uuid4()))
        told = _filled({"tenants": [_TENANT], **data}, _drawing(drawn, _now(data)))
        return {**told, "drawn": drawn}


_TENANT = {
    "id": DEFAULT_TENANT,
    "name": "Contoso",
    "principals": [{"oid": DEFAULT_PRINCIPAL, "upn": "dev@contoso.example"}],
    "subscriptions": [{"id": "{{sub1}}", "name": "Development"}],
}


def _filled(data: Any, fill: Callable[[re.Match[str]], str]) -> Any:
    if isinstance(data, str):
        return _DRAWN.sub(fill, data)
    if isinstance(data, list):
        return [_filled(one, fill) for one in data]
    if isinstance(data, dict):
        return {_filled(name, fill): _filled(one, fill) for name, one in data.items()}
    return data


def _now(data: dict[str, Any]) -> datetime:
    """Return what time it is in a world that has not been checked yet."""
    try:
        return datetime.fromisoformat(data["now"])
    except (KeyError, TypeError, ValueError):
        return datetime.now(UTC)


def _drawing(drawn: dict[str, str], now: datetime) -> Callable[[re.Match[str]], str]:
    def fill(match: re.Match[str]) -> str:
        name, given = match.groups()
        if name == "ago" and given:
            past = now - timedelta(**{_UNITS[given[-1]]: int(given[:-1])})
            return past.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        if name == "log" and given:
            lines = int(given) // len(_LOG_LINE % 0) + 1
            return "".join(_LOG_LINE % n for n in range(lines))[: int(given)]
        return drawn.setdefault(name, str(uuid4()))

    return fill
