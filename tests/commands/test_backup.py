"""Backup and restore as ``docs/deploy.md`` has them, command by command, while a server takes turns."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from pydantic import SecretStr

from src.bootstrap import build
from src.dossier.blobs import MOST, sha256_of
from src.dossier.json_store import JsonStore
from src.settings import Settings
from tests import docs_reader as reader
from tests.dossier.postgres_server import PostgresServer
from tests.dossier.turns import DOSSIER, PIXELS, picturing, saying
from tests.in_process import tess
from tests.lending import with_starter_index
from tests.serving import served

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "deploy.md").read_text("utf-8")
RELEASED = ROOT / "tests" / "released" / "1.0.0"
"""A dossier of each desk and more: among them one with a plan that was carried out."""

TAX = next(RELEASED.joinpath("tax").glob("*.jsonl")).stem
EVERY = {path.stem: path.parent.name for path in RELEASED.glob("*/*.jsonl")}


@dataclass(frozen=True)
class Place:
    """Where dossiers are, as the settings name it."""

    kind: str
    variables: Mapping[str, str]

    def settings(self) -> Settings:
        url = self.variables.get("DATABASE_URL")
        folder = Path(self.variables["TESS_DATA_DIR"])
        secret = SecretStr(url) if url else None
        return Settings(_env_file=None, tess_data_dir=folder, database_url=secret)

    def tess(self, *arguments: str) -> tuple[int, str]:
        given = {name: value for name, value in self.variables.items() if name == "DATABASE_URL"}
        folder = Path(self.variables["TESS_DATA_DIR"])
        done = tess(*arguments, data_dir=folder, **given)
        return done.returncode, done.stdout

    def break_a_line(self, dossier_id: str) -> None:
        """Change a letter in the second line of a journal."""
        url = self.variables.get("DATABASE_URL")
        if url:
            with psycopg.connect(url, autocommit=True) as database:
                where = [dossier_id]
                ((line,),) = database.execute(f"select line from journal {SECOND}", where)
                database.execute(f"update journal set line = %s {SECOND}", [broken(line), *where])
            return
        journal = Path(self.variables["TESS_DATA_DIR"]) / "dossiers" / f"{dossier_id}.jsonl"
        first, second, *rest = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join([first, broken(second), *rest]))


SECOND: LiteralString = "where dossier_id = %s and version = 2"


def broken(line: bytes) -> bytes:
    changed = line.replace(b"noted", b"Noted")
    assert changed != line
    return changed


@pytest.fixture(params=["files", "PostgreSQL"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Place, Place]]:
    """A place with the dossiers, and one to restore them at: there is nothing yet."""
    original, restored = tmp_path / "original", tmp_path / "restored"
    (original / "dossiers").mkdir(parents=True)
    for path in RELEASED.glob("*/*.json*"):
        shutil.copy(path, original / "dossiers")
    with_starter_index(original)
    programs = os.environ["PATH"]
    folders = [{"TESS_DATA_DIR": str(one), "PATH": programs} for one in (original, restored)]
    if request.param == "files":
        if sys.platform != "linux":
            # The page says that they are for Linux, so elsewhere there is nothing to hold them to.
            pytest.skip("these commands are for Linux")  # elsewhere cp knows no -t
        yield Place("files", folders[0]), Place("files", folders[1])
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with server.database() as one, server.database() as other:
        moved = tess("move-store", str(original / "dossiers"), one, data_dir=tmp_path)
        assert moved.returncode == 0
        urls = [{"DATABASE_URL": url} for url in (one, other)]
        own = {"PATH": f"{server.programs}:{programs}"}
        first, second = (
            {**folder, **url, **own} for folder, url in zip(folders, urls, strict=True)
        )
        yield Place("PostgreSQL", first), Place("PostgreSQL", second)


def carried_out(what: str, place: Place, copy: Path) -> Iterator[str]:
    """Carry out the commands of the page in one shell, and yield after each; of ours, yield what they say."""
    first, *lines = dict(reader.examples(PAGE, what))[place.kind].splitlines()
    assert first.startswith("export ")  # where things are: the only line that is one's own
    bash = subprocess.Popen(
        ["bash", "-eu"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**place.variables, "COPY": str(copy)},
    )
    with bash:
        assert bash.stdin is not None
        assert bash.stdout is not None
        for line in lines:
            if line.startswith("./tess "):
                status, told = place.tess(*line.split()[1:])
                assert status == 0, told
                yield told
                continue
            print(f"{line}\necho done", file=bash.stdin, flush=True)
            assert bash.stdout.readline() == "done\n", line
            yield ""


async def backed_up(place: Place, copy: Path) -> None:
    """Back up while a server takes turns: during each command one, and between any two also one with a picture."""
    parts = build(place.settings())
    async with served(parts) as server:

        async def turn() -> None:
            assert (await server.say("ja", dossier_id=TAX))["status"] == "success"

        commands = carried_out("backup", place, copy)
        more, number = True, 0
        while more:
            await turn()
            await parts.store.commit(picturing(pixels(number)), [pixels(number)])
            done, _ = await asyncio.gather(asyncio.to_thread(next, commands, None), turn())
            more, number = done is not None, number + 1
    await parts.close()


def pixels(number: int) -> bytes:
    return PIXELS + bytes([number])


async def goes_on(place: Place) -> None:
    """Serve what stands there: all is listed, a picture is there, and a turn is taken."""
    with_starter_index(Path(place.variables["TESS_DATA_DIR"]))
    parts = build(place.settings())
    async with served(parts) as server:
        assert (await server.say("ja", dossier_id=TAX))["status"] == "success"
        listed = (await server.get("/dossiers?limit=50")).json()["dossiers"]
        assert {one["id"]: one["desk"] for one in listed} == {**EVERY, DOSSIER: "tax"}
        assert await parts.store.blob(DOSSIER, sha256_of(pixels(0))) == pixels(0)
    await parts.close()


def test_a_copy_that_is_taken_while_turns_are_stored_is_whole_elsewhere(
    places: tuple[Place, Place], tmp_path: Path
) -> None:
    place, restored = places
    copy = tmp_path / "copy"
    asyncio.run(backed_up(place, copy))
    assert [one for one in (copy, *copy.glob("*s")) if one.stat().st_mode & 0o077] == []
    shutil.rmtree(place.variables["TESS_DATA_DIR"])
    *_, told = carried_out("restore", restored, copy)
    assert told == f"{len(EVERY) + 1} verified, 0 broken\n"
    asyncio.run(goes_on(restored))
    for dossier_id in EVERY:
        assert restored.tess("undo", dossier_id)[0] == 0
    restored.break_a_line(DOSSIER)
    status, told = restored.tess("verify", "--all", "--json")
    assert status == 2
    assert [one["dossier_id"] for one in json.loads(told)["broken"]] == [DOSSIER]


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere cp knows no -t")
def test_each_of_many_copies_of_a_busy_folder_is_sound(tmp_path: Path) -> None:
    place = Place("files", {"TESS_DATA_DIR": str(tmp_path / "live"), "PATH": os.environ["PATH"]})
    (tmp_path / "live").mkdir()

    async def writes(store: JsonStore, dossier_id: str, copied: asyncio.Event) -> None:
        number = 0
        while not copied.is_set():
            content = [pixels(number)] if number < MOST else []
            named = picturing(pixels(number % 256), dossier_id=dossier_id)
            turn = named if content else saying("more " * number, dossier_id=dossier_id)
            await store.commit(turn, content)
            number += 1

    async def copies() -> None:
        for number in range(10):
            store, copied = JsonStore(tmp_path / "live" / "dossiers"), asyncio.Event()
            async with asyncio.TaskGroup() as writing:
                for writer in range(10):
                    dossier_id = f"dos-{100 * number + writer:032x}"
                    writing.create_task(writes(store, dossier_id, copied))
                commands = carried_out("backup", place, tmp_path / f"copy {number}")
                while await asyncio.to_thread(next, commands, None) is not None:
                    pass
                copied.set()

    asyncio.run(copies())
    for number in range(10):
        copy = Place(
            "files", {**place.variables, "TESS_DATA_DIR": str(tmp_path / f"copy {number}")}
        )
        status, told = copy.tess("verify", "--all")
        assert status == 0, told
