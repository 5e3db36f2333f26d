"""Places for work, and a queue for them: a tenant has at most half of both, and each tenant is begun in its turn."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from src.errors import Busy

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


RETRY_SECONDS = 5
"""What a client is told to wait when all places are taken: about one turn of a model."""


@dataclass(frozen=True, eq=False)
class FairPlace:
    """A place that was asked for; ``given`` is done once it is granted."""

    tenant: str
    given: asyncio.Future[None]


class FairPlaces:
    """So many places, and so many that wait for one; where there are no tenants, all are everyone's."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most_waiting = waiting
        self._held: Counter[str] = Counter()
        """Places by tenant."""
        self._waiting: list[FairPlace] = []

    @property
    def held(self) -> int:
        return self._held.total()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def place(self, tenant: str) -> AsyncIterator[None]:
        """Hold a place in the block; ``Busy`` where too many wait for one."""
        place = self.ask(tenant)
        try:
            await place.given
            yield
        finally:
            self.leave(place)

    def ask(self, tenant: str) -> FairPlace:
        """Return a place, given at once or waited for, that has to be left; ``Busy`` where too many wait for one."""
        place = FairPlace(tenant, asyncio.get_running_loop().create_future())
        if self._may_begin(tenant):
            self._give(place)
            return place
        most = self._most_waiting
        theirs = sum(other.tenant == tenant for other in self._waiting)
        if len(self._waiting) >= most or theirs >= _share(most, tenant):
            raise Busy(seconds=str(RETRY_SECONDS))
        self._waiting.append(place)
        return place

    def leave(self, place: FairPlace) -> None:
        """Give a place back, or wait for it no longer; who has fewest is next, then who came first."""
        if place in self._waiting:
            self._waiting.remove(place)
            return
        self._held[place.tenant] -= 1
        if not self._held[place.tenant]:
            del self._held[place.tenant]
        able = [other for other in self._waiting if self._may_begin(other.tenant)]
        able = [other for other in able if not other.given.done()]  # nobody stopped waiting
        if able:
            following = min(able, key=lambda other: self._held[other.tenant])
            self._waiting.remove(following)
            self._give(following)

    def _give(self, place: FairPlace) -> None:
        self._held[place.tenant] += 1
        place.given.set_result(None)

    def _may_begin(self, tenant: str) -> bool:
        most = self._at_once
        return self.held < most and self._held[tenant] < _share(most, tenant)


def _share(places: int, tenant: str) -> int:
    """Return how many of the places one tenant may have: half; all where there are no tenants."""
    return max(1, places // 2) if tenant else places
