"""A picture whose text nobody read: who adds it at a client is asked whether the model may see it."""

import asyncio
from pathlib import Path

import pytest

from tests.clients.person import Person
from tests.clients.test_ui_streamlit import page, shown
from tests.desks.test_pictures import HOB, Kitchen, seeing
from tests.serving import TEST_ID

pytestmark = pytest.mark.usefixtures("without_readers")
WHETHER = {"ja": "unread", "nee": None}


async def leaves(here: Kitchen) -> str | None:
    """Return by what the picture of the dossier may leave."""
    (picture,) = await here.pictures()
    found: str | None = picture.get("may_leave")
    return found


@pytest.mark.parametrize("says", WHETHER)
async def test_the_terminal_asks(tmp_path: Path, says: str) -> None:
    file = tmp_path / "hob.png"
    file.write_bytes(HOB)

    def add(address: str) -> None:
        with Person("--url", address, "--dossier", TEST_ID, lines=50) as person:
            person.types(f"/image {file}")
            person.sees("Wat is erop te zien")
            person.types("De kookplaat")
            person.sees("Toevoegen aan dit dossier?")
            person.types("ja")
            person.sees("Mag het model deze afbeelding ongelezen zien? (ja/nee)")
            person.asks(says)
            person.sees("versie 2 ·")

    async with seeing({"tess_data_dir": tmp_path}, []) as here:
        await asyncio.to_thread(add, f"ws://127.0.0.1:{here.server.port}/ws")
        assert await leaves(here) == WHETHER[says]


@pytest.mark.parametrize("says", WHETHER)
async def test_the_page_asks(tmp_path: Path, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def add(address: str) -> None:
        opened = page(address, monkeypatch, TEST_ID)
        shown(opened.file_uploader[1].upload("hob.png", HOB, "image/png").run())
        ticks = {tick.label: tick for tick in opened.checkbox}
        shown(ticks["De afbeelding mag in dit dossier."].check().run())
        if says == "ja":
            shown(ticks["Het model mag de afbeelding ongelezen zien."].check().run())
        shown(opened.button(key="add-picture").click().run())

    async with seeing({"tess_data_dir": tmp_path}, []) as here:
        await asyncio.to_thread(add, f"ws://127.0.0.1:{here.server.port}/ws")
        assert await leaves(here) == WHETHER[says]
