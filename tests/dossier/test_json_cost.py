"""What a turn costs does not depend on how much came before, and nothing is read twice."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import dossier as benchmark
from src.dossier import chain
from src.dossier.files import Stamp
from src.dossier.journal import fold
from src.dossier.journal_rows import Held
from src.dossier.json_store import JsonStore
from src.dossier.json_view import View
from src.dossier.memory import REMEMBERED, REMEMBERED_BYTES, Memory
from src.dossier.state_file import Mark
from src.errors import DossierUnreadable
from tests.dossier.turns import DOSSIER, erasing, said, saying, snapshot, stored, ticking, unsynced
from tests.fakes import START

STATE, JOURNAL = f"{DOSSIER}.json", f"{DOSSIER}.jsonl"
TEXT = "a question of a usual length " * 10


async def grown(folder: Path, turns: int) -> JsonStore:
    store = JsonStore(folder, ticking(), unsynced)
    for number in range(turns):
        await store.commit(saying(f"{number} {TEXT}", f"m-{number}"))
    return store


async def test_at_most_twice_the_journal_is_written(tmp_path: Path) -> None:
    costs = await benchmark.committed(tmp_path, 60, 6)
    journal = (tmp_path / f"{benchmark.DOSSIER}.jsonl").stat().st_size
    assert sum(costs.lines) == journal
    assert sum(costs.written) <= 2.2 * journal  # the state file of the first turn comes on top


async def test_state_file_says_where_its_journal_stood(tmp_path: Path) -> None:
    store = await grown(tmp_path, 30)
    state, journal = stored(tmp_path / STATE), (tmp_path / JOURNAL).read_bytes()
    assert state == fold((await store.journal(DOSSIER))[: state.version])
    mark = json.loads((tmp_path / STATE).read_bytes())["journal"]
    line = json.loads(journal[mark["start"] : mark["end"]])
    assert (line["version"], line["hash"]) == (state.version, mark["hash"])
    assert state.version < 30


@pytest.mark.parametrize("in_between", [0, 1, 7])
async def test_only_the_tail_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_between: int
) -> None:
    """The first line is spoilt without a trace that ``stat`` would show in a new process: nobody looks at it."""
    store = await grown(tmp_path, 30)
    size = (tmp_path / JOURNAL).stat().st_size
    with (tmp_path / JOURNAL).open("r+b") as journal:
        journal.write(b"#")
    assert (tmp_path / JOURNAL).stat().st_size == size
    other = JsonStore(tmp_path, ticking(), unsynced)
    for number in range(in_between):
        await other.commit(saying(f"other {number}"))
    dossier = await other.load(DOSSIER)
    assert dossier is not None
    assert dossier.version == 30 + in_between
    del store


async def test_two_processes_find_what_the_other_wrote(tmp_path: Path) -> None:
    one, two = (JsonStore(tmp_path, ticking(), unsynced) for _ in range(2))
    for number in range(20):
        await one.commit(saying(f"one {number}", f"one {number}"))
        await two.commit(saying(f"two {number}", f"two {number}"))
        assert (await one.commit(saying(f"two {number}", f"two {number}"))).repeated
        assert await one.load(DOSSIER) == await two.load(DOSSIER)
    assert len(await one.journal(DOSSIER)) == 40


async def test_other_process_sees_an_erasure_and_what_came_after(tmp_path: Path) -> None:
    one, two = (JsonStore(tmp_path, ticking(), unsynced) for _ in range(2))
    for text in ("a", "a secret", "c"):
        await one.commit(saying(text))
    await two.load(DOSSIER)
    await one.rewrite(DOSSIER, erasing(2))
    await one.commit(saying("d"))
    dossier = (await two.commit(saying("e"))).dossier
    assert said(dossier.conversation) == ["a", "erased", "c", "d", "e"]
    assert await one.load(DOSSIER) == dossier


async def test_state_from_before_an_erasure_is_not_rolled_forward(tmp_path: Path) -> None:
    store = await grown(tmp_path, 1)
    older = (tmp_path / STATE).read_bytes()
    await store.commit(saying("a secret"))
    for gone in (1, 2):
        await store.rewrite(DOSSIER, erasing(gone))
        (tmp_path / STATE).write_bytes(older)
        other = JsonStore(tmp_path, ticking(), unsynced)
        dossier = await other.load(DOSSIER)
        assert dossier == fold(await other.journal(DOSSIER))
        assert dossier is not None
        assert "a secret" not in said(dossier.conversation) or gone == 1


async def test_state_from_before_other_words_for_an_erased_turn_is_not_rolled_forward(
    tmp_path: Path,
) -> None:
    """Nothing moved in the journal: only the line that erases tells that what came before is another now."""
    store = await grown(tmp_path, 2)
    await store.rewrite(DOSSIER, erasing(1, words="a name"))
    older = (tmp_path / STATE).read_bytes()
    await store.rewrite(DOSSIER, erasing(1))
    (tmp_path / STATE).write_bytes(older)
    dossier = await JsonStore(tmp_path, ticking(), unsynced).load(DOSSIER)
    assert dossier == fold(await store.journal(DOSSIER))
    assert dossier is not None
    assert said(dossier.conversation)[0] == "erased"


async def test_copy_with_a_state_from_after_an_erasure_opens_and_goes_on(tmp_path: Path) -> None:
    store = await grown(tmp_path, 3)
    journal = (tmp_path / JOURNAL).read_bytes()
    before = await store.load(DOSSIER)
    await store.rewrite(DOSSIER, erasing(2))
    (tmp_path / JOURNAL).write_bytes(journal)
    other = JsonStore(tmp_path, ticking(), unsynced)
    assert await other.load(DOSSIER) == before
    assert (await other.commit(saying("on"))).dossier.version == 4


async def test_mark_that_fits_no_line_is_not_believed(tmp_path: Path) -> None:
    store = await grown(tmp_path, 30)
    dossier = await store.load(DOSSIER)
    document = json.loads((tmp_path / STATE).read_bytes())
    for change in ({"start": 1}, {"end": 10**9}, {"start": 10**9, "end": 10**9 + 5}):
        changed = document | {"journal": document["journal"] | change}
        (tmp_path / STATE).write_text(json.dumps(changed))
        assert await JsonStore(tmp_path, ticking(), unsynced).load(DOSSIER) == dossier


async def test_line_that_the_state_stands_on_is_checked(tmp_path: Path) -> None:
    await grown(tmp_path, 1)
    journal = tmp_path / JOURNAL
    journal.write_bytes(journal.read_bytes().replace(b'"noted"', b'"Noted"'))
    with pytest.raises(DossierUnreadable):
        await JsonStore(tmp_path, ticking(), unsynced).load(DOSSIER)


async def test_line_that_was_taken_back_after_it_was_read_is_not_built_on(tmp_path: Path) -> None:
    """A reader needs no lock, so it may see what a failing disk never kept, and ``stat`` may not tell."""
    first = chain.sealed(saying("one"), 1, START, None, "0" * 32).line
    seen, kept = (
        chain.written(chain.sealed(saying(text), 2, START, first, "0" * 32).line)
        for text in ("aa", "bb")
    )
    journal, store = tmp_path / JOURNAL, JsonStore(tmp_path, ticking(), unsynced)
    journal.write_bytes(chain.written(first) + seen)
    assert await store.load(DOSSIER)
    before = journal.stat()
    journal.write_bytes(chain.written(first) + kept)
    os.utime(journal, ns=(before.st_atime_ns, before.st_mtime_ns))
    committed = await store.commit(saying("on"))
    assert said(committed.dossier.conversation) == ["one", "bb", "on"]
    assert len(chain.verify(await store.lines(DOSSIER))) == 3


async def test_erasure_leaves_no_file_of_a_dead_writer(tmp_path: Path) -> None:
    store = await grown(tmp_path, 2)
    for name in (f".{STATE}.4711.tmp", f".{JOURNAL}.4711.tmp", f"{DOSSIER}.torn"):
        (tmp_path / name).write_text("a secret")
    await store.rewrite(DOSSIER, erasing(1))
    assert set(snapshot(tmp_path)) == {STATE, JOURNAL}


def test_memory_is_bounded() -> None:
    memory: Memory[View] = Memory()
    for number in range(REMEMBERED + 1):
        memory.put(str(number), View(None))
        memory.get("0")
    assert memory.get("0")
    assert memory.get("1") is None
    assert memory.get(str(REMEMBERED))


def journal_of(size: int) -> View:
    return View(None, mark=Mark(start=0, end=size, hash="", origin=""))


def state_of(size: int) -> View:
    """Return the view of a dossier that another program left: it has no journal."""
    return View(None, state=Stamp(inode=1, size=size, changed=1))


def row_of(size: int) -> Held:
    """Return what the store of the database keeps."""
    line = chain.sealed(saying("one"), 1, START, None, "0" * 32).line
    dossier = fold([chain.entry(line, {})])
    assert dossier is not None
    return Held(dossier, line, changed=1, snapshot_size=size // 2, beyond=size - size // 2)


@pytest.mark.parametrize("of_length", [journal_of, state_of, row_of])
def test_memory_is_bounded_in_bytes_too(of_length: Callable[[int], View | Held]) -> None:
    memory: Memory[View | Held] = Memory()
    for name, end in (("a", REMEMBERED_BYTES // 2), ("b", REMEMBERED_BYTES // 2), ("c", 1)):
        memory.put(name, of_length(end))
    assert [bool(memory.get(name)) for name in "abc"] == [False, True, True]
    memory.put("b", of_length(1))
    memory.put("d", of_length(REMEMBERED_BYTES - 2))
    assert [bool(memory.get(name)) for name in "bcd"] == [True, True, True]
    memory.put("d", of_length(REMEMBERED_BYTES + 1))
    assert [bool(memory.get(name)) for name in "bcd"] == [False, False, True]
    memory.forget("d")
    memory.put("e", of_length(REMEMBERED_BYTES))
    assert memory.get("e")


@pytest.mark.benchmark
def test_benchmark_runs_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--small", "--folder", str(tmp_path)])
    text = capsys.readouterr().out
    assert "bytes/commit" in text
    assert "in memory" in text
    assert "bare write + fsync" in text
    benchmark.main(["--small", "--json", "--folder", str(tmp_path)])
    figures = json.loads(capsys.readouterr().out)
    first, *_, last = figures["commits"]
    assert last["bytes_per_commit"] < 2 * first["bytes_per_commit"]
    assert list(tmp_path.iterdir()) == []
