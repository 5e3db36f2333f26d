"""Looking back at stored dossiers: what happened, what was sent, whether a journal is sound; and handing over.

A long journal takes a while to add up: that is done in threads, so that turns go on meanwhile.
"""

import secrets
from asyncio import to_thread
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version as version_of
from typing import Literal

from pydantic import computed_field

from src import errors
from src.answering.rules import RulesOf
from src.answering.task import sent_hash
from src.dossier import chain, comparison, history, provenance
from src.dossier import log as journal_log
from src.dossier.answers import as_it_was, every_answer
from src.dossier.blobs import sha256_of, sound_blob, sound_blobs
from src.dossier.comparison import Comparison
from src.dossier.finding import FoundText, find_in, folded
from src.dossier.journal import JournalEntry, fold, states
from src.dossier.listing import EVERY
from src.dossier.log import LogLine
from src.dossier.models import Answer, Dossier, Frozen, Picture
from src.dossier.provenance import Event
from src.dossier.store import DossierPage, DossierQuery, DossierStore, DossierSummary, loaded
from src.dossier.trace import TurnTrace, trace
from src.export import pack
from src.export.compose import compose
from src.export.memo import Memo
from src.identity.caller import current
from src.intake.secrets import SecretGate
from src.intake.step import Admit, admit_all
from src.presenter import PresenterOf

LARGEST_PICTURES = 24 * 1024 * 1024
"""Bytes of all pictures that a memo shows; of what is beyond only the words stand there."""


class AsSent(Frozen):
    """What the model saw for an answer, rebuilt from the journal."""

    answer: str
    text: str
    """The very JSON text."""
    sources: dict[str, str]
    """The part of the text that holds a source, by its id."""
    sha256: str
    recorded: str
    """The SHA-256 that was recorded with the answer; empty where none was, or where it was erased."""

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated properties
    @property
    def matches(self) -> bool | None:
        """Whether this is what was sent; None where nothing was recorded to tell it by."""
        return self.sha256 == self.recorded if self.recorded else None


class VerifiedJournal(Frozen):
    """A journal whose chain is sound, and how the stored state stands to it."""

    entries: int
    state: Literal["same", "ahead", "differs"]
    """``ahead``: the last entries are missing; ``differs``: the journal adds up to something else."""


STANDING = {
    "same": "",
    "ahead": "the stored state is ahead of them: the last entries are missing. Put a copy of both back.",
    "differs": "the stored state is not what they add up to. Put a copy of both back.",
}
"""What there is to say of a sound journal, by how the state stands to it."""


class Forgotten(Frozen):
    """A dossier without the texts that were forgotten."""

    dossier: Dossier
    turns: tuple[int, ...]
    """Every turn that lost something: those that were named, and those that held copies."""


class FoundDossier(FoundText):
    """A dossier that has what was looked for, and where."""

    summary: DossierSummary


class FoundPage(Frozen):
    """The dossiers that have what was looked for, the most recently changed first."""

    found: tuple[FoundDossier, ...]
    next: str
    """Where to look further; empty: there are no more."""


