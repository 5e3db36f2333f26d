"""What may be asked of Azure Resource Manager (ARM), by whom, and the shapes of a call and of its reply. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Literal, Protocol

from pydantic import JsonValue, SecretStr

from src.desks.azure.knowledge import TableEntry, table


@dataclass(frozen=True)
class Holder:
    """A person or program that has a token."""

    tid: str
    """Its tenant."""
    oid: str
    """Itself; unique within its tenant only."""

    @property
    def key(self) -> str:
        """What its token is held under."""
        return f"{self.tid}:{self.oid}"


@dataclass(frozen=True)
class AzureCaller(Holder):
    """A holder whose token ARM has taken, and the subscriptions that it showed for it."""

    subscriptions: tuple[str, ...] = ()
    name: str = ""
    """``upn`` of the token; empty for guests and programs, who have none."""
    expires: datetime | None = None
    """When it has to log in again."""


@dataclass(frozen=True)
class HeldToken(Holder):
    """A token to ask ARM with; ``repr`` and logs show no sign of it."""

    expires: datetime
    secret: SecretStr = field(repr=False)


Method = Literal["GET", "POST"]


class AllowedCall(TableEntry):
    """A call that may be made: its path with ``{names}`` in it, one segment each, but for ``{scope}``."""

    method: Method = "GET"
    path: str
    api_version: str = ""
    query: tuple[str, ...] = ()
    """Names that its query may have."""


class ArmTable(TableEntry):
    """What may be asked of ARM; nothing in it writes, and nothing brings a key."""

    resources: Mapping[str, tuple[str, ...]]
    allowed: tuple[AllowedCall, ...]
    followed: tuple[AllowedCall, ...]
    aspects: Mapping[str, tuple[Method, str]]


def _of_type(kind: str, version: str) -> Iterator[AllowedCall]:
    """Yield the calls that read resources of a type: one, those of its parent, those of the subscription."""
    namespace, *types = kind.split("/")
    parts = [f"/{text}/{{name{n}}}" for n, text in enumerate(types)]
    subscription, below = "/subscriptions/{subscription}", f"/providers/{namespace}"
    item = f"{subscription}/resourceGroups/{{group}}{below}{''.join(parts)}"
    paths = [item, item.rpartition("/")[0]]
    paths += [f"{subscription}{below}/{types[0]}"] if len(types) == 1 else []
    query = ("$expand", "$top", "$filter", "$skipToken")
    return (AllowedCall(path=path, api_version=version, query=query) for path in paths)


_TABLE = ArmTable.model_validate(table("arm"))
RESOURCES = {kind: version for version, kinds in _TABLE.resources.items() for kind in kinds}
"""Types whose resources may be read, with the ``api-version`` that they are read by."""

ALLOWED = (
    *_TABLE.allowed,
    *(call for kind, version in RESOURCES.items() for call in _of_type(kind, version)),
)
FOLLOWED = _TABLE.followed
ASPECTS = _TABLE.aspects
"""How an aspect of a resource is read: the method, and what stands behind its id."""


@dataclass(frozen=True)
class ArmRequest:
    """A call as a tool asks for it; ``path`` begins with ``/`` and holds no query."""

    method: Method
    path: str
    api_version: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: JsonValue = None
    wanted: str = ""
    """Name, size or family of the items of a long list that are kept of its reply; empty: all. It is not sent."""


@dataclass(frozen=True)
class ArmReply:
    """What ARM said, whatever its status: 403, 404 and 409 are findings."""

    status: int
    body: JsonValue
    """JSON, pages put together in ``value``; a text where the reply was cut."""
    etag: str
    is_cut: bool
    """Whether there was more than is read: pages, bytes, or an operation that had not ended in time."""
    taken_at: datetime
    bytes: int
    """That were read."""
    seconds: float

    @property
    def error_code(self) -> str:
        """ARM's own word for what is wrong; empty where nothing is, or it does not say."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        code = error.get("code") if isinstance(error, dict) else None
        return code if isinstance(code, str) else ""


class ReadsArm(Protocol):
    """Asks ARM; the only way that the desk has."""

    async def read(self, token: HeldToken, request: ArmRequest) -> ArmReply:
        """Return the reply to a call of the table.

        Raises ``ArmRequestRefused``, ``ArmRequestsSpent``, ``ServiceUnavailable``, ``AddressRefused``,
        ``ReplyUnreadable``; and where ARM refuses the token, which is thrown away then, ``AzureTokenExpired`` or
        ``AzureTokenRevoked``, whose ``reply`` is what it said. That a token is of another tenant than the subscription
        (401, ``InvalidAuthenticationTokenTenant``) is a finding, and the token stays.
        """

    async def close(self) -> None:
        """Close all connections."""


def allowed(method: str, path: str, table: Sequence[AllowedCall] = ALLOWED) -> AllowedCall | None:
    """Return the entry of a table that a method and path fit; None: it may not be asked."""
    fitting = (call for call in table if call.method == method and _form(call.path).fullmatch(path))
    return next(fitting, None)


_NAME = r"(?!\.+(?:/|$))[\w.()~@+,= -]{1,260}"
_KINDS = {
    "subscription": r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    "namespace": r"[A-Za-z]+(?:\.[A-Za-z0-9]+)+",
}
_SCOPE = (
    rf"/subscriptions/{_KINDS['subscription']}"
    rf"(?:/resourceGroups/{_NAME}(?:/providers/{_KINDS['namespace']}(?:/{_NAME}/{_NAME}){{1,4}})?)?"
)


@cache
def _form(template: str) -> re.Pattern[str]:
    """Return the form of the paths of a template; ARM minds no capitals."""
    pieces = re.split(r"\{(\w+)\}", template)
    told = [
        (_SCOPE if piece == "scope" else _KINDS.get(piece, _NAME)) if n % 2 else re.escape(piece)
        for n, piece in enumerate(pieces)
    ]
    return re.compile("".join(told), re.IGNORECASE)
