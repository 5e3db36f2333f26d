"""Looking after stored dossiers, on every store that needs no server."""

import hashlib
import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

from src.agent import Agent
from src.desks.catalogue import answer_rules, presenter_of
from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.seed_format import read
from src.dossier.erasing import ERASED
from src.dossier.journal import Request
from src.dossier.json_store import JsonStore
from src.dossier.models import Artifact, Dossier
from src.dossier.patch import DossierPatch
from src.dossier.plan import WRITTEN, OperationStatus, State, Written
from src.dossier.store import DossierStore
from src.dossier_service import DossierService, VerifiedJournal
from src.errors import (
    BadDossierId,
    DossierUnreadable,
    EffectsOpen,
    JournalBroken,
    NothingToRedo,
    NothingToUndo,
    OnHold,
    UnknownAnswer,
    UnknownDossier,
    UnknownSource,
    UnknownVersion,
)
from src.llm.builtin.model import OfflineModel
from tests.dossier.turns import DOSSIER, OTHER, changing, kept, saying, snapshot, unsynced
from tests.fakes import ListRetriever, MemoryStore, law, ruling

QUESTION = "Hoe lang is de termijn voor bezwaar van mevrouw Zonnebloem?"
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
RULING = ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden.")
LEAVE_OUT = "Haal de Hoge Raad weg"


@dataclass
class Office:
    """A store, a dossier's conversation and who looks after it."""

    store: DossierStore

    def __post_init__(self) -> None:
        model = OfflineModel(OFFLINE_RULES)
        desk = tax_desk(model, ListRetriever(TERM, RULING), self.store)
        self.agent = Agent(self.store, {"tax": desk})
        self.records = DossierService(self.store, answer_rules, presenter_of)

    async def say(self, *messages: str, dossier_id: str = DOSSIER) -> None:
        for message in messages:
            await self.agent.turn(dossier_id, Request(message=message))

    async def selected(self) -> tuple[str, ...]:
        return (await self.records.at(DOSSIER)).selected_ids


@pytest.fixture(params=["memory", "json"])
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Office:
    made: dict[str, Callable[[], DossierStore]] = {
        "memory": MemoryStore,
        "json": lambda: JsonStore(tmp_path, sync=unsynced),
    }
    return Office(made[request.param]())


@pytest.fixture
def files(tmp_path: Path) -> Office:
    return Office(JsonStore(tmp_path, sync=unsynced, foreign=[read]))


async def test_the_log_tells_who_did_what(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT, "Ja")
    lines = await office.records.log(DOSSIER)
    assert [(line.version, line.author, line.message) for line in lines] == [
        (1, "local", QUESTION),
        (2, "local", LEAVE_OUT),
        (3, "local", "Ja"),
    ]
    changes = [[(one.kind, one.names) for one in line.changes] for line in lines]
    assert changes == [
        [("found", (TERM.title, RULING.title))],
        [("left_out", (RULING.title,))],
        [("answered", ("a3",))],
    ]


async def test_what_is_undone_can_be_made_again_and_the_log_only_grows(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT)
    before = await office.records.at(DOSSIER)
    undone = await office.records.undo(DOSSIER)
    assert undone.entry.request is None
    assert undone.entry.patch.undoes == (2,)
    assert undone.entry.reply.startswith("Ongedaan gemaakt")
    assert undone.dossier.conversation[-1].content == undone.entry.reply
    assert undone.dossier.conversation[:-1] == before.conversation
    assert undone.dossier.selected_ids == (TERM.id, RULING.id)
    again = await office.records.redo(DOSSIER)
    assert again.dossier.selected_ids == (TERM.id,)
    assert [line.version for line in await office.records.log(DOSSIER)] == [1, 2, 3, 4]
    with pytest.raises(NothingToRedo):
        await office.records.redo(DOSSIER)
    with pytest.raises(NothingToUndo):
        await office.records.undo(DOSSIER, 3)
    assert (await office.records.undo(DOSSIER, 2)).dossier.sources == ()


async def test_what_an_undo_shows_may_be_used(office: Office) -> None:
    """The reply tells the selection that came back, so a yes to it is a yes to what was shown."""
    await office.say(QUESTION, LEAVE_OUT)
    undone = await office.records.undo(DOSSIER)
    assert RULING.title in undone.entry.reply
    assert undone.dossier.selection_was_shown


