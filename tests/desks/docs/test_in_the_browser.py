"""The desk on the web page, in Dutch and in English: an answer, its lines, a choice, a scope and thumbs."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import Browser, Locator, expect

from clients.web.words import WORDS as PAGE
from src.desks.docs.words import texts_of
from src.desks.docs.words.client import WORDS
from src.dossier.models import Language
from src.llm.protocol import ChatReply
from tests.clients.browser import Tab, browser, require_chromium, web_page
from tests.desks.docs.acme import call, visit, well

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do

CHOICES = ["How do I change the port?", "Where is the data folder?"]
ASKED: dict[Language, tuple[str, str]] = {
    "nl": ("Hoe verander ik de poort van de server?", "Hoe zit het met de poort en de map?"),
    "en": ("How do I change the port of the server?", "What about the port and the folder?"),
}


@pytest.mark.deep
async def test_a_visit_in_two_languages(library: Path) -> None:
    require_chromium()
    llm = well(script=[one for language in ("nl", "en") for one in story(language)])
    async with visit(library, llm) as visitor:
        address = f"ws://127.0.0.1:{visitor.server.port}/ws"
        await asyncio.to_thread(_visited, address)


def story(language: Language) -> list[ChatReply]:
    """Return what a model decides in one language: an answer, and a question back; a choice needs no decision."""
    first = ASKED[language][0]
    back = texts_of(language).asks["multiple_topics"]
    return [
        call("search_docs", queries=[first]),
        call("answer_from_docs", query=first),
        call("ask", reason="multiple_topics", question=back, choices=CHOICES),
    ]


def _visited(address: str) -> None:
    with web_page(address) as url, browser() as launched:
        for language in ("nl", "en"):
            visit_page(launched, url, language)
        before_asking = Reader(Tab(launched, url, language="nl").open(), "nl")
        before_asking.chooses_where_to_search()
        before_asking.tab.close()


def visit_page(launched: Browser, url: str, language: Language) -> None:
    """Go through the story in one language."""
    visitor = Reader(Tab(launched, url, language=language).open(), language)
    visitor.asks()
    visitor.reads_the_lines()
    visitor.chooses_a_reply()
    visitor.chooses_where_to_search()
    visitor.votes()
    assert visitor.tab.fetched == []
    visitor.tab.close()


class Reader:
    """Someone who reads documentation on the page."""

    def __init__(self, tab: Tab, language: Language) -> None:
        self.tab = tab
        self.language = language
        self.texts = texts_of(language)

    def word(self, name: str) -> str:
        """Return one of the page's own phrases."""
        return PAGE[name][self.language == "en"]

    def thumb(self, name: str) -> Locator:
        """Return the buttons under answers that say whether they helped."""
        return self.tab.page.get_by_role("button", name=self.word(name), exact=True)

    def fine(self) -> None:
        """Hold the page to what every state must be."""
        self.tab.settled()
        assert (self.tab.violations(), self.tab.overflow() <= 0) == ([], True)

    def asks(self) -> None:
        heading = self.tab.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(WORDS.about[self.language])
        self.tab.say(ASKED[self.language][0], self.word("helped"))
        self.fine()

    def reads_the_lines(self) -> None:
        main = self.tab.page.get_by_role("main")
        main.get_by_role("button", name=re.compile(r"\[\d+\].+Port")).first.click()
        drawer = self.tab.page.get_by_role("dialog")
        expect(drawer).to_contain_text({"nl": "regels 5-9", "en": "lines 5-9"}[self.language])
        expect(drawer).to_contain_text("7 ```bash")
        expect(drawer.locator(".stMarkdownColoredBackground")).to_be_visible()
        drawer.press("Escape")
        expect(drawer).to_have_count(0)

    def chooses_a_reply(self) -> None:
        self.tab.say(ASKED[self.language][1], self.texts.asks["multiple_topics"])
        self.tab.button(CHOICES[0]).click()
        expect(self.tab.button(CHOICES[0])).to_have_count(0)
        expect(self.thumb("helped")).to_have_count(2)

    def chooses_where_to_search(self) -> None:
        box = self.tab.page.get_by_role("combobox", name=self.word("collections"))
        box.click()
        self.tab.page.get_by_role("option", name="acme").click()
        self.tab.sees(self.texts.scope_set.format(scope="acme"))
        # The list is drawn outside of the page's landmarks, by Streamlit, until it is left.
        self.tab.page.keyboard.press("Escape")
        expect(self.tab.page.get_by_role("listbox")).to_have_count(0)
        self.fine()

    def votes(self) -> None:
        self.thumb("helped").last.click()
        self.tab.sees(self.texts.rated_up)
        self.thumb("not_helped").last.click()
        why = self.tab.page.get_by_role("textbox", name=self.word("why"))
        why.fill("It lacks an example.")
        why.press("Control+Enter")
        self.tab.settled()
        self.tab.page.get_by_role("button", name=self.word("save"), exact=True).click()
        self.tab.sees(self.texts.rated_down)
        self.fine()