@dataclass(frozen=True, eq=False)
class DossierReader:
    """The stored dossiers, to be read; every id is checked before it gets to the store."""

    store: DossierStore
    rules: RulesOf
    presenter_of: PresenterOf
    author: Callable[[], str] = lambda: current().name
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    salt: Callable[[], str] = lambda: secrets.token_hex(16)
    admit: Admit = admit_all
    secret_gate: SecretGate = field(default_factory=SecretGate)

    # Looking back

    async def log(self, dossier_id: str) -> list[LogLine]:
        """Return every turn in brief, oldest first."""
        return await to_thread(journal_log.log, await self._entries(dossier_id))

    async def at(self, dossier_id: str, version: int | None = None) -> Dossier:
        """Return the dossier as it was at this version, or as it is."""
        dossier = await self.loaded(dossier_id)
        # Checked, also where the state alone would do.
        entries = await self.store.journal(dossier_id)
        if version is None or version == dossier.version:
            return dossier
        return await to_thread(history.at, entries, version)

    async def named(self, name: str) -> Dossier:
        """Return the dossier that ``ID`` or ``ID@VERSION`` names."""
        dossier_id, at_sign, version = name.partition("@")
        if not at_sign:
            return await self.at(dossier_id)
        if not (version.isascii() and version.isdecimal() and len(version) < 10):
            latest = (await self.loaded(dossier_id)).version
            raise errors.UnknownVersion(version=version[:20], latest=str(latest))
        return await self.at(dossier_id, int(version))

    async def hash(self, dossier_id: str, version: int | None = None) -> str:
        """Return the SHA-256 of a dossier as it was at this version, or as it is."""
        return await to_thread(history.state_hash, await self.at(dossier_id, version))

    async def diff(self, a: str, b: str) -> Comparison:
        """Return what differs between two dossiers or states, each named ``ID`` or ``ID@VERSION``."""
        return await to_thread(comparison.compare, await self.named(a), await self.named(b))

    async def why(self, dossier_id: str, source: str) -> list[Event]:
        """Return what happened to a source, named by id, title or number, or to an artifact; oldest first."""
        return await to_thread(provenance.events, await self._entries(dossier_id), source)

    async def as_sent(self, dossier_id: str, answer_id: str | None = None) -> AsSent:
        """Return what the model saw for an answer, of the last one where none is named."""
        return await to_thread(self._as_sent, await self._entries(dossier_id), answer_id)

    def _as_sent(self, entries: Sequence[JournalEntry], answer_id: str | None) -> AsSent:
        answer = _answer(entries, answer_id)
        was = _made_from(entries, answer)
        rules = self.rules(was.desk)
        task = rules.task(was, answer.question, rules.cutting)
        return AsSent(
            answer=answer.id,
            text=task.model_dump_json(),
            sources={source.id: source.model_dump_json() for source in task.sources},
            sha256=sent_hash(task),
            recorded=answer.sent_hash,
        )

    async def source_as_sent(self, dossier_id: str, source: str) -> tuple[AsSent, str]:
        """Return what the model saw for the last answer that used this source, and the source's part of it."""
        entries = await self._entries(dossier_id)
        used = [event for event in provenance.events(entries, source) if event.kind == "used"]
        if not used:
            raise errors.UnknownAnswer(answer=source[:40])
        sent = await self.as_sent(dossier_id, used[-1].answer)
        return sent, sent.sources[used[-1].source_id]

    async def trace(self, dossier_id: str, turn: int | None = None) -> TurnTrace:
        """Return a turn step by step, the last one of the conversation where none is named."""
        return await to_thread(trace, await self._entries(dossier_id), turn)

    async def verify(self, dossier_id: str) -> VerifiedJournal:
        """Return how many entries the sound journal has; raises ``JournalBroken``, which names the first bad one.

        Raises ``PictureBroken`` where a picture that it names is missing or changed.
        """
        try:
            dossier = await self.loaded(dossier_id)
        except errors.DossierUnreadable:
            lines = await self.store.lines(dossier_id)
            await to_thread(chain.verify, lines)  # names the entry, if that is why
            raise
        # The lines after the state: a turn committed in between is in them, and not missing.
        lines = await self.store.lines(dossier_id)
        found = await to_thread(_verified, dossier, lines)
        async for _ in sound_blobs(self.store, dossier_id, await self.store.journal(dossier_id)):
            pass
        return found

    async def picture(self, dossier_id: str, sha256: str) -> tuple[Picture, bytes]:
        """Return a picture of the dossier as it is now, with its bytes; raises ``UnknownPicture``."""
        dossier = await self.loaded(dossier_id)
        for source in dossier.sources:
            if isinstance(source, Picture) and source.sha256 == sha256:
                return source, await sound_blob(self.store, dossier_id, sha256)
        raise errors.UnknownPicture(sha256=sha256[:64])

    async def find(
        self, text: str, limit: int, cursor: str = "", among: DossierQuery = EVERY
    ) -> FoundPage:
        """Return so many dossiers that have this text anywhere, the most recently changed first."""
        found: list[FoundDossier] = []
        wanted = among.model_copy(update={"words": folded(text)})
        more = bool(text.strip())
        while more:
            page = await self.store.page(wanted, cursor, limit - len(found))
            found += [dossier async for dossier in self._found(page, text)]
            cursor = page.next
            more = len(found) < limit and bool(cursor)
        return FoundPage(found=tuple(found), next=cursor)

    async def _found(self, page: DossierPage, text: str) -> AsyncIterator[FoundDossier]:
        for summary in page.dossiers:
            dossier = await self.store.load(summary.id)
            place = await to_thread(find_in, dossier, text) if dossier else None
            if place:
                yield FoundDossier(**dict(place), summary=summary)

    # Handing over

    async def memo(self, dossier_id: str, answer_id: str | None = None) -> Memo:
        """Return an answer as it is handed over, the newest where none is named."""
        dossier = await self.loaded(dossier_id)
        rules = self.rules(dossier.desk)
        lines = await to_thread(chain.verify, await self.store.lines(dossier_id))
        return await to_thread(compose, lines, answer_id, version_of("tess"), rules)

    async def pictures(self, memo: Memo) -> dict[str, bytes]:
        """Return the pictures of a memo that it may show: those that are sound, as many as fit into one file."""
        found: dict[str, bytes] = {}
        room = LARGEST_PICTURES
        for each in memo.pictures:
            content = await self.store.blob(memo.dossier_id, each.sha256) if each.sha256 else None
            if content and len(content) <= room and sha256_of(content) == each.sha256:
                found[each.sha256] = content
                room -= len(content)
        return found

    async def pack(self, dossier_id: str) -> bytes:
        """Return the whole dossier as one sealed file; ``DossierUnreadable`` where its journal is not all of it.

        A desk that does not answer, or is not there, has no memo to put in it.
        """
        stored = await self.loaded(dossier_id)
        lines = await self.store.lines(dossier_id)
        if (await to_thread(_verified, stored, lines)).state != "same":
            raise errors.DossierUnreadable(dossier_id=dossier_id, problem="other_history")
        try:
            rules = self.rules(stored.desk)
        except errors.NotAnAnsweringDesk:
            rules = None
        state = await to_thread(pack.state_of, lines, stored)
        entries = await to_thread(chain.turns, lines)
        blobs = [blob async for blob in sound_blobs(self.store, dossier_id, entries)]
        return await to_thread(pack.packed, lines, state, version_of("tess"), rules, blobs)

    async def loaded(self, dossier_id: str) -> Dossier:
        """Return the dossier as it is stored; raises ``BadDossierId`` or ``UnknownDossier``."""
        return await loaded(self.store, dossier_id)

    async def _entries(self, dossier_id: str) -> list[JournalEntry]:
        await self.loaded(dossier_id)
        return await self.store.journal(dossier_id)


