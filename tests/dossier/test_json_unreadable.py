"""Dossiers that can't be read: always said, never replaced, byte for byte as they were."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from src.desks.catalogue import answer_rules, presenter_of
from src.desks.tax.seed_format import read
from src.dossier import chain
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier_service import DossierService
from src.errors import DossierUnreadable, JournalBroken
from tests.dossier.turns import DOSSIER, OTHER, saying, snapshot, unsynced
from tests.thoroughness import stride

STATE, JOURNAL = f"{DOSSIER}.json", f"{DOSSIER}.jsonl"


@pytest.fixture
def store(tmp_path: Path) -> JsonStore:
    return JsonStore(tmp_path, sync=unsynced, foreign=[read])


async def three_turns(store: JsonStore) -> None:
    for text in ("a", "b", "c"):
        await store.commit(saying(text, f"m-{text}"))


async def refused(store: JsonStore, folder: Path) -> str:
    """Check that neither loading nor a commit touches the dossier, and return the problem that they name."""
    before = snapshot(folder)
    with pytest.raises(DossierUnreadable) as loading:
        await store.load(DOSSIER)
    with pytest.raises(DossierUnreadable) as committing:
        await store.commit(saying("d"))
    with pytest.raises(DossierUnreadable):
        await JsonStore(folder, sync=unsynced).commit(saying("d", "m-d"))
    assert DOSSIER not in [one.id for one in await summaries(store)]
    assert snapshot(folder) == before
    assert loading.value.details == committing.value.details
    assert loading.value.details["dossier_id"] == DOSSIER
    return loading.value.details["problem"]


def changed(path: Path, **fields: Any) -> bytes:
    return json.dumps(json.loads(path.read_bytes()) | fields).encode()


BROKEN = {
    "empty": b"",
    "cut": b'{"schema_version":1,"id":"dos-',
    "zeros": bytes(200),
    "no UTF-8": b'{"id":"\xff"}',
    "not JSON": b"hello",
    "a list": b"[]",
    "another program's": b'{"name": "thing", "version": 3}',
    "too deep": b"[" * 100_000,
    "deep and closed": b'{"dossier_id":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "NaN": b'{"dossier_id": NaN}',
    "seed with a wrong field": b'{"dossier_id": "%s", "conversation": 3}' % DOSSIER.encode(),
}


@pytest.mark.parametrize("with_journal", [True, False])
@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
async def test_broken_state(
    store: JsonStore, tmp_path: Path, data: bytes, with_journal: bool
) -> None:
    if with_journal:  # a whole journal is no licence to replace a file that may hold something else
        await three_turns(store)
    (tmp_path / STATE).write_bytes(data)
    assert await refused(store, tmp_path) == "broken"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"schema_version": 2}, "newer"),
        ({"schema_version": 2, "new_field": []}, "newer"),
        ({"schema_version": 0}, "broken"),
        ({"new_field": []}, "broken"),
        ({"conversation": [{"role": "system", "content": "x"}]}, "broken"),
        ({"id": OTHER}, "other_id"),
    ],
)
async def test_foreign_state(
    store: JsonStore, tmp_path: Path, fields: dict[str, Any], problem: str
) -> None:
    await three_turns(store)
    (tmp_path / STATE).write_bytes(changed(tmp_path / STATE, **fields))
    assert await refused(store, tmp_path) == problem


async def test_seed_state_of_another_dossier(store: JsonStore, tmp_path: Path) -> None:
    (tmp_path / STATE).write_text(json.dumps({"dossier_id": OTHER}))
    assert await refused(store, tmp_path) == "other_id"


async def test_state_that_is_no_continuation_of_its_journal(
    store: JsonStore, tmp_path: Path
) -> None:
    await three_turns(store)
    other = JsonStore(tmp_path / "other", sync=unsynced)
    await other.commit(saying("something else"))
    (tmp_path / JOURNAL).write_bytes((tmp_path / "other" / JOURNAL).read_bytes())
    before = snapshot(tmp_path)
    with pytest.raises(DossierUnreadable) as committing:
        await store.commit(saying("d"))
    assert committing.value.details["problem"] == "other_history"
    assert snapshot(tmp_path) == before


async def test_state_that_its_journal_never_came_by(store: JsonStore, tmp_path: Path) -> None:
    await store.commit(saying("a"))
    older = (tmp_path / STATE).read_bytes()
    await store.commit(saying("b"))
    (tmp_path / JOURNAL).unlink()
    await store.commit(saying("c"))  # its journal begins with all of version 2
    (tmp_path / STATE).write_bytes(older)
    assert await refused(store, tmp_path) == "other_history"


def journal_lines(folder: Path) -> list[bytes]:
    return (folder / JOURNAL).read_bytes().splitlines(keepends=True)


async def test_flipped_byte_anywhere_before_the_last_line(store: JsonStore, tmp_path: Path) -> None:
    await three_turns(store)
    (tmp_path / STATE).unlink()
    lines = journal_lines(tmp_path)
    whole = b"".join(lines)
    for position in range(0, len(whole) - len(lines[-1]), 7):
        flipped = bytearray(whole)
        flipped[position] ^= 1
        (tmp_path / JOURNAL).write_bytes(flipped)
        assert await refused(store, tmp_path) in {"broken_journal", "other_id", "newer"}
        with pytest.raises(DossierUnreadable):
            await store.journal(DOSSIER)
        assert (tmp_path / JOURNAL).read_bytes() == flipped


def flips(lines: list[bytes], step: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield the journal with one byte flipped, every so many bytes and at each line feed, and whose line that is in."""
    whole, start = b"".join(lines), 0
    for number, line in enumerate(lines, start=1):
        for position in {*range(start, start + len(line), step), start + len(line) - 1}:
            flipped = bytearray(whole)
            flipped[position] ^= 1
            yield number, bytes(flipped)
        start += len(line)


