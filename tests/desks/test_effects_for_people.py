"""A plan is confirmed by a person: with a command at a terminal, and with a button on the page."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.terminal.english import WORDS
from clients.web.words import WORDS as PAGE
from tests.clients.browser import Tab, browser, require_chromium, web_page
from tests.clients.person import Person
from tests.desks import shop as shops
from tests.desks.dying import ordering
from tests.desks.shop import Shop
from tests.lending import with_starter_index
from tests.serving import TEST_ID, served

ITEMS = ["peas", "salt"]


@pytest.fixture
def shop() -> Iterator[Shop]:
    with shops.opened() as shop:
        yield shop


async def test_a_plan_is_confirmed_at_a_terminal(shop: Shop, tmp_path: Path) -> None:
    async with served(ordering(shop.url, ITEMS, tess_data_dir=tmp_path)) as server:
        await asyncio.to_thread(_typed, f"ws://127.0.0.1:{server.port}/ws", shop)


def _typed(url: str, shop: Shop) -> None:
    options = ("--url", url, "--dossier", TEST_ID)
    with Person(*options, lines=60, LANG="en_GB.UTF-8") as person:
        person.asks("Order what we need, please")
        person.sees('"item": "salt"', "Nothing of this plan")
    assert shop.orders == []
    with Person(*options, lines=60, LANG="en_GB.UTF-8") as person:  # which has shown no plan yet
        person.asks("/confirm")
        person.sees("Order peas", WORDS["confirm_again"])
        assert shop.orders == []
        person.asks("/confirm")
        person.sees("Carried out: Groceries", "Order salt — done")
        assert shop.items == ITEMS
        person.asks("/confirm")
        person.sees("/confirm")
        assert shop.items == ITEMS


@pytest.mark.timeout(300)
async def test_a_plan_is_confirmed_on_the_page(shop: Shop, tmp_path: Path) -> None:
    require_chromium()
    data = with_starter_index(tmp_path)
    async with served(ordering(shop.url, ITEMS, tess_data_dir=data)) as server:
        await asyncio.to_thread(_clicked, f"ws://127.0.0.1:{server.port}/ws", shop)


def _clicked(address: str, shop: Shop) -> None:
    with web_page(address) as url, browser() as launched:
        tab = Tab(launched, url, language="en").open()
        tab.say("Order what we need, please", "Nothing of this plan")
        assert shop.orders == []
        button = tab.page.get_by_role("button", name=PAGE["confirm"][1].partition(" ")[0])
        button.click()
        tab.page.get_by_text("Carried out").first.wait_for()
        tab.settled()
        assert shop.items == ITEMS
        assert button.count() == 0
        assert tab.violations() == []
        tab.close()
