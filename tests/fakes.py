"""Honest doubles of our own protocols: small, real implementations, no recording of calls that never happened."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from pydantic import BaseModel

from src.desks.tax.law.citations import (
    KNOWN_LAWS,
    ArticleCitation,
    Citation,
    RulingCitation,
    find_citations,
)
from src.desks.tax.library.passages import Hit, Kind, LibraryState
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier import chain
from src.dossier.blobs import NO_BLOBS, by_hash, check_room, named
from src.dossier.finding import words_in
from src.dossier.journal import JournalEntry, Turn, after, check_there, fold
from src.dossier.journal_rows import title_of
from src.dossier.listing import Position, position
from src.dossier.models import Document, Dossier, Source
from src.dossier.rebasing import may_meet, rebased
from src.dossier.store import Committed, DossierPage, DossierQuery, DossierSummary, Over
from src.errors import DossierUnreadable, JournalBroken, MessageIdReused, ModelGaveNoAnswer
from src.llm.completions import read_form
from src.llm.protocol import (
    ChatMessage,
    ChatReply,
    Reply,
    StructuredReply,
    ToolCall,
    ToolSpec,
    Usage,
)

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    """Seconds that pass only where somebody sleeps, or when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def __call__(self) -> float:
        return self.now


class Calendar:
    """The time of day, which passes only where a test says so."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def __call__(self) -> datetime:
        return self.now


class ScriptedLlm:
    """A model that replies what it was told to, in order, and keeps what it was asked.

    It decides once a turn: to what its tools brought it adds nothing. A reply that is an exception is raised. A form
    that is a text is read as one, and asked for again once where it does not fit and ``repair`` allows that.
    """

    decides_once = True

    def __init__(
        self, *chats: ChatReply | Exception, forms: Sequence[BaseModel | str | Exception] = ()
    ) -> None:
        self._chats = list(chats)
        self._forms = list(forms)
        self.asked: list[tuple[ChatMessage, ...]] = []
        self.offered: list[set[str]] = []
        self.costs = 1
        """Tokens that a form takes to be asked for, and to be filled in."""

    @property
    def id(self) -> str:
        return "scripted"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"temperature": 0}

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        if self.decides_once and messages[-1].role == "tool":
            return ChatReply("")
        self.asked.append(tuple(messages))
        self.offered.append({tool.name for tool in tools})
        await asyncio.sleep(0)  # as a real model does, give way to others
        reply = self._chats.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        usage = Usage()
        for again in (False, True) if repair else (False,):
            self.asked.append(tuple(messages))
            if not self._forms:
                raise ModelGaveNoAnswer(reason="empty")  # the script is over
            form = self._forms.pop(0)
            if isinstance(form, Exception):
                raise form
            usage += Usage(self.costs, self.costs)
            raw = form if isinstance(form, str) else form.model_dump_json(indent=1)
            value, _, _ = read_form(raw, response_format)
            if value is not None:
                return StructuredReply(value, usage, raw, again)
        raise ModelGaveNoAnswer(reason="malformed")


class ScriptedRounds(ScriptedLlm):
    """A model that follows its script round by round."""

    decides_once = False


def calls(*picked: tuple[str, str]) -> ChatReply:
    """Return a decision that calls these tools with these arguments, as JSON text."""
    return ChatReply(
        "", tuple(ToolCall(f"call-{n}", name, args) for n, (name, args) in enumerate(picked))
    )


class ListRetriever:
    """Finds, in a given list, the sources that share a word of four letters or more with the query."""

    def __init__(self, *sources: Source) -> None:
        self._sources = sources

    @property
    def state(self) -> LibraryState:
        laws = sum(isinstance(source, Legislation) for source in self._sources)
        return LibraryState(laws, len(self._sources) - laws, starter=False)

    async def check(self) -> None:
        return None

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None, user_query: str = ""
    ) -> tuple[Hit, ...]:
        asked = f"{query} {user_query}".split()
        words = {word.strip(".,?!").lower() for word in asked if len(word) > 3}
        found = [
            source
            for source in self._sources
            if isinstance(source, Legislation | CaseLaw)
            and source.kind == kind
            and words & set(f"{source.title} {source.content}".lower().split())
        ]
        return tuple(
            Hit(source, rank, 1 / rank, in_force=_is_in_force(source, as_of))
            for rank, source in enumerate(found[:limit], 1)
        )

    def missing(self, query: str, kind: Kind, as_of: date | None = None) -> tuple[str, ...]:
        held = {source.id.split("@")[0] for source in self._sources}
        lacking = [one for one in find_citations(query) if _key(one) not in held]
        if kind == "case_law":
            return tuple(one.ecli for one in lacking if isinstance(one, RulingCitation))
        return tuple(
            f"{KNOWN_LAWS.title(one.work)}, artikel {one.article}"
            for one in lacking
            if isinstance(one, ArticleCitation) and one.work
        )

    def versions(self, law: Legislation) -> tuple[Legislation, ...]:
        laws = [one for one in self._sources if isinstance(one, Legislation) and not one.digest]
        same = [one for one in laws if (one.work, one.article) == (law.work, law.article)]
        return tuple(sorted(same, key=lambda one: one.as_of or date.min))


def _is_in_force(source: Source, as_of: date | None) -> bool:
    if as_of is None or source.as_of is None or not isinstance(source, Legislation):
        return True
    return (source.since or source.as_of) <= as_of


def _key(citation: Citation) -> str:
    if isinstance(citation, RulingCitation):
        return citation.ecli
    return f"{citation.work}/{citation.article}"


class MemoryStore:
    """A ``DossierStore`` that forgets when the process ends."""

    def __init__(self, clock: Callable[[], datetime] | None = None) -> None:
        self._lines: dict[str, list[bytes]] = {}
        self._blobs: dict[str, dict[str, bytes]] = {}
        self._changed: dict[str, int] = {}
        self._count = count(1)
        self._leases: dict[str, asyncio.Lock] = {}
        self._open: set[str] = set()
        self._clock = clock or _ticking()

    async def load(self, dossier_id: str) -> Dossier | None:
        return fold(self._entries(dossier_id))

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        asked = turn.request
        if asked and asked.message_id:
            earlier = await self.find(turn.dossier_id, asked.message_id)
            if earlier:
                if earlier.entry.request and earlier.entry.request.message != asked.message:
                    raise MessageIdReused
                return earlier
        known = chain.verify(self._lines.get(turn.dossier_id, []))
        before = fold(chain.entries(known))
        check_there(before, turn)
        if before and may_meet(turn, before):
            turn = rebased(turn, chain.entries(known), before)
        kept = self._blobs.setdefault(turn.dossier_id, {})
        check_room(kept, by_hash(contents))
        kept |= by_hash(contents)
        last = known[-1] if known else None
        version = last.version + 1 if last else 1
        line = chain.sealed(turn, version, self._clock(), last, secrets.token_hex(16)).line
        entry = chain.entry(line, {})
        dossier = after(before, entry)
        self._put(turn.dossier_id, [*self._lines.get(turn.dossier_id, []), chain.written(line)])
        return Committed(dossier=dossier, entry=entry)

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        entries = self._entries(dossier_id)
        for index, entry in enumerate(entries):
            if entry.request and entry.request.message_id == message_id:
                dossier = fold(entries[: index + 1])
                assert dossier is not None
                return Committed(dossier=dossier, entry=entry, repeated=True)
        return None

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        return self._entries(dossier_id)

    async def lines(self, dossier_id: str) -> list[bytes]:
        return list(self._lines.get(dossier_id, []))

    async def blob(self, dossier_id: str, sha256: str) -> bytes | None:
        return self._blobs.get(dossier_id, {}).get(sha256)

    async def rewrite(
        self,
        dossier_id: str,
        change: Callable[[list[bytes]], list[bytes]],
        contents: Collection[bytes] = NO_BLOBS,
    ) -> Dossier:
        lines = change(await self.lines(dossier_id))
        try:
            dossier = fold(chain.entries(chain.verify(lines)))
        except JournalBroken as error:
            raise DossierUnreadable(dossier_id=dossier_id, problem="broken_journal") from error
        if dossier is None or dossier.id != dossier_id:
            problem = "other_id" if dossier else "broken_journal"
            raise DossierUnreadable(dossier_id=dossier_id, problem=problem)
        self._put(dossier_id, lines)
        every = self._blobs.get(dossier_id, {}) | by_hash(contents)
        names = named(self._entries(dossier_id))
        self._blobs[dossier_id] = {name: one for name, one in every.items() if name in names}
        return dossier

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        """Return a page; no more dossiers are looked at than it may hold, so that a search needs several."""
        place = position(cursor)
        behind = [
            (number, one)
            for one, number in sorted(self._changed.items(), key=lambda item: -item[1])
            if (number, one) < place
        ]
        looked = behind[:limit]
        found = [self._entries(one) for _, one in looked]
        more = str(Position(*looked[-1])) if len(behind) > limit else ""
        every = [(fold(entries), entries[-1].time) for entries in found]
        shown = tuple(_summary(one, at) for one, at in every if one and _is_wanted(one, wanted))
        return DossierPage(dossiers=shown, next=more)

    async def ids(self) -> list[str]:
        return sorted(self._changed, key=lambda one: self._changed[one])

    async def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        for dossier_id in [*self._changed] if among is None else among:
            entries = self._entries(dossier_id)
            dossier = fold(entries)
            if dossier and over(dossier, entries[-1].time):
                del self._lines[dossier_id]
                self._blobs.pop(dossier_id, None)
                del self._changed[dossier_id]
                self._open.discard(dossier_id)
                yield dossier_id

    @asynccontextmanager
    async def lease(
        self, dossier_id: str, *, waits: bool = False
    ) -> AsyncIterator["MemoryLease | None"]:
        lock = self._leases.setdefault(dossier_id, asyncio.Lock())
        if lock.locked() and not waits:
            yield None
            return
        async with lock:
            self._open.add(dossier_id)
            yield MemoryLease(self._open, dossier_id)

    async def unsettled(self) -> list[str]:
        return sorted(self._open)

    async def check(self) -> None:
        return

    def _entries(self, dossier_id: str) -> list[JournalEntry]:
        return chain.entries(chain.verify(self._lines.get(dossier_id, [])))

    def _put(self, dossier_id: str, lines: list[bytes]) -> None:
        self._lines[dossier_id] = lines
        self._changed[dossier_id] = next(self._count)


class MemoryLease:
    """A lease that is held."""

    def __init__(self, unsettled: set[str], dossier_id: str) -> None:
        self._unsettled = unsettled
        self._dossier_id = dossier_id

    async def check(self) -> None:
        return

    async def settle(self) -> None:
        self._unsettled.discard(self._dossier_id)


def _summary(dossier: Dossier, updated_at: datetime) -> DossierSummary:
    return DossierSummary(
        id=dossier.id,
        desk=dossier.desk,
        version=dossier.version,
        created_at=dossier.created_at,
        title=title_of(dossier),
        tenant=dossier.tenant,
        updated_at=updated_at,
        labels=dossier.labels,
        archived=dossier.archived,
    )


def _is_wanted(dossier: Dossier, wanted: DossierQuery) -> bool:
    return (
        wanted.tenant in (None, dossier.tenant)
        and wanted.words in words_in(dossier)
        and (bool(dossier.answers) or not wanted.answered)
        and wanted.desk in ("", dossier.desk)
        and (not wanted.desks or dossier.desk in wanted.desks)
        and set(wanted.labels) <= set(dossier.labels)
        and wanted.archived in (None, dossier.archived)
    )


def _ticking() -> Callable[[], datetime]:
    seconds = iter(range(10**9))
    return lambda: START + timedelta(seconds=next(seconds))


def law(
    article: str, content: str, work: str = "BWBR0005537", name: str = "Algemene wet bestuursrecht"
) -> Legislation:
    """Return an article as the library would."""
    return Legislation(
        id=f"{work}/{article}@2024-01-01",
        title=f"{name}, artikel {article}",
        content=content,
        url=f"https://wetten.overheid.nl/jci1.3:c:{work}&artikel={article}&g=2024-01-01&z=2024-01-01",
        as_of=date(2024, 1, 1),
        work=work,
        law=name,
        article=article,
    )


def page(name: str, content: str) -> Document:
    """Return a page of documentation as the library would."""
    return Document(
        id=f"guide/{name}.md#top",
        title=name.capitalize(),
        content=content,
        heading="Guide",
        collection="guide",
        path=f"Guide > {name.capitalize()}",
    )


def ruling(ecli: str, content: str, court: str = "Hoge Raad") -> CaseLaw:
    """Return a ruling as the library would."""
    return CaseLaw(
        id=ecli,
        title=f"{court} 10 mei 1995, {ecli}",
        content=content,
        url=f"https://deeplink.rechtspraak.nl/uitspraak?id={ecli}",
        as_of=date(1995, 5, 10),
        ecli=ecli,
        court=court,
    )
