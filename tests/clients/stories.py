"""A story at each desk, as a person goes through it on the page; tests hold each of its states, pictures show it.

All of it is the real thing: the server with every desk and its built-in model, over the stand-ins that the demos use.
"""

import hashlib
import json
import re
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, expect

from clients.web.words import WORDS as PAGE
from src.commands.local_server import own_server, post, send_file
from src.desks.azure.demo import ERROR
from src.desks.backlog.demo import MEETING, PROJECT
from src.desks.catalogue import plugs
from src.desks.docs.words import texts_of
from src.desks.tsg.demo import BEFORE, NOTES
from src.desks.tsg.words.client import WORDS as TSG
from src.dossier.models import Language
from standins.demo import ENVIRONMENTS
from tests.clients.browser import Tab, web_page

NARROW = 640


@dataclass(frozen=True)
class House:
    """A server with every desk, and the page beside it."""

    url: str
    page: str
    subscription: str
    """The one that the stand-in for Azure has; who asks is logged in there."""


@contextmanager
def opened(data_dir: Path | None = None) -> Iterator[House]:
    """Open the house over a folder of data, or over one of its own."""
    with ExitStack() as stack:
        data = data_dir or stack.enter_context(tempfile.TemporaryDirectory())
        environment = {"TESS_DATA_DIR": str(data), "OPENAI_API_KEY": ""}
        for open_outside in ENVIRONMENTS.values():
            environment |= stack.enter_context(open_outside())
        url = stack.enter_context(own_server(environment))
        subscription = _logged_in(url, environment["TESS_AZURE_URL"])
        yield House(url, stack.enter_context(web_page(url)), subscription)


def _logged_in(url: str, azure: str) -> str:
    """Log in to the stand-in for Azure, and return the subscription that it has."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{azure}/.standin/token", timeout=100) as reply:
        made = json.load(reply)
    told = post(url, "/desks/azure/login", {"token": made["accessToken"]})
    assert told["status"] == "done", told
    return str(made["subscription"])


@dataclass(frozen=True)
class Visit:
    """Somebody at the page, who looks at each state that it comes to."""

    tab: Tab
    language: Language
    house: House
    look: Callable[[str], None]
    """Called in each state, with its name."""

    @property
    def is_narrow(self) -> bool:
        """Whether the page has the width of a phone."""
        size = self.tab.page.viewport_size
        return size is not None and size["width"] < NARROW

    def word(self, name: str, **values: object) -> str:
        """Return one of the page's own phrases."""
        return PAGE[name][self.language == "en"].format(**values)

    def either(self, dutch: str, english: str) -> str:
        """Return what is said in the language of the visit."""
        return english if self.language == "en" else dutch

    def view(self, name: str) -> None:
        """Open a view of the dossier, and return once the page's address tells so."""
        self.tab.page.mouse.wheel(
            0, -1
        )  # who goes up to it lets go of the reply, which else is kept in sight
        self.tab.page.get_by_role("radio", name=self.word(name)).click()
        expect(self.tab.page).to_have_url(re.compile(rf"view={name}"))
        self.tab.settled()

    def side(self, state: str) -> None:
        """Look at what stands beside the conversation, which on a phone is behind a button."""
        if self.is_narrow:
            self.tab.page.get_by_test_id("stExpandSidebarButton").click()
            self.look(state)
            self.tab.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
            expect(self.tab.page.get_by_test_id("stExpandSidebarButton")).to_be_visible()

    def column(self, place: int) -> Locator:
        """Return one of the two sides on which things that were made stand."""
        return self.tab.page.get_by_test_id("stColumn").nth(place)

    def stand_apart(self) -> None:
        """Hold that two sides stand beside each other, on a phone below each other, and what they hold within them."""
        left, right = (self.column(place).bounding_box() for place in (0, 1))
        assert left
        assert right
        if self.is_narrow:
            assert left["y"] + left["height"] <= right["y"]
        else:
            assert (left["x"] + left["width"] <= right["x"], left["y"]) == (True, right["y"])
        sticks_out = """sides => sides.some(side => [...side.querySelectorAll("table, p, pre")].some(
            one => one.getBoundingClientRect().right > side.getBoundingClientRect().right + 1))"""
        assert not self.tab.page.get_by_test_id("stColumn").evaluate_all(sticks_out)


def tax(visit: Visit) -> None:
    """A question of tax law: sources, one left out, the yes, the answer, a footnote, the time line."""
    tab, either = visit.tab, visit.either
    tab.open()
    visit.look("welcome")
    cards = tab.page.locator("[class*=st-key-example-]")
    expect(cards).to_have_count(len(plugs()))
    cards.first.get_by_role("button").last.click()
    tab.sees(either("Zijn dit de juiste bronnen", "Are these the right sources"))
    visit.look("found")
    visit.side("sources")
    tab.say(
        either("laat bron 3 en 4 weg", "leave out source 3 and 4"),
        either("Weggelaten:", "Left out:"),
    )
    tab.button(either("Ja, beantwoord", "Yes, answer")).click()
    tab.sees(visit.word("grounds"))
    visit.look("answer")
    footnote = re.compile(r"^menu_book? ?\[\d+\] |\[\d+\] .+ artikel")
    tab.page.get_by_role("main").get_by_role("button", name=footnote).first.click()
    drawer = tab.page.get_by_role("dialog")
    expect(drawer.locator(".stMarkdownColoredBackground")).to_be_visible()
    visit.look("footnote")
    drawer.press("Escape")
    expect(drawer).to_have_count(0)
    visit.view("timeline")
    visit.look("timeline")