async def test_every_state_can_be_reopened_hashed_and_compared(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT)
    first = await office.records.at(DOSSIER, 1)
    assert first.selected_ids == (TERM.id, RULING.id)
    assert await office.records.hash(DOSSIER) == await office.records.hash(DOSSIER, 2)
    assert await office.records.hash(DOSSIER, 1) != await office.records.hash(DOSSIER, 2)
    assert (await office.records.diff(DOSSIER, f"{DOSSIER}@2")).is_empty
    found = await office.records.diff(f"{DOSSIER}@1", f"{DOSSIER}@2")
    assert [one.id for one in found.selected_only_in_a] == [RULING.id]


@pytest.mark.parametrize("version", ["0", "9", "x", "", "-1", "9" * 50, "²"])
async def test_a_version_that_is_none_is_refused(office: Office, version: str) -> None:
    await office.say(QUESTION)
    with pytest.raises(UnknownVersion):
        await office.records.diff(DOSSIER, f"{DOSSIER}@{version}")


async def test_why_tells_the_life_of_a_source(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT, "Ja")
    await office.records.undo(DOSSIER, 2)
    events = await office.records.why(DOSSIER, RULING.id)
    kinds = [(event.version, event.kind) for event in events if event.kind != "found"]
    assert kinds == [
        (1, "added"),
        (1, "shown"),
        (2, "left_out"),
        (3, "not_used"),
        (4, "undone"),
        (4, "shown"),
    ]
    assert next(event for event in events if event.kind == "left_out").words == LEAVE_OUT
    for name in (RULING.title, RULING.title.upper(), "2"):
        assert await office.records.why(DOSSIER, name) == events
    used = next(one for one in await office.records.why(DOSSIER, "1") if one.kind == "used")
    assert (used.version, used.answer, used.quoted) == (3, "a3", True)
    for name in ("3", "0", "artikel 99", ""):
        with pytest.raises(UnknownSource):
            await office.records.why(DOSSIER, name)


async def test_why_tells_the_search_that_found_a_source(office: Office) -> None:
    await office.say(QUESTION)
    found = [one for one in await office.records.why(DOSSIER, TERM.id) if one.kind == "found"]
    assert [(one.tool, one.query, one.rank, one.score) for one in found] == [
        ("get_legislation", QUESTION, 1, 1.0)
    ]


async def test_what_the_model_saw_is_rebuilt_exactly(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT, "Ja", "Zet de Hoge Raad terug")
    sent = await office.records.as_sent(DOSSIER)
    assert (sent.answer, sent.matches) == ("a3", True)
    assert hashlib.sha256(sent.text.encode()).hexdigest() == sent.recorded
    assert [one["id"] for one in json.loads(sent.text)["sources"]] == [TERM.id]
    _, part = await office.records.source_as_sent(DOSSIER, TERM.id)
    assert part in sent.text
    assert json.loads(part)["text"] == TERM.content
    for unknown in ("a1", ""):
        with pytest.raises(UnknownAnswer):
            await office.records.as_sent(DOSSIER, unknown)
    with pytest.raises(UnknownAnswer):
        await office.records.source_as_sent(DOSSIER, RULING.id)


async def test_a_sound_journal_verifies(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT)
    await office.records.undo(DOSSIER)
    assert await office.records.verify(DOSSIER) == VerifiedJournal(entries=3, state="same")


async def test_a_changed_entry_is_named(files: Office, tmp_path: Path) -> None:
    await files.say(QUESTION, LEAVE_OUT)
    journal = tmp_path / f"{DOSSIER}.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"Zonnebloem", b"Zonnebloen", 1))
    with pytest.raises(JournalBroken) as broken:
        await files.records.verify(DOSSIER)
    assert broken.value.details == {"entry": "1"}


async def test_a_changed_entry_is_named_where_the_dossier_can_not_be_read(
    files: Office, tmp_path: Path
) -> None:
    await files.say(QUESTION, LEAVE_OUT)
    journal = tmp_path / f"{DOSSIER}.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"Hoge", b"Lage", 1))
    (tmp_path / f"{DOSSIER}.json").unlink()
    with pytest.raises(JournalBroken):
        await DossierService(JsonStore(tmp_path, sync=unsynced), answer_rules, presenter_of).verify(
            DOSSIER
        )


