"""What every ``DossierStore`` promises. A test module subclasses this once per implementation."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from src.dossier.journal import FIRST_PREVIOUS, fold, hash_of
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.errors import MessageIdReused
from tests.dossier.turns import DOSSIER, OTHER, changing, said, saying
from tests.fakes import law

ODD_ID = 'he said "é\\u0000\\"\n\t/🙂'


class StoreContract:
    """Subclasses give a fixture ``store``, and ``later`` where the store's sense of time is coarse."""

    @pytest.fixture
    def later(self) -> Callable[[], Awaitable[None]]:
        """Wait until the store can tell the next change from the last one."""

        async def at_once() -> None:
            return None

        return at_once

    async def test_unknown_dossier_is_none_and_stays_unknown(self, store: DossierStore) -> None:
        assert await store.load(DOSSIER) is None
        assert await store.find(DOSSIER, "m-1") is None
        assert await store.journal(DOSSIER) == []
        assert await store.summaries() == []

    async def test_committed_turn_is_loaded(self, store: DossierStore) -> None:
        patch = DossierPatch(add_sources=(law("6:7", "zes weken"),), language="nl")
        committed = await store.commit(changing(patch, "hoe lang?", "m-1"))
        assert committed.dossier == await store.load(DOSSIER)
        assert committed.dossier.sources == patch.add_sources
        assert committed.dossier.language == "nl"
        assert committed.dossier.desk == "tax"
        assert not committed.repeated
        assert [committed.entry] == await store.journal(DOSSIER)

    async def test_entry_is_the_turn(self, store: DossierStore) -> None:
        turn = saying("hoe lang?", "m-1")
        entry = (await store.commit(turn)).entry
        assert {name: getattr(entry, name) for name in dict(turn)} == dict(turn)

    async def test_versions_count_the_turns(self, store: DossierStore) -> None:
        committed = [await store.commit(saying(text)) for text in ("a", "b", "c")]
        assert [one.entry.version for one in committed] == [1, 2, 3]
        assert [one.dossier.version for one in committed] == [1, 2, 3]
        assert {one.dossier.created_at for one in committed} == {committed[0].entry.time}

    async def test_dossiers_do_not_mix(self, store: DossierStore) -> None:
        await store.commit(saying("a", "m-1"))
        other = await store.commit(saying("b", "m-1", OTHER))
        assert other.entry.version == 1
        assert said(other.dossier.conversation) == ["b"]

    async def test_repeated_message_id_returns_the_earlier_turn(self, store: DossierStore) -> None:
        first = await store.commit(saying("a", "m-1"))
        last = await store.commit(saying("b", "m-2"))
        again = await store.commit(saying("a", "m-1"))
        assert again == first.model_copy(update={"repeated": True})
        assert again == await store.find(DOSSIER, "m-1")
        assert await store.load(DOSSIER) == last.dossier
        assert len(await store.journal(DOSSIER)) == 2

    async def test_any_text_can_be_a_message_id(self, store: DossierStore) -> None:
        first = await store.commit(saying("a", ODD_ID))
        assert (await store.commit(saying("a", ODD_ID))).entry == first.entry
        assert await store.find(DOSSIER, ODD_ID[:-1]) is None

    async def test_message_id_in_a_text_is_no_message_id(self, store: DossierStore) -> None:
        await store.commit(saying('"message_id":"m-1"', "m-2"))
        assert await store.find(DOSSIER, "m-1") is None

    async def test_message_id_with_another_text_is_refused(self, store: DossierStore) -> None:
        first = await store.commit(saying("a", "m-1"))
        with pytest.raises(MessageIdReused):
            await store.commit(saying("b", "m-1"))
        assert await store.load(DOSSIER) == first.dossier

    async def test_same_text_without_message_id_is_said_twice(self, store: DossierStore) -> None:
        await store.commit(saying("a"))
        assert said((await store.commit(saying("a"))).dossier.conversation) == ["a", "a"]

    async def test_turns_at_once_all_survive_in_commit_order(self, store: DossierStore) -> None:
        texts = [f"turn {number}" for number in range(8)]
        committed = await asyncio.gather(*(store.commit(saying(text)) for text in texts))
        dossier = await store.load(DOSSIER)
        assert dossier is not None
        in_order = sorted(committed, key=lambda one: one.entry.version)
        assert [one.entry.version for one in in_order] == list(range(1, 9))
        assert sorted(said(dossier.conversation)) == texts
        assert [one.entry for one in in_order] == await store.journal(DOSSIER)
        assert said(dossier.conversation) == [
            one.entry.request.message for one in in_order if one.entry.request
        ]

    async def test_one_message_sent_at_once_is_committed_once(self, store: DossierStore) -> None:
        turns = (saying("a", "m-1") for _ in range(6))
        committed = await asyncio.gather(*(store.commit(turn) for turn in turns))
        assert sorted(one.repeated for one in committed) == [False] + [True] * 5
        assert len({one.entry.line() for one in committed}) == 1
        assert len(await store.journal(DOSSIER)) == 1

    async def test_patch_is_applied_to_what_is_committed_by_then(self, store: DossierStore) -> None:
        source = law("6:7", "zes weken")
        await store.commit(changing(DossierPatch(add_sources=(source,), select_ids=(source.id,))))
        one = changing(DossierPatch(unselect_ids=(source.id,)))
        two = changing(DossierPatch(add_sources=(law("6:8", "dag na"),)))
        await asyncio.gather(store.commit(one), store.commit(two))
        dossier = await store.load(DOSSIER)
        assert dossier is not None
        assert (len(dossier.sources), dossier.selected_ids) == (2, ())

    async def test_journal_adds_up_to_the_dossier(self, store: DossierStore) -> None:
        for text in ("a", "b", "c"):
            await store.commit(saying(text))
        assert fold(await store.journal(DOSSIER)) == await store.load(DOSSIER)

    async def test_each_entry_carries_the_hash_of_the_one_before(self, store: DossierStore) -> None:
        for text in ("a", "b", "c"):
            await store.commit(saying(text))
        entries = await store.journal(DOSSIER)
        hashes = [FIRST_PREVIOUS, *(hash_of(entry.line()) for entry in entries)]
        assert [entry.previous_hash for entry in entries] == hashes[:-1]

    async def test_summaries_come_last_changed_first(
        self, store: DossierStore, later: Callable[[], Awaitable[None]]
    ) -> None:
        await store.commit(saying("  the first\n question  ", dossier_id=DOSSIER))
        await later()
        await store.commit(saying("x" * 200, dossier_id=OTHER))
        assert [one.id for one in await store.summaries()] == [OTHER, DOSSIER]
        await later()
        await store.commit(saying("a follow-up", dossier_id=DOSSIER))
        changed, other = await store.summaries()
        assert (changed.id, changed.title, changed.version) == (DOSSIER, "the first question", 2)
        assert (other.id, other.title, other.desk) == (OTHER, "x" * 80, "tax")
        loaded = await store.load(OTHER)
        assert loaded is not None
        assert other.created_at == loaded.created_at

    async def test_check_stores_nothing(self, store: DossierStore) -> None:
        await store.commit(saying("a"))
        await store.check()
        assert [one.id for one in await store.summaries()] == [DOSSIER]
        assert len(await store.journal(DOSSIER)) == 1
