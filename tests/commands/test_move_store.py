"""Dossiers go from files to PostgreSQL and back, hash for hash."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from src import cli
from src.desks.tax.seed_format import read
from src.dossier.blobs import sha256_of
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier.models import Dossier
from tests.dossier.failing import files_no_larger_than
from tests.dossier.postgres_server import PostgresServer, started
from tests.dossier.turns import (
    DATA,
    DOSSIER,
    OTHER,
    PIXELS,
    erasing,
    picturing,
    saying,
    snapshot,
    unsynced,
)

SEED = "dos-a1b2c3d4"


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    yield from started()


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    with postgres.schema() as url:
        yield url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a dossier of three turns, one of them erased, and one of a single turn."""
    folder = tmp_path / "first"

    async def story() -> None:
        store = JsonStore(folder, sync=unsynced)
        for text in ("one", "two", "three"):
            await store.commit(saying(text, f"m-{text}"))
        await store.rewrite(DOSSIER, erasing(2))
        await store.commit(saying("x\0y", dossier_id=OTHER))

    asyncio.run(story())
    return folder


def opened(folder: Path) -> dict[str, tuple[Dossier | None, list[bytes]]]:
    async def story() -> dict[str, tuple[Dossier | None, list[bytes]]]:
        store = JsonStore(folder, sync=unsynced, foreign=[read])
        ids = [one.id for one in await summaries(store)]
        return {name: (await store.load(name), await store.lines(name)) for name in ids}

    return asyncio.run(story())


def moved(*places: object) -> int:
    return cli.main(["move-store", *map(str, places)])


def test_there_and_back_with_the_same_hashes(
    folder: Path, tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(folder)
    assert moved(folder, database_url) == 0
    assert capsys.readouterr().out.endswith("2 copied and verified, 0 there already, 0 left out.\n")
    assert moved(database_url, tmp_path / "second") == 0
    assert opened(tmp_path / "second") == opened(folder)
    assert snapshot(folder) == before
    capsys.readouterr()
    assert moved(folder, database_url, "--json") == 0
    assert [one["already_there"] for one in json.loads(capsys.readouterr().out)] == [True, True]


def test_pictures_come_along(
    folder: Path, tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(JsonStore(folder).commit(picturing(), [PIXELS]))
    name = sha256_of(PIXELS)
    assert moved(folder, database_url) == moved(database_url, tmp_path / "second") == 0
    assert (tmp_path / "second" / f"{DOSSIER}.blobs" / name).read_bytes() == PIXELS
    # One that is not what the journal names any more is never passed on, nor taken for moved.
    kept = folder / f"{DOSSIER}.blobs" / name
    for damage in (lambda: kept.write_bytes(b"x"), kept.unlink):
        damage()
        capsys.readouterr()
        assert moved(folder, tmp_path / "third") == 1
        assert f"{DOSSIER}: left out, picture_broken" in capsys.readouterr().err
        assert not (tmp_path / "third" / f"{DOSSIER}.jsonl").exists()
    (tmp_path / "second" / f"{DOSSIER}.blobs" / name).unlink()
    assert moved(database_url, tmp_path / "second") == 1


def test_a_picture_that_is_not_what_it_was_is_told(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
    folder.rename(tmp_path / "dossiers")
    asyncio.run(JsonStore(tmp_path / "dossiers").commit(picturing(), [PIXELS]))
    assert cli.main(["verify", DOSSIER]) == cli.main(["verify", "--all"]) == 0
    kept = tmp_path / "dossiers" / f"{DOSSIER}.blobs" / sha256_of(PIXELS)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    for damage in (lambda: kept.write_bytes(PIXELS + b"x"), kept.unlink):
        damage()
        capsys.readouterr()
        assert cli.main(["verify", DOSSIER]) == 2
        assert f"Picture {kept.name} of dossier {DOSSIER}" in capsys.readouterr().err
        assert cli.main(["verify", "--all"]) == 2
        assert "the journal is sound" in capsys.readouterr().out
        assert cli.main(["pack", DOSSIER, "--output", str(tmp_path / "a.tess")]) == 2


def test_dossier_of_the_original_program_comes_along(
    tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = tmp_path / "first"
    first.mkdir()
    first.joinpath(f"{SEED}.json").write_bytes(DATA.joinpath("seed_dossier.json").read_bytes())
    assert moved(first, database_url) == 0
    assert moved(database_url, tmp_path / "second") == 0
    (seed, lines), (copy, _) = opened(first)[SEED], opened(tmp_path / "second")[SEED]
    assert seed is not None
    assert copy is not None
    assert lines == []
    assert copy.model_copy(update={"version": seed.version}) == seed


def test_another_dossier_under_the_same_id_is_left_alone(
    folder: Path, tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert moved(folder, database_url) == 0
    asyncio.run(JsonStore(folder, sync=unsynced).commit(saying("four")))
    assert moved(folder, database_url) == 1
    assert f"{DOSSIER}: left out, another dossier with this id is there" in capsys.readouterr().err
    assert moved(database_url, tmp_path / "second") == 0
    assert len(opened(tmp_path / "second")[DOSSIER][1]) == 4


def test_what_cannot_be_read_is_named_and_the_rest_is_copied(
    folder: Path, tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = folder / f"{DOSSIER}.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"three", b"thrEE"))
    assert moved(folder, database_url) == 1
    told = capsys.readouterr()
    assert f"{DOSSIER}: left out" in told.err
    assert told.out.endswith("1 copied and verified, 0 there already, 1 left out.\n")
    assert moved(database_url, tmp_path / "second") == 0
    with psycopg.connect(database_url) as database:
        database.execute("update journal set line = 'x'::bytea")
    assert moved(database_url, tmp_path / "third") == 1
    assert f"{OTHER}: left out" in capsys.readouterr().err
    assert snapshot(tmp_path / "third") == {}


def test_places_that_are_none_are_refused_and_not_made(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere"
    assert moved(nowhere, folder) == 2
    assert not nowhere.exists()
    assert moved(folder, folder) == 2
    assert moved(folder, "postgresql://tess:sesam@127.0.0.1:1/x") == 2
    assert "sesam" not in capsys.readouterr().err
    folder.rename(tmp_path / "dossiers")
    assert moved(tmp_path, nowhere) == 2
    assert str(tmp_path / "dossiers") in capsys.readouterr().err.replace("\n", "")


@pytest.mark.parametrize("room", [0, 100])
def test_a_full_disk_ends_with_2_and_leaves_what_was_there(
    folder: Path, tmp_path: Path, room: int, capsys: pytest.CaptureFixture[str]
) -> None:
    before, target = snapshot(folder), tmp_path / "second"
    with files_no_larger_than(room):
        assert moved(folder, target) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith(f"{target} could not be written: File too large.")
    assert not target.exists()
    target.mkdir()
    with files_no_larger_than(room):
        assert moved(folder, target) == 2
    assert list(target.iterdir()) == []
    assert moved(folder, target) == 0
    assert opened(target) == opened(folder)
    assert snapshot(folder) == before
    with files_no_larger_than(room):
        assert moved(folder, target) == 0, "all are there already"
