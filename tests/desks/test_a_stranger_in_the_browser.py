"""The same stranger on the web page: chosen among the desks of the house, and spoken to in a real Chromium."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import expect

from clients.web.words import WORDS as PAGE
from src.desks.catalogue import DESKS
from src.dossier.models import Language
from tests.clients.browser import Tab, browser, require_chromium, web_page
from tests.desks import recipes
from tests.desks.test_a_stranger import IN_DUTCH_OR_DEEP, WORDS, foreign, house, script, with_model
from tests.lending import with_starter_index
from tests.serving import served

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do


@pytest.mark.parametrize("language", IN_DUTCH_OR_DEEP)
async def test_a_stranger_is_at_home_on_the_page(language: Language, tmp_path: Path) -> None:
    require_chromium()
    desks = [*DESKS, with_model(script())]
    data = with_starter_index(tmp_path)
    async with served(house(desks, tess_data_dir=data, tess_model="offline")) as server:
        address = f"ws://127.0.0.1:{server.port}/ws"
        await asyncio.to_thread(_visited, address, language)


def _visited(address: str, language: Language) -> None:
    with web_page(address) as url, browser() as launched:
        tab = Tab(launched, url, language=language)
        visit = Visit(tab.open(), language)
        visit.chooses_the_desk()
        visit.finds()
        visit.is_asked_and_clicks()
        visit.sees_what_was_made()
        visit.goes_back_and_forth()
        assert (tab.violations(), tab.overflow() <= 0, tab.fetched) == ([], True, [])
        tab.close()


class Visit:
    """A person on the page, who never reads a word of another desk."""

    def __init__(self, tab: Tab, language: Language) -> None:
        self.tab = tab
        self.language = language
        self.words = WORDS[language]

    def word(self, name: str, **values: object) -> str:
        """Return one of the page's own phrases."""
        return PAGE[name][self.language == "en"].format(**values)

    def reads(self) -> str:
        """Return all that the page shows now."""
        shown = self.tab.settled().page.locator("body").inner_text()
        assert foreign(shown) == set()
        return shown

    def views(self, name: str) -> None:
        """Open a view."""
        self.tab.page.get_by_role("radio", name=self.word(name)).click()

    def chooses_the_desk(self) -> None:
        assert foreign(self.tab.page.locator("body").inner_text())  # the first desk of the house
        title = {"nl": "De keuken", "en": "The kitchen"}[self.language]
        self.tab.page.get_by_role("button", name=title).click()
        heading = self.tab.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(recipes.WORDS.about[self.language])
        assert recipes.WORDS.opening[self.language] in self.reads()

    def finds(self) -> None:
        self.tab.say(self.words["find"], "Soak them tonight.")
        label = self.tab.page.get_by_role("heading", name=self.words["kind"])
        expect(label).to_be_attached()
        self.tab.say(self.words["early"], self.words["unknown"])
        self.reads()

    def is_asked_and_clicks(self) -> None:
        self.tab.say(self.words["ask"], recipes.QUESTION[self.language])
        assert [self.reads().count(choice) for choice in ("Gluten", "Lactose")] == [1, 1]
        self.tab.button("Gluten").click()
        self.tab.sees("Enjoy your meal.")
        expect(self.tab.button("Lactose")).to_have_count(0)
        self.reads()

    def sees_what_was_made(self) -> None:
        self.views("artifacts")
        groceries = {"nl": "Boodschappen", "en": "Groceries"}[self.language]
        expect(self.tab.page.get_by_role("heading", name=groceries)).to_be_attached()
        table = self.tab.page.get_by_role("table")
        for column in recipes.COLUMNS:
            expect(table).to_contain_text(column.label[self.language])
        expect(table.get_by_role("row")).to_have_count(3)
        expect(self.tab.page.get_by_role("listitem").filter(has_text="tomato")).to_be_visible()
        self.reads()

    def goes_back_and_forth(self) -> None:
        self.moves("back", 1, "undone", 4)
        made = self.tab.page.get_by_role("radio", name=self.word("artifacts"))
        expect(made).to_have_count(0)  # a question is nothing that was made
        self.views("conversation")
        expect(self.tab.button("Lactose")).to_be_visible()  # the question waits again
        self.moves("forth", 4, "redone", 4)
        self.views("artifacts")
        expect(self.tab.page.get_by_role("table")).to_be_attached()

    def moves(self, way: str, to: int, told: str, version: int) -> None:
        """Go to where the dossier was after a turn, and read what was done."""
        self.views("timeline")
        self.tab.page.locator(f".st-key-back-{to}").get_by_role("button").click()
        self.tab.button(self.word(f"confirm_{way}", version=to)).click()
        self.tab.sees(re.compile(re.escape(self.word(told, names=version)), re.IGNORECASE))
        self.reads()
