"""A bound on how much is logged of one kind, so that no client can fill the disk with what it makes the server say."""

import logging
import time
from collections.abc import Callable

BURST = 100
"""Lines of one kind that may come at once."""

RATE = 5.0
"""Lines of one kind a second in the long run."""


class Flood(logging.Filter):
    """Lets only so many lines of one place in the code through; the next one says how many were left out before it.

    A line with an error id always gets through: a user was given that reference, and has nothing else.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, int], _Bucket] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether there is room for this line."""
        now, kind = self._clock(), (record.pathname, record.lineno)
        bucket = self._kinds.get(kind) or self._kinds.setdefault(kind, _Bucket(now))
        if not bucket.takes(now) and "error_id" not in record.__dict__:
            bucket.left_out += 1
            return False
        if bucket.left_out:
            record.suppressed, bucket.left_out = bucket.left_out, 0
        return True


class _Bucket:
    def __init__(self, now: float) -> None:
        self.left_out = 0
        self._room = float(BURST)
        self._at = now

    def takes(self, now: float) -> bool:
        self._room = min(BURST, self._room + (now - self._at) * RATE)
        self._at = now
        if self._room < 1:
            return False
        self._room -= 1
        return True
