"""A command waits for a reply as long as the settings say, and no longer: each by a server that never replies."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from src import cli
from src.commands.local_server import WentAway, post, send

SILENT = threading.Event()
"""Never set while a test runs: who waits for it says nothing."""


class Mute(BaseHTTPRequestHandler):
    """Says that it is well, and nothing else."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"status": "ok"}')

    def do_POST(self) -> None:
        SILENT.wait()

    def log_message(self, *told: object) -> None:
        """Log nothing."""


def _healthy(connection: ServerConnection, request: Request) -> Response | None:
    return connection.respond(200, '{"status": "ok"}') if request.path == "/healthz" else None


def _mute(connection: ServerConnection) -> None:
    connection.recv()
    SILENT.wait()


@contextmanager
def _serving(server: ThreadingHTTPServer | Server) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        SILENT.set()
        server.shutdown()
        thread.join()
        SILENT.clear()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TESS_REPLY_SECONDS", "0.2")


@pytest.fixture
def mute_socket(impatient: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with serve(_mute, "127.0.0.1", 0, process_request=_healthy) as server, _serving(server):
        port = server.socket.getsockname()[1]
        monkeypatch.setenv("API_PORT", str(port))
        yield f"ws://127.0.0.1:{port}/ws"


@pytest.fixture
def mute_http(impatient: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Mute) as server, _serving(server):
        monkeypatch.setenv("API_PORT", str(server.server_port))
        yield f"ws://127.0.0.1:{server.server_port}/ws"


def test_a_message_is_waited_for_as_long_as_is_set(mute_socket: str) -> None:
    with pytest.raises(WentAway):
        send(mute_socket, {"message": "Hallo"})


def test_a_request_is_waited_for_as_long_as_is_set(mute_http: str) -> None:
    with pytest.raises(WentAway):
        post(mute_http, "/azure/login", {"token": ""})


@pytest.mark.parametrize(
    "command",
    [["ask", "Hallo"], ["azure", "debug", "It fails."], ["guide", "notes.txt"]],
    ids=lambda given: given[0],
)
def test_every_command_that_says_something_gives_up_in_time(
    command: list[str],
    mute_socket: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("notes.txt").write_text("The relay failed, and nobody knows why. " * 4, "utf-8")
    monkeypatch.setenv("TESS_TSG_RESEARCH", "none")  # of a desk, which other commands do not read
    assert cli.main(command) != 0
    assert "before it replied" in capsys.readouterr().err


def test_a_meeting_is_waited_for_as_long_as_is_set(
    mute_http: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("meeting.txt").write_text("Ann: the report must be faster.", "utf-8")
    assert cli.main(["backlog", "run", "meeting.txt"]) != 0
    assert "before it replied" in capsys.readouterr().err