async def test_a_state_that_is_ahead_of_its_journal_is_told(files: Office, tmp_path: Path) -> None:
    await files.say(QUESTION, LEAVE_OUT)
    journal = tmp_path / f"{DOSSIER}.jsonl"
    await files.store.rewrite(DOSSIER, lambda lines: lines)  # brings the state up to date
    whole = journal.read_bytes()
    journal.write_bytes(whole.splitlines(keepends=True)[0])
    assert await files.records.verify(DOSSIER) == VerifiedJournal(entries=1, state="ahead")


async def test_a_state_that_the_journal_does_not_add_up_to_is_told(
    files: Office, tmp_path: Path
) -> None:
    await files.say(QUESTION)
    state = tmp_path / f"{DOSSIER}.json"
    state.write_bytes(state.read_bytes().replace(b"Zonnebloem", b"Zonnebloen"))
    assert (await files.records.verify(DOSSIER)).state == "differs"


async def test_an_unreadable_dossier_is_no_sound_one(files: Office, tmp_path: Path) -> None:
    (tmp_path / f"{DOSSIER}.json").write_text("{}")
    with pytest.raises(DossierUnreadable):
        await files.records.verify(DOSSIER)


async def test_what_is_forgotten_is_nowhere(files: Office, tmp_path: Path) -> None:
    await files.say(QUESTION, LEAVE_OUT, "Ja")
    before = await files.records.at(DOSSIER)
    after = (await files.records.forget(DOSSIER, [1])).dossier
    for path in tmp_path.iterdir():
        assert b"Zonnebloem" not in path.read_bytes(), path
    assert (after.sources, after.selected_ids) == (before.sources, before.selected_ids)
    assert after.conversation[0].content == ERASED
    assert after.version == 4
    assert (await files.records.verify(DOSSIER)) == VerifiedJournal(entries=4, state="same")
    lines = await files.records.log(DOSSIER)
    assert [line.erased for line in lines] == [True, False, True, False]
    assert lines[-1].changes[0].kind == "forgotten"
    assert (await files.records.as_sent(DOSSIER)).matches is None


async def test_all_can_be_forgotten_and_the_dossier_goes_on(office: Office) -> None:
    await office.say(QUESTION, LEAVE_OUT)
    await office.records.forget(DOSSIER, None)
    await office.say("Zet de Hoge Raad terug")
    assert await office.selected() == (TERM.id, RULING.id)
    said = [one.content for one in (await office.records.at(DOSSIER)).conversation]
    assert said[:4] == [ERASED] * 4
    assert (await office.records.verify(DOSSIER)).state == "same"


async def test_a_turn_that_is_not_there_is_not_forgotten(office: Office) -> None:
    await office.say(QUESTION)
    before = await office.store.lines(DOSSIER)
    with pytest.raises(UnknownVersion):
        await office.records.forget(DOSSIER, [1, 2])
    assert await office.store.lines(DOSSIER) == before


async def test_nothing_is_forgotten_of_a_dossier_on_hold(office: Office) -> None:
    await office.say(QUESTION)
    held = await office.records.hold(DOSSIER, on=True)
    assert held.on_hold
    assert held == await office.records.hold(DOSSIER, on=True)
    before = await office.store.lines(DOSSIER)
    for turns in ([1], None):
        with pytest.raises(OnHold):
            await office.records.forget(DOSSIER, turns)
    assert await office.store.lines(DOSSIER) == before
    assert not (await office.records.hold(DOSSIER, on=False)).on_hold
    await office.records.forget(DOSSIER, [1])
    assert (await office.records.at(DOSSIER)).conversation[0].content == ERASED


