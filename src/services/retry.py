"""How often and after which pauses a request is repeated, and the breaker of a tenant whose requests keep failing."""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential_jitter,
)

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
    """How the last calls of one tenant have fared."""

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


ATTEMPTS = 5
LONGEST_WAIT = 120.0
"""Seconds; a service that asks for a longer pause is left alone."""

_GROWING = wait_exponential_jitter(multiplier=0.5, max=20.0, jitter=0.5)


class TryAgain(Exception):
    """A request failed in a way that passes; ``pause`` is the seconds that the service asks for, 0 for none."""

    def __init__(self, problem: str, pause: float = 0.0) -> None:
        super().__init__(problem)
        self.pause = pause


def retrying(sleep: Callable[[float], None]) -> Retrying:
    """Return what repeats a call that raises TryAgain, and raises it itself once it has tried often enough."""
    return Retrying(
        sleep=sleep,
        stop=stop_after_attempt(ATTEMPTS),
        wait=_wait,
        retry=retry_if_exception_type(TryAgain),
        reraise=True,
    )


def repeating(
    pauses: Sequence[float],
    end: float,
    sleep: Callable[[float], Awaitable[None]],
    clock: Callable[[], float],
) -> AsyncRetrying:
    """Return what repeats a call after each of these pauses, or a longer one that the service asks for.

    It raises TryAgain itself once it has no pause left, or the next one would last beyond ``end``.
    """

    def wait(state: RetryCallState) -> float:
        return max(
            pauses[min(state.attempt_number, len(pauses)) - 1] if pauses else 0.0, _asked(state)
        )

    def is_enough(state: RetryCallState) -> bool:
        return state.attempt_number > len(pauses) or clock() + state.upcoming_sleep >= end

    return AsyncRetrying(
        sleep=sleep,
        stop=is_enough,
        wait=wait,
        retry=retry_if_exception_type(TryAgain),
        reraise=True,
    )


def _wait(state: RetryCallState) -> float:
    """Return the seconds to wait: those that the service asks for, at least a growing pause of our own."""
    return max(_asked(state), _GROWING(state))


def _asked(state: RetryCallState) -> float:
    """Return the seconds that the service asks to wait."""
    failure = state.outcome.exception() if state.outcome else None
    return failure.pause if isinstance(failure, TryAgain) else 0.0


def asked_pause(retry_after: str) -> float:
    """Return the seconds that a ``Retry-After`` header asks for, in either of its forms; 0 for none."""
    if retry_after.isascii() and retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0
