"""Makes a picture of every state of the web page: ``python -m tests.pictures FOLDER``; nothing is edited afterwards.

The pictures show TESS itself, with the offline model and the starter corpus, in the Chromium of this machine.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import expect

from src.commands.local_server import own_server
from tests.clients.browser import NoChromium, Tab, browser, web_page


@dataclass(frozen=True)
class Look:
    """One way in which the page is looked at, and the words that are said and waited for there."""

    width: int
    language: str
    dark: bool

    @property
    def name(self) -> str:
        return f"{self.width}-{self.language}-{'dark' if self.dark else 'light'}"


LOOKS = (
    Look(1280, "nl", dark=False),
    Look(1280, "nl", dark=True),
    Look(1280, "en", dark=False),
    Look(390, "nl", dark=False),
    Look(390, "nl", dark=True),
)

WORDS = {
    "nl": {
        "question": "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
        "found": "Zijn dit de juiste bronnen",
        "leave": "laat bron 3 en 4 weg",
        "left": "Weggelaten:",
        "yes": "ja, klopt",
        "grounds": "Waarop het steunt",
        "note": "Voetnoot 1",
        "timeline": "Tijdlijn",
        "compare": "Vergelijken",
        "export": "Exporteren",
        "day": "Peildatum",
        "rename": "Hernoemen",
        "new": "Nieuw dossier",
        "find": "Zoek in alle dossiers",
        "part": "bezwaar",
        "down": "Er antwoordt geen TESS-server",
    },
    "en": {
        "question": "Within how many weeks must I object to a tax assessment?",
        "found": "Are these the right sources",
        "leave": "leave out source 3 and 4",
        "left": "Left out:",
        "yes": "yes, that is right",
        "grounds": "What it stands on",
        "note": "Footnote 1",
        "timeline": "Time line",
        "compare": "Compare",
        "export": "Export",
        "day": "Date of law",
        "rename": "Rename",
        "new": "New dossier",
        "find": "Search all dossiers",
        "part": "object",
        "down": "No TESS server answers",
    },
}


@dataclass
class Camera:
    """Takes pictures of one tab."""

    tab: Tab
    look: Look
    folder: Path
    made: list[Path] = field(default_factory=list)

    def take(self, state: str) -> None:
        """Take a picture of the page as it is now."""
        self.tab.settled()
        self.tab.page.mouse.move(0, 0)
        path = self.folder / f"{state}-{self.look.name}.png"
        self.tab.page.screenshot(path=path, animations="disabled", caret="hide")
        self.made.append(path)


def main(folder: Path) -> int:
    """Make all pictures and print where they are; 0 done, 1 where there is no Chromium."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for look in LOOKS:
            with looking(look, folder) as camera:
                tell(camera, WORDS[look.language])
                print(f"{len(camera.made)} pictures of {look.name}", flush=True)
    except NoChromium as missing:
        print(f"Without a browser there are no pictures: {missing}.", file=sys.stderr)
        return 1
    print(f"All are in {folder}.")
    return 0


@contextmanager
def looking(look: Look, folder: Path) -> Iterator[Camera]:
    """Lend a camera before a page that has no dossiers yet."""
    with browser() as launched, tempfile.TemporaryDirectory() as data:
        environment = {"TESS_DATA_DIR": data, "OPENAI_API_KEY": ""}
        options = {"width": look.width, "language": look.language, "dark": look.dark}
        with own_server(environment) as url, web_page(url) as address:
            tab = Tab(launched, address, **options)  # type: ignore[arg-type]  # each fits its own
            yield Camera(tab.open(), look, folder)
        with web_page(url) as address:  # whose server has just ended
            lost = Tab(launched, address, **options)  # type: ignore[arg-type]  # each fits its own
            lost.open().sees(WORDS[look.language]["down"])
            Camera(lost, look, folder).take("offline")


def tell(camera: Camera, words: dict[str, str]) -> None:
    """Walk through the states of the page in the order of a conversation."""
    camera.take("welcome")
    _talk(camera, words)
    _look_back(camera, words)
    _take_home(camera, words)


def _talk(camera: Camera, words: dict[str, str]) -> None:
    tab = camera.tab
    tab.say(words["question"], words["found"])
    camera.take("found")
    tab.say(words["leave"], words["left"])
    camera.take("left-out")
    if camera.look.width < 640:  # there the sources are behind a button
        tab.page.get_by_test_id("stExpandSidebarButton").click()
        camera.take("sources")
        tab.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    tab.say(words["yes"], words["grounds"])
    tab.page.get_by_role("heading", name=words["grounds"]).scroll_into_view_if_needed()
    tab.page.get_by_role("main").get_by_role("heading", level=2).last.evaluate(
        "heading => heading.scrollIntoView()"
    )
    camera.take("answer")
    tab.page.get_by_role("main").get_by_role("button", name=re.compile(r"1 · ")).first.click()
    expect(tab.page.get_by_role("dialog")).to_contain_text(words["note"])
    camera.take("passage")
    tab.page.keyboard.press("Escape")
    expect(tab.page.get_by_role("dialog")).to_have_count(0)


def _look_back(camera: Camera, words: dict[str, str]) -> None:
    page = camera.tab.page
    page.get_by_role("radio", name=words["timeline"]).click()
    page.get_by_role("img", name=re.compile(words["timeline"])).wait_for()
    camera.take("timeline")
    page.locator(".st-key-back-1").get_by_role("button").click()
    page.get_by_role("dialog").wait_for()
    camera.take("back")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("radio", name=words["compare"]).click()
    camera.take("compare")


def _take_home(camera: Camera, words: dict[str, str]) -> None:
    tab = camera.tab
    for state in ("rename", "day", "export"):
        tab.button(words[state]).click()
        tab.page.get_by_test_id("stPopoverBody").wait_for()
        camera.take(state)
        tab.page.keyboard.press("Escape")
        expect(tab.page.get_by_test_id("stPopoverBody")).to_have_count(0)
    if camera.look.width < 640:
        tab.page.get_by_test_id("stExpandSidebarButton").click()
    tab.button(words["new"]).click()
    tab.settled()
    if camera.look.width < 640:
        tab.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    camera.take("dossiers")
    find = tab.page.get_by_role("textbox", name=words["find"])
    find.fill(words["part"])
    find.press("Enter")
    tab.sees(re.compile("1 (gevonden|found)"))
    camera.take("search")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures")))
