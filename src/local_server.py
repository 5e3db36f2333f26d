"""A server of one's own, for commands that talk over the wire where none runs yet."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from src.errors import BadSettings

PROJECT_ROOT = Path(__file__).resolve().parent.parent
REPLY_SECONDS = 180.0
LARGEST_REPLY = 64 * 1024 * 1024


class NoServer(Exception):
    """There is no server at this address, or it went away before it replied."""


@contextmanager
def own_server(environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a server on a free port for as long as the block lasts, and return its WebSocket address."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "src.cli", "serve", "--port", "0"],
        cwd=Path.cwd(),
        env={**os.environ, **(environment or {}), "PYTHONPATH": str(PROJECT_ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None  # both were asked for above
    assert process.stderr is not None
    try:
        announced = re.search(r"ws://\S+", process.stdout.readline())
        if not announced:
            process.wait()
            raise BadSettings(problem=process.stderr.read().strip() or "the server did not start")
        yield announced.group()
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def any_server(url: str) -> Iterator[str]:
    """Return the address of the server that runs at ``url``; where none does, run one for the block's duration."""
    if runs(url):
        yield url
    else:
        with own_server() as own:
            yield own


def runs(url: str) -> bool:
    """Return whether a TESS server answers at this WebSocket address."""
    try:
        return bool(read(url, "/healthz").get("status") == "ok")
    except NoServer:
        return False


def read(url: str, path: str) -> dict[str, Any]:
    """Return the JSON object at a path of the server with this WebSocket address."""
    base = re.sub(r"^ws", "http", url).removesuffix("/ws")
    # A proxy for the outside world must not be asked for this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(base + path, timeout=10) as response:
            document = json.load(response)
    except (OSError, ValueError) as error:
        raise NoServer(url) from error
    if not isinstance(document, dict):
        raise NoServer(url)
    return document


def send(url: str, frame: Mapping[str, object]) -> dict[str, Any]:
    """Send one message and return the final frame."""
    try:
        with connect(url, proxy=None, max_size=LARGEST_REPLY) as connection:
            connection.send(json.dumps(frame))
            reply: dict[str, Any] = json.loads(connection.recv(timeout=REPLY_SECONDS))
            return reply
    except (OSError, WebSocketException, ValueError) as error:
        raise NoServer(url) from error
