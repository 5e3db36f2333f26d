"""The servers that the clients talk to in these tests: a stand-in that does as it is told, and the real one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from src.commands.local_server import own_server
from tests.clients.stand_in import StandIn, running
from tests.lending import with_starter_index
from tests.uploads.site import Site, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.clients.stories import House


@pytest.fixture
def server() -> Iterator[StandIn]:
    with running(StandIn()) as state:
        yield state


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A web site whose pages the server may fetch, for the tests of one file."""
    with serving() as running_site:
        yield running_site


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Iterator[str]:
    """Address of a real server with the offline model and no dossiers, for the tests of one file."""
    data = with_starter_index(tmp_path_factory.mktemp("data"))
    environment = {"TESS_DATA_DIR": str(data), "OPENAI_API_KEY": "", "TESS_FETCH": site.url}
    with own_server(environment) as url:
        yield url


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[House]":
    """A server with every desk over the stand-ins of their demos, and the page beside it, for all that see the page."""
    from tests.clients.stories import opened

    with opened(with_starter_index(tmp_path_factory.mktemp("house"))) as house:
        yield house


@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    from tests.clients.browser import browser, require_chromium

    require_chromium()
    with browser() as launched:
        yield launched
