"""The desk for guides on the web page: the redaction is taken, notes and guide stand side by side, one is answered."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import expect

from clients.web.words import WORDS as PAGE
from src.desks.tsg.words.client import ARTIFACTS
from src.desks.tsg.words.client import WORDS as DESK_WORDS
from tests.clients.browser import Tab, browser, require_chromium, web_page
from tests.desks.tsg.talking import NOTES, Talk, talking

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do


def word(name: str) -> str:
    """Return one of the page's own phrases in English."""
    return PAGE[name][1]


def visit(address: str) -> None:
    """Go through the story."""
    with web_page(address) as url, browser() as launched:
        tab = Tab(launched, url, language="en").open("?desk=tsg")
        tab.say(f"{NOTES} Reported by jan@acme-bouw.nl", re.compile("personal data"))
        tab.page.get_by_role("button", name=word("take_redaction")).click()
        box = tab.page.get_by_test_id("stChatInputTextArea")
        expect(box).to_have_value(re.compile("<email-1>"))
        box.press("Enter")
        tab.sees("Topic Summary")
        tab.page.get_by_role("button", name=DESK_WORDS.approve["en"]).click()
        tab.sees("Questions to you")
        tab.page.goto(tab.page.url + "&view=artifacts")
        tab.settled()
        expect(tab.page.get_by_role("button", name=word("download"))).to_be_visible()
        notes, guide = (tab.page.get_by_test_id("stColumn").nth(place) for place in (0, 1))
        expect(notes).to_contain_text("<email-1>")
        expect(guide).to_contain_text("Tags or Prompts")
        left, right = notes.bounding_box(), guide.bounding_box()
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"]
        assert left["y"] == right["y"]
        assert (tab.violations(), tab.overflow() <= 0) == ([], True)
        field = tab.page.get_by_role("textbox", name=re.compile(r"^1\."))
        field.fill("Only servers that keep dossiers as files.")
        label = next(one.reply.label["en"] for one in ARTIFACTS if one.reply and one.reply.field)
        tab.page.get_by_role("button", name=label).click()
        tab.sees("1 answer(s) kept.")
        tab.close()


@pytest.mark.deep
def test_a_visit(tmp_path: Path) -> None:
    require_chromium()

    async def hold(talk: Talk) -> None:
        await asyncio.to_thread(visit, f"ws://127.0.0.1:{talk.server.port}/ws")

    talking(tmp_path, hold)
