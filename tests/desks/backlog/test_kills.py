"""A server that dies around each request that writes: nothing twice, no orphan, and what is left goes on by itself."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from src.desks.backlog.standin.server import AdoStandin
from src.services.standin import StandinReply, StandinRequest
from tests.desks.backlog.scripts import BEGINS, DRAFTS, MEETING, STORIES, TAGS, scripted
from tests.desks.backlog.services.place import writes
from tests.desks.backlog.talking import ITEMS, PROJECT, at_the_desk, installed, rooms
from tests.dossier.writing import CHILDREN
from tests.serving import served
from tests.thoroughness import stride

CHILDREN.set_forkserver_preload([__name__])

WRITES = 4
"""Requests that the plan of the script takes to be written: an epic, a feature, a story, a change."""

PLACES = [(number, is_done) for number in range(1, WRITES + 1) for is_done in (False, True)]


class DeadlyAdo(AdoStandin):
    """Kills who asks at one of the requests that write: before it is done, or before the reply is sent."""

    at = 0
    is_done = False
    kill: Callable[[], None]
    seen = 0

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        if writes(asked):
            self.seen += 1
        if not writes(asked) or self.seen != self.at:
            return super().reply_to(asked)
        if self.is_done:
            super().reply_to(asked)
        self.kill()
        return StandinReply(fault="reset")


def serves(url: str, folder: str, tell: Connection) -> None:
    """Serve the desk until killed, and tell the port."""

    async def run() -> None:
        async with served(installed(url, Path(folder), scripted())) as server:
            tell.send(server.port)
            await asyncio.Event().wait()

    asyncio.run(run())


async def confirmed(port: int, dossier_id: str, digest: str) -> None:
    """Confirm a plan at a server that dies before it replies."""
    asked = json.dumps({"dossier_id": dossier_id, "confirm": digest})
    with suppress(ConnectionClosed, InvalidMessage, OSError):
        async with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as connection:
            await connection.send(asked)
            pytest.fail(f"it lived to say {await connection.recv()!r}")


@pytest.mark.parametrize(("number", "is_done"), PLACES[:: 3 if stride() > 1 else 1])
async def test_a_server_that_dies_at_a_write_writes_once(
    tmp_path: Path, number: int, is_done: bool
) -> None:
    with rooms(DeadlyAdo) as here:
        ado = here.ado
        assert isinstance(ado, DeadlyAdo)
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            digest = await talk.planned()
        assert ado.seen == 0  # nothing that writes before a yes
        told, tell = CHILDREN.Pipe(duplex=False)
        url = here.settings.tess_backlog_ado_url
        process = CHILDREN.Process(target=serves, args=(url, str(tmp_path), tell), daemon=True)
        process.start()
        ado.at, ado.is_done, ado.kill = number, is_done, process.kill
        port = await asyncio.to_thread(told.recv)
        await confirmed(port, talk.dossier_id, digest)
        process.join()
        async with at_the_desk(here, tmp_path, scripted()) as after:
            after.dossier_id = talk.dossier_id
            while talk.dossier_id in await after.parts.store.unsettled():
                await after.server.get("/healthz")  # others are served meanwhile
            frame = await after.confirm(digest)
            assert frame["outcome"] == "done"
            made = [one for one in ado.items.kept.values() if one.id > len(ITEMS)]
            titles = [one.fields["System.Title"] for one in made]
            assert titles == ["Reception", "Visitors", STORIES[0]]
            assert [one.parent for one in made] == [None, made[0].id, made[1].id]
            assert ado.items.kept[4].rev == 2
            rows = await after.rows("ado_write_results.jsonl")
            assert {row["status"] for row in rows} == {"written"}
