"""Who may come in, how a start that can't be is told, and what nobody foresaw."""

import json
import re
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from src.api.limits import LOOPBACK, Limits
from src.api.middleware import ErrorMiddleware, takes_file
from src.api.server import create_app, serve
from src.bootstrap import Parts
from src.dossier.store import Committed, DossierPage, DossierQuery
from src.errors import BadSettings
from src.settings import read_settings
from tests.api.raw import HANDSHAKE, raw
from tests.api.wiring import QUESTION, wired
from tests.fakes import MemoryStore
from tests.logbook import Logbook
from tests.serving import TEST_ID, Served, rest_client, served


async def comes_in(server: Served, origin: str | None = None, host: str = "localhost") -> bool:
    """Return whether a handshake is answered with 101 and not with a refusal."""
    sent = HANDSHAKE.replace(b"Host: 127.0.0.1", b"Host: " + host.encode())
    if origin:
        sent = sent.replace(b"\r\n\r\n", b"\r\nOrigin: " + origin.encode() + b"\r\n\r\n")
    async with raw(server.port) as client:
        client.writer.write(sent)
        status = (await client.reader.readline()).split()[1]
    assert status in (b"101", b"403", b"400")
    return status == b"101"


async def test_only_pages_of_origins_that_are_named_come_in(tmp_path: Path) -> None:
    limits = Limits(origins=("https://tess.example.nl",))
    async with served(wired(tmp_path), limits) as server:
        assert await comes_in(server)
        assert await comes_in(server, "https://tess.example.nl")
        for other in ("http://tess.example.nl", "https://tess.example.nl.evil.nl", "null"):
            assert not await comes_in(server, other)
        assert not await comes_in(server, f"http://127.0.0.1:{server.port}")


async def test_only_names_on_the_list_are_answered(tmp_path: Path) -> None:
    async with served(wired(tmp_path), Limits(hosts=("*.example.nl",))) as server:
        assert await comes_in(server, host="tess.example.nl")
        assert not await comes_in(server, host="localhost")
        assert not await comes_in(server, host="example.nl.evil.nl")
    async with served(wired(tmp_path)) as server:
        assert await comes_in(server, host=f"localhost:{server.port}")
        assert not await comes_in(server, host="evil.example")


async def test_a_frame_is_sent_at_once_and_not_held_back_for_an_acknowledgement(
    tmp_path: Path,
) -> None:
    async with served(wired(tmp_path)) as server, raw(server.port) as client:
        client.writer.write(HANDSHAKE)
        assert (await client.reader.readline()).split()[1] == b"101"
        (connection,) = server.process.server_state.connections
        its = connection.transport.get_extra_info("socket")
        assert its.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_lists_come_from_the_settings() -> None:
    named = {
        "tess_hosts": "Tess.Example.nl, *.office.nl",
        "tess_origins": "https://tess.example.nl",
    }
    limits = Limits.of(read_settings(_env_file=None, **named))
    assert limits.hosts == ("tess.example.nl", "*.office.nl")
    assert limits.origins == ("https://tess.example.nl",)
    assert Limits.of(read_settings(_env_file=None)).hosts == LOOPBACK
    assert Limits.of(read_settings(_env_file=None, api_host="0.0.0.0")).hosts == ("*",)


class Buggy(MemoryStore):
    """A store with a bug."""

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        raise RuntimeError("secret of the house")

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        raise RuntimeError("secret of the house")


async def test_a_bug_under_rest_ends_as_a_reference_and_nothing_else(
    tmp_path: Path, logged: Logbook
) -> None:
    parts = wired(tmp_path)
    async with served(Parts(parts.agent, Buggy(), parts.llm)) as server:
        response = await server.get("/dossiers", **{"accept-language": "nl"})
    assert response.status_code == 500
    assert response.json()["code"] == "internal"
    assert "secret of the house" not in response.text
    (line,) = logged.of("a fault of ours")
    assert line["error_id"] == response.json()["error_id"]
    assert line["trace"][-1] == "RuntimeError"
    assert "secret of the house" not in logged.getvalue()


