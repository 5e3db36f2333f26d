"""A breaker for each tenant: who fails several times in a row is left alone for a while, and then tried once."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from src.identity.caller import current
from src.identity.quotas import for_each_tenant

FAILURES = 5
"""So many calls fail in a row, each with the repeats that it may have, before the other side is left alone."""

REST_SECONDS = 10.0
"""So long it is left alone; then one call tries whether it is back."""


class Resting(Exception):
    """The other side is left alone for now."""


@dataclass
class _Luck:
    failures: int = 0
    rests_until: float = 0.0
    is_trying: bool = False


class CircuitBreaker:
    """Tells who may call now, by how the calls before have fared.

    Each tenant has a breaker of its own: words that make every call time out would else shut all others out, and what
    one tenant is told would tell of another's calls.
    """

    def __init__(
        self,
        failures: int = FAILURES,
        seconds: float = REST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures
        self._seconds = seconds
        self._clock = clock
        self._lucks = for_each_tenant(_Luck)

    @property
    def is_open(self) -> bool:
        """Whether the other side counts as down for the tenant at hand: from so many failures in a row to a success."""
        return self._luck.failures >= self._most

    @contextmanager
    def admitting(self) -> Iterator[None]:
        """Let a call through, or raise ``Resting``; one call alone tries whether the other side is back."""
        tries = self.is_open
        luck = self._luck
        if tries and (luck.is_trying or self._clock() < luck.rests_until):
            raise Resting
        luck.is_trying = tries or luck.is_trying
        try:
            yield
        finally:
            if tries:  # also where the caller gave up, which tells nothing
                luck.is_trying = False

    def note(self, *, is_down: bool) -> None:
        """Take note of how a call of the tenant at hand fared."""
        luck = self._luck
        luck.failures = luck.failures + 1 if is_down else 0
        luck.rests_until = self._clock() + self._seconds

    @property
    def _luck(self) -> _Luck:
        return self._lucks(current().tenant)
