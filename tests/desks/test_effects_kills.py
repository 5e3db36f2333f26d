"""A server that dies at every step of carrying out a confirmed plan: nothing twice, nothing lost, all confirmed."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from benchmarks import effects
from tests.desks import shop as shops
from tests.desks.dying import Process, confirmed, planned, seen_through
from tests.desks.shop import Shop
from tests.serving import TEST_ID
from tests.thoroughness import stride

ITEMS = ["peas", "salt"]
STEPS = 20
"""Fewer than there are before and behind everything that is stored, looked up and ordered."""


@pytest.fixture
def shop() -> Iterator[Shop]:
    with shops.opened() as shop:
        yield shop


async def test_a_server_that_dies_at_any_step_writes_once(
    shop: Shop, store: dict[str, object]
) -> None:
    # In a quick run the two stores take turns, at every other step between them; else a server dies at each on both.
    apart = min(stride(), 4)
    for step in count(apart if "database_url" in store else 1, apart):
        shop.orders.clear()
        dossier_id = f"dos-{step:032x}"
        process = Process(shop.url, ITEMS, store, dies_at=step)
        digest = await planned(process.port, dossier_id)
        assert shop.orders == []
        reply = await confirmed(process.port, dossier_id, digest)
        process.kill()
        await seen_through(shop, ITEMS, store, dossier_id, digest)
        if reply:
            assert step > STEPS
            return


async def test_two_servers_at_which_one_plan_is_confirmed_write_once(
    shop: Shop, store: dict[str, object]
) -> None:
    servers = [Process(shop.url, ITEMS, store) for _ in "ab"]
    digest = await planned(servers[0].port, TEST_ID)
    both = [confirmed(one.port, TEST_ID, digest, f"m-{one.port}") for one in servers * 2]
    replies = await asyncio.gather(*both)
    for one in servers:
        one.kill()
    assert [reply["outcome"] for reply in replies if reply] == ["done"] * 4
    assert (shop.items, shop.twice) == (ITEMS, [])


async def test_the_run_of_random_kills_finds_nothing_wrong(store: dict[str, object]) -> None:
    figures = await effects.measured(store, runs=3, seed=1)
    assert figures["runs"] == 3
    assert (figures["twice"], figures["lost"], figures["unconfirmed"]) == (0, 0, 0)
