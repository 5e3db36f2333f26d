"""How much one tenant may have done: turns a minute, turns at once, tokens of the model in a day."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from math import ceil
from typing import TypeVar

from src.errors import LimitReached

MINUTE, DAY = 60.0, 24 * 3600.0
SOON = 5
"""Seconds after which it makes sense to ask whether a turn has ended: about one turn of a model."""

MOST_TENANTS = 10_000
"""Tenants of whom something is remembered; of one more, what was used longest ago is forgotten."""

Remembered = TypeVar("Remembered")


def for_each_tenant(new: Callable[[], Remembered]) -> Callable[[str], Remembered]:
    """Return what gives each tenant a value of its own, made once: a table that no number of tenants makes grow."""
    return lru_cache(MOST_TENANTS)(lambda _: new())


@dataclass
class _Spent:
    turns: deque[float] = field(default_factory=deque)
    """When its turns of the last minute began."""
    tokens: int = 0
    since: float = 0.0
    """When the first of these tokens was spent; a day later they count no more."""


@dataclass(frozen=True)
class Quotas:
    """The limits of every tenant, 0 for none, and what each has used; counted by this process alone.

    Time is told by a clock that nobody sets; the time of day only words when it is possible again.
    """

    turns_per_minute: int = 0
    turns_at_once: int = 0
    tokens_per_day: int = 0
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _spent: Callable[[str], _Spent] = field(
        default_factory=partial(for_each_tenant, _Spent), init=False
    )

    def begin_turn(self, tenant: str, running: int) -> None:
        """Count a turn; raises ``LimitReached`` where ``running`` others, or those of the last minute, are enough."""
        if self.turns_at_once and running >= self.turns_at_once:
            raise self._reached("turns_at_once", self.turns_at_once, SOON)
        if not self.turns_per_minute:
            return
        turns = self._spent(tenant).turns
        while turns and turns[0] <= self.clock() - MINUTE:
            turns.popleft()
        if len(turns) >= self.turns_per_minute:
            raise self._reached(
                "turns_per_minute", self.turns_per_minute, turns[0] + MINUTE - self.clock()
            )
        turns.append(self.clock())

    def check_tokens(self, tenant: str) -> None:
        """Return while the model may be asked; raises ``LimitReached`` where the day's tokens are spent."""
        spent = self._spent(tenant)
        if self.tokens_per_day and self._today(spent) >= self.tokens_per_day:
            left = spent.since + DAY - self.clock()
            raise self._reached("tokens_per_day", self.tokens_per_day, left)

    def spend(self, tenant: str, tokens: int) -> None:
        """Count tokens that the model took."""
        spent = self._spent(tenant)
        if not self._today(spent):
            spent.since = self.clock()
        spent.tokens += tokens

    def spent(self, tenant: str) -> int:
        return self._today(self._spent(tenant))

    def _today(self, spent: _Spent) -> int:
        if self.clock() >= spent.since + DAY:
            spent.tokens = 0
        return spent.tokens

    def _reached(self, limit: str, most: int, seconds: float) -> LimitReached:
        wait = max(1, ceil(seconds))
        then = (self.now() + timedelta(seconds=wait)).astimezone(UTC)
        return LimitReached(
            limit=limit, most=str(most), seconds=str(wait), time=f"{then:%Y-%m-%d %H:%M:%S} UTC"
        )


NO_QUOTAS = Quotas()
"""Limits nobody."""
