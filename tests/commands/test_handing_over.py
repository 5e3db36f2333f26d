"""Handing over as a person does it: files with plain names, never one written over unasked, packs opened anywhere."""

import asyncio
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from src.agent import Agent
from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.dossier.journal import Request
from src.dossier.json_store import JsonStore
from src.llm.builtin.model import OfflineModel
from tests.dossier.failing import files_no_larger_than
from tests.dossier.turns import DOSSIER, OTHER
from tests.fakes import ListRetriever, law, ruling
from tests.in_process import Ended, captured, drawn

QUESTION = "Hoe lang is de termijn voor bezwaar van mevrouw Zonnebloem?"
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
RULING = ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden.")
STARTS = {"md": b"# Memo", "html": b"<!doctype html>", "docx": b"PK", "pdf": b"%PDF", "json": b"{"}


async def talked(folder: Path, dossier_id: str, messages: Sequence[str]) -> None:
    model, store, retriever = (
        OfflineModel(OFFLINE_RULES),
        JsonStore(folder),
        ListRetriever(TERM, RULING),
    )
    agent = Agent(store, {"tax": tax_desk(model, retriever, store)})
    for message in messages:
        await agent.turn(dossier_id, Request(message=message))


RawTess = Callable[..., Ended[bytes]]


@pytest.fixture
def tess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> RawTess:
    """The command, over one dossier with an answer and one without, in an empty folder."""
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path / "data"))
    asyncio.run(talked(tmp_path / "data" / "dossiers", DOSSIER, [QUESTION, "Ja"]))
    asyncio.run(talked(tmp_path / "data" / "dossiers", OTHER, [QUESTION]))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    return captured(capfdbinary)


@pytest.mark.parametrize(("kind", "start"), STARTS.items())
def test_export_writes_a_file_with_a_plain_name(kind: str, start: bytes, tess: RawTess) -> None:
    told = tess("export", DOSSIER, f"--{kind}")
    assert (told.status, told.err) == (0, b"")
    name = told.out.decode().strip()
    assert re.fullmatch(rf"[a-z-]+-20\d\d-\d\d-\d\d\.{kind}", name)
    assert Path(name).suffix == f".{kind}"
    assert Path(name).read_bytes().startswith(start)
    assert tess("export", DOSSIER, f"--{kind}", "-o", "-").out == Path(name).read_bytes()
    again = tess("export", DOSSIER, f"--{kind}").out.decode().strip()
    assert again == f"{name.removesuffix(f'.{kind}')}-2.{kind}"


def test_an_export_without_a_format_is_markdown(tess: RawTess) -> None:
    assert tess("export", DOSSIER, "-o", "-").out == tess("export", DOSSIER, "--md", "-o", "-").out


def test_a_file_is_not_written_over_unasked(tess: RawTess) -> None:
    Path("memo.md").write_text("mine")
    for command in (("export", DOSSIER, "--md"), ("pack", DOSSIER)):
        refused = tess(*command, "-o", "memo.md")
        assert (refused.status, refused.out) == (1, b"")
        assert b"memo.md is there already; --force" in refused.err
        assert Path("memo.md").read_text() == "mine"
    assert tess("export", DOSSIER, "--md", "-o", "memo.md", "--force").status == 0
    assert Path("memo.md").read_text("utf-8").startswith("# Memo")
    refused = tess("export", DOSSIER, "--md", "-o", "nowhere/memo.md")
    assert (refused.status, b"can't be written" in refused.err) == (1, True)


@pytest.mark.parametrize("command", [("pack", DOSSIER), ("export", DOSSIER, "--docx")])
def test_a_full_disk_is_told_and_nothing_of_the_file_is_left(
    command: tuple[str, ...], tess: RawTess
) -> None:
    Path("mine").write_text("mine")
    for options in ("-o", "new"), ("-o", "mine", "--force"):
        with files_no_larger_than(500):  # what is told is caught in a file, too
            refused = tess(*command, *options)
        assert (refused.status, refused.out) == (2, b"")
        told = " ".join(refused.err.decode().split())
        assert f"{options[1]} could not be written: File too large." in told
        assert [path.name for path in Path().iterdir()] == ["mine"]
        assert Path("mine").read_text() == "mine"


def test_standard_output_on_a_full_disk_is_told(tess: RawTess, tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "src.cli", "pack", DOSSIER, "-o", "-"],
            env={"PATH": os.environ["PATH"], "TESS_DATA_DIR": str(tmp_path / "data")},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Standard output could not be written: No space left on device.")


def test_force_writes_into_devices_and_through_links(tess: RawTess) -> None:
    Path("real").write_text("mine")
    Path("link").symlink_to("real")
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        for name in ("link", "pipe"):
            assert tess("export", DOSSIER, "--md", "-o", name, "--force").status == 0
        assert os.read(reader, 6) == b"# Memo"
    finally:
        os.close(reader)
    assert Path("link").is_symlink()
    assert Path("pipe").is_fifo()
    assert Path("real").read_text("utf-8").startswith("# Memo")


