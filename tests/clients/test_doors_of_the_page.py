"""Nobody but a person at the page has its user's rights: no name and no page of strangers comes in."""

import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

import httpx2
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.clients.browser import REBOUND, ROOT, web_page, web_process

PATHS = ("/", "/_stcore/health", "/_stcore/host-config", "/static/index.html")
NOBODY = "ws://127.0.0.1:1/ws"
CONNECT = """
(address) => new Promise((done) => {
  const connection = new WebSocket(address, ["streamlit"])
  connection.onopen = () => done("open")
  connection.onerror = () => done("refused")
})
"""


@pytest.fixture(scope="module")
def page_address() -> Iterator[str]:
    with web_page(NOBODY) as address:
        yield address.rstrip("/")


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def asked(address: str, path: str, **headers: str) -> int:
    """Return the status of a page."""
    with httpx2.Client(trust_env=False, verify=False) as client:
        return client.get(address + path, headers=headers).status_code


def handshake(address: str, host: str = "", origin: str = "") -> int:
    """Return the status with which Streamlit's WebSocket answers a handshake; 101 where it takes the connection."""
    there = urlsplit(address)
    named = f"ws://{host or there.hostname}:{there.port}/_stcore/stream"
    reached = socket.create_connection(("127.0.0.1", there.port or 80))
    try:
        with connect(named, sock=reached, origin=Origin(origin) if origin else None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_had_under_its_own_names_alone(page_address: str, path: str) -> None:
    port = urlsplit(page_address).port
    assert asked(page_address, path, host=f"localhost:{port}") == 200
    for other in (REBOUND, f"{REBOUND}:{port}", f"127.0.0.1.{REBOUND}", "0.0.0.0"):
        assert asked(page_address, path, host=other) == 400


@pytest.mark.parametrize("path", PATHS)
def test_a_page_of_another_origin_gets_nothing(page_address: str, path: str) -> None:
    assert asked(page_address, path, origin=page_address) == 200
    for other in (f"http://{REBOUND}", "http://127.0.0.1:9", "http://localhost", "null"):
        assert asked(page_address, path, origin=other) == 403


def test_the_websocket_asks_for_name_and_origin_too(page_address: str) -> None:
    assert handshake(page_address) == 101
    assert handshake(page_address, origin=page_address) == 101
    assert handshake(page_address, host=REBOUND) == 400
    for other in (f"http://{REBOUND}", "http://127.0.0.1:9", "http://localhost", "null"):
        assert handshake(page_address, origin=other) == 403


def test_no_other_site_can_frame_a_reply(page_address: str, tab: Page) -> None:
    port = urlsplit(page_address).port
    paths = (*PATHS, "/nowhere", "/tess/login", "/_stcore/stream", "/component/none/index.html")
    with httpx2.Client(trust_env=False, base_url=page_address) as client:
        found = [
            client.get(path, headers=headers)
            for path in (*paths, *_assets(client.get("/").text))
            for headers in ({}, {"host": REBOUND}, {"origin": "http://localhost"})
        ]
    assert {200, 400, 403} <= {one.status_code for one in found}
    for reply in found:
        assert "frame-ancestors 'self'" in reply.headers["content-security-policy"], reply.url
        assert reply.headers["x-content-type-options"] == "nosniff", reply.url
        assert reply.headers["referrer-policy"] == "same-origin", reply.url
    tab.route(
        f"http://{REBOUND}:{port}/**",
        lambda route: route.fulfill(
            body=f"<iframe src='{page_address}/'></iframe>", content_type="text/html"
        ),
    )
    tab.goto(f"http://{REBOUND}:{port}/")
    assert [one.url for one in tab.frames[1:]] == ["chrome-error://chromewebdata/"]


def _assets(page: str) -> list[str]:
    """Return the scripts and styles that the page loads."""
    found = re.findall(r'(?:src|href)="\./(static/[^"]+)"', page)
    assert found
    return [f"/{one}" for one in found]


def test_no_handshake_is_a_line_of_the_log() -> None:
    with tempfile.TemporaryFile() as told, web_process(NOBODY, {}, told=told) as (address, _):
        before = told.seek(0, os.SEEK_END)
        for _ in range(5):
            assert handshake(address, host=REBOUND) == 400
            assert handshake(address, origin=f"http://{REBOUND}") == 403
            assert handshake(address) == 101
        assert told.seek(0, os.SEEK_END) == before


def test_names_and_origins_can_be_listed() -> None:
    listed = {"TESS_HOSTS": "127.0.0.1, *.office.nl", "TESS_ORIGINS": "https://tess.example.nl"}
    with web_page(NOBODY, **listed) as address:
        assert handshake(address, host="tess.office.nl") == 101
        assert handshake(address, host="localhost") == 400
        assert handshake(address, origin="https://tess.example.nl") == 101
        assert handshake(address, origin=f"https://tess.example.nl.{REBOUND}") == 403


def test_the_command_hands_its_lists_to_the_page_and_opens_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TESS_HOSTS=tess.example.nl\nTESS_DATA_DIR=data\nAPI_PORT=1\n")
    opener, opened = tmp_path / "xdg-open", tmp_path / "opened"
    os.mkfifo(opened)
    opener.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    opener.chmod(0o755)
    command = [sys.executable, "-u", "-m", "src.cli", "ui", "--server.port=0"]
    with subprocess.Popen(
        [*command, "--server.headless=false"],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    ) as process:
        try:
            address = opened.read_text().strip()
            assert address.startswith("http://127.0.0.1:")
            assert asked(address, "/_stcore/health", host="tess.example.nl") == 200
            assert asked(address, "/_stcore/health", host="localhost") == 400
        finally:
            process.terminate()


def test_a_site_whose_name_points_here_gets_neither_page_nor_connection(
    page_address: str, tab: Page
) -> None:
    rebound = page_address.replace("127.0.0.1", REBOUND)
    answered = tab.goto(rebound)
    assert answered is not None
    assert (answered.status, tab.evaluate("document.body.innerText")) == (
        400,
        "Invalid host header",
    )
    for target in (rebound, page_address):  # from a page whose origin is the stranger's
        stream = f"{target.replace('http', 'ws')}/_stcore/stream"
        assert tab.evaluate(CONNECT, stream) == "refused"
    tab.goto(page_address)
    stream = f"{page_address.replace('http', 'ws')}/_stcore/stream"
    assert tab.evaluate(CONNECT, stream) == "open"


def test_the_page_on_the_api_renders_and_loads_nothing_from_elsewhere(
    address: str, tab: Page
) -> None:
    api = address.replace("ws://", "http://").removesuffix("/ws")
    loaded: list[str] = []
    told: list[str] = []
    tab.on("request", lambda request: loaded.append(request.url))
    tab.on("console", lambda message: told.append(message.text))
    tab.goto(f"{api}/docs")
    expect(tab.get_by_role("heading", name="TESS")).to_be_visible()
    tab.locator("#operations-default-listing_dossiers_get button").first.click()
    tab.get_by_role("button", name="Try it out").click()
    tab.get_by_role("button", name="Execute").click()
    expect(tab.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    assert len(loaded) >= 5
    assert [url for url in loaded if not url.startswith((api, "data:"))] == []
    assert told == []  # the browser tells there what the page's policy forbade


def test_the_policy_of_the_page_on_the_api_lets_nothing_in_from_elsewhere(address: str) -> None:
    api = address.replace("ws://", "http://").removesuffix("/ws")
    with httpx2.Client(trust_env=False, verify=False) as client:
        policy = client.get(f"{api}/docs").headers["content-security-policy"]
    sources = [one.split()[1:] for one in policy.split("; ")]
    assert "default-src 'none'" in policy
    assert {"'none'", "'self'", "'unsafe-inline'", "data:"} == {
        one for them in sources for one in them
    }
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    assert asked(api, "/redoc") == 404  # its script draws a picture of another site
