"""Reads ARM for a tool: as the caller, in the named subscriptions, each call once, each reply an observation."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import src.desks.azure.trace as trace
from src.desks.azure.arm_calls import ArmReply, ArmRequest, ReadsArm
from src.desks.azure.credentials import AzureCaller, HeldToken
from src.desks.azure.errors import AzureTokenExpired, AzureTokenRevoked
from src.desks.azure.known import told_to_model
from src.desks.azure.observing import observation
from src.desks.azure.resources import ResourceId, in_scope, resource_id
from src.dossier.models import Artifact, Dossier, Observation
from src.dossier.patch import DossierPatch
from src.errors import RepeatedCall
from src.observing.spans import UNTRACED, Tracer
from src.tools.azure.reports import Observed
from src.tools.base import Arguments, ToolResult


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


class AzureDoor(ReadsArm, Protocol):
    """A door to ARM that is closed at the end."""

    async def close(self) -> None:
        """Close all connections."""


class ArmReader:
    """What the reading tools share."""

    def __init__(self, arm: ReadsArm, callers: KnowsCaller, tracer: Tracer = UNTRACED) -> None:
        self._arm = arm
        self._callers = callers
        self._tracer = tracer

    @property
    def principal(self) -> str:
        """The object id of who is logged in."""
        return self._callers.caller().oid

    def scoped(self, dossier: Dossier, text: str) -> ResourceId:
        """Return a resource that may be read; raises ``BadResourceId`` and ``OutOfScope``."""
        return in_scope(dossier, resource_id(text), self._callers.caller().subscriptions)

    def earlier(self, dossier: Dossier, tool: str, args: Arguments) -> ToolResult | None:
        """Return what this call brought before in this trace; raises ``RepeatedCall`` the time after that."""
        key = trace.call_key(dossier, tool, args.model_dump_json())
        kept = [one for one in dossier.artifacts if one.id.startswith(key)]
        if not kept:
            return None
        records = [trace.CallRecord.model_validate(one.data) for one in kept]
        if any(one.again for one in records):
            raise RepeatedCall(tool=tool)
        again = tuple(_again(one, record) for one, record in zip(kept, records, strict=True))
        sources = [dossier.source(one.based_on[0]) for one in kept if one.based_on]
        found = [one for one in sources if isinstance(one, Observation)]
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
        replies = await asyncio.gather(*(self._reply(token, one, tool) for one in asked))
        for number, (one, reply) in enumerate(zip(asked, replies, strict=True)):
            source = observation(reply, one)
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
            records.append(_kept(f"{key}-{number}", source, record))
        ids = tuple(one.id for one in found)
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


def _kept(name: str, source: Observation, record: trace.CallRecord) -> Artifact:
    return Artifact(
        id=name,
        kind=trace.CALL,
        title=record.request,
        data=record.model_dump(mode="json"),
        based_on=(source.id,),
    )


def _again(kept: Artifact, record: trace.CallRecord) -> Artifact:
    counted = record.model_copy(update={"again": record.again + 1})
    return kept.model_copy(update={"data": counted.model_dump(mode="json")})