async def test_every_flipped_byte_breaks_the_chain_at_its_line(
    store: JsonStore, tmp_path: Path
) -> None:
    await three_turns(store)
    for number, flipped in flips(journal_lines(tmp_path)):
        with pytest.raises(JournalBroken) as broken:
            chain.verify(re.findall(rb"[^\n]*\n|[^\n]+$", flipped))
        assert broken.value.details["entry"] == str(number)


@pytest.mark.parametrize("state", ["fresh", "older", "gone"])
async def test_any_flipped_byte_is_named_by_the_line_it_is_in(
    store: JsonStore, tmp_path: Path, state: str
) -> None:
    """The last line feed too, by a process that has not seen the dossier before."""
    await store.commit(saying("a", "m-a"))
    older = (tmp_path / STATE).read_bytes()
    await store.commit(saying("b", "m-b"))
    await store.commit(saying("c", "m-c"))
    if state == "older":
        (tmp_path / STATE).write_bytes(older)
    if state == "gone":
        (tmp_path / STATE).unlink()
    for number, flipped in flips(journal_lines(tmp_path), stride()):
        (tmp_path / JOURNAL).write_bytes(flipped)
        with pytest.raises(JournalBroken) as broken:
            await DossierService(
                JsonStore(tmp_path, sync=unsynced), answer_rules, presenter_of
            ).verify(DOSSIER)
        assert broken.value.details["entry"] == str(number)
        assert (tmp_path / JOURNAL).read_bytes() == flipped


@pytest.mark.parametrize("with_state", [True, False])
@pytest.mark.parametrize("byte", [b" ", b"\r", b"\x00", b"\x0b", b"x"])
async def test_flipped_last_line_feed_takes_no_turn_along(
    store: JsonStore, tmp_path: Path, byte: bytes, with_state: bool
) -> None:
    await three_turns(store)
    if not with_state:
        (tmp_path / STATE).unlink()
    whole = (tmp_path / JOURNAL).read_bytes()
    (tmp_path / JOURNAL).write_bytes(whole[:-1] + byte)
    assert await refused(store, tmp_path) == "broken_journal"
    assert not (tmp_path / f"{DOSSIER}.torn").exists()


