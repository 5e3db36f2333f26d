"""Requests that begin in turn: whoever floods is one of several, and what was given up holds nobody up."""

import asyncio

from src.identity.fair_places import Pacing


async def begun(pacing: Pacing, asked: list[str]) -> list[str]:
    """Return whose requests began, in that order, where all were asked for at once."""
    order: list[str] = []

    async def request(tenant: str) -> None:
        await pacing.turn(tenant)
        order.append(tenant)

    await asyncio.gather(*(request(tenant) for tenant in asked))
    return order


async def test_each_tenant_is_next_in_its_turn() -> None:
    order = await begun(Pacing(), ["acme"] * 300 + ["breda", "delft"] + ["acme"] * 9 + ["breda"])
    assert order[:5] == ["acme", "breda", "delft", "acme", "breda"]
    assert order[5:] == ["acme"] * 307


async def test_what_is_under_way_goes_on_between_two_that_begin() -> None:
    pacing, passes = Pacing(), 0

    async def under_way() -> None:
        nonlocal passes
        while True:
            await asyncio.sleep(0)
            passes += 1

    other = asyncio.create_task(under_way())
    await begun(pacing, ["acme"] * 300)
    other.cancel()
    assert passes >= 299


async def test_what_is_given_up_holds_nobody_up() -> None:
    pacing = Pacing()
    given_up = asyncio.create_task(pacing.turn("acme"))
    kept = asyncio.create_task(begun(pacing, ["acme", "breda"]))
    await asyncio.sleep(0)
    given_up.cancel()
    assert sorted(await kept) == ["acme", "breda"]
    assert await begun(pacing, ["acme"]) == ["acme"]
