"""What every ``DossierStore`` promises. A test module subclasses this once per implementation."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

import pytest
from pydantic import JsonValue

from src.dossier import chain
from src.dossier.blobs import sha256_of
from src.dossier.finding import folded
from src.dossier.journal import Turn, fold
from src.dossier.listing import EVERY, filled, summaries
from src.dossier.models import Answer, Artifact, Dossier, json_of
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierQuery, DossierStore
from src.errors import (
    BadFields,
    ChangedMeanwhile,
    DossierUnreadable,
    MessageIdReused,
    TooManyPictures,
    UnknownDossier,
)
from tests.dossier.strategies import OBSERVED, OPAQUE
from tests.dossier.turns import (
    BROUGHT,
    DOSSIER,
    OTHER,
    PIXELS,
    changing,
    erasing,
    forgetting_turn,
    picturing,
    said,
    saying,
)
from tests.fakes import START, law

ODD_ID = 'he said "é\\u0000\\"\n\t/🙂'

ANSWER = Answer(
    question="hoe lang?",
    language="nl",
    claims=(),
    conclusion="zes weken",
    source_ids=(),
    model="none",
    based_on_version=1,
)


def _instead(new: list[bytes], _: list[bytes]) -> list[bytes]:
    """Return other lines than those that a store has."""
    return new


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
        assert await summaries(store) == []

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
        assert len({one.entry.model_dump_json() for one in committed}) == 1
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

    async def test_edits_at_once_are_both_kept_or_the_later_one_is_refused(
        self, store: DossierStore
    ) -> None:
        begun = Artifact(id="d", kind="draft", data={"text": "Begun.", "n": 1})

        def edit(**data: JsonValue) -> Turn:
            put = begun.model_copy(update={"data": {**begun.data, **data}})
            patch = DossierPatch(put_artifacts=(put,))
            return changing(patch).model_copy(update={"based_on": 1})

        await store.commit(changing(DossierPatch(put_artifacts=(begun,))))
        texts = (f"Begun.\n\n{name}" for name in "abc")
        kept = await asyncio.gather(*(store.commit(edit(text=text)) for text in texts))
        before = await store.lines(DOSSIER)
        with pytest.raises(ChangedMeanwhile) as refused:
            await store.commit(edit(text="Other."), [PIXELS])
        assert refused.value.details == {"names": "d (text)"}
        assert await store.lines(DOSSIER) == before
        dossier = (await store.commit(edit(n=2))).dossier
        (draft,) = dossier.artifacts
        text = draft.data["text"]
        assert isinstance(text, str)
        assert sorted(text.split("\n\n")) == ["Begun.", "a", "b", "c"]
        assert draft.data["n"] == 2
        entries = await store.journal(DOSSIER)
        assert fold(entries) == await store.load(DOSSIER) == dossier
        assert [one.entry for one in sorted(kept, key=lambda one: one.entry.version)] == entries[
            1:4
        ]

    async def test_journal_adds_up_to_the_dossier(self, store: DossierStore) -> None:
        for text in ("a", "b", "c"):
            await store.commit(saying(text))
        assert fold(await store.journal(DOSSIER)) == await store.load(DOSSIER)

    async def test_lines_are_a_chain_of_the_turns(self, store: DossierStore) -> None:
        assert await store.lines(DOSSIER) == []
        for text in ("a", "b", "c"):
            await store.commit(saying(text))
        lines = chain.verify(await store.lines(DOSSIER))
        assert chain.entries(lines) == await store.journal(DOSSIER)
        assert {line.dossier_id for line in lines} == {DOSSIER}
        assert len({line.salt for line in lines}) == 3

    async def test_turn_keeps_the_version_it_was_made_for(self, store: DossierStore) -> None:
        turns = [saying(text).model_copy(update={"based_on": 0}) for text in ("a", "b")]
        committed = [await store.commit(turn) for turn in turns]
        assert [(one.entry.based_on, one.entry.version) for one in committed] == [(0, 1), (0, 2)]

    async def test_answers_are_numbered_when_they_are_committed(self, store: DossierStore) -> None:
        await store.commit(saying("a"))
        two = (await store.commit(changing(DossierPatch(add_answers=(ANSWER, ANSWER))))).dossier
        assert [one.id for one in two.answers] == ["a2", "a2-2"]
        gone = DossierPatch(add_answers=(ANSWER,), remove_answer_ids=("a2",))
        three = (await store.commit(changing(gone))).dossier
        assert [one.id for one in three.answers] == ["a2-2", "a3"]
        assert await store.load(DOSSIER) == three

    async def test_answer_whose_source_was_removed_meanwhile_says_so(
        self, store: DossierStore
    ) -> None:
        source = law("6:7", "zes weken")
        await store.commit(changing(DossierPatch(add_sources=(source,), select_ids=(source.id,))))
        await store.commit(changing(DossierPatch(unselect_ids=(source.id,))))
        answer = ANSWER.model_copy(update={"source_ids": (source.id,)})
        late = changing(DossierPatch(add_answers=(answer,))).model_copy(update={"based_on": 1})
        (kept,) = (await store.commit(late)).dossier.answers
        assert kept.sources_since_removed == (source.id,)

    async def test_erased_turn_is_gone_and_the_chain_holds(self, store: DossierStore) -> None:
        for text in ("one", "a secret", "three"):
            await store.commit(saying(text, f"m-{text}"))
        before = chain.verify(await store.lines(DOSSIER))
        dossier = await store.rewrite(DOSSIER, erasing(2))
        lines = await store.lines(DOSSIER)
        assert b"secret" not in b"".join(lines)
        assert [line.hash for line in chain.verify(lines)][:3] == [line.hash for line in before]
        assert dossier == await store.load(DOSSIER) == fold(await store.journal(DOSSIER))
        assert said(dossier.conversation) == ["one", "erased", "three"]
        assert [one.erased for one in await store.journal(DOSSIER)] == [False, True, False, False]
        assert await store.find(DOSSIER, "m-a secret") is None
        found = await store.find(DOSSIER, "m-three")
        assert found is not None
        assert said(found.dossier.conversation) == ["one", "erased", "three"]

    async def test_erased_dossier_goes_on(self, store: DossierStore) -> None:
        for text in ("one", "two"):
            await store.commit(saying(text, f"m-{text}"))
        await store.rewrite(DOSSIER, erasing(1))
        committed = await store.commit(saying("on", "m-on"))
        assert committed.dossier.version == 4
        await store.rewrite(DOSSIER, erasing(2, 4))
        dossier = await store.load(DOSSIER)
        assert dossier is not None
        assert said(dossier.conversation) == ["erased"] * 3
        assert fold(await store.journal(DOSSIER)) == dossier
        assert len(chain.verify(await store.lines(DOSSIER))) == 5

    async def test_journal_is_copied_into_an_empty_store(self, store: DossierStore) -> None:
        turns = [saying("a", "m-1"), saying("b")]
        lines: list[bytes] = []
        last = None
        for version, turn in enumerate(turns, start=1):
            last = chain.sealed(turn, version, START, last, "0" * 32).line
            lines.append(chain.written(last))
        given: list[list[bytes]] = []

        def copied(before: list[bytes]) -> list[bytes]:
            given.append(before)
            return lines

        dossier = await store.rewrite(DOSSIER, copied)
        assert given == [[]]
        assert await store.lines(DOSSIER) == lines
        assert dossier == await store.load(DOSSIER)
        assert (await store.commit(saying("a", "m-1"))).repeated

    async def test_change_that_fails_changes_nothing(self, store: DossierStore) -> None:
        await store.commit(saying("a"))
        before = await store.lines(DOSSIER)

        def failing(lines: list[bytes]) -> list[bytes]:
            raise KeyError(len(lines))

        with pytest.raises(KeyError):
            await store.rewrite(DOSSIER, failing)
        broken: tuple[list[bytes], ...] = ([], [before[0], before[0]], [b"{}\n"])
        for lines in broken:
            with pytest.raises(DossierUnreadable):
                await store.rewrite(DOSSIER, partial(_instead, lines))
        assert await store.lines(DOSSIER) == before
        assert (await store.commit(saying("b"))).dossier.version == 2

    async def test_an_erased_dossier_is_gone_and_others_stay(self, store: DossierStore) -> None:
        for dossier_id in (DOSSIER, OTHER):
            await store.commit(saying("a", "m-1", dossier_id))
        last = (await store.commit(saying("b", "m-2"))).entry.time
        asked: list[tuple[str, int, datetime]] = []

        def over(dossier: Dossier, time: datetime) -> bool:
            asked.append((dossier.id, dossier.version, time))
            return dossier.id == DOSSIER

        assert [one async for one in store.erase(over)] == [DOSSIER]
        assert (DOSSIER, 2, last) in asked
        assert await store.load(DOSSIER) is None
        assert await store.lines(DOSSIER) == []
        assert await store.find(DOSSIER, "m-1") is None
        assert [one.id for one in await summaries(store)] == [OTHER]
        assert [one async for one in store.erase(lambda dossier, _: dossier.id == DOSSIER)] == []
        anew = await store.commit(saying("anew", "m-1"))
        assert (anew.repeated, anew.dossier.version) == (False, 1)
        assert said(anew.dossier.conversation) == ["anew"]

    async def test_artifacts_and_unknown_kinds_are_kept_as_they_are(
        self, store: DossierStore
    ) -> None:
        plan = Artifact(id="p", kind="plan", data={"n": 1.0, "é": [None, {"x": "\0"}]})
        patch = DossierPatch(add_sources=(OPAQUE, OBSERVED), put_artifacts=(plan,))
        await store.commit(changing(patch))
        dossier = (await store.commit(changing(DossierPatch(remove_artifact_ids=("q",))))).dossier
        assert dossier.sources == (OPAQUE, OBSERVED)
        assert dossier.artifacts == (plan,)
        (first, _) = await store.lines(DOSSIER)
        assert json_of(OPAQUE) in first
        assert json_of(plan) in first

    async def test_blob_is_kept_with_the_turn_that_names_it(self, store: DossierStore) -> None:
        name = sha256_of(PIXELS)
        assert await store.blob(DOSSIER, name) is None
        await store.commit(picturing(), [PIXELS])
        await store.commit(saying("on"))
        await store.commit(picturing(b"another"), [b"another"])
        await store.commit(picturing(), [PIXELS])
        assert await store.blob(DOSSIER, name) == PIXELS
        assert await store.blob(DOSSIER, sha256_of(b"another")) == b"another"
        assert await store.blob(OTHER, name) is None

    async def test_blob_goes_with_the_turn_that_named_it(self, store: DossierStore) -> None:
        await store.commit(saying("first"))
        await store.commit(picturing(), [PIXELS])
        await store.commit(picturing(b"another"), [b"another"])
        await store.commit(saying("last"))
        dossier = await store.rewrite(DOSSIER, forgetting_turn(2))
        assert await store.blob(DOSSIER, sha256_of(PIXELS)) is None
        assert await store.blob(DOSSIER, sha256_of(b"another")) == b"another"
        assert sha256_of(PIXELS).encode() not in b"".join(await store.lines(DOSSIER))
        gone, kept = (one.model_dump() for one in dossier.sources)
        assert (gone["sha256"], gone["size"], kept["size"]) == ("", 0, len(b"another"))
        again = picturing().model_copy(update={"based_on": dossier.version})
        await store.commit(again, [PIXELS])
        assert await store.blob(DOSSIER, sha256_of(PIXELS)) == PIXELS

    async def test_blobs_come_with_a_whole_journal_and_go_with_the_dossier(
        self, store: DossierStore
    ) -> None:
        await store.commit(picturing(), [PIXELS])
        lines = await store.lines(DOSSIER)
        assert [one async for one in store.erase(lambda *_: True)] == [DOSSIER]
        assert await store.blob(DOSSIER, sha256_of(PIXELS)) is None
        await store.rewrite(DOSSIER, lambda _: lines, [PIXELS, b"named by nothing"])
        assert await store.blob(DOSSIER, sha256_of(PIXELS)) == PIXELS
        assert await store.blob(DOSSIER, sha256_of(b"named by nothing")) is None

    async def test_so_many_blobs_and_no_more(self, store: DossierStore) -> None:
        contents = [f"picture {number}".encode() for number in range(12)]
        turns = (store.commit(picturing(one), [one]) for one in contents)
        ended = await asyncio.gather(*turns, return_exceptions=True)
        refused = [one for one in ended if isinstance(one, TooManyPictures)]
        assert len(refused) == 2
        kept = [one for one in contents if await store.blob(DOSSIER, sha256_of(one))]
        assert len(kept) == len(await store.journal(DOSSIER)) == 10
        await store.commit(picturing(kept[0]), [kept[0]])

    async def test_summaries_come_last_changed_first(
        self, store: DossierStore, later: Callable[[], Awaitable[None]]
    ) -> None:
        await store.commit(saying("  the first\n question  ", dossier_id=DOSSIER))
        await later()
        await store.commit(saying("twelve words " * 9, dossier_id=OTHER))
        assert [one.id for one in await summaries(store)] == [OTHER, DOSSIER]
        await later()
        await store.commit(saying("a follow-up", dossier_id=DOSSIER))
        changed, other = await summaries(store)
        assert await store.ids() == [OTHER, DOSSIER]
        assert (changed.id, changed.title, changed.version) == (DOSSIER, "the first question", 2)
        assert (other.id, other.title, other.desk) == (
            OTHER,
            "twelve words" + 5 * " twelve words" + "…",
            "tax",
        )
        loaded = await store.load(OTHER)
        assert loaded is not None
        assert other.created_at == loaded.created_at

    async def test_no_personal_data_stands_in_a_list(self, store: DossierStore) -> None:
        await store.commit(saying(f"{'x' * 60} 123456782 " + "y" * 50))
        (one,) = await summaries(store)
        assert one.title == f"{'x' * 60} <bsn-1>…"
        given = DossierPatch(title="Smit 123456782")
        await store.commit(changing(given))
        (one,) = await summaries(store)
        assert one.title == "Smit 123456782"

    async def test_pages_are_the_list(
        self, store: DossierStore, later: Callable[[], Awaitable[None]]
    ) -> None:
        for number in range(5):
            await store.commit(saying(f"question {number}", dossier_id=f"dos-0000000{number}"))
            await later()
        await store.commit(saying("again", dossier_id="dos-00000001"))
        every = [one.id[-1] for one in await summaries(store)]
        assert every == ["1", "4", "3", "2", "0"]
        first = await filled(store, EVERY, "", 2)
        second = await filled(store, EVERY, first.next, 2)
        third = await filled(store, EVERY, second.next, 2)
        walked = [page.dossiers for page in (first, second, third)]
        assert [[one.id[-1] for one in page] for page in walked] == [["1", "4"], ["3", "2"], ["0"]]
        assert third.next == ""
        whole = await filled(store, EVERY, "", 5)
        assert (len(whole.dossiers), whole.next) == (5, "")
        assert [one[-1] for one in await store.ids()] == every[::-1]

    async def test_page_goes_on_where_it_was_whatever_happens_meanwhile(
        self, store: DossierStore, later: Callable[[], Awaitable[None]]
    ) -> None:
        for number in range(4):
            await store.commit(saying("a", dossier_id=f"dos-0000000{number}"))
            await later()
        first = await filled(store, EVERY, "", 2)
        await store.commit(saying("new", dossier_id=OTHER))
        assert [one async for one in store.erase(lambda one, _: one.id == first.dossiers[1].id)]
        second = await filled(store, EVERY, first.next, 2)
        assert [one.id for one in second.dossiers] == ["dos-00000001", "dos-00000000"]

    @pytest.mark.parametrize("cursor", ["x", "1", "1.dos-x", "f" * 17 + "." + OTHER, f"-1.{OTHER}"])
    async def test_cursor_that_is_none(self, store: DossierStore, cursor: str) -> None:
        with pytest.raises(BadFields):
            await store.page(EVERY, cursor, 2)

    async def test_tenant_is_shown_what_is_theirs(self, store: DossierStore) -> None:
        for number in range(6):
            turn = saying("a", dossier_id=f"dos-0000000{number}")
            await store.commit(turn.model_copy(update={"tenant": f"t{number % 2}"}))
        found = await filled(store, DossierQuery(tenant="t1"), "", 2)
        rest = await filled(store, DossierQuery(tenant="t1"), found.next, 2)
        assert {one.id[-1] for one in (*found.dossiers, *rest.dossiers)} == {"1", "3", "5"}
        assert {one.tenant for one in found.dossiers} == {"t1"}
        assert await summaries(store, DossierQuery(tenant="t2")) == []

    async def test_words_are_found_wherever_they_stand(self, store: DossierStore) -> None:
        source = law("6:7", "zes weken").model_copy(update={"heading": "Het BEZWAAR"})
        plan = Artifact(id="p", kind="plan", title="A plan", data={"n": ["deep inside"]})
        patch = DossierPatch(title="Named", add_sources=(source,), put_artifacts=(plan,))
        await store.commit(saying("How  long\0 is\nİt?"))
        await store.commit(changing(patch))
        await store.commit(saying("nothing", dossier_id=OTHER))
        texts = ("long\0 IS", "is it?", "noted", "named", "a PLAN", "Deep Inside", "het bezwaar")
        for text in texts:
            found = await summaries(store, DossierQuery(words=folded(text)))
            assert DOSSIER in [one.id for one in found]
        for text in ("zes weken", "long plan", "\\", "%"):
            assert await summaries(store, DossierQuery(words=folded(text))) == []

    async def test_words_that_were_erased_are_not_looked_through(self, store: DossierStore) -> None:
        for text in ("one", "a secret", "three"):
            await store.commit(saying(text))
        assert await summaries(store, DossierQuery(words=b"a secret"))
        await store.rewrite(DOSSIER, erasing(2))
        assert await summaries(store, DossierQuery(words=b"a secret")) == []
        (found,) = await summaries(store, DossierQuery(words=b"three"))
        assert found.version == 4

    async def test_dossiers_without_an_answer_are_left_out_where_answers_are_wanted(
        self, store: DossierStore
    ) -> None:
        answered = DossierQuery(answered=True)
        await store.commit(saying("a"))
        await store.commit(changing(DossierPatch(add_answers=(ANSWER,)), dossier_id=OTHER))
        assert [one.id for one in await summaries(store, answered)] == [OTHER]
        await store.commit(changing(DossierPatch(add_answers=(ANSWER,))))
        await store.commit(changing(DossierPatch(remove_answer_ids=("a1",)), dossier_id=OTHER))
        assert [one.id for one in await summaries(store, answered)] == [DOSSIER]

    async def test_a_list_is_of_a_desk_of_labels_and_of_what_is_archived(
        self, store: DossierStore
    ) -> None:
        labels = DossierPatch(add_labels=("Jansen BV", "2024"), remove_labels=("Smit",))
        await store.commit(changing(DossierPatch(add_labels=("Smit",))))
        now = await store.commit(changing(labels))
        other = saying("b", dossier_id=OTHER).model_copy(update={"desk": "docs"})
        await store.commit(other)
        await store.commit(changing(DossierPatch(set_archived=True), dossier_id=OTHER))
        every = {one.id: one for one in await summaries(store)}
        archived, labelled = every[OTHER], every[DOSSIER]
        assert (archived.archived, archived.labels) == (True, ())
        assert (labelled.labels, labelled.archived) == (("Jansen BV", "2024"), False)
        assert labelled.updated_at == now.entry.time
        for wanted, found in (
            (DossierQuery(desk="docs"), [OTHER]),
            (DossierQuery(desk="none"), []),
            (DossierQuery(desks=("docs", "none")), [OTHER]),
            (DossierQuery(desks=("docs", "tax")), [OTHER, DOSSIER]),
            (DossierQuery(desks=("none",)), []),
            (DossierQuery(desk="tax", desks=("docs",)), []),
            (DossierQuery(labels=("2024",)), [DOSSIER]),
            (DossierQuery(labels=("2024", "Jansen BV")), [DOSSIER]),
            (DossierQuery(labels=("2024", "Smit")), []),
            (DossierQuery(archived=True), [OTHER]),
            (DossierQuery(archived=False), [DOSSIER]),
            (DossierQuery(archived=False, words=b"jansen bv"), [DOSSIER]),
        ):
            assert [one.id for one in await summaries(store, wanted)] == found
        await store.commit(changing(DossierPatch(set_archived=False), dossier_id=OTHER))
        assert await summaries(store, DossierQuery(archived=True)) == []

    async def test_what_a_client_brought_is_looked_through(self, store: DossierStore) -> None:
        await store.commit(changing(DossierPatch(add_sources=(BROUGHT,))))
        for text, found in (("KOOPSOM is betaald", 1), ("verkocht", 0)):
            assert len(await summaries(store, DossierQuery(words=folded(text)))) == found

    async def test_a_turn_of_a_dossier_that_is_gone_is_refused(self, store: DossierStore) -> None:
        for dossier_id in (DOSSIER, OTHER):
            await store.commit(saying("a", dossier_id=dossier_id))
        assert [one async for one in store.erase(lambda *_: True, [OTHER])] == [OTHER]
        late = saying("b", dossier_id=OTHER).model_copy(update={"based_on": 1})
        with pytest.raises(UnknownDossier):
            await store.commit(late)
        assert [one.id for one in await summaries(store)] == [DOSSIER]

    async def test_check_stores_nothing(self, store: DossierStore) -> None:
        await store.commit(saying("a"))
        await store.check()
        assert [one.id for one in await summaries(store)] == [DOSSIER]
        assert len(await store.journal(DOSSIER)) == 1

    async def test_one_holds_the_lease_of_a_dossier(self, store: DossierStore) -> None:
        for dossier_id in (DOSSIER, OTHER):
            await store.commit(saying("one", dossier_id=dossier_id))
        async with store.lease(DOSSIER) as lease:
            assert lease is not None
            await lease.check()
            async with store.lease(DOSSIER) as second, store.lease(OTHER) as other:
                assert second is None
                assert other is not None
                await other.settle()
            waiting = asyncio.create_task(self._waited(store))
            await asyncio.sleep(0)
            assert not waiting.done()
        await waiting

    async def _waited(self, store: DossierStore) -> None:
        async with store.lease(DOSSIER, waits=True) as lease:
            assert lease is not None

    async def test_a_lease_names_its_dossier_until_it_is_settled(self, store: DossierStore) -> None:
        await store.commit(saying("one"))
        assert await store.unsettled() == []
        async with store.lease(DOSSIER):
            assert await store.unsettled() == [DOSSIER]
        assert await store.unsettled() == [DOSSIER]
        async with store.lease(DOSSIER) as lease:
            assert lease is not None
            await lease.settle()
            assert await store.unsettled() == []
        assert await store.unsettled() == []

    async def test_a_dossier_that_is_erased_leaves_nothing_to_settle(
        self, store: DossierStore
    ) -> None:
        await store.commit(saying("one"))
        async with store.lease(DOSSIER):
            pass
        assert [one async for one in store.erase(lambda *_: True)] == [DOSSIER]
        assert await store.unsettled() == []

    async def test_shown_plans_are_kept_and_no_undo_takes_them_back(
        self, store: DossierStore
    ) -> None:
        for digest in ("one", "two", "one"):
            await store.commit(changing(DossierPatch(shown_plans=(digest,))))
        loaded = await store.load(DOSSIER)
        assert loaded is not None
        assert loaded.shown_plans == ("one", "two")
        assert fold(await store.journal(DOSSIER)) == loaded
