"""A story at each desk in a real Chromium, with axe on each of its states; two widths and two languages among them."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import Browser

from src.desks.catalogue import plugs
from src.dossier.models import Language
from tests.clients.browser import Tab
from tests.clients.stories import NARROW, STORIES, House, Visit, opened

pytestmark = pytest.mark.timeout(300)  # a whole story, on a machine that may have much else to do

LOOKS: tuple[tuple[int, Language], ...] = ((1280, "nl"), (1280, "en"), (390, "nl"), (390, "en"))
IN_EACH_RUN = {
    ("docs", 390, "nl"),
    ("azure", 1280, "nl"),
    ("tsg", 1280, "en"),
    ("backlog", 390, "en"),
}
"""That of the first desk at 1280 in Dutch is `test_web_story.py`."""

WRITES = "backlog"
"""The desk that writes to its stand-in, which a second story finds other than it was."""

EVERY = [
    pytest.param(desk, *look, marks=() if (desk, *look) in IN_EACH_RUN else pytest.mark.deep)
    for desk in STORIES
    for look in LOOKS
]


@pytest.fixture
def visit(
    desk: str,
    width: int,
    language: Language,
    chromium: Browser,
    house: House,
) -> Iterator[Visit]:
    is_first = (desk, width, language) in IN_EACH_RUN
    with ExitStack() as stack:
        if desk == WRITES and not is_first:
            house = stack.enter_context(opened())
        tab = Tab(chromium, house.page, width=width, language=language, dark=width < NARROW)

        def look(state: str) -> None:
            tab.settled()
            assert (state, tab.violations(), tab.overflow() <= 0) == (state, [], True)

        yield Visit(tab, language, house, look)
        tab.close()
        assert tab.fetched == []


@pytest.mark.parametrize(("desk", "width", "language"), EVERY)
def test_a_story_at_each_desk(visit: Visit, desk: str) -> None:
    STORIES[desk](visit)


def test_each_desk_has_a_story() -> None:
    assert set(STORIES) == {plug.name for plug in plugs()}
