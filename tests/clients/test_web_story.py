"""The web page in a real Chromium: a whole story, with the keyboard, at two widths, with axe on each state."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import Browser, FilePayload, expect

from src.desks.catalogue import DESKS
from tests.clients.browser import Tab, web_page
from tests.clients.stand_in import StandIn, running
from tests.clients.stories import House
from tests.uploads import images

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do

LOOKS = ((1280, False), (390, True))  # width, and whether it is dark
QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
FOUND = "Zijn dit de juiste bronnen voor uw vraag?"
ANSWER = "Waarop het steunt"


@pytest.fixture
def page_address(house: House) -> str:
    return house.page


@pytest.fixture(
    params=[LOOKS[0], pytest.param(LOOKS[1], marks=pytest.mark.deep)], ids=["wide", "narrow"]
)
def tab(request: pytest.FixtureRequest, chromium: Browser, page_address: str) -> Iterator[Tab]:
    width, dark = request.param
    opened = Tab(chromium, page_address, width=width, dark=dark).open()
    yield opened
    fetched = opened.fetched
    opened.close()
    assert fetched == []


def fine(tab: Tab) -> None:
    """Hold the state that the page is in to what every state must be."""
    tab.settled()
    assert tab.violations() == []
    assert tab.overflow() <= 0


def fine_but_for_the_drop_zone(tab: Tab) -> None:
    """The same, but for what Streamlit's own place to drop files in does: it has a role and a name at once."""
    tab.settled()
    found = [one for one in tab.violations() if "rDropzone" not in one]
    assert (found, tab.overflow() <= 0) == ([], True)


def side(tab: Tab) -> None:
    """Bring the sources into sight, which on a narrow screen are behind a button."""
    opener = tab.page.get_by_test_id("stExpandSidebarButton")
    if opener.is_visible():
        opener.click()
    expect(tab.page.get_by_role("heading", name="Bronnen")).to_be_in_viewport()


def no_side(tab: Tab) -> None:
    """Go back to the conversation on a narrow screen."""
    if tab.page.viewport_size and tab.page.viewport_size["width"] < 640:
        tab.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
        expect(tab.page.get_by_test_id("stExpandSidebarButton")).to_be_visible()


def tick(tab: Tab, number: int) -> None:
    """Tick or untick a source with the keyboard."""
    box = tab.page.get_by_role("checkbox", name=re.compile(rf"^{number} ·"))
    box.focus()
    box.press("Space")


def chosen(tab: Tab, out: int = 0) -> str:
    """Return what the panel says when so many of all sources are left out."""
    every = tab.page.get_by_role("checkbox", name=re.compile(r"^\d+ ·")).count()
    return f"{every - out} van {every} geselecteerd"


VIEW_IN_ADDRESS = {
    "Gesprek": re.compile(r"^(?!.*view=)"),
    "Tijdlijn": re.compile("view=timeline"),
    "Vergelijken": re.compile("view=compare"),
}


def view(tab: Tab, name: str) -> None:
    tab.page.mouse.wheel(
        0, -1
    )  # who goes up to it lets go of the reply, which else is kept in sight
    tab.page.get_by_role("radio", name=name).click()
    # Right after the click the page may still look settled; once its address tells the view, the click was heard.
    expect(tab.page).to_have_url(VIEW_IN_ADDRESS[name])
    tab.settled()


def reads_from_the_beginning(tab: Tab) -> None:
    """Hold that what was said last, and the beginning of the reply to it, are what is seen."""
    page = tab.page
    asked = page.get_by_test_id("stChatMessage").filter(has=page.get_by_test_id("stText")).last
    expect(asked).to_be_in_viewport(ratio=1)
    reply = page.get_by_test_id("stChatMessage").last
    above = reply.evaluate("one => one.getBoundingClientRect().top")
    assert 0 < above < 450
    page.mouse.move(0, 0)


def avatar_takes(tab: Tab) -> float:
    """Return which part of the window's width stands beside the words of a reply, at most."""
    words = tab.page.get_by_test_id("stChatMessageContent").last
    return float(words.evaluate("one => 1 - one.getBoundingClientRect().width / innerWidth"))


