"""How often and after which pauses a request is repeated."""

from collections.abc import Awaitable, Callable, Sequence
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
        # What the service asks for, at least a growing pause of our own.
        wait=lambda state: max(_asked(state), _GROWING(state)),
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
    tries = stop_after_attempt(len(pauses) + 1)
    return AsyncRetrying(
        sleep=sleep,
        stop=lambda state: tries(state) or clock() + state.upcoming_sleep >= end,
        wait=lambda state: max((*pauses, 0.0)[state.attempt_number - 1], _asked(state)),
        retry=retry_if_exception_type(TryAgain),
        reraise=True,
    )


def _asked(state: RetryCallState) -> float:
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
