"""The commands that look after dossiers, as a person runs them: exit status, words on stdout, refusals on stderr."""

import asyncio
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from src.agent import Agent
from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.dossier.journal import Request
from src.dossier.json_store import JsonStore
from src.llm.builtin.model import OfflineModel
from tests.dossier.turns import DOSSIER, OTHER, saying
from tests.fakes import ListRetriever, law, ruling
from tests.in_process import Ended, Tess, captured
from tests.lending import with_starter_index

HELD = "dos-00000000000000000000000000000007"
AHEAD = "dos-00000000000000000000000000000008"
QUESTION = "Hoe lang is de termijn voor bezwaar van mevrouw Zonnebloem?"
LEAVE_OUT = "Haal de Hoge Raad weg"
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
RULING = ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden.")


async def talked(folder: Path, messages: Sequence[str]) -> None:
    model, store = OfflineModel(OFFLINE_RULES), JsonStore(folder)
    desk = tax_desk(model, ListRetriever(TERM, RULING), store)
    agent = Agent(store, {"tax": desk})
    for message in messages:
        await agent.turn(DOSSIER, Request(message=message))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one dossier: a question, a source left out, an answer."""
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "")
    asyncio.run(talked(tmp_path / "dossiers", [QUESTION, LEAVE_OUT, "Ja"]))
    return tmp_path / "dossiers"


@pytest.fixture
def tess(folder: Path, capsys: pytest.CaptureFixture[str]) -> Tess:
    assert folder.is_dir()

    return captured(capsys)


def read(ended: Ended[str]) -> object:
    assert (ended.status, ended.err) == (0, "")
    value: object = json.loads(ended.out)
    return value


def test_log(tess: Tess) -> None:
    told = tess("log", DOSSIER)
    assert told.status == 0
    first, second, third = told.out.splitlines()
    assert f"“{QUESTION}”; gevonden: {TERM.title}, {RULING.title}" in first
    assert f"“{LEAVE_OUT}”; weggelaten: {RULING.title}" in second
    assert third.startswith("3  ")
    assert third.endswith("antwoord a3")
    lines = read(tess("log", DOSSIER, "--json"))
    assert isinstance(lines, list)
    assert [line["version"] for line in lines] == [1, 2, 3]


def test_undo_and_redo(tess: Tess) -> None:
    undone = tess("undo", DOSSIER, "2")
    assert undone.status == 0
    assert undone.out.startswith("Ongedaan gemaakt: ")
    told = read(tess("redo", DOSSIER, "--json"))
    assert isinstance(told, dict)
    assert (told["version"], told["redone"]) == (5, [2])
    assert "Haal de Hoge Raad weg" in told["reply"]
    assert "ongedaan gemaakt: beurt 3, 2" in tess("log", DOSSIER).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("undo", DOSSIER, "9"), "at most 3 turn(s)"),
        (("redo", DOSSIER), "There is nothing to make again."),
        (("at", DOSSIER, "9"), "Version 9 does not exist; the latest is 3."),
        (("at", DOSSIER, "0"), "Version 0 does not exist; the latest is 3."),
        (("forget", DOSSIER, "--turn", "0", "--yes"), "Version 0 does not exist"),
        (("diff", DOSSIER, f"{DOSSIER}@x"), "Version x does not exist"),
        (("why", DOSSIER, "artikel 99"), "‘artikel 99’ was never found"),
        (("why", DOSSIER, "a9", "--as-sent"), "‘a9’ was never found"),
        (("forget", DOSSIER, "--turn", "9", "--yes"), "Version 9 does not exist"),
        (("log", OTHER), f"Dossier {OTHER} does not exist. ./tess dossiers lists"),
        (("hash", "../x"), "a-f. ./tess dossiers lists"),
    ],
)
def test_what_is_refused_ends_with_1_and_changes_nothing(
    arguments: tuple[str, ...], sentence: str, tess: Tess, folder: Path
) -> None:
    before = (folder / f"{DOSSIER}.jsonl").read_bytes()
    refused = tess(*arguments)
    assert (refused.status, refused.out) == (1, "")
    assert sentence in refused.err
    assert (folder / f"{DOSSIER}.jsonl").read_bytes() == before
    assert not (folder / f"{OTHER}.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("undo", DOSSIER, "0"),
        ("undo", DOSSIER, "-1"),
        ("at", DOSSIER, "x"),
        ("forget", DOSSIER),
        ("forget", DOSSIER, "--all", "--turn", "1"),
        ("why", DOSSIER),
        ("log", DOSSIER, "--nonsense"),
    ],
)
def test_wrong_use_ends_with_2(arguments: tuple[str, ...], tess: Tess) -> None:
    assert tess(*arguments).status == 2


def test_at(tess: Tess) -> None:
    told = tess("at", DOSSIER, "1").out
    assert f"user: {QUESTION}" in told
    assert f"[x] 2. {RULING.title}" in told
    assert f"[ ] 2. {RULING.title}" in tess("at", DOSSIER, "2").out
    dossier = read(tess("at", DOSSIER, "1", "--json"))
    assert isinstance(dossier, dict)
    assert dossier["selected_ids"] == [TERM.id, RULING.id]


def test_what_is_shown_is_the_dossier_of_now_or_of_a_version(tess: Tess) -> None:
    assert tess("show", DOSSIER, "--at", "2") == tess("at", DOSSIER, "2")
    assert tess("show", DOSSIER) == tess("at", DOSSIER, "3")


def test_hash(tess: Tess) -> None:
    told = tess("hash", DOSSIER)
    assert len(told.out.strip()) == 64
    assert read(tess("hash", DOSSIER, "--json")) == {
        "dossier_id": DOSSIER,
        "sha256": told.out.strip(),
    }
    assert tess("hash", DOSSIER, "--version", "3") == told
    assert tess("hash", DOSSIER, "--version", "2") != told


def test_equal_states_print_nothing(tess: Tess) -> None:
    assert tess("diff", DOSSIER, f"{DOSSIER}@3") == Ended(0, "", "")
    assert read(tess("diff", DOSSIER, DOSSIER, "--json")) == {}


def test_states_that_differ_end_with_3(tess: Tess) -> None:
    a, b = f"{DOSSIER}@1", f"{DOSSIER}@3"
    told = tess("diff", a, b)
    assert told.status == 3
    assert told.out.splitlines() == [
        f"- selected only in {a}: {RULING.title} [{RULING.id}]",
        f"+ answer only in {b}: {QUESTION} [a3]",
    ]
    found = json.loads(tess("diff", a, b, "--json").out)
    assert found["selected_only_in_a"] == [{"id": RULING.id, "title": RULING.title}]


def test_why(tess: Tess) -> None:
    told = tess("why", DOSSIER, "2").out
    assert "gevonden door get_case_law met" in told
    assert f"weggelaten (“{LEAVE_OUT}”)" in told
    assert "niet gebruikt in antwoord a3" in told
    assert "gebruikt en geciteerd in antwoord a3" in tess("why", DOSSIER, TERM.title).out
    events = read(tess("why", DOSSIER, RULING.id, "--json"))
    assert isinstance(events, list)
    assert events[0]["kind"] == "found"


def test_why_as_sent(tess: Tess) -> None:
    whole = tess("why", DOSSIER, "--as-sent")
    assert "exactly what was sent" in whole.err
    assert tess("why", DOSSIER, "a3", "--as-sent") == whole
    (source,) = json.loads(whole.out)["sources"]
    part = tess("why", DOSSIER, TERM.id, "--as-sent")
    assert json.loads(part.out) == source
    told = read(tess("why", DOSSIER, "--as-sent", "--json"))
    assert isinstance(told, dict)
    assert told["text"] + "\n" == whole.out
    assert told["matches"] is True


def test_verify(tess: Tess, folder: Path) -> None:
    assert tess("verify", DOSSIER) == Ended(0, "ok 3 entries\n", "")
    assert read(tess("verify", DOSSIER, "--json")) == {"ok": True, "entries": 3, "state": "same"}
    journal = folder / f"{DOSSIER}.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + lines[1].replace(b"Raad", b"Daad", 1) + lines[2])
    broken = tess("verify", DOSSIER)
    assert (broken.status, broken.out) == (2, "")
    assert "entry 2 is not as it was written" in broken.err
    journal.write_bytes(lines[0])
    short = tess("verify", DOSSIER)
    assert short.status == 2
    assert "1 sound entries, but the stored state is ahead" in short.err


def test_forget(tess: Tess, folder: Path) -> None:
    told = tess("forget", DOSSIER, "--turn", "1", "--yes")
    assert (told.status, told.err) == (0, "")
    for path in folder.iterdir():
        assert b"Zonnebloem" not in path.read_bytes()
    assert told.out.endswith("version 4.\nCopies of it were erased in turn 3 too.\n")
    assert tess("verify", DOSSIER).out == "ok 4 entries\n"
    assert "Zonnebloem" not in tess("log", DOSSIER).out
    assert tess("forget", DOSSIER, "--all", "--yes", "--json").status == 0
    assert "[gewist / erased]" in tess("at", DOSSIER, "5").out


def test_forget_asks_first(tess: Tess, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    before = (folder / f"{DOSSIER}.jsonl").read_bytes()
    for stdin in (io.StringIO(DOSSIER), Terminal("yes\n"), Terminal("")):
        monkeypatch.setattr("sys.stdin", stdin)
        refused = tess("forget", DOSSIER, "--turn", "1")
        assert refused.status == 1
        assert "Nothing was erased" in refused.err
    assert (folder / f"{DOSSIER}.jsonl").read_bytes() == before
    monkeypatch.setattr("sys.stdin", Terminal(f"{DOSSIER}\n"))
    assert tess("forget", DOSSIER, "--turn", "1").status == 0


def test_hold(tess: Tess) -> None:
    assert "bewaarplicht" in tess("hold", DOSSIER).out
    refused = tess("forget", DOSSIER, "--all", "--yes")
    assert refused.status == 1
    assert "is on legal hold" in refused.err
    assert json.loads(tess("hold", DOSSIER, "--off", "--json").out)["on_hold"] is False
    assert tess("forget", DOSSIER, "--all", "--yes").status == 0


def test_control_characters_do_not_reach_a_terminal(tess: Tess, folder: Path) -> None:
    asyncio.run(talked(folder, ["\x1b[31mrood\x07 \u202eomgekeerd"]))
    for command in (("log", DOSSIER), ("at", DOSSIER, "4")):
        shown = tess(*command).out
        assert "rood" in shown
        assert not set("\x1b\x07\u202e") & set(shown)


def test_what_was_kept_long_enough_is_erased_and_named(
    folder: Path, tess: Tess, monkeypatch: pytest.MonkeyPatch
) -> None:
    forever = tess("retain")
    assert (forever.status, forever.err) == (0, "")
    assert forever.out == "TESS_KEEP_DAYS is 0: every dossier is kept for ever.\n"
    store = JsonStore(folder, lambda: datetime(2020, 1, 1, tzinfo=UTC))
    for dossier_id in (OTHER, HELD):
        asyncio.run(store.commit(saying("lang geleden", dossier_id=dossier_id)))
    assert tess("hold", HELD).status == 0
    asyncio.run(store.commit(saying("nog iets", dossier_id=HELD)))
    monkeypatch.setenv("TESS_KEEP_DAYS", "365")
    told = json.loads(tess("retain", "--dry-run", "--json").out)
    assert told == {"keep_days": 365, "erased": False, "dossiers": [OTHER]}
    assert tess("at", OTHER, "1").status == 0
    done = tess("retain")
    assert done.out.splitlines()[0] == OTHER
    assert done.out.splitlines()[1].startswith("1 erased: ")
    assert tess("at", OTHER, "1").status == 1
    assert tess("at", HELD, "1").status == 0
    assert tess("at", DOSSIER, "1").status == 0
    assert json.loads(tess("retain", "--json").out)["dossiers"] == []


# All journals


def test_all_journals_are_verified_and_the_doctor_knows_when(folder: Path, tess: Tess) -> None:
    with_starter_index(folder.parent)
    assert "Nobody has verified all journals yet." in tess("doctor").out
    store = JsonStore(folder)
    asyncio.run(store.commit(saying("x", dossier_id=OTHER)))
    assert tess("verify", "--all") == Ended(0, "2 verified, 0 broken\n", "")
    known = folder.parent / "verified.json"
    assert known.stat().st_mode & 0o777 == 0o600
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    assert f"ok    journals  On {day}" in tess("doctor").out
    assert "UTC 2 were sound, 0 broken." in tess("doctor").out


def test_broken_journals_are_named_and_the_others_verified(
    folder: Path, tess: Tess, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = JsonStore(folder)
    asyncio.run(store.commit(saying("x", dossier_id=OTHER)))
    asyncio.run(store.commit(saying("x", dossier_id=HELD)))
    (folder / f"{OTHER}.jsonl").write_bytes(b"{}\n")
    journal = folder / f"{HELD}.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"noted"', b'"Noted"'))
    (folder / "dos-00000000.jsonl").touch()  # a first turn that could not be stored
    short = folder / f"{AHEAD}.jsonl"
    asyncio.run(store.commit(saying("x", dossier_id=AHEAD)))
    short.write_bytes(b"")  # as in a copy whose journal was copied before its state
    ended = tess("verify", "--all")
    assert ended.status == 2
    lines = ended.out.splitlines()
    assert lines[-1] == "1 verified, 3 broken"
    assert {line.partition(":")[0] for line in lines[:-1]} == {OTHER, HELD, AHEAD}
    assert [line for line in lines[:-1] if "copy" not in line] == []
    monkeypatch.setenv("TESS_LANG", "nl")
    in_dutch = tess("verify", "--all").out.splitlines()
    assert [line for line in in_dutch[:-1] if "kopie" not in line] == []
    monkeypatch.delenv("TESS_LANG")
    short.with_suffix(".json").unlink()
    short.unlink()
    told = json.loads(tess("verify", "--all", "--json").out)
    assert (told["ok"], told["verified"]) == (False, 1)
    assert {one["dossier_id"] for one in told["broken"]} == {OTHER, HELD}
    assert all(one["problem"] for one in told["broken"])
    with_starter_index(folder.parent)
    assert "ACT   journals" in tess("doctor").out


def test_verify_wants_a_dossier_or_all(tess: Tess) -> None:
    assert tess("verify").status == tess("verify", DOSSIER, "--all").status == 2
