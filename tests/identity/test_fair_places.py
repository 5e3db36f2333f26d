"""Who is given a place: nobody more than half of them, and who has fewest first."""

import asyncio

from src.identity.fair_places import FairPlace, FairPlaces


async def test_of_those_that_wait_who_has_fewest_is_next_and_then_who_came_first() -> None:
    places = FairPlaces(at_once=4, waiting=8)
    of_a, of_b = places.ask("a"), places.ask("b")
    held = [places.ask("a"), places.ask("b")]
    waiting = [places.ask(tenant) for tenant in ("a", "a", "b", "c", "c")]
    places.leave(of_a)
    assert _given(waiting) == [False, False, False, True, False]
    places.leave(of_b)
    assert _given(waiting) == [True, False, False, True, False]
    for place in (*held, waiting[3]):
        places.leave(place)
    assert _given(waiting) == [True, True, True, True, True]


async def test_who_waits_no_longer_is_given_nothing() -> None:
    places = FairPlaces(at_once=1, waiting=2)
    held, left, stays = (places.ask(tenant) for tenant in "abc")
    left.given.cancel()
    places.leave(held)
    assert stays.given.done()
    assert (places.held, places.waiting) == (1, 1)
    places.leave(left)
    places.leave(stays)
    assert (places.held, places.waiting) == (0, 0)


async def test_where_there_are_no_tenants_all_places_are_everyones() -> None:
    places = FairPlaces(at_once=4, waiting=4)
    asked = [places.ask("") for _ in range(8)]
    assert _given(asked) == [True] * 4 + [False] * 4
    await asyncio.gather(*(place.given for place in asked[:4]))


def _given(asked: list[FairPlace]) -> list[bool]:
    return [place.given.done() for place in asked]
