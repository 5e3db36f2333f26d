"""Nothing that a server does for a turn blocks its event loop: everybody else's turn would wait for it."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from src.bootstrap import build
from src.settings import read_settings
from tests.blocking import noticed
from tests.serving import Served, served

QUESTION = "Binnen welke termijn moet ik bezwaar maken tegen een belastingaanslag?"


async def a_dossiers_life(server: Served) -> None:
    """Do what a dossier goes through, over the wire and over REST."""
    first = await server.say(QUESTION, message_id="m-1", stream=True)
    asked = {"dossier_id": first["dossier_id"]}
    assert (await server.say(QUESTION, **asked, message_id="m-1"))["version"] == 1
    await server.say("haal de eerste weg", **asked)
    await server.say("maak dat ongedaan", **asked)
    await server.say("Ja", **asked)
    await server.say("Welk tarief geldt voor boeken?", **asked, message_id="m-2")
    for path in ("", "/log", "/hash", "/verify", "/export?format=markdown", "/pack"):
        await server.get(f"/dossiers/{first['dossier_id']}{path}")
    for path in ("/dossiers", "/healthz", "/readyz"):
        await server.get(path)


async def test_no_turn_and_no_page_blocks_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
    parts = build(read_settings())
    async with served(parts) as server:
        await a_dossiers_life(server)  # the first time loads what is loaded when it is needed
        with noticed() as found:
            await a_dossiers_life(server)
        assert found == []


@pytest.mark.parametrize("way", ["a file", "a look", "a name", "a process"])
async def test_what_blocks_is_noticed(way: str, tmp_path: Path) -> None:
    def block() -> None:
        if way == "a file":
            (tmp_path / "x").write_text("x")
        elif way == "a look":
            assert tmp_path.exists()
        elif way == "a name":
            tmp_path.rename(tmp_path.with_name("other"))
        else:
            subprocess.run(["true"], check=True)

    with noticed() as found:
        await asyncio.to_thread((tmp_path / "y").write_text, "elsewhere")
        assert found == []
        block()
    assert found
