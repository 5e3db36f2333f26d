"""Changing stored dossiers beside turns: taking back, choosing, naming, adding, holding and forgetting."""

import logging
import secrets
from asyncio import to_thread
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from src.dossier import forgetting, history, sending
from src.dossier.blobs import NO_BLOBS
from src.dossier.erasing import ERASED
from src.dossier.journal import Agreement, ToolRecord, turn_beside
from src.dossier.models import LONGEST_LABEL, Document, Dossier, Language, Message, Picture, Source
from src.dossier.patch import DossierPatch, merged
from src.dossier.personal import Masked, marks_of, masked
from src.dossier.plan import all_written
from src.dossier.store import Committed
from src.dossier_service.looking import DossierReader, Forgotten
from src.errors import EffectsOpen, OnHold, UnknownSource
from src.masking.personal import PERSONAL_DATA
from src.tools.base import Added, AnyTool, Arguments, Report, Reselected, gate
from src.tools.undo import made_again, seen_entries, undone
from src.wording import Wording

Brought = TypeVar("Brought", Document, Picture)

log = logging.getLogger(__name__)


class DossierService(DossierReader):
    """The stored dossiers, to be changed; every change is a turn of its own."""

    async def undo(self, dossier_id: str, count: int = 1) -> Committed:
        """Take the last ``count`` changes back and return the turn that does so.

        What was written outside stays; where the desk knows how, the turn plans to take that back, too.
        """
        dossier = await self.loaded(dossier_id)
        entries = await seen_entries(self.store, dossier)
        result = undone(dossier, entries, count)
        return await self._tell(dossier, result.patch, [result.report])

    async def redo(self, dossier_id: str, count: int = 1) -> Committed:
        """Make the last ``count`` changes again that were taken back, and return the turn that does so."""
        dossier = await self.loaded(dossier_id)
        entries = await seen_entries(self.store, dossier)
        patch = history.redo_patch(entries, count)
        return await self._tell(dossier, patch, [made_again(patch, entries)])

    async def select(
        self, dossier_id: str, select: Sequence[str], unselect: Sequence[str]
    ) -> Committed:
        """Put sources back and leave others out, by their ids, and return the turn that does so.

        Raises ``UnknownSource`` where the dossier has no source of such an id: then nothing is changed.
        """
        dossier = await self.loaded(dossier_id)
        back = [source for source in _known(dossier, select) if source not in dossier.selected]
        out = [source for source in _known(dossier, unselect) if source in dossier.selected]
        reports = [
            Reselected(again, "", tuple(sources), ())
            for again, sources in ((False, out), (True, back))
            if sources
        ]
        patch = DossierPatch(
            select_ids=tuple(entry.id for entry in back), unselect_ids=tuple(one.id for one in out)
        )
        return await self._tell(dossier, patch, reports or [Reselected(True, "", (), ())])

    async def set_day(self, dossier_id: str, day: date | None) -> Committed:
        """Let the sources of a day count from now on (None: today's), and return the turn that does so."""
        dossier = await self.loaded(dossier_id)
        words = self._words(dossier).history["day_set" if day else "day_unset"]
        patch = DossierPatch(
            as_of=day,
            unset=() if day else ("as_of",),
            # Sources shown for one day were not shown for another.
            shown_selection=None if day == dossier.as_of else (),
        )
        told = f"{day:%d-%m-%Y}" if day and dossier.language != "en" else str(day)
        return await self._commit(dossier, patch, words.format(as_of=told))

    async def rename(self, dossier_id: str, title: str) -> Committed:
        """Give the dossier a name (empty: none), and return the turn that does so."""
        dossier = await self.loaded(dossier_id)
        name = self.secret_gate.masked(" ".join(title.split()), dossier_id)
        words = self._words(dossier).history["named" if name else "unnamed"]
        return await self._commit(dossier, DossierPatch(title=name), words.format(title=name))

    def new(self, desk: str, language: Language) -> Dossier:
        """Return a dossier of a desk that is still to be stored, with the first turn on it."""
        return Dossier(
            id=f"dos-{secrets.token_hex(16)}",
            desk=desk,
            language=language,
            created_at=self.clock(),
        )

    async def by_hand(self, to: str | Dossier, tool: AnyTool, args: Arguments) -> Committed:
        """Run a tool of the dossier's desk for a person who said nothing, and return the turn that does so.

        ``to``: the id of a dossier, or a new one. What the tool raises is raised, and so is what keeps it from
        running: then nothing is changed.
        """
        dossier = await self.loaded(to) if isinstance(to, str) else to
        if closed := gate(tool, dossier):
            raise closed
        args = self.secret_gate.arguments(args, dossier.id)
        result = await tool.execute(dossier, args)
        record = ToolRecord(
            tool=tool.name, arguments=args.model_dump_json(), outcome=result.report.outcome
        )
        return await self._tell(dossier, result.patch, [result.report], tools=(record,))

    async def add_document(
        self, to: str | Dossier, document: Document, agreement: Agreement, mask: Masked = "quotes"
    ) -> Committed:
        """Add a document of the client, selected, and return the turn that does so and shows the selection.

        ``to``: the id of a dossier, or a new one.
        """
        dossier = await self.loaded(to) if isinstance(to, str) else to
        added = await to_thread(masked, document, mask, dossier)
        source = _as_source(await self._admitted(dossier, added), dossier)
        agreement = agreement.model_copy(update={"name": source.title})
        patch = DossierPatch(add_sources=(source,), select_ids=(source.id,))
        return await self._tell(dossier, patch, [Added(source)], agreement=agreement)

    async def add_picture(
        self,
        to: str | Dossier,
        picture: Picture,
        content: bytes,
        agreement: Agreement,
        is_seen: bool,
    ) -> Committed:
        """Add a picture with its bytes, selected, and return the turn that does so; raises ``TooManyPictures``.

        ``to``: the id of a dossier, or a new one; ``is_seen``: whether its desk looks at pictures.
        """
        dossier = await self.loaded(to) if isinstance(to, str) else to
        name = PERSONAL_DATA.mask(picture.title, marks_of(dossier.sources))
        named = picture.model_copy(update={"title": name})
        kept = await self._admitted(dossier, named)
        source = sending.let_go(kept.sha256, dossier) or _as_source(kept, dossier)
        patch = sending.added(source, dossier)
        agreement = agreement.model_copy(update={"name": source.title})
        report = Added(source, is_seen)
        return await self._tell(dossier, patch, [report], [content], agreement=agreement)

    async def hold(self, dossier_id: str, on: bool) -> Dossier:
        """Forbid to forget anything of the dossier, or allow it again; return the dossier."""
        dossier = await self.at(dossier_id)  # nothing is added to a journal that is not sound
        if dossier.on_hold == on:
            return dossier
        words = self._words(dossier).history["hold_on" if on else "hold_off"]
        return (await self._commit(dossier, DossierPatch(set_hold=on), words)).dossier

    async def label(
        self, dossier_id: str, add: Sequence[str] = (), remove: Sequence[str] = ()
    ) -> Dossier:
        """Give the dossier labels and take others away (one in both stays), and return it."""
        dossier = await self.at(dossier_id)
        mask = self.secret_gate.masked
        # A mark is longer than most secrets, and a label has its bounds.
        add, remove = (
            [mask(text, dossier_id)[:LONGEST_LABEL] for text in named] for named in (add, remove)
        )
        patch = DossierPatch(
            add_labels=tuple(text for text in add if text not in dossier.labels),
            remove_labels=tuple(one for one in remove if one in dossier.labels and one not in add),
        )
        changes = patch.add_labels or patch.remove_labels
        return (await self._commit(dossier, patch, "")).dossier if changes else dossier

    async def archive(self, dossier_id: str, on: bool) -> Dossier:
        """Leave the dossier out of lists, or put it back, and return it."""
        dossier = await self.at(dossier_id)
        if dossier.archived == on:
            return dossier
        return (await self._commit(dossier, DossierPatch(set_archived=on), "")).dossier

    async def delete(self, dossier_id: str) -> None:
        """Erase the whole dossier, its journal and its pictures, for good; raises ``OnHold`` or ``EffectsOpen``."""

        def may_go(dossier: Dossier, _: datetime) -> bool:
            if dossier.on_hold:
                raise OnHold(dossier_id=dossier.id)
            if any(written.is_open for written in all_written(dossier)):
                raise EffectsOpen(dossier_id=dossier.id)
            return True

        await self.loaded(dossier_id)
        async for erased in self.store.erase(may_go, [dossier_id]):
            log.info("a dossier was deleted", extra={"dossier": erased})

    async def own(self, dossier_id: str, tenant: str) -> Dossier:
        """Give a dossier without a tenant to one, and return it; one that has a tenant keeps it."""
        dossier = await self.at(dossier_id)
        if dossier.tenant:
            return dossier
        return (await self._commit(dossier, DossierPatch(), "", tenant=tenant)).dossier

    async def forget(self, dossier_id: str, versions: Sequence[int] | None) -> Forgotten:
        """Erase the texts of these turns (None: of all) for good; return the dossier without them."""
        dossier = await self.loaded(dossier_id)
        names = versions or [dossier.version]
        told = self._words(dossier).history["forgot" if versions else "forgot_all"]
        reply = told.format(names=", ".join(map(str, names)))
        turns: tuple[int, ...] = ()

        def change(lines: list[bytes]) -> list[bytes]:
            nonlocal turns
            now, salt = self.clock(), self.salt()
            new = forgetting.forget(lines, versions, now, salt, self.author(), reply)
            turns = forgetting.touched(lines, new)
            return new

        rewritten = await self.store.rewrite(dossier_id, change)
        return Forgotten(dossier=rewritten, turns=turns)

    async def _admitted(self, dossier: Dossier, source: Brought) -> Brought:
        """Return what a user brings as it is kept, once the desk has looked at it as it came."""
        await self.admit(dossier, source)
        return await self.secret_gate.source(source, dossier.id)

    async def _tell(
        self,
        dossier: Dossier,
        patch: DossierPatch,
        reports: Sequence[Report],
        contents: Collection[bytes] = NO_BLOBS,
        **fields: Any,
    ) -> Committed:
        changed = patch.apply(dossier)
        presenter = self.presenter_of(dossier.desk)
        said = presenter.say("", reports, changed, dossier.language or "nl")
        shown = changed.selected_ids if said.shows_selection else None
        seen = DossierPatch(shown_selection=shown, shown_plans=said.plans)
        patch = merged([patch, seen])
        return await self._commit(dossier, patch, said.text, contents, **fields)

    async def _commit(
        self,
        dossier: Dossier,
        patch: DossierPatch,
        reply: str,
        contents: Collection[bytes] = NO_BLOBS,
        tenant: str = "",
        **fields: Any,
    ) -> Committed:
        told = (Message(role="assistant", content=reply),) if reply else ()
        patch = merged([patch, DossierPatch(add_messages=told)])
        about = {"author": self.author(), "tenant": tenant, "reply": reply}
        return await self.store.commit(turn_beside(dossier, patch, **about, **fields), contents)

    def _words(self, dossier: Dossier) -> Wording:
        return self.presenter_of(dossier.desk).wordings[dossier.language or "nl"]


def _known(dossier: Dossier, source_ids: Sequence[str]) -> list[Source]:
    found = {text: dossier.source(text) for text in source_ids}
    for name, source in found.items():
        if source is None:
            raise UnknownSource(source=name[:80])
    return [source for source in found.values() if source]


def _stands_for(known: Source, brought: Document | Picture) -> bool:
    """Whether a source of the dossier is what is brought: it was not forgotten, and may leave if that may."""
    if isinstance(known, Picture) and isinstance(brought, Picture):
        return bool(known.sha256) and (bool(known.may_leave) or not brought.may_leave)
    return known.content != ERASED


def _as_source(brought: Document | Picture, dossier: Dossier) -> Source:
    """Return the source that the same file is already; one that was forgotten gets an id that is free."""
    anew, number = brought, 1
    while known := dossier.source(anew.id):
        if _stands_for(known, brought):
            return known
        number += 1
        anew = brought.model_copy(update={"id": f"{brought.id}-{number}"})
    return anew
