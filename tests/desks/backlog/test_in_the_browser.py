"""The desk for backlogs on the web page: items beside segments, a plan, and the yes that writes it."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import expect

from src.desks.backlog.demo import MEETING
from tests.clients.browser import Tab, browser, require_chromium, web_page
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do


def visit(address: str, dossier_id: str) -> None:
    """Go through the story."""
    with web_page(address) as url, browser() as launched:
        tab = Tab(launched, url, language="en").open(f"?dossier={dossier_id}")
        tab.say(f"load the backlog of {PROJECT}", "Cancel a booking")
        tab.say("make the items", "Held against the backlog")
        tab.say("plan", "Not in the plan")
        here = tab.page.url
        tab.page.goto(f"{here}&view=artifacts")
        tab.settled()
        segments, items = (tab.page.get_by_test_id("stColumn").nth(place) for place in (0, 1))
        expect(segments).to_contain_text("First and last line")
        expect(items).to_contain_text("As a receptionist I want to print a badge")
        for column in (segments, items):
            box, inside = column.bounding_box(), column.locator("table, p").all()
            assert box
            widths = [one.bounding_box() for one in inside]
            assert all(
                one["x"] + one["width"] <= box["x"] + box["width"] + 1 for one in widths if one
            )
        assert (tab.violations(), tab.overflow() <= 0) == ([], True)
        tab.page.goto(here)
        tab.settled()
        tab.page.get_by_role("button", name=re.compile("Confirm")).last.click()
        tab.sees("Carried out")
        tab.close()


@pytest.mark.deep
def test_a_visit(tmp_path: Path) -> None:
    require_chromium()

    async def hold(talk: Talk) -> None:
        await talk.begin(MEETING.read_text(encoding="utf-8"))
        await asyncio.to_thread(visit, f"ws://127.0.0.1:{talk.server.port}/ws", talk.dossier_id)
        assert talk.here.writes

    async def story() -> None:
        with rooms() as here:
            async with at_the_desk(here, tmp_path) as talk:
                await hold(talk)

    asyncio.run(story())
