"""The desk on the web page: a question, a diagnosis, its lines in the replies of Azure, and how each turn ended."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import Locator, expect

from src.desks.azure.words.client import WORDS
from tests.clients.browser import Tab, browser, require_chromium, web_page
from tests.desks.azure import script
from tests.desks.azure.doubles import ToldArm, storage
from tests.desks.azure.talking import over
from tests.serving import Served

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do


@pytest.mark.deep
def test_a_person_goes_through_the_script_on_the_page(tmp_path: Path) -> None:
    require_chromium()

    async def hold(server: Served) -> None:
        await asyncio.to_thread(_visited, f"ws://127.0.0.1:{server.port}/ws")

    over(tmp_path, ToldArm(dict(storage())), hold, llm=script.RestlessModel())


def _visited(address: str) -> None:
    with web_page(address) as url, browser() as launched:
        tab = Tab(launched, url, language="en").open()
        tab.say(script.VAGUE, "In which subscription")
        expect(ended(tab)).to_have_text(["waits for you"])
        _finds_the_cause(tab)
        _reads_the_line(tab)
        _sees_the_evidence(tab)
        anew(tab).say(script.NOWHERE, "I did not find the cause.")
        expect(ended(tab)).to_have_text(["not found"])
        anew(tab).say(script.RESTLESS, "Read:")
        expect(ended(tab)).to_have_text(["not finished"])
        assert tab.fetched == []
        tab.close()


def ended(tab: Tab) -> Locator:
    """Return the words for how turns ended."""
    words = re.compile("^(?:found|waits for you|not finished|not found)$")
    return tab.page.get_by_role("main").locator(".stMarkdownBadge").filter(has_text=words)


def anew(tab: Tab) -> Tab:
    """Begin another dossier, and return once the first page stands there."""
    tab.button("New dossier").click()
    expect(tab.page.get_by_role("heading", level=1)).to_have_text(WORDS.about["en"])
    return tab.settled()


def fine(tab: Tab) -> None:
    """Hold the page to what every state must be."""
    tab.settled()
    assert (tab.violations(), tab.overflow() <= 0) == ([], True)


def _finds_the_cause(tab: Tab) -> None:
    tab.say(script.NAMED, "network-rule add --account-name rawdata")
    expect(ended(tab)).to_have_text(["waits for you", "found"])
    main = tab.page.get_by_role("main")
    expect(main.locator(".stMarkdownBadge").filter(has_text=re.compile("^cause$"))).to_have_count(1)
    expect(main.get_by_role("heading", name="Actions to Take")).to_be_visible()
    fine(tab)


def _reads_the_line(tab: Tab) -> None:
    main = tab.page.get_by_role("main")
    main.get_by_role("button", name=re.compile(r"\[2\].+storageAccounts.rawdata")).first.click()
    drawer = tab.page.get_by_role("dialog")
    expect(drawer.locator(".stMarkdownColoredBackground")).to_have_text(script.LINE)
    expect(drawer).to_contain_text("read 1 March 2026 at 12:00 UTC")
    drawer.press("Escape")
    expect(drawer).to_have_count(0)


def _sees_the_evidence(tab: Tab) -> None:
    side = tab.page.get_by_test_id("stSidebar")
    expect(
        side.get_by_role("heading", name="…/storageAccounts/rawdata", exact=True)
    ).to_be_visible()
    expect(side.get_by_text("read 2026-03-01 at 12:00 UTC")).to_have_count(2)
