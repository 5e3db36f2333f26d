"""Changing stored dossiers beside turns: taking back, choosing, naming, adding, holding and forgetting."""

from asyncio import to_thread
from collections.abc import Sequence
from datetime import date

from src.dossier import forgetting, history
from src.dossier.erasing import ERASED
from src.dossier.journal import Agreement, ModelRecord, Turn
from src.dossier.models import Document, Dossier, Message, Source
from src.dossier.patch import DossierPatch, merged
from src.dossier.personal import Masked, masked
from src.dossier.store import Committed
from src.dossier_service.looking import DossierReader, Forgotten
from src.errors import (
    UnknownSource,
)
from src.tools.base import Added, Report, Reselected, Undone
from src.wording import Wording


class DossierService(DossierReader):
    """The stored dossiers, for who looks after them; every change is a turn of its own."""

    async def undo(self, dossier_id: str, count: int = 1) -> Committed:
        """Take the last ``count`` changes back and return the turn that does so."""
        patch = history.undo_patch(await self._entries(dossier_id), count)
        dossier = await self._loaded(dossier_id)
        return await self._tell(dossier, patch, [Undone(patch.undoes, again=False)])

    async def redo(self, dossier_id: str, count: int = 1) -> Committed:
        """Make the last ``count`` changes again that were taken back, and return the turn that does so."""
        patch = history.redo_patch(await self._entries(dossier_id), count)
        dossier = await self._loaded(dossier_id)
        return await self._tell(dossier, patch, [Undone(patch.redoes, again=True)])

    async def select(
        self, dossier_id: str, select: Sequence[str], unselect: Sequence[str]
    ) -> Committed:
        """Put sources back and leave others out, by their ids, and return the turn that does so.

        Raises ``UnknownSource`` where the dossier has no source of such an id: then nothing is changed.
        """
        dossier = await self._loaded(dossier_id)
        back = [one for one in _known(dossier, select) if one not in dossier.selected]
        out = [one for one in _known(dossier, unselect) if one in dossier.selected]
        reports = [
            Reselected(again, "", tuple(sources), ())
            for again, sources in ((False, out), (True, back))
            if sources
        ]
        patch = DossierPatch(
            select_ids=tuple(one.id for one in back), unselect_ids=tuple(one.id for one in out)
        )
        return await self._tell(dossier, patch, reports or [Reselected(True, "", (), ())])

    async def set_day(self, dossier_id: str, day: date | None) -> Committed:
        """Let the sources of a day count from now on (None: today's), and return the turn that does so."""
        dossier = await self._loaded(dossier_id)
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
        dossier = await self._loaded(dossier_id)
        name = " ".join(title.split())
        words = self._words(dossier).history["named" if name else "unnamed"]
        return await self._commit(dossier, DossierPatch(title=name), words.format(title=name))

    async def add_document(
        self,
        dossier_id: str,
        document: Document,
        agreement: Agreement,
        mask: Masked = "quotes",
    ) -> Committed:
        """Add a document of the client, selected, and return the turn that does so and shows the selection."""
        dossier = await self._loaded(dossier_id)
        added = await to_thread(masked, document, mask, dossier)
        source = _as_source(added, dossier)
        agreement = agreement.model_copy(update={"name": added.title})
        patch = DossierPatch(add_sources=(source,), select_ids=(source.id,))
        return await self._tell(dossier, patch, [Added(source)], agreement)

    async def hold(self, dossier_id: str, on: bool) -> Dossier:
        """Forbid to forget anything of the dossier, or allow it again; return the dossier."""
        dossier = await self.at(dossier_id)  # nothing is added to a journal that is not sound
        if dossier.on_hold == on:
            return dossier
        words = self._words(dossier).history["hold_on" if on else "hold_off"]
        return (await self._commit(dossier, DossierPatch(set_hold=on), words)).dossier

    async def own(self, dossier_id: str, tenant: str) -> Dossier:
        """Give a dossier that is nobody's to a tenant, and return it; one that is somebody's stays theirs."""
        dossier = await self.at(dossier_id)
        if dossier.tenant:
            return dossier
        return (await self._commit(dossier, DossierPatch(), "", tenant=tenant)).dossier

    async def forget(self, dossier_id: str, versions: Sequence[int] | None) -> Forgotten:
        """Erase the texts of these turns (None: of all) for good; return the dossier without them."""
        dossier = await self._loaded(dossier_id)
        names = versions or [dossier.version]
        told = self._words(dossier).history["forgot" if versions else "forgot_all"]
        reply = told.format(names=", ".join(map(str, names)))
        turns: tuple[int, ...] = ()

        def change(lines: list[bytes]) -> list[bytes]:
            nonlocal turns
            now, salt = self._clock(), self._salt()
            new = forgetting.forget(lines, versions, now, salt, self._author(), reply)
            turns = forgetting.touched(lines, new)
            return new

        rewritten = await self._store.rewrite(dossier_id, change)
        return Forgotten(dossier=rewritten, turns=turns)

    async def _tell(
        self,
        dossier: Dossier,
        patch: DossierPatch,
        reports: Sequence[Report],
        agreement: Agreement | None = None,
    ) -> Committed:
        changed = patch.apply(dossier)
        presenter = self._presenter_of(dossier.desk)
        said = presenter.say("", reports, changed, dossier.language or "nl")
        shown = changed.selected_ids if said.shows_selection else None
        return await self._commit(
            dossier, merged([patch, DossierPatch(shown_selection=shown)]), said.text, agreement
        )

    async def _commit(
        self,
        dossier: Dossier,
        patch: DossierPatch,
        reply: str,
        agreement: Agreement | None = None,
        tenant: str = "",
    ) -> Committed:
        told = (Message(role="assistant", content=reply),) if reply else ()
        return await self._store.commit(
            Turn(
                dossier_id=dossier.id,
                desk=dossier.desk,
                author=self._author(),
                tenant=tenant,
                based_on=dossier.version,
                request=None,
                patch=merged([patch, DossierPatch(add_messages=told)]),
                reply=reply,
                language=dossier.language or "nl",
                model=ModelRecord(id="none"),
                agreement=agreement,
            )
        )

    def _words(self, dossier: Dossier) -> Wording:
        return self._presenter_of(dossier.desk).wordings[dossier.language or "nl"]


def _known(dossier: Dossier, source_ids: Sequence[str]) -> list[Source]:
    found = {one: dossier.source(one) for one in source_ids}
    for name, source in found.items():
        if source is None:
            raise UnknownSource(source=name[:80])
    return [source for source in found.values() if source]


def _as_source(document: Document, dossier: Dossier) -> Source:
    """Return the source that the same file is already; one that was forgotten gets an id that is free."""
    anew, number = document, 1
    while known := dossier.source(anew.id):
        if known.content != ERASED:
            return known
        number += 1
        anew = document.model_copy(update={"id": f"{document.id}-{number}"})
    return anew
