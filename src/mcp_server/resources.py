"""Dossiers, their sources and their answers as resources, listed in pages; and who hears of their changes."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote, unquote
from weakref import WeakKeyDictionary

from mcp.server.connection import Connection
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated, ServerEvent
from mcp.shared.exceptions import MCPError
from mcp_types import (
    ListResourcesResult,
    ListResourceTemplatesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from src.api.inside import Inside
from src.dossier.listing import filled
from src.dossier.models import DOSSIER_ID, Dossier, Language
from src.dossier.store import DossierQuery, DossierSummary
from src.dossier.watched import ChangeFeed, DossierChanged
from src.errors import NotFound, UnknownAnswer, UnknownSource
from src.identity.caller import Caller, current
from src.mcp_server.results import answer_result, numbered
from src.mcp_server.telling import artifact_text, tell_answer, tell_sources
from src.texts import beside

BASE = "tess://dossiers/"
PAGE = 20
"""Dossiers of a page; what they hold is listed behind each."""

MARKDOWN, TEXT = "text/markdown", "text/plain"

_URI = re.compile(
    rf"{BASE}(?P<dossier>{DOSSIER_ID.pattern})"
    r"(?:/sources/(?P<source>[1-9]\d{0,8})|/answers/(?P<answer>a\d{1,9}(?:-\d{1,9})?)"
    r"|/artifacts/(?P<artifact>[^/?#\s]{1,900}))?"
)

TEMPLATES = beside(__file__, "resources")
"""The forms that URIs have, by name: what stands behind ``BASE``, and what it leads to in each language."""


class Address(NamedTuple):
    """What a URI names: a dossier, or one thing in it."""

    dossier_id: str
    source: int = 0
    answer: str = ""
    artifact: str = ""


def address_of(uri: str) -> Address:
    """Return what a URI names; raises ``NotFound``."""
    found = _URI.fullmatch(uri)
    if not found:
        raise NotFound
    return Address(
        found["dossier"],
        int(found["source"] or 0),
        found["answer"] or "",
        unquote(found["artifact"] or ""),
    )


def uris_of(dossier: Dossier) -> Iterator[str]:
    """Yield the URIs of a dossier and of all that is in it."""
    yield BASE + dossier.id
    for number in range(1, len(dossier.sources) + 1):
        yield f"{BASE}{dossier.id}/sources/{number}"
    for answer in dossier.answers:
        yield f"{BASE}{dossier.id}/answers/{answer.id}"
    for artifact in dossier.artifacts:
        yield f"{BASE}{dossier.id}/artifacts/{quote(artifact.id, safe='')}"


def templates(language: Language) -> ListResourceTemplatesResult:
    """Return the forms that URIs have."""
    return ListResourceTemplatesResult(
        resource_templates=[
            ResourceTemplate(
                name=name,
                title=told[language],
                uri_template=BASE + told["form"],
                mime_type=MARKDOWN,
            )
            for name, told in TEMPLATES.items()
        ]
    )


async def listed(behind: Inside, cursor: str) -> ListResourcesResult:
    """Return a page of dossiers with what they hold, the most recently changed first."""
    store = behind.parts.store
    async with behind.pools.pool("GET", "/dossiers").place(current().tenant):
        page = await filled(store, DossierQuery(archived=False), cursor, PAGE)
        found: list[Resource] = []
        for summary in page.dossiers:
            dossier = await store.load(summary.id)
            found += _resources(summary, dossier) if dossier else []
    return ListResourcesResult(resources=found, next_cursor=page.next or None)


def _resources(summary: DossierSummary, dossier: Dossier) -> Iterator[Resource]:
    sources = [(source.title, TEXT) for source in dossier.sources]
    asked = [(" ".join(answer.question.split())[:200], MARKDOWN) for answer in dossier.answers]
    made = [(artifact.label, MARKDOWN) for artifact in dossier.artifacts]
    every = ((summary.title or dossier.id, MARKDOWN), *sources, *asked, *made)
    for uri, (title, kind) in zip(uris_of(dossier), every, strict=True):
        name = unquote(uri.removeprefix(BASE))
        yield Resource(uri=uri, name=name, title=" ".join(title.split()), mime_type=kind)


async def read(behind: Inside, uri: str) -> ReadResourceResult:
    """Return what a URI names; raises ``NotFound``, ``UnknownDossier``, ``UnknownSource`` or ``UnknownAnswer``."""
    wanted = address_of(uri)
    async with behind.pools.pool("GET", "/dossiers/-").place(current().tenant):
        dossier = await behind.dossiers.loaded(wanted.dossier_id)
    kind = TEXT if wanted.source else MARKDOWN
    text = text_at(behind, dossier, wanted)
    content = TextResourceContents(uri=uri, mime_type=kind, text=text)
    return ReadResourceResult(contents=[content])


def text_at(behind: Inside, dossier: Dossier, wanted: Address) -> str:
    """Return what an address names in this dossier; raises as ``read`` does."""
    if wanted.source:
        if wanted.source > len(dossier.sources):
            raise UnknownSource(source=str(wanted.source))
        source = dossier.sources[wanted.source - 1]
        return "\n\n".join(filter(None, [source.title, source.url, source.content]))
    if wanted.answer:
        return _answer(behind, dossier, wanted.answer)
    if wanted.artifact:
        artifact = dossier.artifact(wanted.artifact)
        if artifact is None:
            raise NotFound
        desk = behind.parts.desks.get(dossier.desk)
        return artifact_text(artifact, desk, dossier.language or "nl")
    return _dossier(behind, dossier)


def _answer(behind: Inside, dossier: Dossier, answer_id: str) -> str:
    language = dossier.language or "nl"
    found = next((answer for answer in dossier.answers if answer.id == answer_id), None)
    if found is None:
        raise UnknownAnswer(answer=answer_id)
    return tell_answer(answer_result(dossier, found, behind.kinds[language]), language)


def _dossier(behind: Inside, dossier: Dossier) -> str:
    language = dossier.language or "nl"
    sources = numbered(dossier, behind.kinds[language])
    said = [
        f"**{'>' if one.role == 'user' else 'TESS'}** {one.content}" for one in dossier.conversation
    ]
    listing = tell_sources(sources, language)
    head = f"# {dossier.title or dossier.id} ({dossier.desk}, {dossier.version})"
    return "\n\n".join([head, listing, *said])


MOST_SUBSCRIPTIONS = 100
"""Of one connection."""

SEND_SECONDS = 5.0
"""A connection that has not taken a notice by then goes without it."""

Listener = Callable[[ServerEvent], None]


@dataclass
class Subscriber:
    """A connection in the protocol of 2025, whose it is, and the URIs that it asked for."""

    caller: Caller
    uris: set[str] = field(default_factory=set)


class Notices:
    """Tells connections (2025) and streams (2026: it is a ``SubscriptionBus``) of changes."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[Caller, Listener]] = {}
        self._connections: WeakKeyDictionary[Connection, Subscriber] = WeakKeyDictionary()
        self._changed: asyncio.Queue[DossierChanged] = asyncio.Queue(1024)

    @asynccontextmanager
    async def telling(self, changes: ChangeFeed | None) -> AsyncIterator[None]:
        """Tell of these changes for as long as the block lasts."""
        if changes is None:
            yield
            return
        changes.add(self._take)
        task = asyncio.create_task(self._tell_all())
        try:
            yield
        finally:
            changes.discard(self._take)
            task.cancel()

    def met(self, connection: Connection) -> Subscriber:
        """Return the connection as a subscriber, known from now on."""
        return self._connections.setdefault(connection, Subscriber(current()))

    async def publish(self, event: ServerEvent) -> None:
        """Tell nobody: whatever happens is told by ``telling``, which knows whose it is."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have the caller's listener told; return what ends that."""
        token = object()
        self._listeners[token] = (current(), listener)

        def unsubscribe() -> None:
            self._listeners.pop(token, None)

        return unsubscribe

    def _take(self, changed: DossierChanged) -> None:
        with suppress(asyncio.QueueFull):  # who reads late reads again anyway
            self._changed.put_nowait(changed)

    async def _tell_all(self) -> None:
        while True:
            changed = await self._changed.get()
            self._tell_streams(changed)
            theirs = [
                _notify(connection, subscriber, changed)
                for connection, subscriber in list(self._connections.items())
                if subscriber.caller.finds(changed.tenant, changed.desk)
            ]
            await asyncio.gather(*theirs)

    def _tell_streams(self, changed: DossierChanged) -> None:
        uris = uris_of(changed.dossier) if changed.dossier else [BASE + changed.dossier_id]
        theirs = [
            entry
            for caller, entry in self._listeners.values()
            if caller.finds(changed.tenant, changed.desk)
        ]
        if not theirs:
            return
        events: list[ServerEvent] = [ResourcesListChanged()]
        events += [ResourceUpdated(uri=uri) for uri in uris]
        for listener in theirs:
            for event in events:
                listener(event)


async def _notify(connection: Connection, subscriber: Subscriber, changed: DossierChanged) -> None:
    whole = BASE + changed.dossier_id
    with suppress(TimeoutError, MCPError):
        async with asyncio.timeout(SEND_SECONDS):
            await connection.send_resource_list_changed()
            for uri in sorted(subscriber.uris):
                if uri == whole or uri.startswith(f"{whole}/"):
                    await connection.send_resource_updated(uri)
