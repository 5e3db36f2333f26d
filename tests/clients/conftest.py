"""The server that the clients talk to in these tests."""

from collections.abc import Iterator

import pytest

from tests.clients.stand_in import StandIn, running


@pytest.fixture
def server() -> Iterator[StandIn]:
    with running(StandIn()) as state:
        yield state
