"""Look-ups of names, which may wait for a server that never answers: in threads of their own, and for so long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import ParamSpec, TypeVar

from src.identity.caller import current
from src.identity.fair_places import FairPlaces

Given = ParamSpec("Given")
Result = TypeVar("Result")

LOOKUP_SECONDS = 5.0

AT_ONCE, WAITING = 16, 256
"""Look-ups; where there are tenants, one has at most half of them."""


class Lookups:
    """Calls what looks names up; a call that is given up holds its place until the system lets go of its thread."""

    def __init__(self, seconds: float = LOOKUP_SECONDS, at_once: int = AT_ONCE) -> None:
        self._seconds = seconds
        self._places = FairPlaces(at_once, WAITING)

    async def of(
        self, look: Callable[Given, Result], /, *given: Given.args, **named: Given.kwargs
    ) -> Result:
        """Return what ``look`` does.

        Raises its ``OSError`` or ``ValueError``, ``TimeoutError`` where it takes too long, or ``Busy``.
        """
        loop = asyncio.get_running_loop()
        found: Future[Result] = Future()
        place = self._places.ask(current().tenant)

        def work() -> None:
            try:
                found.set_result(look(*given, **named))
            except (OSError, ValueError) as error:
                found.set_exception(error)
            finally:
                with suppress(RuntimeError):  # of a loop that has ended meanwhile
                    loop.call_soon_threadsafe(self._places.leave, place)

        async with asyncio.timeout(self._seconds):
            try:
                await place.given
            except asyncio.CancelledError:
                self._places.leave(place)
                raise
            found.set_running_or_notify_cancel()
            # The end of the process does not wait for such a thread, as it would for one of a pool.
            Thread(target=work, name="tess-names", daemon=True).start()
            return await asyncio.wrap_future(found)
