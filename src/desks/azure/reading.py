"""Reads ARM for a tool: as the caller, in the named subscriptions, each call once, each reply an observation."""

import asyncio
import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Protocol
from urllib.parse import urlencode

from pydantic import JsonValue

import src.desks.azure.trace as trace
from src.desks.azure.arm_calls import ArmReply, ArmRequest, AzureCaller, HeldToken, ReadsArm
from src.desks.azure.errors import AzureTokenExpired, AzureTokenRevoked
from src.desks.azure.known import told_to_model
from src.desks.azure.resources import OutOfScope, ResourceId, named_subscriptions, resource_id
from src.dossier.models import Artifact, Dossier, Observation
from src.dossier.patch import DossierPatch
from src.errors import RepeatedCall
from src.masking.masking import Marks
from src.masking.secrets import SECRETS, kind_by_name
from src.observing.spans import UNTRACED, Tracer
from src.tools.azure.reports import Observed
from src.tools.base import Arguments, ToolResult

SYSTEM = "Azure Resource Manager"

MOST_LINES = 2_000
LONGEST_LINE = 2_000
"""Characters of one value."""

DEEPEST = 40

CUT = "(there was more than was read)"
"""The last line of what was cut."""


def observation(reply: ArmReply, request: ArmRequest) -> Observation:
    """Return the source: status first, then lines such as ``properties.networkAcls.defaultAction: Deny``, masked.

    The same call with the same reply has the same id. ``heading`` is the path that was asked.
    """
    content = _content(reply, request.wanted)
    asked = _asked(request)
    identity = hashlib.sha256(f"{asked}\n{content}".encode()).hexdigest()
    return Observation(
        id=f"observation/{identity[:32]}",
        title=f"{request.method} {_short(request.path)} ({reply.status})",
        content=content,
        heading=SECRETS.mask(request.path),
        system=SYSTEM,
        request=asked,
        taken_at=reply.taken_at,
        revision=reply.etag,
        sha256=hashlib.sha256(content.encode()).hexdigest(),
    )


def lines_of(body: JsonValue) -> list[str]:
    """Return one line per value of a body, by its path, masked; a text has a line for each of its own."""
    marks = Marks()
    lines = [_line(path, value) for path, value in _values("", body, "", marks, 0)]
    return SECRETS.mask("\n".join(lines), marks).split("\n") if lines else []


def _content(reply: ArmReply, wanted: str) -> str:
    body, others = _of_name(reply.body, wanted)
    lines = lines_of(body)
    if others:
        lines.append(f"({others} items are left out here: they are not {_line('', wanted)})")
    if len(lines) > MOST_LINES:  # what a log says last is what it was read for
        half = MOST_LINES // 2
        left = len(lines) - 2 * half
        lines = [*lines[:half], f"({left} lines are left out here)", *lines[-half:]]
    return "\n".join([f"status: {reply.status}", *lines, *([CUT] if reply.is_cut else [])])


def _of_name(body: JsonValue, wanted: str) -> tuple[JsonValue, int]:
    items = body.get("value") if isinstance(body, dict) else None
    if not wanted or not isinstance(body, dict) or not isinstance(items, list):
        return body, 0
    kept = [item for item in items if wanted.casefold() in _names(item)]
    return {**body, "value": kept}, len(items) - len(kept)


def _names(item: JsonValue) -> set[str]:
    """Return what an item of a list is called: its name, in whichever form it is written, its size and family."""
    if not isinstance(item, dict):
        return set()
    name = item.get("name")
    forms = name.values() if isinstance(name, dict) else (name,)
    called = (*forms, item.get("size"), item.get("family"))
    return {text.casefold() for text in called if isinstance(text, str)}


def _values(
    path: str, value: JsonValue, name: str, marks: Marks, depth: int
) -> Iterator[tuple[str, str]]:
    """Yield the path of each value, and how it is written; ``name`` is what it is called where it may be secret."""
    if depth > DEEPEST:
        yield path, "(deeper than is read)"
    elif isinstance(value, dict) and value:
        pair = value.get("name")  # as environment variables and settings are written
        for key, entry in value.items():
            named = key in ("value", "secureValue") and isinstance(pair, str) and pair
            known = str(pair) if named else key
            yield from _values(f"{path}.{key}" if path else key, entry, known, marks, depth + 1)
    elif isinstance(value, list) and value:
        for n, each in enumerate(value):
            yield from _values(f"{path}[{n}]", each, name, marks, depth + 1)
    elif isinstance(value, str):
        several = _masked(name, value, marks).replace("\r\n", "\n").rstrip("\n").split("\n")
        for n, part in enumerate(several):
            yield (f"{path}[{n}]" if len(several) > 1 else path), part
    else:
        yield path, json.dumps(value)


def _masked(name: str, value: str, marks: Marks) -> str:
    kind = kind_by_name(name, value)
    if kind is None:
        return SECRETS.mask(value, marks)
    return f"‹secret:{kind}:{marks.number(kind, value)}›"


