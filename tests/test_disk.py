"""What TESS writes is for its user alone, whatever the umask, and what others could open is closed at the start."""

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from src import disk
from src.dossier.json_store import JsonStore
from src.identity.registry import TokenFile, TokenRecord
from tests.dossier.turns import DOSSIER, erasing, saying
from tests.logbook import kept
from tests.test_cli import newcomers, tess

EVENT = "files that others could open"


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return what ``ls -l`` says of a folder and all that is in it."""
    paths = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder)): stat.filemode(path.stat().st_mode) for path in paths}


def open_to_others(folder: Path) -> list[str]:
    """Return what others could open, but for the law in the library, which they can't get at."""
    found = modes(folder).items()
    return [
        f"{mode} {name}" for name, mode in found if mode[4:] != "------" and "library/" not in name
    ]


async def test_all_that_a_store_writes_is_private(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    with umask(0):
        store = JsonStore(data / "dossiers")
        for text in ("one", "two"):
            await store.commit(saying(text))
        journal = data / "dossiers" / f"{DOSSIER}.jsonl"
        journal.write_bytes(journal.read_bytes() + b"torn")
        await store.commit(saying("three"))
        await store.rewrite(DOSSIER, erasing(1))
        now = datetime.now(UTC)
        record = TokenRecord(jti="1", name="a", tenant="t", created=now, expires=now + timedelta(1))
        await TokenFile(data).add(record)
    assert {Path(name).suffix for name in modes(data)} >= {".json", ".jsonl", ".lock"}
    assert open_to_others(tmp_path / "new") == []


def test_a_file_is_private_from_its_first_moment(tmp_path: Path) -> None:
    with umask(0):
        disk.new_file(tmp_path / "new", b"x")
        disk.replace_file(tmp_path / "other", b"x")
        disk.make_folder(tmp_path / "a" / "b")
    assert open_to_others(tmp_path / "a") == []
    assert [modes(tmp_path)[name] for name in ("new", "other")] == ["-rw-------"] * 2


def test_a_server_keeps_all_to_itself_and_closes_what_was_open(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with umask(0o022):
        asked = tess("ask", "Hoe lang is de bezwaartermijn?", "--json", data_dir=data)
        assert asked.returncode == 0, asked.stderr
        assert open_to_others(data) == []
        kept_back = data / "dossiers" / f"{DOSSIER}.json"
        kept_back.write_text("a copy that somebody put back")
        (data / "dossiers").chmod(0o755)
        (data / "tokens.jsonl").write_text("")
        data.chmod(0o755)
        assert len(open_to_others(data)) == 4
        (told,) = [line for line in log_of_a_start(data) if line["event"] == EVENT]
        assert (told["level"], told["closed"], told["failed"]) == ("warning", 4, 0)
        assert open_to_others(data) == []
        assert EVENT not in [line["event"] for line in log_of_a_start(data)]


def log_of_a_start(data: Path) -> list[dict[str, object]]:
    """Return what a server logs that is started and ended."""
    command = [sys.executable, "-u", "-m", "src.cli", "serve", "--port", "0"]
    with subprocess.Popen(
        command,
        env=newcomers(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert "TESS listens" in server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        _, logged = server.communicate(timeout=100)
    return [json.loads(line) for line in logged.splitlines()]


def test_what_is_not_ours_alone_to_close_is_left(tmp_path: Path) -> None:
    shared, linked = tmp_path / "shared", tmp_path / "linked"
    shared.mkdir()
    shared.chmod(0o1777)  # such as /tmp
    (tmp_path / "away").write_text("")
    (tmp_path / "away").chmod(0o644)
    linked.symlink_to("away")
    with kept() as book:
        disk.make_private([shared, linked, tmp_path / "gone"])
    assert book.of(EVENT) == []
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
    assert stat.S_IMODE((tmp_path / "away").stat().st_mode) == 0o644
