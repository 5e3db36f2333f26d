"""How long a model may be silent, whatever asks it: a reply that streams goes on at each of its pieces."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

alive: ContextVar[Callable[[], None] | None] = ContextVar("alive", default=None)
"""Is called at each piece of a stream of events that this task reads: whoever waits knows that it goes on."""


@asynccontextmanager
async def listening(silence: float) -> AsyncIterator[None]:
    """Raise ``TimeoutError`` after so many seconds without a reply, or between two pieces of one that streams."""
    loop, outer = asyncio.get_running_loop(), alive.get()
    async with asyncio.timeout(silence) as limit:

        def hear() -> None:
            if outer:
                outer()
            if not limit.expired():
                limit.reschedule(loop.time() + silence)

        hears = alive.set(hear)
        try:
            yield
        finally:
            alive.reset(hears)