def test_the_whole_story(tab: Tab) -> None:
    is_narrow = tab.page.evaluate("innerWidth") < 640
    cards = tab.page.locator("[class*=st-key-example-]")
    expect(cards).to_have_count(len(DESKS))
    fine(tab)
    cards.first.get_by_role("button", name=QUESTION).press("Enter")
    tab.sees(FOUND)
    fine(tab)
    reads_from_the_beginning(tab)
    assert not is_narrow or avatar_takes(tab) < 0.15

    side(tab)
    told = chosen(tab, out=1)
    tick(tab, 4)
    tab.sees(told)
    fine(tab)
    no_side(tab)
    tab.sees("Weggelaten:")

    tab.say("zet bron 4 toch terug", "Teruggezet:")
    expect(tab.page.get_by_text(chosen(tab))).to_be_attached()
    tab.button("Ja, beantwoord").press("Enter")
    tab.sees(ANSWER)
    expect(tab.button("Ja, beantwoord")).to_have_count(0)
    fine(tab)
    reads_from_the_beginning(tab)
    tab.button("Kopieer met voetnoten").press("Enter")
    expect(tab.button("Gekopieerd")).to_be_visible()
    assert re.search(r"(?m)^\[1\] .+: “.+” <https://.+>$", tab.clipboard())
    tab.button("Wijzig uw bericht").press("Enter")
    tab.sees("U wijzigt uw laatste bericht")
    expect(tab.page.get_by_test_id("stChatInputTextArea")).to_have_value("Ja, beantwoord")
    fine(tab)
    tab.button("Laat het zo").press("Enter")
    expect(tab.page.get_by_test_id("stChatInputTextArea")).to_have_value("")

    notes = tab.page.get_by_role("main").get_by_role(
        "button", name=re.compile(r"\[\d+\] .+ artikel")
    )
    notes.first.focus()
    notes.first.press("Enter")
    drawer = tab.page.get_by_role("dialog")
    expect(drawer).to_contain_text("Voetnoot 1")
    expect(drawer).to_contain_text("letterlijk in de bron")
    expect(drawer.locator(".stMarkdownColoredBackground")).to_be_visible()
    fine(tab)
    drawer.press("Escape")
    expect(drawer).to_have_count(0)

    view(tab, "Tijdlijn")
    expect(tab.page.get_by_role("img", name=re.compile("Tijdlijn van 4 beurten"))).to_be_visible()
    fine(tab)
    back = tab.page.locator(".st-key-back-1").get_by_role("button")
    back.focus()
    back.press("Enter")
    expect(tab.page.get_by_role("dialog")).to_contain_text("Terug naar beurt 1?")
    fine(tab)
    tab.button("Ja, terug naar beurt 1").press("Enter")
    tab.sees("teruggenomen: beurt 4, 3, 2")
    fine(tab)
    forth = tab.page.locator(".st-key-back-4").get_by_role("button")
    forth.focus()
    forth.press("Enter")
    tab.button("Ja, weer naar beurt 4").press("Enter")
    tab.sees("opnieuw gedaan: beurt 2, 3, 4")

    view(tab, "Vergelijken")
    tab.sees("Antwoorden erbij")
    fine(tab)

    tab.button("Exporteren").press("Enter")
    expect(tab.button("PDF")).to_be_visible()
    fine(tab)
    for name, start in (("PDF", b"%PDF"), ("Word", b"PK"), ("Heel dossier (.tess)", b"PK")):
        with tab.page.expect_download() as waiting:
            tab.button(name).press("Enter")
        assert waiting.value.path().read_bytes().startswith(start)


