"""The composition by its parts, as real processes: two servers as ``compose.yaml`` sets them, PostgreSQL, the proxy."""

import asyncio
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from src.commands.local_server import end
from src.desks.catalogue import plugs
from src.places import PROJECT_ROOT
from tests.api.test_openapi import taking_files
from tests.dossier.postgres_server import PostgresServer, started
from tests.identity.callers import Client
from tests.in_process import tess
from tests.lending import with_starter_index
from tests.mcp_server.clients import ERAS, calling
from tests.test_deployment import SECRETS, SERVERS, environment
from tests.test_proxy import configured, free_port, nginx
from tests.test_proxy import pytestmark as needs_nginx
from tests.uploads.images import image

pytestmark = [needs_nginx, pytest.mark.asyncio(loop_scope="module")]

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken?"
OCTETS = {"content-type": "application/octet-stream"}
LONGER_THAN_A_MESSAGE = bytes(100_000)

"""By desk, of those that do not answer to just anybody."""


@dataclass(frozen=True)
class Composed:
    """The parts: where the servers and the proxy listen, and the address of the database."""

    processes: Sequence[subprocess.Popen[str]]
    ports: Sequence[int]
    port: int
    database: str
    token: str

    @property
    def client(self) -> Client:
        """A caller who comes in by the proxy, as everybody does."""
        return Client(self.port, self.token)

    @property
    def servers(self) -> list[Client]:
        """The same caller at each server by itself."""
        return [Client(port, self.token) for port in self.ports]

    async def where_a_turn_runs(self) -> int:
        """Return which server has begun a turn, once one has."""
        while True:
            for number, server in enumerate(self.servers):
                told = (await server.ask("GET", "/metrics")).text
                if re.search(r"^tess_turns_running [1-9]", told, re.MULTILINE):
                    return number

    @contextmanager
    def held_up(self, *, before: Literal["loading", "storing"]) -> Iterator[None]:
        """Keep turns from going further for as long as the block lasts: somebody else has the tables."""
        mode = {"loading": "access exclusive", "storing": "share"}[before]
        with psycopg.connect(self.database) as other:
            other.execute(f"lock table journal, dossiers in {mode} mode".encode())
            yield


def in_a_database(server: PostgresServer, url: str) -> str:
    """Return an address of ``compose.yaml`` as one of this server, on which its user now owns its database."""
    given = re.fullmatch(r"postgresql://(\w+):(\w+)@postgres:5432/(\w+)", url)
    assert given
    user, password, database = given.groups()
    server.run(f"create role {user} login password '{password}'")
    server.run(f"create database {database} owner {user}")
    return f"postgresql://{user}:{password}@/{database}?host={server.folder}"


