"""Two servers on one folder, and on one database: what one stores the other has."""

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from src.bootstrap import store_at
from src.commands.local_server import own_server, read, send
from src.dossier import chain
from src.dossier.journal import fold
from tests.dossier.turns import DOSSIER
from tests.lending import with_starter_index

TURNS = 10


@pytest.fixture(params=["files", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The settings that name one place for dossiers."""
    if request.param == "files":
        return {"TESS_DATA_DIR": str(with_starter_index(tmp_path))}
    return {"DATABASE_URL": request.getfixturevalue("database_url")}


async def test_two_servers_take_turns_on_one_dossier(place: dict[str, str], tmp_path: Path) -> None:
    texts = [f"Wat is {number} plus {number}?" for number in range(TURNS)]
    with ExitStack() as stack:
        urls = [stack.enter_context(own_server({"TESS_MODEL": "offline", **place})) for _ in "ab"]

        def say(number: int) -> dict[str, object]:
            return send(urls[number % 2], {"message": texts[number], "dossier_id": DOSSIER})

        told = await asyncio.gather(*(asyncio.to_thread(say, number) for number in range(TURNS)))
        listed = [read(url, "/dossiers") for url in urls]
    assert [reply["status"] for reply in told] == ["success"] * TURNS
    versions = sorted(json.dumps(reply["version"]) for reply in told)
    assert versions == sorted(map(str, range(1, TURNS + 1)))
    assert listed[0] == listed[1]
    store, close = store_at(place.get("DATABASE_URL") or str(tmp_path / "dossiers"))
    entries = await store.journal(DOSSIER)
    for text, reply in zip(texts, told, strict=True):
        entry = entries[int(str(reply["version"])) - 1]
        assert entry.request is not None
        assert (entry.request.message, entry.reply) == (text, reply["response"])
    assert fold(entries) == await store.load(DOSSIER)
    chain.verify(await store.lines(DOSSIER))
    await close()


def test_two_servers_of_one_database_have_one_limit(database_url: str) -> None:
    given = {"DATABASE_URL": database_url, "TESS_TENANT_TURNS_PER_MINUTE": "1"}
    with ExitStack() as stack:
        urls = [stack.enter_context(own_server({"TESS_MODEL": "offline", **given})) for _ in "ab"]
        told = [send(url, {"message": "Wat is 1 plus 1?"}) for url in urls]
    assert [told[0]["status"], told[1].get("code")] == ["success", "limit_reached"]
