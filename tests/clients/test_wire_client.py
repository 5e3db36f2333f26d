"""What both clients rely on: one turn over a real socket, the pages, and text that can't do harm."""

import ast
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import Event
from websockets.sync.server import ServerConnection, serve

from tess_client.wire import (
    LONGEST_REPLY,
    LONGEST_SHOWN,
    Server,
    WireError,
    harmless,
    new_message_id,
)
from tests.clients.stand_in import StandIn, running

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = ("tess_client/wire.py", "terminal_chat.py", "ui_streamlit.py")


def ask(server: StandIn, message: str = "Vraag", message_id: str = "") -> dict[str, Any]:
    return Server(server.address).ask(message, "", message_id or new_message_id(), lambda _: None)


def test_a_turn_tells_how_it_goes_and_ends_with_the_reply(server: StandIn) -> None:
    told: list[dict[str, Any]] = []
    reply = Server(server.address).ask("Vraag", "", new_message_id(), told.append)
    assert [frame.get("tool", frame["event"]) for frame in told] == [
        "accepted",
        "deciding",
        "get_legislation",
    ]
    assert reply["response"] == server.response
    assert server.requests[0]["stream"] is True


def test_a_lost_connection_is_tried_again_under_the_same_id(server: StandIn) -> None:
    server.drops = 1
    reply = ask(server)
    first, second = server.requests
    assert first["message_id"] == second["message_id"]
    assert second["dossier_id"] == reply["dossier_id"]
    assert [dossier["version"] for dossier in server.dossiers.values()] == [1]


def test_a_connection_lost_again_and_again_is_an_error(server: StandIn) -> None:
    server.drops = 9
    impatient = Server(server.address)
    impatient.pauses = (0.0, 0.0)
    with pytest.raises(WireError, match="connection_lost"):
        impatient.ask("Vraag", "", new_message_id(), lambda _: None)
    assert [request.get("after") for request in server.requests] == [None, 3, 3]
    assert len({request["message_id"] for request in server.requests}) == 1


