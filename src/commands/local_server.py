"""A server of one's own, for commands that talk over the wire where none runs yet.

What talks HTTP and WebSocket is imported by the caller: every command imports this room for what it raises.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.places import PROJECT_ROOT
from src.spoken import said, spoken

if TYPE_CHECKING:
    from src.settings import Settings

END_SECONDS = 25.0
"""Somewhat more than the grace time that a server gives its turns."""

ONLY_HERE = ("--host", "127.0.0.1", "--port", "0")
"""One's own server is for nobody else, whatever the settings say of another."""

LARGEST_REPLY = 64 * 1024 * 1024


class NoServer(Exception):
    """No server can be used; the text is what a person reads: a sentence of ours, or what the server said itself."""


class NotReached(NoServer):
    """Nothing answers at the address, and nothing was sent to it."""

    def __init__(self, url: str, error: Exception) -> None:
        # urllib wraps the system's error in one of its own.
        cause = getattr(error, "reason", error)
        reason = getattr(cause, "strerror", None) or cause
        told = "No TESS server can be reached at {url} ({reason}); nothing was sent."
        super().__init__(said(told, url=url, reason=reason))


class WentAway(NoServer):
    """The server was reached and left before it replied."""

    def __init__(self, url: str) -> None:
        told = "The server at {url} went away before it replied. Ask again; what it stored is kept."
        super().__init__(said(told, url=url))


class CommandRefused(Exception):
    """A command can't go on; the text is the sentence for the user."""


class NotReadable(CommandRefused):
    """A file that was named can't be read, or not as text."""