async def test_no_reply_is_kept_or_taken_for_another_type(tmp_path: Path) -> None:
    parts = wired(tmp_path)
    async with served(Parts(parts.agent, Buggy(), parts.llm)) as server:
        replies = [
            await server.get(path, host=host)
            for host in ("localhost", "evil.example")
            for path in (f"/dossiers/{TEST_ID}", "/dossiers", "/nowhere", "/docs", "/healthz")
        ]
    assert {reply.status_code for reply in replies} == {200, 400, 404, 500}
    for reply in replies:
        names = ("cache-control", "x-content-type-options", "referrer-policy", "x-frame-options")
        told = [reply.headers.get(name) for name in names]
        assert told == ["no-store", "nosniff", "no-referrer", "DENY"], reply.url


async def test_a_bug_before_a_turn_begins_ends_as_a_reference_too(
    tmp_path: Path, logged: Logbook
) -> None:
    parts = wired(tmp_path)
    back = {"message": QUESTION, "dossier_id": TEST_ID, "message_id": "m-1", "after": 1}
    async with served(Parts(parts.agent, Buggy(), parts.llm)) as server:
        frames, close_code = await server.exchange(json.dumps(back))
    assert [frame["code"] for frame in frames] == ["internal"]
    assert close_code == 1000
    assert "secret of the house" not in json.dumps(frames)
    assert [line["error_id"] for line in logged.of("a fault of ours")] == [frames[0]["error_id"]]


async def test_a_bug_in_the_middle_of_a_reply_adds_nothing_to_it(tmp_path: Path) -> None:
    sent: list[Message] = []

    async def break_off(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("secret of the house")

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "headers": [], "app": create_app(wired(tmp_path))}
    await ErrorMiddleware(break_off)(scope, receive, send)
    assert [message["type"] for message in sent] == ["http.response.start"]


def test_a_clock_that_was_never_set_is_told(tmp_path: Path) -> None:
    settings = read_settings(_env_file=None, tess_data_dir=tmp_path, api_port=0)
    with pytest.raises(BadSettings, match="clock of this machine says 1970-01-01"):
        serve(settings, clock=lambda: datetime(1970, 1, 1, 0, 5, tzinfo=UTC))
    with pytest.raises(BadSettings, match="clock of this machine says 2106-02-07"):
        serve(settings, clock=lambda: datetime(2106, 2, 7, tzinfo=UTC))


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs a folder of Linux")
def test_a_folder_that_can_not_be_written_in_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "dossiers").symlink_to("/proc/self/task")  # not even root can
    settings = read_settings(_env_file=None, tess_data_dir=tmp_path, api_port=0)
    told: list[str] = []
    with pytest.raises(BadSettings, match=re.escape(f"TESS_DATA_DIR ({tmp_path})")):
        serve(settings, told.append)
    assert told == []


@pytest.mark.parametrize("path", ["/packs/open", "/documents/check?name=a.txt"])
async def test_who_leaves_before_its_body_is_whole_is_no_fault_of_ours(
    tmp_path: Path, logged: Logbook, path: str
) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
    async with served(wired(tmp_path)) as server, raw(server.port) as client:
        client.writer.write(f"{head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n".encode())
        assert b" 100 " in await client.reader.readline()
        client.writer.transport.abort()
        await server.until_left()
    told = [line for line in logged.lines if line["logger"].startswith("src.")]
    assert [(line["level"], line["event"]) for line in told] == [
        ("info", "client left before its reply")
    ]


async def test_no_route_takes_what_is_no_json(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        document = (await server.get("/openapi.json")).json()
        paths = [
            path.replace("{dossier_id}", TEST_ID).replace("{message_id}", "m-1")
            for path, methods in document["paths"].items()
            if "application/json"
            in methods.get("post", {}).get("requestBody", {}).get("content", {})
        ]
        # An address in place of a file has a schema of its own, in which no number is anything.
        paths = [one for one in paths if not takes_file({"type": "http", "path": one})]
        assert len(paths) > 10
        async with rest_client() as client:
            for path in paths:
                for odd in (b"NaN", b'{"id": NaN}', b'{"id":-Infinity}', b'{"id": [1,\nInfinity]}'):
                    reply = await client.post(
                        f"http://127.0.0.1:{server.port}{path}",
                        content=odd,
                        headers={"content-type": "application/json"},
                    )
                    assert (reply.status_code, reply.json()["code"]) == (400, "not_json"), path
            named = await client.post(
                f"http://127.0.0.1:{server.port}/dossiers/{TEST_ID}/title",
                json={"title": "what is : NaN, Infinity"},
            )
            assert named.json()["code"] == "unknown_dossier"
