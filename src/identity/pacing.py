"""Whose request is begun next: one at a time, each tenant in its turn, and all that is under way goes on in between."""

import asyncio
from collections import deque

Queue = deque[asyncio.Future[None]]


class Pacing:
    """Lets requests begin, so that very many of one tenant at once never hold up what another has under way."""

    def __init__(self) -> None:
        self._waiting: dict[str, Queue] = {}
        """By tenant, whose turn comes first in front."""

    async def turn(self, tenant: str) -> None:
        """Return once it is the turn of a request of this tenant."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._let_one_begin)
        begins = loop.create_future()
        self._waiting.setdefault(tenant, Queue()).append(begins)
        await begins

    def _let_one_begin(self) -> None:
        tenant = next(iter(self._waiting))
        queue = self._waiting.pop(tenant)
        begins = queue.popleft()
        if not begins.done():  # it was not given up meanwhile
            begins.set_result(None)
        if queue:
            self._waiting[tenant] = queue  # behind all others
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._let_one_begin)