def docs(visit: Visit) -> None:
    """A question that the documentation answers, its lines, a question back with choices, a thumb."""
    tab, either = visit.tab, visit.either
    tab.open("?desk=docs")
    visit.look("desk")
    asked = either("Op welke poort luistert de server?", "On which port does the server listen?")
    tab.say(asked, visit.word("helped"))
    visit.look("answer")
    visit.side("sources")
    tab.page.get_by_role("main").get_by_role("button", name=re.compile(r"\[\d+\] ")).first.click()
    drawer = tab.page.get_by_role("dialog")
    expect(drawer).to_contain_text(either("regels", "lines"))
    visit.look("lines")
    drawer.press("Escape")
    expect(drawer).to_have_count(0)
    tab.page.get_by_role("button", name=visit.word("helped"), exact=True).click()
    tab.sees(texts_of(visit.language).rated_up)
    several = either(
        "Wat is de limiet en wat kost een beurt en hoe zet ik een dossier terug?",
        "What is the limit and what does a turn cost and how do I restore a dossier?",
    )
    tab.say(several, texts_of(visit.language).asks["multiple_topics"])
    visit.look("choices")


def tsg(visit: Visit) -> None:
    """Notes that are refused, their redaction, the research, the guide beside its notes, an answer to a question."""
    tab, either = visit.tab, visit.either
    tab.open("?desk=tsg")
    tab.say(NOTES.format(**BEFORE), re.compile(either("persoonsgegevens", "personal data")))
    visit.look("refused")
    tab.button(visit.word("take_redaction")).click()
    box = tab.page.get_by_test_id("stChatInputTextArea")
    expect(box).to_have_value(re.compile("<email-1>"))
    box.press("Enter")
    tab.sees("Topic Summary")
    visit.look("research")
    tab.button(TSG.approve["en"]).click()  # the dossier speaks the language of the notes
    tab.sees("Questions to you")
    visit.look("guide")
    visit.view("artifacts")
    expect(visit.column(0)).to_contain_text("<email-1>")
    expect(visit.column(1)).to_contain_text("Tags or Prompts")
    visit.stand_apart()
    visit.look("made")
    # A line of the guide is typed over where it stands.
    lines = visit.column(1).get_by_text(either("Wijzig de regels", "Change the lines"))
    lines.click()
    line = visit.column(1).get_by_role("textbox", name=re.compile("Remove old exports"))
    expect(line.first).to_be_visible()
    visit.look("lines")
    lines.click()
    # What is missing is a field in its place, and no mark that is read.
    expect(visit.column(1).get_by_text("{{MISSING").filter(visible=True)).to_have_count(0)
    field = tab.page.get_by_role("textbox", name=re.compile(r"^1\."))
    field.fill("It does not apply where dossiers are kept in PostgreSQL.")
    tab.button(either("Stuur de antwoorden", "Send the answers")).click()
    tab.sees(re.compile("Changed|Gewijzigd"))


def azure(visit: Visit) -> None:
    """An error without a place, a question back with a button, the cause with its line, and the calls by time."""
    tab, either = visit.tab, visit.either
    tab.open("?desk=azure")
    tab.say(ERROR, re.compile(either("Subscription", "In which subscription")))
    visit.look("asked")
    tab.button(f"Subscription: {visit.house.subscription}").click()
    tab.sees("network-rule add")
    visit.look("cause")
    visit.side("evidence")
    line = re.compile(r"\[2\].+storageAccounts.stapp01")
    tab.page.get_by_role("main").get_by_role("button", name=line).first.click()
    drawer = tab.page.get_by_role("dialog")
    expect(drawer.locator(".stMarkdownColoredBackground")).to_contain_text("defaultAction: Deny")
    visit.look("line")
    drawer.press("Escape")
    expect(drawer).to_have_count(0)
    visit.view("artifacts")
    tab.sees(re.compile(r"\d\d[.:]\d\d GET /subscriptions/.+/storageAccounts/stapp01"))
    visit.look("made")


def backlog(visit: Visit) -> None:
    """The transcript of a meeting, items held against the backlog, a plan, its yes, and what became of it."""
    tab, either = visit.tab, visit.either
    tab.open(f"?dossier={_with_meeting(visit.house.url)}")
    tab.say(
        either(f"laad de backlog van {PROJECT}", f"load the backlog of {PROJECT}"), "Book a room"
    )
    tab.say(either("maak de items", "make the items"), either("Tegen de backlog", "Held against"))
    visit.look("items")
    visit.side("sources")
    tab.say(
        either("maak een plan", "plan"),
        either("wordt niets geschreven", "is written before you confirm"),
    )
    visit.look("plan")
    letter = tab.page.get_by_text('"kind": "create"').first
    expect(letter).to_have_count(0)
    visit.view("artifacts")
    tab.page.get_by_text(visit.word("plan_whole")).click()
    expect(letter).to_be_visible()
    expect(visit.column(1)).to_contain_text("As a receptionist I want to print a badge")
    visit.stand_apart()
    visit.look("made")
    tab.page.get_by_role("radio", name=visit.word("conversation")).click()
    confirm = tab.button(re.compile(PAGE["confirm"][visit.language == "en"].partition(" ")[0]))
    confirm.click()
    tab.sees(either("Uitgevoerd", "Carried out"))
    expect(confirm).to_have_count(0)
    visit.look("written")


def _with_meeting(url: str) -> str:
    """Return a new dossier at the desk for backlogs with a transcript in it."""
    meeting = MEETING.read_bytes()
    agreed = hashlib.sha256(meeting).hexdigest()
    told = send_file(url, "/backlog/upload", {"name": "meeting.txt", "agreed": agreed}, meeting)
    return str(told["run_id"])


STORIES: Mapping[str, Callable[[Visit], None]] = {
    "tax": tax,
    "docs": docs,
    "tsg": tsg,
    "azure": azure,
    "backlog": backlog,
}
"""The story of each desk, by the desk's name."""
