"""The web page in a real Chromium: a whole story, with the keyboard, at two widths, with axe on each state."""

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import Browser, FilePayload, expect

from tests.clients.browser import Tab, web_page
from tests.uploads import images

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do

LOOKS = ((1280, False), (390, True))  # width, and whether it is dark
QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
FOUND = "Zijn dit de juiste bronnen voor uw vraag?"
ANSWER = "Waarop het steunt"


@pytest.fixture(scope="module")
def page_address(chromium: Browser, address: str) -> Iterator[str]:
    with web_page(address) as page:
        yield page


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
    tab.page.get_by_role("radio", name=name).click()
    # Right after the click the page may still look settled; once its address tells the view, the click was heard.
    expect(tab.page).to_have_url(VIEW_IN_ADDRESS[name])
    tab.settled()


def test_the_whole_story(tab: Tab) -> None:
    fine(tab)
    tab.say(QUESTION, FOUND)
    fine(tab)

    side(tab)
    told = chosen(tab, out=1)
    tick(tab, 4)
    tab.sees(told)
    fine(tab)
    no_side(tab)
    tab.sees("Weggelaten:")

    tab.say("zet bron 4 toch terug", "Teruggezet:")
    expect(tab.page.get_by_text(chosen(tab))).to_be_attached()
    tab.say("ja, klopt", ANSWER)
    fine(tab)

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
    tab.page.locator("input[type=file]").first.set_input_files(
        {
            "name": "akte.txt",
            "mimeType": "text/plain",
            "buffer": b"Bel 06-12345678 over de koopsom.",
        }
    )
    tab.sees("Persoonsgegevens gevonden")
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


def test_a_server_that_is_down_is_said_and_looked_for(chromium: Browser) -> None:
    with web_page("ws://127.0.0.1:9/ws") as unserved:
        tab = Tab(chromium, unserved).open()
        tab.sees("Er antwoordt geen TESS-server")
        fine(tab)
        tab.close()