async def test_flipped_byte_before_a_state_that_is_up_to_date(
    store: JsonStore, tmp_path: Path
) -> None:
    """Loading trusts the state; whoever asks for the journal, or repeats a message, has it checked."""
    await three_turns(store)
    lines = journal_lines(tmp_path)
    lines[0] = lines[0].replace(b'"reply":"noted"', b'"reply":"Noted"')
    (tmp_path / JOURNAL).write_bytes(b"".join(lines))
    before = snapshot(tmp_path)
    assert await store.load(DOSSIER)
    for work in (store.journal(DOSSIER), store.find(DOSSIER, "m-a")):
        with pytest.raises(DossierUnreadable):
            await work
    with pytest.raises(DossierUnreadable):
        await store.commit(saying("a", "m-a"))
    assert snapshot(tmp_path) == before


async def test_line_end_of_another_kind_makes_no_turn_disappear(
    store: JsonStore, tmp_path: Path
) -> None:
    for text in ("a", "b"):
        await store.commit(saying(text))
    older = (tmp_path / STATE).read_bytes()
    await store.commit(saying("c"))
    (tmp_path / STATE).write_bytes(older)
    lines = journal_lines(tmp_path)
    lines[0] = lines[0].replace(b"noted", b"no\red")
    (tmp_path / JOURNAL).write_bytes(b"".join(lines))
    dossier = await store.load(DOSSIER)
    assert dossier is not None
    assert dossier.version == 3
    with pytest.raises(DossierUnreadable):
        await store.journal(DOSSIER)


LAST_LINES = {
    "no JSON": (b"{}\n", "broken_journal"),
    "empty": (b"\n", "broken_journal"),
    "carriage return": (b"\r\n", "broken_journal"),
}


@pytest.mark.parametrize(("line", "problem"), LAST_LINES.values(), ids=LAST_LINES.keys())
async def test_whole_last_line_that_is_no_entry(
    store: JsonStore, tmp_path: Path, line: bytes, problem: str
) -> None:
    await three_turns(store)
    with (tmp_path / JOURNAL).open("ab") as journal:
        journal.write(line)
    assert await refused(store, tmp_path) == problem


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b'"schema_version":1', b'"schema_version":2', "newer"),
        (DOSSIER.encode(), OTHER.encode(), "other_id"),
        (b'"version":3', b'"version":4', "broken_journal"),
        (b'"version":3', b'"version":1', "broken_journal"),
        (b'"previous_hash":"', b'"previous_hash":"0', "broken_journal"),
    ],
)
async def test_last_line_that_does_not_follow(
    store: JsonStore, tmp_path: Path, old: bytes, new: bytes, problem: str
) -> None:
    """Each is found although only this one line is rolled forward over a state that is one turn behind."""
    for text in ("a", "b"):
        await store.commit(saying(text))
    older = (tmp_path / STATE).read_bytes()
    await store.commit(saying("c"))
    (tmp_path / STATE).write_bytes(older)
    lines = journal_lines(tmp_path)
    assert old in lines[-1]
    (tmp_path / JOURNAL).write_bytes(b"".join([*lines[:-1], lines[-1].replace(old, new)]))
    with pytest.raises(DossierUnreadable) as asking:
        await store.journal(DOSSIER)
    assert asking.value.details["problem"] == problem
    if (
        new != b'"version":1'
    ):  # that one hides behind the state: only the journal as a whole shows it
        assert await refused(store, tmp_path) == problem


@pytest.mark.parametrize("gone", [0, 1])
async def test_line_that_is_missing(store: JsonStore, tmp_path: Path, gone: int) -> None:
    await three_turns(store)
    lines = journal_lines(tmp_path)
    del lines[gone]
    (tmp_path / JOURNAL).write_bytes(b"".join(lines))
    (tmp_path / STATE).unlink()
    assert await refused(store, tmp_path) == "broken_journal"


async def test_one_unreadable_dossier_spoils_no_other(store: JsonStore, tmp_path: Path) -> None:
    await three_turns(store)
    await store.commit(saying("x", dossier_id=OTHER))
    (tmp_path / STATE).write_bytes(b"{")
    assert [one.id for one in await summaries(store)] == [OTHER]
    assert (await store.commit(saying("y", dossier_id=OTHER))).dossier.version == 2
