"""Finished answers of stored dossiers, checked and made again without model, network or library."""

import asyncio
from collections.abc import Sequence

from src.answering.rules import RulesOf
from src.dossier.journal import JournalEntry
from src.dossier.models import DOSSIER_ID, Dossier
from src.dossier.store import DossierStore
from src.errors import (
    BadDossierId,
    DossierUnreadable,
    JournalBroken,
    SourceChanged,
    UnknownDossier,
)
from src.presenter import PresenterOf
from src.review.answers import changed_in
from src.review.check import CheckedAnswer, check
from src.review.replay import Replayed, replay


class Recheck:
    """Checks and replays by the rules of the dossier's desk; every id is checked before it gets to the store."""

    def __init__(self, store: DossierStore, rules: RulesOf, presenter_of: PresenterOf) -> None:
        self._store = store
        self._presenter_of = presenter_of
        self._rules = rules

    async def check(self, dossier_id: str, answer_id: str | None = None) -> list[CheckedAnswer]:
        """Return the answers of a dossier, or the one named, each judged anew from the stored sources."""
        dossier, entries = await stored(self._store, dossier_id)
        rules = self._rules(dossier.desk)
        # A long journal takes a while to judge, in which turns want to go on.
        return await asyncio.to_thread(check, dossier, entries, rules, answer_id)

    async def replay(self, dossier_id: str, answer_id: str | None = None) -> Replayed:
        """Return how an answer comes out when it is made again from its receipt, the last one where none is named."""
        dossier, entries = await stored(self._store, dossier_id)
        rules = self._rules(dossier.desk)
        return await replay(dossier, entries, rules, self._presenter_of(dossier.desk), answer_id)


async def stored(store: DossierStore, dossier_id: str) -> tuple[Dossier, Sequence[JournalEntry]]:
    """Return a dossier and its journal; of a journal with a changed source the error names that source."""
    if not DOSSIER_ID.fullmatch(dossier_id):
        raise BadDossierId
    try:
        dossier = await store.load(dossier_id)
        entries = await store.journal(dossier_id)
    except (DossierUnreadable, JournalBroken) as error:
        source = changed_in(await store.lines(dossier_id))
        if source is None:
            raise
        raise SourceChanged(source=source) from error
    if dossier is None:
        raise UnknownDossier(dossier_id=dossier_id)
    return dossier, entries
