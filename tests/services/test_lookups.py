"""Look-ups of names end in time, and those that never answer take nobody else's places."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from src.identity.caller import Caller, calling
from src.services.addresses import Lookups


class NameServer:
    """Answers once its gate is open."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked = 0

    def look(self) -> str:
        self.asked += 1
        self.gate.wait()
        return "203.0.114.7"


@pytest.fixture
def silent() -> Iterator[NameServer]:
    server = NameServer()
    yield server
    server.gate.set()


async def test_a_look_up_ends_in_time(silent: NameServer) -> None:
    with pytest.raises(TimeoutError):
        await Lookups(seconds=0.05).of(silent.look)


async def test_what_a_look_up_says_is_told() -> None:
    assert await Lookups().of(int, "10", base=2) == 2
    with pytest.raises(ValueError, match="invalid literal"):
        await Lookups().of(int, "a name")


async def test_the_end_of_the_process_does_not_wait_for_a_look_up() -> None:
    assert await Lookups().of(lambda: threading.current_thread().daemon)


async def test_a_look_up_that_was_given_up_holds_a_place_of_its_tenant_alone(
    silent: NameServer,
) -> None:
    lookups = Lookups(seconds=0.05, at_once=2)
    with calling(Caller("anna", "acme")):
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await lookups.of(silent.look)
    assert silent.asked == 1
    with calling(Caller("bert", "breda")):
        assert await _in_the_end(lookups, str, "here") == "here"
    silent.gate.set()
    with calling(Caller("anna", "acme")):
        assert await _in_the_end(lookups, silent.look) == "203.0.114.7"


async def _in_the_end(lookups: Lookups, look: Callable[..., str], *given: str) -> str:
    """Return what is found, however busy this machine is."""
    while True:
        with suppress(TimeoutError):
            return await lookups.of(look, *given)
