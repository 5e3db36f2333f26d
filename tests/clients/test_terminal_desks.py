"""One story per desk, at a terminal of 80 by 24 and with one server that has all of them: what a daily user does."""

import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from src.commands.local_server import own_server
from src.desks.backlog.demo import MEETING, PROJECT
from standins.demo import ENVIRONMENTS
from tests.clients.person import Person
from tests.desks.docs import acme
from tests.desks.tsg.talking import NOTES
from tests.lending import with_starter_index
from tests.uploads import images

ENGLISH, DUTCH = "en_US.UTF-8", "nl_NL.UTF-8"
SEVERAL = "What is the timeout and what does a backup cost and how do I change the port?"
PASTED = (
    "\x1b[200~Anna: Goedemorgen, zullen we beginnen met de balie?\n"
    "Ben: Als receptionist wil ik een badge printen voor elke bezoeker.\n"
    "Anna: Goed, en daarna de zalen.\x1b[201~"
)
REFUSED = (
    "403 AuthorizationFailure: This request is not authorized. Reading the container raw fails."
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Addresses of a server with the offline model at every desk, and of the Azure that it asks."""
    folder = tmp_path_factory.mktemp("desks")
    data = with_starter_index(folder / "data")
    acme.write_pages(folder / "pages")
    acme.ingest(data, folder / "pages")
    with ExitStack() as stand_ins:
        given = {"TESS_DATA_DIR": str(data), "OPENAI_API_KEY": ""}
        for standing_in in ENVIRONMENTS.values():
            given |= stand_ins.enter_context(standing_in())
        with own_server(given) as url:
            yield url, given["TESS_AZURE_URL"]


def at(shared: tuple[str, str], desk: str, language: str = ENGLISH) -> Person:
    return Person("--url", shared[0], "--desk", desk, LANG=language)


EVERYWHERE = {
    *(
        "/sources",
        "/source",
        "/why",
        "/select",
        "/unselect",
        "/add",
        "/image",
        "/undo",
        "/redo",
        "/log",
        "/last",
    ),
    *(
        "/fetch",
        "/cancel",
        "/export",
        "/dossiers",
        "/more",
        "/open",
        "/desk",
        "/new",
        "/title",
        "/find",
    ),
}
MADE = {"/artifacts", "/artifact", "/trace"}
OF_DESK = {
    "tax": {*MADE, "/asof"},
    "docs": {*MADE, "/collections", "/scope", "/up", "/down"},
    "azure": {*MADE, "/up", "/down", "/login", "/evidence"},
    "tsg": {*MADE, "/notes", "/questions", "/guide", "/write", "/dismiss"},
    "backlog": {*MADE, "/items", "/item", "/segments", "/plan", "/write", "/unwrite"},
}


def helped(screen: str) -> set[str]:
    """Return the commands that the help on a screen tells, each in a line of its own, up to its last line."""
    lines = screen.splitlines()
    ends = max(at for at, line in enumerate(lines) if line.startswith("quit, exit, stop, bye"))
    begins = max(at for at, line in enumerate(lines) if line.startswith("/sources "))
    rows = lines[begins:ends]
    assert [row for row in rows if not re.match(r"/[a-z]+[^ ]* .*\S", row)] == []
    return {name for row in rows for name in re.findall(r"(?:^|, )(/[a-z]+)", row[:25])}


@pytest.mark.parametrize("language", [ENGLISH, DUTCH])
def test_the_help_of_every_desk_fits_the_screen(shared: tuple[str, str], language: str) -> None:
    with at(shared, "tax", language) as person:
        for desk, own in OF_DESK.items():
            person.asks(f"/desk {desk}")
            person.asks("/help")
            shown = person.sees("quit, exit, stop, bye", f" dossier · {desk}")
            assert helped(shown) == EVERYWHERE | own
            asks = re.search("Typ(e a question| een vraag)", shown)
            assert bool(asks) is (desk != "backlog")  # whose commands alone fill the screen


def test_tax_from_a_question_to_an_answer_that_is_read_again(shared: tuple[str, str]) -> None:
    with at(shared, "tax", DUTCH) as person:
        person.sees("nieuw dossier · tax")
        person.asks("Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?")
        person.hears("zoekt wetgeving …")
        person.sees("versie 1 ·")
        person.asks("/unselect 2")
        person.sees("versie 2 ·")
        person.asks("ja")
        person.hears("schrijft het antwoord en controleert de citaten …")
        person.hears("citaten gecontroleerd: ")
        person.sees("versie 3 ·", "Lees na: /source ")
        person.asks("/undo")
        person.sees("versie 4 ·")
        person.asks("/desk docs")
        person.sees("nieuw dossier · docs")
        person.asks("/open bezwaar")
        person.hears("Verder in dossier dos-")
        person.sees("versie 4 ·")


def test_docs_from_a_question_back_to_a_thumb(shared: tuple[str, str]) -> None:
    with at(shared, "docs") as person:
        person.sees("new dossier · docs")
        person.asks(acme.QUESTION)
        person.hears("searching the documentation")
        person.sees("Server > Port", "version 1 ·")
        person.asks(SEVERAL)
        person.sees("3 How do I change the port?", "Type a number to choose", "version 2 ·")
        person.asks("3")
        person.hears("writing the answer")
        person.sees("ACME_PORT", "version 3 ·")
        person.asks("/up")
        person.sees("kept as helpful", "version 4 ·")
        person.asks("/trace")
        person.sees("search_docs")
        person.asks("/dossiers")
        person.sees("1 → dos-", "docs · today")


def test_azure_from_a_login_to_the_evidence(shared: tuple[str, str], tmp_path: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{shared[1]}/.standin/token", timeout=100) as made:
        token = json.load(made)["accessToken"]
    file = tmp_path / "token"
    file.write_text(token)
    with at(shared, "azure") as person:
        person.sees("new dossier · azure")
        person.asks(f"/login {file}")
        person.sees("Logged in until")
        person.asks(REFUSED)
        person.sees("1 Subscription: ", "waits for you", "Type a number to choose")
        person.asks("1")
        person.hears("reading a resource …")
        person.hears("defaultAction: Deny")
        person.sees("found", "version 2 ·")
        person.asks("/evidence")
        person.sees("Call of Azure", "· 200 ·")
        assert token not in person.heard


def test_tsg_from_a_picture_and_notes_to_a_guide(shared: tuple[str, str], tmp_path: Path) -> None:
    notes, private, picture = (tmp_path / name for name in ("notes.txt", "private.txt", "disk.png"))
    notes.write_text(NOTES)
    private.write_text("Turns fail with storage_failed, says jan@acme-bouw.nl about it.")
    picture.write_bytes(images.image())
    with at(shared, "tsg") as person:
        person.sees("new dossier · tsg")
        person.types(f"/image {picture}")
        person.sees("What does it show?")
        person.types("")
        person.sees("Add it to this dossier?")
        person.asks("yes")
        person.sees("version 1 · 1 of 1")
        person.asks(f"/notes {private}")
        person.sees("personal data", "email: j**@", "says <email-1> about it", "version 1 ·")
        person.asks(f"/notes {notes}")
        person.hears("checking the notes for personal data …")
        person.hears("looking for what the notes lack …")
        person.sees("Research Gaps", "version 2 ·")
        person.asks("leave out source 2")
        person.sees("version 3 ·")
        person.asks("write it")
        person.hears("writing the guide and holding every line to its source …")
        person.sees("Questions to you", "version 4 ·")
        person.asks("1: Only servers that keep dossiers as files.")
        person.sees("version 5 ·")
        person.asks("/questions")
        person.sees("What is missing")
        person.asks("/guide")
        person.sees("Drafted with TESS", "version 5 ·")


def test_backlog_from_a_transcript_to_a_tracker_and_back(shared: tuple[str, str]) -> None:
    with at(shared, "backlog") as person:
        person.sees("new dossier · backlog")
        person.asks(f"load the backlog of {PROJECT}")
        person.hears("reading the backlog …")
        person.sees("See which rooms are free", "waits for you", "version 1 ·")
        person.types(f"/add {MEETING}")
        person.sees("No personal data recognised.", "Add it to this dossier?")
        person.asks("yes")
        person.sees("demo_meeting.txt (your document)", "version 2 ·")
        person.asks("segment")
        person.asks("/segments")
        person.sees("First and last line", "1, 13")
        person.asks("make the items")
        person.hears("writing items and looking their words up in the meeting …")
        person.sees("Held against the backlog: new 2", "4 story: Receive a map", "version 4 ·")
        person.asks("2")
        person.sees("2. story: Cancel a booking", "Said in the meeting (segment")
        person.asks("leave out item 2")
        person.sees("(left out)")
        person.asks("/plan")
        person.sees("is written before you confirm it", "waits for you")
        person.asks("/help")
        shown = person.sees("quit, exit, stop, bye", "version 7 ·")
        assert helped(shown) == EVERYWHERE | OF_DESK["backlog"] | {"/confirm"}
        person.asks("/confirm")
        person.sees("Print a badge for every visitor", "written (#")
        person.asks("/confirm")
        person.sees("No plan waits for your confirmation.")
        person.asks("/undo")
        person.sees("is written before you confirm it")
        person.asks("/confirm")  # a plan that came by undo is drawn as one before it is confirmed
        person.sees("“Export the use of rooms per month” back", "Type /confirm once more")
        person.asks("/confirm")
        person.sees("Carried out:", "— written (#6)")


def test_backlog_in_dutch_takes_a_transcript_that_is_pasted(shared: tuple[str, str]) -> None:
    with at(shared, "backlog", DUTCH) as person:
        person.sees("nieuw dossier · backlog")
        person.asks(PASTED)
        person.sees("Zeg nu: maak de items.", "versie 1 ·")
        person.asks("/confirm")
        person.sees("Er wacht geen plan op uw bevestiging.")