@contextmanager
def both_served(
    settings: dict[str, str], folder: Path
) -> Iterator[list[tuple[subprocess.Popen[str], int]]]:
    """Start both servers at once, as compose does."""
    command = [sys.executable, "-u", "-m", "src.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    with ExitStack() as stack:
        processes = []
        for _ in SERVERS:
            told = stack.enter_context((folder / "told").open("a"))
            process = subprocess.Popen(
                command,
                cwd=PROJECT_ROOT,
                env={"PATH": os.environ["PATH"], **settings},
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
            )
            stack.callback(end, process)
            processes.append(process)
        yield [(process, announced(process)) for process in processes]


def announced(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None  # it was asked for
    found = re.search(r"ws://127\.0\.0\.1:(\d+)/", process.stdout.readline())
    assert found
    return int(found[1])


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    yield from started()


@pytest.fixture(scope="module")
def composed(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Composed]:
    folder, port = tmp_path_factory.mktemp("composed"), free_port()
    data = with_starter_index(folder / "data")
    settings = environment(SERVERS[0], SECRETS)
    settings["DATABASE_URL"] = in_a_database(postgres, settings["DATABASE_URL"])
    with both_served({**settings, "TESS_DATA_DIR": str(data)}, folder) as servers:
        ports = [port for _, port in servers]
        made = tess(
            *("token", "create", "anna@acme.nl", "--tenant", "acme", "--expires", "1d"),
            data_dir=data,
            **settings,
        )
        with nginx(configured(folder, port, [f"ws://127.0.0.1:{one}/ws" for one in ports])):
            yield Composed(
                [process for process, _ in servers],
                ports,
                port,
                settings["DATABASE_URL"],
                made.stdout.split()[0],
            )


async def test_a_turn_begun_on_one_goes_on_through_the_other(composed: Composed) -> None:
    first, second = composed.servers
    asked = await first.say(QUESTION)
    fields = {"dossier_id": asked["dossier_id"]}
    replies = [
        asked,
        await second.say("ja", **fields),
        await composed.client.say("En als ik te laat ben?", **fields),
    ]
    assert [one["status"] for one in replies] == ["success"] * 3
    assert [one["version"] for one in replies] == [1, 2, 3]


@pytest.mark.parametrize("desk", [one.name for one in plugs()])
async def test_every_desk_answers(composed: Composed, desk: str) -> None:
    told = (await composed.client.ask("GET", "/desks")).json()["desks"]
    assert desk in [one["name"] for one in told]
    reply = await composed.client.say("Wat kun je?", desk=desk)
    assert reply["status"] == "success", reply


@pytest.mark.parametrize("era", [ERAS[0], pytest.param(ERAS[1], marks=pytest.mark.deep)])
async def test_an_mcp_client_keeps_its_session_and_hears_of_progress_at_once(
    composed: Composed, era: str
) -> None:
    async with calling(composed, era, token=composed.token) as caller:
        asked = await caller.ask("ask", message=QUESTION, desk="tax")
        for _ in range(4):
            found = await caller.ask("sources", dossier=asked["dossier"])
            titles = [[one["title"] for one in each["sources"]] for each in (found, asked)]
            assert titles[0] == titles[1]
        caller.heard.clear()
        with composed.held_up(before="loading"):
            call = asyncio.create_task(
                caller.ask("ask", message="ja", dossier=asked["dossier"], message_id="m-yes")
            )
            # Nothing else ends the hold: a proxy that kept progress back would keep it back for ever.
            await caller.heard.wait()
        assert (await call)["version"] == 2


async def test_whoever_has_no_token_learns_at_the_mcp_door_that_one_is_needed(
    composed: Composed,
) -> None:
    stranger = Client(composed.port)
    refused = await stranger.ask("POST", "/mcp", json={})
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"


async def test_a_picture_and_a_document_come_through(composed: Composed) -> None:
    client, dossier = composed.client, (await composed.client.say(QUESTION))["dossier_id"]
    picture = image() + LONGER_THAN_A_MESSAGE
    letter = b"Geachte heer, " * 10_000
    for room, to, name, content in (
        ("images", f"/dossiers/{dossier}", "a.png", picture),
        ("documents", "", "a.txt", letter),
    ):
        given: dict[str, Any] = {"content": content, "headers": OCTETS}
        checked = await client.ask("POST", f"/{room}/check?name={name}", **given)
        agreed = hashlib.sha256(content).hexdigest()
        assert checked.json().get("sha256") == agreed, checked.text
        added = await client.ask("POST", f"{to}/{room}?name={name}&agreed={agreed}", **given)
        assert added.status_code == 200, added.text


async def test_every_route_that_takes_a_file_takes_one_longer_than_a_message(
    composed: Composed,
) -> None:
    described = (await composed.client.ask("GET", "/openapi.json")).json()
    for path in [*taking_files(described), "/mcp"]:
        reply = await composed.client.ask(
            "POST", path, content=LONGER_THAN_A_MESSAGE, headers=OCTETS
        )
        assert reply.status_code != 413, f"{path}: {reply.text}"


async def test_a_turn_is_stopped_whichever_server_it_runs_on(composed: Composed) -> None:
    for number, place in enumerate((0, 0, 1, 1)):  # the proxy tries them in turn
        message_id = f"m-stop-{number}"
        with composed.held_up(before="loading"):
            turn = asyncio.create_task(
                composed.servers[place].say(QUESTION, message_id=message_id, desk="tax")
            )
            await composed.where_a_turn_runs()
            stopped = await composed.client.ask(
                "POST", f"/turns/{message_id}/cancel", headers={"content-type": "application/json"}
            )
        assert stopped.json() == {"cancelled": True}
        assert (await turn)["code"] == "cancelled"
    unknown = await composed.client.ask(
        "POST", "/turns/m-nobody/cancel", headers={"content-type": "application/json"}
    )
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_turn")


async def test_frames_of_a_turn_come_while_it_runs(composed: Composed) -> None:
    async with composed.client.connect() as connection:
        with composed.held_up(before="loading"):
            await connection.send(json.dumps({"message": QUESTION, "desk": "tax", "stream": True}))
            assert json.loads(await connection.recv())["event"] == "accepted"
        frames: list[dict[str, Any]] = [json.loads(text) async for text in connection]
    assert frames[-1]["status"] == "success"


async def test_a_server_that_is_killed_in_a_turn_loses_and_doubles_nothing(
    composed: Composed,
) -> None:
    """The last test, as it leaves one server."""
    dossier = (await composed.client.say(QUESTION))["dossier_id"]
    message = {"message": "ja", "dossier_id": dossier, "message_id": "m-killed"}
    async with composed.client.connect() as connection:
        with composed.held_up(before="storing"):
            await connection.send(json.dumps(message))
            killed = composed.processes[await composed.where_a_turn_runs()]
            killed.kill()
            with pytest.raises(ConnectionClosed):
                await connection.recv()
    told = [await composed.client.say(**message) for _ in range(3)]
    assert [(one["status"], one["version"]) for one in told] == [("success", 2)] * 3
    assert len({one["response"] for one in told}) == 1
    journal = (await composed.client.ask("GET", f"/dossiers/{dossier}/journal")).json()
    asked = [entry["request"]["message"] for entry in journal]
    assert asked == [QUESTION, "ja"]
