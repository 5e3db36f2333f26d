"""Makes a picture of every state of the web page: ``python -m tests.pictures FOLDER``; nothing is edited afterwards.

The pictures show TESS itself at each of its desks, with the built-in model, the starter corpus and the stand-ins of the
demos, in the Chromium of this machine.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, expect

from src.dossier.models import Language
from tests.clients.browser import NoChromium, Tab, browser, web_page
from tests.clients.stories import STORIES, House, Visit, opened


@dataclass(frozen=True)
class Look:
    """One way in which the page is looked at."""

    width: int
    language: Language
    dark: bool

    @property
    def name(self) -> str:
        return f"{self.width}-{self.language}-{'dark' if self.dark else 'light'}"


LANGUAGES: tuple[Language, ...] = ("nl", "en")
FIRST = next(iter(STORIES))
LOOKS = [Look(*one) for one in product((1280, 390), LANGUAGES, (False, True))]


@dataclass
class Camera:
    """Takes pictures of one tab at one desk."""

    tab: Tab
    look: Look
    folder: Path
    desk: str
    made: list[Path] = field(default_factory=list)

    def take(self, state: str) -> None:
        """Take a picture of the page as it is now."""
        self.tab.settled()
        self.tab.page.mouse.move(0, 0)
        path = self.folder / f"{self.desk}-{state}-{self.look.name}.png"
        self.tab.page.screenshot(path=path, animations="disabled", caret="hide")
        self.made.append(path)


def main(folder: Path) -> int:
    """Make all pictures and print where they are; 0 done, 1 where there is no Chromium."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with browser() as launched:
            for look in LOOKS:
                print(f"{_take_all(launched, look, folder)} pictures of {look.name}", flush=True)
    except NoChromium as missing:
        print(f"Without a browser there are no pictures: {missing}.", file=sys.stderr)
        return 1
    print(f"All are in {folder}.")
    return 0


def _take_all(launched: Browser, look: Look, folder: Path) -> int:
    """Take the pictures of one look, in a house that nobody was in; return how many."""
    made = 0
    with opened() as house:
        for desk, story in STORIES.items():
            with _camera(launched, house.page, look, folder, desk) as camera:
                visit = Visit(camera.tab, look.language, house, camera.take)
                story(visit)
                if desk == FIRST:
                    _look_back(visit)
                    _take_home(visit)
                made += len(camera.made)
    return made + _lost(launched, house, look, folder)


@contextmanager
def _camera(
    launched: Browser, address: str, look: Look, folder: Path, desk: str
) -> Iterator[Camera]:
    tab = Tab(launched, address, width=look.width, language=look.language, dark=look.dark)
    yield Camera(tab, look, folder, desk)
    tab.close()


def _lost(launched: Browser, house: House, look: Look, folder: Path) -> int:
    """Take the picture of a page whose server has ended."""
    with (
        web_page(house.url) as address,
        _camera(launched, address, look, folder, "any") as camera,
    ):
        down = {"nl": "Er antwoordt geen TESS-server", "en": "No TESS server answers"}
        camera.tab.open().sees(down[look.language])
        camera.take("offline")
        return len(camera.made)


def _look_back(visit: Visit) -> None:
    """Go on from the time line: the way back, and what differs."""
    page = visit.tab.page
    page.locator(".st-key-back-1").get_by_role("button").click()
    page.get_by_role("dialog").wait_for()
    visit.look("back")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    visit.view("compare")
    visit.look("compare")


def _take_home(visit: Visit) -> None:
    """Open what stands above a dossier, then the list of all, and search that."""
    tab = visit.tab
    for state, label in (
        ("rename", visit.word("rename")),
        ("day", visit.either("Peildatum", "Date of law")),
        ("export", visit.word("export")),
    ):
        tab.button(label).click()
        tab.page.get_by_test_id("stPopoverBody").wait_for()
        visit.look(state)
        tab.page.keyboard.press("Escape")
        expect(tab.page.get_by_test_id("stPopoverBody")).to_have_count(0)
    tab.open()
    visit.look("dossiers")
    find = tab.page.get_by_role("textbox", name=visit.word("find"))
    find.fill(visit.either("bezwaar", "object"))
    find.press("Enter")
    tab.sees(re.compile("1 (gevonden|found)"))
    visit.look("search")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures")))