class Pinged(ServerConnection):
    """Counts the pings that come."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.pings = threading.Semaphore(0)
        super().__init__(*given, **named)

    def process_event(self, event: Event) -> None:
        super().process_event(event)
        if isinstance(event, Frame) and event.opcode is Opcode.PING:
            self.pings.release()


class Hanging(ServerConnection):
    """Reads no more once it has a message, so that it answers no ping."""

    over = threading.Event()

    def process_event(self, event: Event) -> None:
        super().process_event(event)
        if isinstance(event, Frame):
            self.over.wait()


@contextmanager
def slow(kind: type[ServerConnection], reply: Callable[[Any], None]) -> Iterator[Server]:
    """Serve such connections; yield a client that pings them, and gives them up, at once."""
    with serve(
        reply, "127.0.0.1", 0, create_connection=kind, ping_interval=None, compression=None
    ) as listening:
        Thread(target=listening.serve_forever).start()
        client = Server(f"ws://127.0.0.1:{listening.socket.getsockname()[1]}/ws")
        client.ping_seconds, client.pauses = 0.2, ()
        yield client


def test_a_reply_is_waited_for_as_long_as_pings_are_answered() -> None:
    def reply(connection: Pinged) -> None:
        for _ in range(3):
            connection.pings.acquire()
        connection.send(json.dumps({"status": "success", "response": "zes weken"}))

    with slow(Pinged, reply) as client:
        frame = client.ask("Vraag", "", new_message_id(), lambda _: None)
    assert frame["response"] == "zes weken"


def test_a_server_that_answers_no_ping_is_given_up() -> None:
    def reply(_: Hanging) -> None:
        Hanging.over.wait()

    Hanging.over.clear()
    with slow(Hanging, reply) as client:
        try:
            with pytest.raises(WireError, match="connection_lost"):
                client.ask("Vraag", "", new_message_id(), lambda _: None)
        finally:
            Hanging.over.set()


@pytest.mark.parametrize("raw", ["", "hallo", "[]", "3", "[" * 100_000, "9" * 5_000, '"x" x'])
def test_a_reply_that_is_no_object_is_an_error(server: StandIn, raw: str) -> None:
    server.raw = raw
    with pytest.raises(WireError, match="unreadable_reply"):
        ask(server)


def test_a_reply_beyond_the_limit_is_refused_at_once(server: StandIn) -> None:
    server.raw = '{"x": "' + "x" * LONGEST_REPLY + '"}'
    with pytest.raises(WireError, match="unreadable_reply"):
        ask(server)
    assert len(server.requests) == 1


def test_a_page_beyond_the_limit_is_refused(server: StandIn) -> None:
    server.texts["dossiers/huge/log"] = '{"x": "' + "x" * LONGEST_REPLY + '"}'
    with pytest.raises(WireError, match="unreadable_reply"):
        Server(server.address).page("/dossiers", "huge", "log")


def test_proxy_settings_do_not_reach_the_server_of_this_machine(
    server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "ws_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert ask(server)["status"] == "success"
    assert Server(server.address).page("/healthz")["status"] == "ok"


def test_an_error_page_is_raised_in_the_servers_words(server: StandIn) -> None:
    with pytest.raises(WireError) as raised:
        Server(server.address).page("/dossiers", "dos-00000000")
    assert raised.value.code == "unknown_dossier"
    assert raised.value.frame("nl")["error"] == "Dit dossier bestaat niet."


def test_an_id_does_not_lead_to_another_page(server: StandIn) -> None:
    with pytest.raises(WireError):
        Server(server.address).page("/dossiers", "../healthz")


@pytest.mark.parametrize(
    ("url", "pages"),
    [
        ("ws://127.0.0.1:8000/ws", "http://127.0.0.1:8000"),
        ("wss://tess.example/kantoor/ws/", "https://tess.example/kantoor"),
        ("ws://localhost:8000", "http://localhost:8000"),
    ],
)
def test_the_pages_live_beside_the_socket(url: str, pages: str) -> None:
    assert Server(url).pages == pages


@pytest.mark.parametrize("url", ["http://127.0.0.1/ws", "ws://", "ws://x:99999", "ws://x:0", "x"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"not a WebSocket|[Pp]ort"):
        Server(url)


def test_harmless_keeps_words_and_drops_what_steers_a_screen() -> None:
    hostile = "é€ ’\tregel\r\nnog\x1b[31m\x07\x9b\u202e\u2066\u200b\ufeff\U000e0041\ud800\u2028een"
    assert harmless(hostile) == "é€ ’\tregel\nnog[31meen"
    assert harmless(None) == harmless(7) == ""
    assert len(harmless("x" * 10_000_000)) < LONGEST_SHOWN + 10


@pytest.mark.parametrize("client", CLIENTS)
def test_the_clients_import_nothing_of_the_server(client: str) -> None:
    tree = ast.parse((ROOT / client).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    named = {getattr(node, "module", "") or "" for node in imports}
    named |= {alias.name for node in imports for alias in node.names}
    assert not [name for name in named if name.split(".")[0] == "src"]


def test_pages_come_over_one_connection_whoever_asks(server: StandIn) -> None:
    for token in ("", "mine"):
        Server(server.address, token).page("/healthz")
    assert len(server.callers) == 1


def test_a_connection_that_the_server_has_closed_is_made_anew() -> None:
    with running(StandIn()) as first:
        Server(first.address).page("/healthz")
    with running(StandIn(), urlsplit(first.address).port or 0) as second:
        assert Server(second.address).page("/healthz")["status"] == "ok"


def test_no_cookie_of_one_caller_is_sent_for_another(server: StandIn) -> None:
    for _ in range(2):
        Server(server.address).page("/healthz")
    assert server.cookies == [{}, {}]