def _line(path: str, text: str) -> str:
    written = "".join(word if word.isprintable() else json.dumps(word)[1:-1] for word in text)
    short = written if len(written) <= LONGEST_LINE else f"{written[:LONGEST_LINE]} (cut)"
    return f"{path}: {short}" if path else short


def _asked(request: ArmRequest) -> str:
    query = urlencode({**request.query, "api-version": request.api_version}, safe="$'/ ,:")
    body = f" {json.dumps(request.body, sort_keys=True)}" if request.body is not None else ""
    return SECRETS.mask(f"{request.method} {request.path}?{query}{body}")


def _short(path: str) -> str:
    """Return a path from the last provider on, or its last three parts: enough for a title."""
    _, found, rest = path.rpartition("/providers/")
    return SECRETS.mask(rest if found else "/".join(path.strip("/").split("/")[-3:]))


class KnowsCaller(Protocol):
    """Knows whose token the turn at hand may use."""

    def caller(self) -> AzureCaller:
        """Return who was logged in at the last look; raises ``AzureLoginNeeded``."""

    def known(self) -> AzureCaller | None:
        """Return who was logged in at the last look; None: nobody."""

    async def look(self) -> AzureCaller | None:
        """Return who is logged in by now; None: nobody."""

    async def token(self) -> HeldToken:
        """Return the token that they hold; raises ``AzureLoginNeeded``."""


class ArmReader:
    """What the reading tools share."""

    def __init__(self, arm: ReadsArm, callers: KnowsCaller, tracer: Tracer = UNTRACED) -> None:
        self._arm = arm
        self._callers = callers
        self._tracer = tracer

    @property
    def principal(self) -> str:
        """The object id of the logged-in user."""
        return self._callers.caller().oid

    def scoped(self, dossier: Dossier, text: str) -> ResourceId:
        """Return a resource that may be read; raises ``BadResourceId`` and ``OutOfScope``."""
        resource, callers = resource_id(text), self._callers.caller().subscriptions
        if resource.subscription not in named_subscriptions(dossier, callers):
            raise OutOfScope(id=text)
        return resource

    def earlier(self, dossier: Dossier, tool: str, args: Arguments) -> ToolResult | None:
        """Return what this call brought before in this trace; raises ``RepeatedCall`` the time after that."""
        key = trace.call_key(dossier, tool, args.model_dump_json())
        kept = [artifact for artifact in dossier.artifacts if artifact.id.startswith(key)]
        if not kept:
            return None
        if any(artifact.data.get("again") for artifact in kept):
            raise RepeatedCall(tool=tool)
        again = tuple(
            artifact.model_copy(update={"data": {**artifact.data, "again": 1}}) for artifact in kept
        )
        sources = [dossier.source(artifact.based_on[0]) for artifact in kept if artifact.based_on]
        found = [source for source in sources if isinstance(source, Observation)]
        told = told_to_model(found, dossier)
        return ToolResult(
            Observed(found, before=True), DossierPatch(put_artifacts=again), output=told
        )

    async def read(
        self, dossier: Dossier, tool: str, args: Arguments, asked: Sequence[ArmRequest]
    ) -> ToolResult:
        """Ask ARM and return what it said, with a record of each call."""
        caller = self._callers.caller()
        token = await self._callers.token()
        key = trace.call_key(dossier, tool, args.model_dump_json())
        found: list[Observation] = []
        records: list[Artifact] = []
        replies = await asyncio.gather(*(self._reply(token, request, tool) for request in asked))
        for number, (value, reply) in enumerate(zip(asked, replies, strict=True)):
            source = observation(reply, value)
            found.append(source)
            record = trace.CallRecord(
                tool=tool,
                arguments=args.model_dump_json(),
                request=source.request,
                caller=caller.key,
                status=reply.status,
                bytes=reply.bytes,
                seconds=round(reply.seconds, 3),
                taken_at=reply.taken_at.isoformat(),
                is_cut=reply.is_cut,
                round=trace.trace_of(dossier).round,
            )
            records.append(
                Artifact(
                    id=f"{key}-{number}",
                    kind=trace.CALL,
                    title=record.request,
                    data=record.model_dump(mode="json"),
                    based_on=(source.id,),
                )
            )
        ids = tuple(entry.id for entry in found)
        patch = DossierPatch(add_sources=tuple(found), select_ids=ids, put_artifacts=tuple(records))
        return ToolResult(Observed(found), patch, output=told_to_model(found, dossier))

    async def _reply(self, token: HeldToken, asked: ArmRequest, tool: str) -> ArmReply:
        with self._tracer.span("observe", tool=tool) as span:
            try:
                reply = await self._arm.read(token, asked)
            except AzureTokenExpired as expired:  # what Azure says of it is evidence
                if expired.reply is None:
                    raise
                reply = expired.reply
            except AzureTokenRevoked:
                await self._callers.look()  # the login ends with its token
                raise
            span.attributes["status"] = reply.status
        return reply