def test_a_finished_reply_is_announced_once(tab: Tab) -> None:
    tab.page.evaluate(
        """() => {
          window.told = [];
          new MutationObserver(() => {
            const region = document.getElementById("tess-told");
            const text = region ? region.textContent : "";
            if (text && window.told.at(-1) !== text) window.told.push(text);
            if (!text && window.told.length) window.told.push("");
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    tab.say(QUESTION, FOUND)
    tab.page.wait_for_function("window.told.length === 1")
    tab.say("ja, klopt", ANSWER)
    tab.page.wait_for_function("window.told.length === 2")
    view(tab, "Tijdlijn")
    view(tab, "Gesprek")
    told = tab.page.evaluate("window.told")
    assert told[0] == "TESS heeft geantwoord."
    assert re.fullmatch(r"Het antwoord is klaar, met \d nagekeken citaten\.", told[1])
    assert len(told) == 2
    region = tab.page.locator("#tess-told")
    expect(region).to_have_attribute("aria-live", "polite")
    tab.page.reload()
    tab.sees(ANSWER)
    expect(region).to_have_text("")


def test_the_page_says_in_which_language_it_is(chromium: Browser, page_address: str) -> None:
    for language in ("nl", "en"):
        tab = Tab(chromium, page_address, language=language).open()
        expect(tab.page.locator("html")).to_have_attribute("lang", language)
        tab.close()


def test_a_second_tab_and_a_reload_show_the_same_and_keep_up(
    chromium: Browser, page_address: str
) -> None:
    first = Tab(chromium, page_address).open().say(QUESTION, FOUND)
    second = Tab(chromium, page_address).open("?" + first.page.url.partition("?")[2])
    second.sees(FOUND)
    told = chosen(first, out=1)
    tick(first, 1)
    first.sees(told)
    second.sees(told)  # nobody clicked there
    first.page.reload()
    first.sees(told)
    first.close()
    second.close()


def test_a_question_can_be_asked_with_the_keyboard_alone(
    chromium: Browser, page_address: str
) -> None:
    tab = Tab(chromium, page_address).open()
    for _ in range(40):
        tab.page.keyboard.press("Tab")
        if tab.page.evaluate("document.activeElement.dataset.testid") == "stChatInputTextArea":
            break
    outline = tab.page.evaluate(
        """() => {
          const box = document.activeElement.closest("[data-testid=stChatInput]");
          return [...box.querySelectorAll("*"), box].some((one) =>
            getComputedStyle(one).borderTopColor === "rgb(31, 75, 110)");
        }"""
    )
    assert outline  # the focus is seen
    tab.page.keyboard.type(QUESTION)
    tab.page.keyboard.press("Enter")
    tab.sees(FOUND)
    tab.close()


def test_what_opens_beside_the_conversation_is_fine_too(
    chromium: Browser, page_address: str
) -> None:
    tab = Tab(chromium, page_address).open().say("Wat is het btw-tarief voor boeken?", FOUND)
    for name in ("Hernoemen", "Peildatum", "Exporteren"):
        tab.button(name).click()
        fine(tab)
        tab.page.keyboard.press("Escape")
    tab.page.get_by_text("Document van de cliënt toevoegen").click()
    fine_but_for_the_drop_zone(tab)
    deeds: list[FilePayload] = [
        {
            "name": f"akte-{one}.txt",
            "mimeType": "text/plain",
            "buffer": f"Bel 06-1234567{one}.".encode(),
        }
        for one in range(2)
    ]
    tab.page.locator("input[type=file]").first.set_input_files(deeds)
    expect(tab.page.get_by_text("Persoonsgegevens gevonden")).to_have_count(2)
    paste = tab.page.get_by_role("textbox", name="Of plak een tekst of een adres")
    paste.fill("De koopsom is 100 euro.")
    paste.press("Control+Enter")
    tab.sees(re.compile(r"de-koopsom-.+\.txt"))
    fine_but_for_the_drop_zone(tab)
    tab.page.get_by_text("Afbeelding toevoegen").click()
    picture: FilePayload = {
        "name": "akte.png",
        "mimeType": "image/png",
        "buffer": images.image(),
    }
    tab.page.locator("input[type=file]").last.set_input_files(picture)
    tab.sees("40 × 30 beeldpunten")
    fine_but_for_the_drop_zone(tab)
    tab.page.get_by_label("Wat is erop te zien").fill("De voorkant van de akte")
    tab.page.get_by_label("Wat is erop te zien").press("Enter")
    tab.page.get_by_text("De afbeelding mag in dit dossier").click()
    tab.button("Toevoegen als bron").last.click()
    tab.sees("bewaard en niet bekeken")
    tab.page.get_by_alt_text("De voorkant van de akte").wait_for()
    fine(tab)
    tab.close()


def test_dossiers_can_be_found_named_and_opened(chromium: Browser, page_address: str) -> None:
    tab = (
        Tab(chromium, page_address)
        .open()
        .say("Wat is het btw-tarief voor boeken?", re.compile("bronnen"))
    )
    tab.button("Hernoemen").click()
    title = tab.page.get_by_role("textbox", name="Titel")
    title.fill("Boekhandel De Uil")
    title.press("Enter")
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Boekhandel De Uil")
    tab.button("Ordenen").click()
    labels = tab.page.get_by_role("combobox", name="Labels")
    labels.fill("boeken")
    labels.press("Enter")
    expect(tab.page.locator(".stMarkdownBadge").filter(has_text="boeken")).to_be_attached()
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Escape")
    tab.button("Nieuw dossier").click()
    expect(tab.page.get_by_role("heading", level=1)).not_to_have_text("Boekhandel De Uil")
    tab.settled()  # what is typed while the page is drawn anew is lost
    find = tab.page.get_by_role("textbox", name="Zoek in alle dossiers")
    find.fill("de uil")
    find.press("Enter")
    tab.sees("1 gevonden voor ‘de uil’")
    fine(tab)
    tab.page.get_by_role("main").get_by_role("button", name="Boekhandel De Uil").click()
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Boekhandel De Uil")
    tab.close()


def test_axe_would_notice(chromium: Browser, page_address: str) -> None:
    tab = Tab(chromium, page_address).open()
    tab.page.evaluate(
        "document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=data:,>')"
    )
    assert any(one.startswith("image-alt") for one in tab.violations())
    tab.close()


def test_what_comes_from_elsewhere_would_be_noticed(chromium: Browser, page_address: str) -> None:
    tab = Tab(chromium, page_address).open()
    tab.page.evaluate("fetch('https://fonts.example.org/x').catch(() => 0)")
    assert tab.fetched == ["https://fonts.example.org/x"]
    tab.close()


def test_a_server_that_is_down_is_said_and_who_has_a_token_comes_in_once_it_is_there(
    chromium: Browser,
) -> None:
    with running(StandIn()) as gone:
        port = urlsplit(gone.address).port or 0
    with web_page(gone.address) as unserved:
        tab = Tab(chromium, unserved).open()
        tab.sees("Er antwoordt geen TESS-server")
        fine(tab)
        asking = StandIn()
        asking.token = "the-right-one"
        with running(asking, port):
            expect(tab.page.get_by_role("heading", level=1)).to_have_text("Toegang")
            fine(tab)
            field = tab.page.get_by_label("Uw token")
            field.fill("the-wrong-one")
            field.press("Enter")
            expect(tab.page.get_by_role("alert").filter(has_text="laat de server")).to_be_visible()
            field.fill(asking.token)
            field.press("Enter")
            tab.button("Afmelden").wait_for()
            fine(tab)
            assert tab.page.evaluate("document.cookie").count("the-right-one") == 0
            tab.page.reload()
            tab.say("Vraag", "Gevonden")
            tab.button("Afmelden").click()
            expect(tab.page.get_by_role("heading", level=1)).to_have_text("Toegang")
        tab.close()


def test_a_message_while_tess_works_is_not_lost(chromium: Browser, server: StandIn) -> None:
    with web_page(server.address) as address:
        tab = Tab(chromium, address).open()
        box = tab.page.get_by_test_id("stChatInputTextArea")
        server.held.clear()
        box.fill("Eerste")
        box.press("Enter")
        tab.page.wait_for_url("**dossier=dos-*")
        expect(box).to_have_count(0)
        server.held.set()
        expect(box).to_be_enabled()
        tab.say("Tweede", "Tweede")
        expect(box).to_have_value("")
        assert [request["message"] for request in server.requests] == ["Eerste", "Tweede"]
        tab.close()
