"""A page that was checked is remembered for who was shown it: for a while, and for nobody else."""

import asyncio
from collections.abc import Iterator

import pytest

from src.identity.caller import Caller, calling
from src.services.addresses import PageGuard
from src.uploads.pages import PageReader
from src.uploads.reader import DocumentReader
from tests.uploads.site import Site, serving

ONE, OTHER = Caller("jan", "one"), Caller("piet", "other")


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


def reader(site: Site, **limits: float) -> PageReader:
    return PageReader(PageGuard([site.url]), DocumentReader(), **limits)  # type: ignore[arg-type]  # limits are numbers, whichever is named


def test_what_one_tenant_was_shown_is_fetched_anew_for_another(site: Site) -> None:
    address, kept = f"{site.url}/akte.txt", reader(site)

    async def added() -> None:
        with calling(ONE):
            checked = await kept.check(address)
            assert await kept.agreed(address, checked.sha256) is checked
        with calling(OTHER):
            assert (await kept.agreed(address, checked.sha256)).sha256 == checked.sha256

    asyncio.run(added())
    assert len(site.asked) == 2


def test_a_page_is_remembered_for_so_long_and_no_longer(site: Site) -> None:
    address, kept = f"{site.url}/akte.txt", reader(site, seconds=0)

    async def added() -> None:
        checked = await kept.check(address)
        later = asyncio.Event()
        asyncio.get_running_loop().call_later(0, later.set)
        await later.wait()
        await kept.agreed(address, checked.sha256)

    asyncio.run(added())
    assert len(site.asked) == 2


def test_only_so_many_pages_are_remembered(site: Site) -> None:
    first, kept = f"{site.url}/akte.txt", reader(site, most=1)

    async def added() -> None:
        checked = await kept.check(first)
        await kept.check(f"{first}?daarna")
        await kept.agreed(first, checked.sha256)

    asyncio.run(added())
    assert site.asked.count("/akte.txt") == 2