async def test_a_dossier_of_the_original_program_is_looked_after_too(
    files: Office, tmp_path: Path
) -> None:
    path = kept("seed_dossier.json", tmp_path)
    dossier_id = json.loads(path.read_bytes())["dossier_id"]
    path = path.rename(tmp_path / f"{dossier_id}.json")
    said = json.loads(path.read_bytes())["conversation"][0]["content"]
    assert await files.records.log(dossier_id) == []
    assert await files.records.verify(dossier_id) == VerifiedJournal(entries=0, state="same")
    assert (await files.records.at(dossier_id, 0)).version == 0
    untouched = snapshot(tmp_path)
    with pytest.raises(UnknownVersion):
        await files.records.forget(dossier_id, [9])
    assert snapshot(tmp_path) == untouched
    await files.records.forget(dossier_id, None)
    for one in tmp_path.iterdir():
        assert said.encode() not in one.read_bytes()
    assert (await files.records.verify(dossier_id)).state == "same"


async def test_an_id_is_checked_before_anything_else(office: Office) -> None:
    with pytest.raises(BadDossierId):
        await office.records.log("../../etc/passwd")
    for refused in (
        office.records.log(OTHER),
        office.records.undo(OTHER),
        office.records.verify(OTHER),
        office.records.forget(OTHER, None),
        office.records.hold(OTHER, on=True),
    ):
        with pytest.raises(UnknownDossier):
            await refused
    assert await office.store.load(OTHER) is None


async def test_nothing_is_read_from_or_added_to_a_journal_that_is_not_sound(
    files: Office, tmp_path: Path
) -> None:
    """The state alone could be trusted here: it is up to date, and its journal was changed before its last line."""
    for text in ("a", "b", "c"):
        await files.store.commit(saying(text))
    journal = tmp_path / f"{DOSSIER}.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"noted", b"Noted", 1))
    changed = snapshot(tmp_path)
    store = JsonStore(tmp_path, sync=unsynced)
    assert await store.load(DOSSIER)
    records = DossierService(store, answer_rules, presenter_of)
    for work in (
        lambda: records.at(DOSSIER),
        lambda: records.at(DOSSIER, 3),
        lambda: records.named(DOSSIER),
        lambda: records.hash(DOSSIER),
        lambda: records.diff(DOSSIER, f"{DOSSIER}@3"),
        lambda: records.hold(DOSSIER, on=True),
        lambda: records.hold(DOSSIER, on=False),
        lambda: records.undo(DOSSIER),
    ):
        with pytest.raises(DossierUnreadable):
            await work()
    assert snapshot(tmp_path) == changed


class CountingStore(MemoryStore):
    """A store that counts what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.loads = 0

    async def load(self, dossier_id: str) -> Dossier | None:
        self.loads += 1
        return await super().load(dossier_id)


async def test_a_search_stops_at_its_page_and_goes_on_from_there() -> None:
    store = CountingStore()
    for number in range(9):
        text = "bread" if number % 2 else "water"
        await store.commit(saying(f"{text} {number}", dossier_id=f"dos-0000000{number}"))
    records = DossierService(store, answer_rules, presenter_of)
    first = await records.find("bread", 2)
    assert [one.summary.id[-1] for one in first.found] == ["7", "5"]
    assert store.loads == 2
    rest = await records.find("BREAD", 20, first.next)
    assert [one.summary.id[-1] for one in rest.found] == ["3", "1"]
    assert (rest.next, store.loads) == ("", 4)
    assert (await records.find("  ", 2)).found == ()


async def test_words_that_are_no_part_any_more_are_not_found() -> None:
    store = MemoryStore()
    await store.commit(changing(DossierPatch(title="bread")))
    await store.commit(changing(DossierPatch(title="water")))
    records = DossierService(store, answer_rules, presenter_of)
    assert (await records.find("bread", 2)).found == ()
    assert len((await records.find("water", 2)).found) == 1


@pytest.mark.parametrize(("state", "stays"), [("begun", True), ("waiting", True), ("done", False)])
async def test_a_dossier_with_something_left_to_carry_out_is_not_deleted(
    office: Office, state: State, stays: bool
) -> None:
    written = Written(
        plan="0" * 64, operations=(OperationStatus(operation="one", key="k", state=state),)
    )
    data = written.model_dump(mode="json")
    done = Artifact(id="written-0", kind=WRITTEN, data=data)
    await office.store.commit(changing(DossierPatch(put_artifacts=(done,))))
    with pytest.raises(EffectsOpen) if stays else nullcontext():
        await office.records.delete(DOSSIER)
    assert (await office.store.load(DOSSIER) is not None) is stays