@pytest.mark.parametrize("command", [("pack", DOSSIER), ("export", DOSSIER, "--md")])
def test_what_is_handed_over_is_for_nobody_else_to_read(
    command: tuple[str, ...], tess: RawTess
) -> None:
    Path("old").write_text("old")
    Path("old").chmod(0o644)
    for options in ("-o", "new"), ("-o", "old", "--force"):
        assert tess(*command, *options).status == 0
        assert stat.filemode(Path(options[1]).stat().st_mode) == "-rw-------"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", OTHER, "--md"), "has no answer yet"),
        (("export", DOSSIER, "--md", "--answer", "a9"), "‘a9’ does not exist"),
        (("export", "dos-00000000", "--md"), "dos-00000000 does not exist"),
        (("pack", "dos-00000000"), "dos-00000000 does not exist"),
    ],
)
def test_what_is_refused_ends_with_1_and_writes_nothing(
    arguments: tuple[str, ...], sentence: str, tess: RawTess
) -> None:
    refused = tess(*arguments)
    assert (refused.status, refused.out) == (1, b"")
    assert sentence in refused.err.decode()
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("arguments", [("export", DOSSIER, "--md", "--pdf"), ("open",)])
def test_wrong_use_ends_with_2(arguments: tuple[str, ...], tess: RawTess) -> None:
    assert tess(*arguments).status == 2


def test_an_answer_that_was_undone_is_to_be_brought_back(tess: RawTess) -> None:
    tess("undo", DOSSIER)
    refused = tess("export", DOSSIER, "--md")
    told = f"The answer was undone: ./tess redo {DOSSIER} 1 brings it back.\n"
    assert (refused.status, refused.err.decode()) == (1, told)
    assert "Het antwoord is terug." in tess("redo", DOSSIER, "1").out.decode()
    assert tess("export", DOSSIER, "--md").status == 0


@pytest.mark.parametrize("command", ["open", "verify", "check"])
def test_a_pack_that_is_not_there_is_no_broken_pack(command: str, tess: RawTess) -> None:
    refused = tess(command, "nothing.tess")
    told = "nothing.tess can't be read: No such file or directory.\n"
    assert (refused.status, refused.out, refused.err.decode()) == (2, b"", told)


def test_a_pack_is_opened_and_verified(tess: RawTess) -> None:
    assert tess("pack", DOSSIER).out.decode().strip() == f"{DOSSIER}.tess"
    shown = tess("open", f"{DOSSIER}.tess", "--read-only")
    assert (shown.status, shown.err) == (0, b"")
    for told in (QUESTION, TERM.title, TERM.content, "a2: ", "Read-only, sound, 2 entries. Seal "):
        assert told in shown.out.decode()
    found = json.loads(tess("open", f"{DOSSIER}.tess", "--json").out)
    assert (found["entries"], found["dossier"]["id"]) == (2, DOSSIER)
    assert found["seal"] in shown.out.decode()
    assert tess("verify", f"{DOSSIER}.tess").out == b"ok 2 entries\n"
    assert json.loads(tess("verify", f"{DOSSIER}.tess", "--json").out)["ok"] is True


def test_a_pack_is_drawn_on_a_terminal(tess: RawTess) -> None:
    tess("pack", DOSSIER, "-o", "sent.tess")
    plain, shown = tess("open", "sent.tess").out.decode(), drawn("open", "sent.tess")
    assert "## ANTWOORD" in plain
    assert "ANTWOORD" in shown
    assert "## ANTWOORD" not in shown


def test_check_of_a_pack_names_the_dossier_and_not_the_file(tess: RawTess) -> None:
    tess("pack", DOSSIER, "-o", "sent.tess")
    for named in ("sent.tess", DOSSIER):
        assert json.loads(tess("check", named, "--json").out)["dossier_id"] == DOSSIER


def test_a_dossier_whose_journal_lacks_turns_is_not_packed(tess: RawTess, tmp_path: Path) -> None:
    journal = tmp_path / "data" / "dossiers" / f"{DOSSIER}.jsonl"
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0])
    refused = tess("pack", DOSSIER)
    assert refused.status == 2
    assert b"do not belong together" in refused.err
    assert list(Path().iterdir()) == []


def test_a_flipped_byte_is_named_by_its_part(tess: RawTess) -> None:
    tess("pack", DOSSIER, "-o", "changed.tess")
    data = Path("changed.tess").read_bytes()
    Path("changed.tess").write_bytes(data.replace(b"zes weken", b"zex weken", 1))
    for command in ("open", "verify", "check"):
        refused = tess(command, "changed.tess")
        assert (refused.status, refused.out) == (1, b"")
        assert b"a part was changed after it was sealed (journal.jsonl)" in refused.err


def test_a_pack_is_opened_where_there_is_nothing_else(tess: RawTess, tmp_path: Path) -> None:
    tess("pack", DOSSIER, "-o", str(tmp_path / "sent.tess"))
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "TESS_DATA_DIR": str(tmp_path / "nowhere"),
        "HOME": str(empty),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    told = {"open": "2 entries", "verify": "ok 2 entries", "check": "stored exact, now exact"}
    for command in (["open", "--read-only"], ["verify"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "src.cli", *command, str(tmp_path / "sent.tess")],
            cwd=empty,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert told[command[0]] in done.stdout
    assert list(empty.iterdir()) == []
    assert not (tmp_path / "nowhere").exists()
