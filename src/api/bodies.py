"""Files that requests bring, taken in piece by piece: no longer than they may be, and no slower."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request

from src.api.limits import Limits
from src.errors import BodyTooSlow

JSON = "application/json"


def media_type(request: Request) -> str:
    """Return of what type a body is said to be."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def body_of(request: Request, limits: Limits, bound: Callable[[int], None]) -> bytes:
    """Return the file; ``bound`` is given each length that it has reached, and raises where that is too much.

    Raises ``BodyTooSlow`` where it is not there in time, or drips in.
    """
    clock = asyncio.get_running_loop().time
    begun, body = clock(), bytearray()
    try:
        async with asyncio.timeout(None) as deadline:
            deadline.reschedule(begun + limits.seconds_for(0))
            async for piece in request.stream():
                body += piece
                bound(len(body))
                deadline.reschedule(begun + limits.seconds_for(len(body)))
    except TimeoutError:
        raise BodyTooSlow(seconds=f"{clock() - begun:.0f}") from None
    return bytes(body)