@contextmanager
def own_server(environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a server on a free port for as long as the block lasts, and return its WebSocket address.

    Raises ``NoServer`` where it can't start.
    """
    # A file, because a pipe that nobody reads would halt the server once it is full.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as told:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "src.cli", "serve", *ONLY_HERE],
            cwd=Path.cwd(),
            env={**os.environ, **(environment or {}), "PYTHONPATH": str(PROJECT_ROOT)},
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
            start_new_session=True,  # Ctrl-C is for whoever talks to it, who may go on
        )
        try:
            assert process.stdout is not None  # it was asked for
            found = re.search(r"ws://\S+", process.stdout.readline())
            if not found:
                process.wait()
                told.seek(0)
                unsaid = said("The server did not start, and did not say why.")
                raise NoServer(told.read().strip() or unsaid)
            yield found.group()
        finally:
            end(process)


def end(process: subprocess.Popen[Any]) -> None:
    """Let a process end in order, or make it."""
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def server_url(settings: "Settings") -> str:
    """Return the WebSocket address of the server of these settings."""
    return f"ws://{settings.api_host}:{settings.api_port}/ws"


@contextmanager
def any_server(url: str) -> Iterator[str]:
    """Return the address; where no server runs there, run one for the block and return its own."""
    if runs(url):
        yield url
    else:
        with own_server() as own:
            yield own


@dataclass(frozen=True)
class DeskServer:
    """The server that a command of a desk speaks to."""

    url: str
    token: str
    is_own: bool = False
    """Whether it was started for this command."""

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """Return the reply to a request; raises ``CommandRefused``."""
        return accepted(post(self.url, path, body, self.token))


def at_server(run: Callable[[Namespace, DeskServer], int], options: Namespace, _: object) -> int:
    """Run a command of a desk at the server of the settings; return its status, 1 once it told what it can't do."""
    settings = options.read_settings()
    ours = server_url(settings)
    is_own = not runs(ours)
    try:
        with any_server(ours) as url:
            return run(options, DeskServer(url, settings.token, is_own))
    except (CommandRefused, NoServer) as problem:
        print(problem, file=sys.stderr)
        return 1


def accepted(reply: dict[str, Any]) -> dict[str, Any]:
    """Return a reply; raises ``CommandRefused`` where it is an error."""
    if reply.get("status") == "error":
        raise CommandRefused(f"{reply.get('error')} ({reply.get('code')})")
    return reply


def bytes_of(path: Path, most: int = -1) -> bytes:
    """Return what is in a file, at most so many bytes of it; raises ``NotReadable``."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        told = said("{path} can't be read: {reason}.", path=path, reason=error.strerror)
        raise NotReadable(told) from None


def runs(url: str) -> bool:
    """Return whether a TESS server answers at this WebSocket address."""
    try:
        return bool(read(url, "/healthz").get("status") == "ok")
    except NoServer:
        return False


def read(url: str, path: str, token: str = "") -> dict[str, Any]:
    """Return the JSON object at a path of the server with this WebSocket address."""
    return _object(url, path, _shown(token), 10)


def post(url: str, path: str, body: Mapping[str, object], token: str = "") -> dict[str, Any]:
    """Send JSON to a path of the server with this WebSocket address; return what it said, an error as well."""
    return _posted(url, path, json.dumps(body).encode(), "application/json", token)


def send_file(
    url: str, path: str, query: Mapping[str, str], content: bytes, token: str = ""
) -> dict[str, Any]:
    """Send the bytes of a file to a path, with a query; return what it said, an error as well."""
    from urllib.parse import urlencode

    whole = f"{path}?{urlencode(query)}"
    return _posted(url, whole, content, "application/octet-stream", token)


def reply_seconds() -> float:
    """Return how long a command waits for a reply, by the settings, which it has read whole before."""
    from src.settings import Settings

    return Settings().tess_reply_seconds


def _posted(url: str, path: str, content: bytes, kind: str, token: str) -> dict[str, Any]:
    return _object(url, path, {"Content-Type": kind, **_shown(token)}, reply_seconds(), content)


def _object(
    url: str, path: str, headers: dict[str, str], seconds: float, content: bytes | None = None
) -> dict[str, Any]:
    """Return the JSON object at a path; where content is posted there, also one that tells of an error."""
    import urllib.error
    import urllib.request

    base = re.sub(r"^ws", "http", url).removesuffix("/ws")
    request = urllib.request.Request(base + path, content, headers)  # noqa: S310  # the address of a server of ours
    # A proxy for the outside world must not be asked for this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        try:
            reply = opener.open(request, timeout=seconds)
        except urllib.error.HTTPError as error:
            if content is None:
                raise _refused_by(url, error.read(), error) from error
            reply = error
        with reply:
            document = json.load(reply)
    except TimeoutError as error:
        raise WentAway(url) from error
    except (OSError, ValueError) as error:
        raise NotReached(url, error) from error
    if not isinstance(document, dict):
        raise NotReached(url, ValueError(said("it is no JSON object")))
    return document


def send(url: str, frame: Mapping[str, object], token: str = "") -> dict[str, Any]:
    """Send one message and return the final frame, which takes as long as the settings allow."""
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import connect

    headers = _shown(token)
    try:
        connection = connect(url, proxy=None, max_size=LARGEST_REPLY, additional_headers=headers)
    except InvalidStatus as error:
        raise _refused_by(url, error.response.body or b"", error) from error
    except (OSError, WebSocketException) as error:
        raise NotReached(url, error) from error
    try:
        with connection:
            connection.send(json.dumps(frame))
            reply: dict[str, Any] = json.loads(connection.recv(timeout=reply_seconds()))
            return reply
    except (OSError, WebSocketException, ValueError) as error:
        raise WentAway(url) from error


def _shown(token: str) -> dict[str, str]:
    """Return the headers of a call: who asks, and in which language a refusal is to be told."""
    known = {"Authorization": f"Bearer {token}"} if token else {}
    return {"Accept-Language": spoken(), **known}


def _refused_by(url: str, body: bytes | bytearray, error: Exception) -> NoServer:
    try:
        refusal = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return NotReached(url, error)
    return NoServer(str(refusal))
