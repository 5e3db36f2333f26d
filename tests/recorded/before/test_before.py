"""What an earlier engine wrote opens, verifies, is made again, and is gone on with."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.recorded.before.write import DOSSIERS, KEPT, KNOWN, PACKS, looked_at
from tests.recorded.steps import Conversation
from tests.recorded.wiring import wired
from tests.serving import Served, served

OF_BEFORE: dict[str, dict[str, Any]] = json.loads(KNOWN.read_text("utf-8"))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    """A server over a copy of the folder of dossiers."""
    folder = tmp_path / "dossiers"
    shutil.copytree(DOSSIERS, folder)
    async with served(wired(folder, Conversation("opened again", ())).parts) as running:
        yield running


@pytest.fixture
async def client(server: Served) -> AsyncIterator[httpx2.AsyncClient]:
    address = f"http://127.0.0.1:{server.port}"
    async with httpx2.AsyncClient(trust_env=False, base_url=address) as opened:
        yield opened


def test_every_kind_of_dossier_is_kept() -> None:
    assert {one["conversation"] for one in OF_BEFORE.values()} == set(KEPT)
    assert {path.stem for path in DOSSIERS.glob("*.jsonl")} == set(OF_BEFORE)
    assert {path.stem for path in PACKS.glob("*.tess")} == set(OF_BEFORE)


async def test_dossiers_are_what_they_were(client: httpx2.AsyncClient) -> None:
    for dossier_id, known in OF_BEFORE.items():
        found = await looked_at(client, dossier_id)
        assert {"conversation": known["conversation"], **found} == known


@pytest.mark.parametrize("lost", [".json", ".jsonl"])
async def test_either_file_will_do(tmp_path: Path, lost: str) -> None:
    for path in DOSSIERS.iterdir():
        if path.suffix != lost:
            shutil.copy(path, tmp_path)
    async with served(wired(tmp_path, Conversation("one file lost", ())).parts) as server:
        for dossier_id, known in OF_BEFORE.items():
            found = (await server.get(f"/dossiers/{dossier_id}")).json()
            assert found["id"] == dossier_id
            assert found["version"] == known["version"] or lost == ".jsonl"


async def test_packs_hold_the_dossiers(client: httpx2.AsyncClient) -> None:
    for dossier_id, known in OF_BEFORE.items():
        pack = (PACKS / f"{dossier_id}.tess").read_bytes()
        kind = {"content-type": "application/vnd.tess.pack"}
        opened = (await client.post("/packs/open", content=pack, headers=kind)).json()
        assert opened["entries"] == known["verified"]["entries"]
        assert opened["dossier"] == (await client.get(f"/dossiers/{dossier_id}")).json()


async def test_dossiers_are_gone_on_with(server: Served, client: httpx2.AsyncClient) -> None:
    for dossier_id, known in OF_BEFORE.items():
        journal = DOSSIERS / f"{dossier_id}.jsonl"
        reply = await server.say("Hoe lang is de termijn voor bezwaar?", dossier_id=dossier_id)
        assert (reply["status"], reply["version"]) == ("success", known["version"] + 1)
        answered = await server.say("Ja", dossier_id=dossier_id)
        assert "## ANTWOORD" in answered["response"]
        verified = (await client.get(f"/dossiers/{dossier_id}/verify")).json()
        assert verified == {"ok": True, "entries": known["version"] + 2, "state": "same"}
        packed = (await client.get(f"/dossiers/{dossier_id}/pack")).content
        assert journal.read_bytes() in packed, "a line of before was written anew"
