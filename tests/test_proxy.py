"""The proxy of ``deploy/`` in front of two real servers on the same dossiers."""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.sync.client import connect

from src.commands.local_server import own_server
from tests.test_deployment import PROXY

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/local/sbin:/usr/sbin:/sbin")
"""Where Debian puts it is in the path of root alone."""

pytestmark = pytest.mark.skipif(
    not NGINX and os.environ.get("CI") != "true",
    reason="nginx is not installed (.ci/package installs Debian's)",
)


@dataclass(frozen=True)
class Proxied:
    """Where the proxy listens, and how to end the first of its servers."""

    port: int
    end_first: Callable[[], None]

    def say(self, message: str, **fields: Any) -> dict[str, Any]:
        with connect(f"ws://127.0.0.1:{self.port}/ws", proxy=None, open_timeout=60) as connection:
            connection.send(json.dumps({"message": message, **fields}))
            frame: dict[str, Any] = json.loads(connection.recv(timeout=60))
        return frame

    def status(self, path: str, body: bytes | None = None) -> int:
        with httpx2.Client(trust_env=False, timeout=60) as client:
            method = "GET" if body is None else "POST"
            url = f"http://127.0.0.1:{self.port}{path}"
            return client.request(method, url, content=body).status_code


def configured(folder: Path, port: int, servers: list[str]) -> Path:
    """Write the configuration as it stands, but for the addresses of this machine."""
    text = PROXY.replace("/tmp/", f"{folder}/").replace("listen 8080", f"listen 127.0.0.1:{port}")
    for name, server in zip(("tess-1:8000", "tess-2:8000"), servers, strict=True):
        text = text.replace(name, urlsplit(server).netloc)
    if os.geteuid() == 0:  # else its workers would be somebody who may not write here
        text = f"user root;\n{text}"
    file = folder / "nginx.conf"
    file.write_text(text, "utf-8")
    return file


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def nginx(configuration: Path) -> Iterator[None]:
    # It listens before it goes into the background, where it would hold a pipe for as long as it runs.
    command = [
        NGINX or "nginx",
        "-c",
        str(configuration),
        "-e",
        str(configuration.with_name("errors")),
    ]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        subprocess.run([*command, "-s", "stop"], check=True, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    environment = {"TESS_DATA_DIR": str(folder / "data"), "OPENAI_API_KEY": ""}
    with ExitStack() as first, own_server(environment) as second:
        servers = [first.enter_context(own_server(environment)), second]
        with nginx(configured(folder, port, servers)):
            yield Proxied(port, first.close)


def test_what_is_larger_than_a_message_passes_only_where_it_may(proxied: Proxied) -> None:
    large = b"[" * 100_000
    assert proxied.status("/dossiers", large) == 413
    # Far more than a connection holds: what is refused before it was read must still be told why.
    assert proxied.status("/packs/open", large * 50) == 400
    assert proxied.status("/documents/check", large) in (400, 415, 422)


def test_what_is_for_those_who_run_it_stays_inside(proxied: Proxied) -> None:
    assert proxied.status("/readyz") == 200
    assert proxied.status("/metrics") == 404


def test_a_conversation_goes_on_when_a_server_has_ended(proxied: Proxied) -> None:
    asked = proxied.say("Binnen hoeveel weken moet ik bezwaar maken?")
    answered = proxied.say("ja", dossier_id=asked["dossier_id"])
    proxied.end_first()
    later = [
        proxied.say("En als ik te laat ben?", dossier_id=asked["dossier_id"]) for _ in range(4)
    ]
    assert [one["status"] for one in (asked, answered, *later)] == ["success"] * 6
    assert [one["version"] for one in (asked, answered, *later)] == [1, 2, 3, 4, 5, 6]
