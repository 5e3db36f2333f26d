"""How much one tenant may have done: turns a minute, turns at once, tokens of the model in a day.

The rules stand here once. What a tenant has used is kept by this process, or in a row of the database that all servers
share.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from math import ceil
from typing import Protocol, TypeVar

from pydantic import TypeAdapter

from src.dossier.postgres_rows import Lend
from src.errors import LimitReached

MINUTE, DAY = 60.0, 24 * 3600.0
SOON = 5
"""Seconds after which it makes sense to ask whether a turn has ended: about one turn of a model."""
LEASE = 3600.0
"""Seconds after which a turn counts as ended whatever happened to the server that ran it."""

MOST_TENANTS = 10_000
"""Tenants of whom something is remembered; of one more, what was used longest ago is forgotten."""

NEW_ROW = "insert into quotas (tenant) values (%s) on conflict do nothing"
ROW = "select used, extract(epoch from clock_timestamp())::float8 from quotas where tenant = %s for update"
SET_ROW = "update quotas set used = %s where tenant = %s"

Remembered = TypeVar("Remembered")
Result = TypeVar("Result")


def for_each_tenant(new: Callable[[], Remembered]) -> Callable[[str], Remembered]:
    """Return what gives each tenant a value of its own, made once: a table that no number of tenants makes grow."""
    return lru_cache(MOST_TENANTS)(lambda _: new())


@dataclass
class Used:
    """What a tenant has used, in seconds of the clock that its keeper reads."""

    turns: list[float] = field(default_factory=list)
    """When its turns of the last minute began."""
    running: dict[str, float] = field(default_factory=dict)
    """Until when each of its turns counts as running, at the latest."""
    tokens: int = 0
    since: float = 0.0
    """When the first of these tokens was spent; a day later they count no more."""


AS_JSON = TypeAdapter(Used)
Change = Callable[[Used, float], Result]
"""Reads and changes what was used, at a time; what it raises changes nothing."""


class UsageKeeper(Protocol):
    """Keeps what each tenant has used, and changes it by one caller at a time."""

    async def change(self, tenant: str, change: Change[Result]) -> Result:
        """Apply a change and return what it returns; ``StorageFailed`` where it can't be kept."""


class UsageInMemory:
    """A ``UsageKeeper`` for one process. Its clock is one that nobody sets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of = for_each_tenant(Used)

    async def change(self, tenant: str, change: Change[Result]) -> Result:
        return change(self._of(tenant), self._clock())


class UsageTable:
    """A ``UsageKeeper`` for all servers of one database, a row a tenant. Its clock is that of the database."""

    def __init__(self, lend: Lend) -> None:
        self._lend = lend

    async def change(self, tenant: str, change: Change[Result]) -> Result:
        async with self._lend() as database, database.transaction():
            await database.execute(NEW_ROW, [tenant])
            cursor = await database.execute(ROW, [tenant])
            row = await cursor.fetchone()
            assert row  # it was made, and no row is ever removed
            used = AS_JSON.validate_python(row[0])
            result = change(used, row[1])
            await database.execute(SET_ROW, [AS_JSON.dump_json(used).decode(), tenant])
            return result


@dataclass(frozen=True)
class Quotas:
    """The limits of every tenant, 0 for none; ``now`` only words when something is possible again."""

    turns_per_minute: int = 0
    turns_at_once: int = 0
    tokens_per_day: int = 0
    keeper: UsageKeeper = field(default_factory=UsageInMemory)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def begin_turn(self, tenant: str) -> str:
        """Count a turn and return its name for ``end_turn``; raises ``LimitReached`` where those before are enough."""
        if not self.turns_per_minute and not self.turns_at_once:
            return ""
        return await self.keeper.change(tenant, self._begin_turn)

    async def end_turn(self, tenant: str, turn: str) -> None:
        """Take note that a turn that was begun has ended."""
        if self.turns_at_once:
            await self.keeper.change(tenant, lambda used, _: used.running.pop(turn, 0.0))

    async def check_tokens(self, tenant: str) -> None:
        """Return while the model may be asked; raises ``LimitReached`` where the day's tokens are spent."""
        if self.tokens_per_day:
            await self.keeper.change(tenant, self._check_tokens)

    async def spend(self, tenant: str, tokens: int) -> None:
        """Count tokens that the model took."""
        if self.tokens_per_day:
            await self.keeper.change(tenant, partial(_spend, tokens))

    async def spent(self, tenant: str) -> int:
        """Return the tokens that count today, where they are limited."""
        return await self.keeper.change(tenant, _today)

    def _begin_turn(self, used: Used, now: float) -> str:
        used.running = {turn: until for turn, until in used.running.items() if until > now}
        if self.turns_at_once and len(used.running) >= self.turns_at_once:
            raise self._reached("turns_at_once", self.turns_at_once, SOON)
        used.turns = [begun for begun in used.turns if begun > now - MINUTE]
        if self.turns_per_minute and len(used.turns) >= self.turns_per_minute:
            left = used.turns[0] + MINUTE - now
            raise self._reached("turns_per_minute", self.turns_per_minute, left)
        turn = secrets.token_hex(8)
        used.turns.append(now)
        used.running[turn] = now + LEASE
        return turn

    def _check_tokens(self, used: Used, now: float) -> None:
        if _today(used, now) >= self.tokens_per_day:
            raise self._reached("tokens_per_day", self.tokens_per_day, used.since + DAY - now)

    def _reached(self, limit: str, most: int, seconds: float) -> LimitReached:
        wait = max(1, ceil(seconds))
        then = (self.now() + timedelta(seconds=wait)).astimezone(UTC)
        return LimitReached(
            limit=limit, most=str(most), seconds=str(wait), time=f"{then:%Y-%m-%d %H:%M:%S} UTC"
        )


def _spend(tokens: int, used: Used, now: float) -> None:
    if not _today(used, now):
        used.since = now
    used.tokens += tokens


def _today(used: Used, now: float) -> int:
    if now >= used.since + DAY:
        used.tokens = 0
    return used.tokens


NO_QUOTAS = Quotas()
"""Limits nobody."""