def _made_from(entries: Sequence[JournalEntry], answer: Answer) -> Dossier:
    """Return the dossier that an answer was made from; of one that was brought along, the version that it names."""
    made = every_answer(entries).get(answer.id)
    if made:
        return as_it_was(entries, made)
    given = {"selected_ids": answer.source_ids, "language": answer.language}
    return history.at(entries, answer.based_on_version).model_copy(update=given)


def _answer(entries: Sequence[JournalEntry], answer_id: str | None) -> Answer:
    """Return the answer of this id, also one that was withdrawn; without an id the last one given."""
    known = {answer.id: answer for _, _, now in states(entries) for answer in now.answers}
    if not known or (answer_id is not None and answer_id not in known):
        raise errors.UnknownAnswer(answer=(answer_id or "-")[:40])
    return known[answer_id] if answer_id is not None else list(known.values())[-1]


def _verified(dossier: Dossier, lines: Sequence[bytes]) -> VerifiedJournal:
    entries = chain.turns(lines)
    if dossier.version > (entries[-1].version if entries else 0):
        return VerifiedJournal(entries=len(entries), state="ahead")
    added_up = fold(entry for entry in entries if entry.version <= dossier.version)
    # A dossier of the original program has no journal before its first turn here.
    same = added_up is None or added_up == dossier
    return VerifiedJournal(entries=len(entries), state="same" if same else "differs")
