"""A real Chromium, and the web page in it as a person sees it, for tests and for pictures."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
WAIT = 60_000
"""Milliseconds in which the page has to get where it is expected; no test waits longer than it must."""

REBOUND = "evil.example"

expect.set_options(timeout=WAIT)

ADVICE = "no Chromium: .ci/chromium installs Debian's or Ubuntu's (any Chromium or Chrome in PATH will do)"


class NoChromium(Exception):
    """There is no Chromium here; the text says what to do."""


def chromium() -> str:
    """Return the path of the Chromium to use; ``NoChromium`` where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise NoChromium(ADVICE)
    return found


def require_chromium() -> None:
    """Skip the test where there is no Chromium: a newcomer may have none; a build without one would show nothing."""
    try:
        chromium()
    except NoChromium:
        if os.environ.get("CI") == "true":
            raise
        # A newcomer may have none; a build without one fails, just above.
        pytest.skip(ADVICE)  # what to do to have one


@contextmanager
def browser() -> Iterator[Browser]:
    """Run a Chromium that knows no name but this machine's, so that what comes from elsewhere fails to load.

    ``REBOUND`` is a name of this machine's too: so it looks where a site of strangers lets its own name point here.
    """
    rules = f"MAP {REBOUND} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    options = [f"--host-resolver-rules={rules}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium refuses to run as root with one
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=options)
        try:
            yield launched
        finally:
            launched.close()


@contextmanager
def web_page(url: str, **environment: str) -> Iterator[str]:
    """Run the web page as `./tess ui` does, beside the server at ``url``, and return its address."""
    with web_process(url, environment) as (address, _):
        yield address


@contextmanager
def web_process(
    url: str,
    environment: Mapping[str, str],
    folder: Path = ROOT,
    script: str = "ui_streamlit.py",
    told: IO[bytes] | None = None,
) -> Iterator[tuple[str, int]]:
    """Run a page with the settings of the project in a folder; return its address, and the id of its process.

    ``told``: the file for its log.
    """
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(folder / script)]
    options = [f"--server.port={port}", "--server.headless=true"]
    process = subprocess.Popen(
        [*command, *options],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "TAX_WS_URL": url, **environment},
        stdout=subprocess.PIPE,
        stderr=told,
        text=True,
    )
    try:
        assert process.stdout is not None  # it was asked for
        assert any("URL:" in line for line in process.stdout), "streamlit did not start"
        yield f"http://127.0.0.1:{port}/", process.pid
    finally:
        process.terminate()
        process.communicate()


class Tab:
    """The page in one tab, and what a person does there."""

    def __init__(
        self,
        launched: Browser,
        address: str,
        *,
        width: int = 1280,
        language: str = "nl",
        dark: bool = False,
    ) -> None:
        self.address = address
        self.fetched: list[str] = []
        """Addresses that were loaded from elsewhere; there should be none."""
        context = launched.new_context(
            viewport={"width": width, "height": 900 if width > 640 else 844},
            locale={"nl": "nl-NL", "en": "en-GB"}[language],
            timezone_id="Europe/Amsterdam",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.on("request", self._note)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT)

    def _note(self, request: Request) -> None:
        ours = request.url.startswith((self.address, "data:", "blob:", "about:"))
        if not ours and not request.url.startswith(self.address.replace("http", "ws")):
            self.fetched.append(request.url)

    def open(self, query: str = "") -> "Tab":
        """Open the page and wait until it is there."""
        self.page.goto(self.address + query)
        self.page.get_by_role("heading", level=1).wait_for()
        return self.settled()

    def settled(self) -> "Tab":
        """Return once the page is drawn and nothing of it runs."""
        app = self.page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-script-state", re.compile("notRunning"))
        expect(self.page.get_by_test_id("stSkeleton")).to_have_count(0)
        expect(self.page.locator("[data-stale=true]")).to_have_count(0)
        return self

    def say(self, words: str, until: str | re.Pattern[str]) -> "Tab":
        """Type a message, send it, and wait for what must come of it."""
        box = self.page.get_by_test_id("stChatInputTextArea")
        box.fill(words)
        box.press("Enter")
        return self.sees(until)

    def sees(self, words: str | re.Pattern[str]) -> "Tab":
        """Wait until the page shows these words."""
        self.page.get_by_text(words).last.wait_for(state="attached")
        return self.settled()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button of this name."""
        return self.page.get_by_role("button", name=name)

    def clipboard(self) -> str:
        """Return what was copied."""
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def violations(self) -> list[str]:
        """Return what axe finds wrong with the page as it is now, each with its rule and first place."""
        from axe_playwright_python.sync_playwright import Axe

        self.settled()
        # What fades in has too little contrast until it is there, which takes long on a busy machine.
        self.page.wait_for_function(
            "document.getAnimations().every(a => a.playState !== 'running'"
            " || a.effect.getComputedTiming().endTime === Infinity)"
        )
        # It takes half as long to tell nothing of what is fine.
        only = {"resultTypes": ["violations"]}
        found = Axe().run(self.page, options=only).response["violations"]
        return [
            f"{one['id']} ({one['impact']}): {one['help']}: {node['html'][:220]}"
            for one in found
            for node in one["nodes"][:3]
        ]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))

    def close(self) -> None:
        """Close the tab."""
        self.page.context.close()
