"""Whatever a released version stored opens; ``docs/upgrading.md`` names each form with the files kept of it."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from src.desks.catalogue import legacy_readers, load_kinds
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier
from src.export import pack
from tests import docs_reader as reader
from tests.dossier.turns import unsynced
from tests.in_process import tess

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "upgrading.md"
SEED = "dos-a1b2c3d4"
"""The id that stands in the original program's file."""


def places() -> list[Path]:
    """Return what the page says is kept, a file or a folder for each form."""
    (table,) = reader.tables(reader.section(PAGE.read_text("utf-8"), "What opens"))
    cells = re.findall(r"^\|.*\| `(tests/[^`]+)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(cells) >= len(table) > 0
    return [ROOT / one for one in cells]


def files(*endings: str) -> list[Path]:
    """Return the files with one of these endings at all of these places."""
    found = (one for place in places() for one in ([place] if place.is_file() else place.iterdir()))
    return sorted(one for one in found if one.suffix in endings)


def stored(folder: Path, kept: Sequence[Path]) -> set[str]:
    """Put files into the dossiers of a data folder, and return the ids of these dossiers."""
    dossiers = folder / "dossiers"
    dossiers.mkdir(parents=True)
    for path in kept:
        stem = SEED if path.stem == "seed_dossier" else path.stem
        shutil.copy(path, dossiers / f"{stem}{path.suffix}")
    return {path.stem for path in dossiers.iterdir()}


def opened(folder: Path, dossier_ids: Iterable[str]) -> dict[str, Dossier]:
    """Return dossiers as a server that starts on a data folder has them."""
    load_kinds()
    store = JsonStore(folder / "dossiers", sync=unsynced, foreign=legacy_readers())
    found = {one: asyncio.run(store.load(one)) for one in dossier_ids}
    return {one: dossier for one, dossier in found.items() if dossier is not None}


def test_every_form_that_is_named_is_kept() -> None:
    assert [place for place in places() if not place.exists()] == []
    releases = {path for one in (ROOT / "tests/released").glob("*.*.*") for path in one.iterdir()}
    assert releases <= set(places()), "a form that is kept is not named"


def test_every_dossier_opens_and_verifies(tmp_path: Path) -> None:
    there = stored(tmp_path, files(".json", ".jsonl"))
    done = tess("verify", "--all", "--json", data_dir=tmp_path)
    told = json.loads(done.stdout)
    assert (done.returncode, told["verified"], told["broken"]) == (0, len(there), [])
    dossiers = opened(tmp_path, there)
    assert set(dossiers) == there
    assert [one for one, dossier in dossiers.items() if not dossier.conversation] == []


def test_every_journal_alone_makes_the_same_dossier(tmp_path: Path) -> None:
    there = stored(tmp_path / "whole", files(".json", ".jsonl"))
    journals = stored(tmp_path / "alone", files(".jsonl"))
    assert there - journals == {SEED}
    assert opened(tmp_path / "alone", journals) == opened(tmp_path / "whole", journals)


def test_every_pack_opens() -> None:
    load_kinds()
    packs = files(".tess")
    assert len(packs) > len(list((ROOT / "tests/released").rglob("*.tess")))
    unsaid = [one.name for one in packs if not pack.opened(one.read_bytes()).dossier.conversation]
    assert unsaid == []


def test_a_dossier_that_does_not_open_is_noticed(tmp_path: Path) -> None:
    journal, *_ = files(".jsonl")
    stored(tmp_path, [journal])
    copy = tmp_path / "dossiers" / journal.name
    copy.write_bytes(copy.read_bytes().replace(b'"time":"2026', b'"time":"2025', 1))
    done = tess("verify", "--all", "--json", data_dir=tmp_path)
    assert done.returncode == 2
    assert [one["dossier_id"] for one in json.loads(done.stdout)["broken"]] == [journal.stem]
