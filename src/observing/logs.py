"""The log: one JSON object a line on standard error, made of known attributes only.

Whatever logs, a room of ours or a library, comes through here. A room's own line is one of the texts that
``attributes`` lists, with attributes (``log.warning("set a torn line aside", extra={"bytes": 7})``). Every other
line tells only its place, never a word: at DEBUG libraries log whole messages, addresses and headers.
"""

import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import PurePath
from traceback import extract_tb
from types import TracebackType
from typing import TextIO

from pydantic_core import to_json

from src.observing.attributes import EVENTS, allowed, shaped
from src.observing.spans import Span

OURS = "src."
"""Loggers of our rooms begin so."""

BY_OTHERS = "said by others"

MOST_FRAMES = 24
"""Of one traceback, the innermost."""

BURST = 100
"""Lines of one kind that may come at once."""

RATE = 5.0
"""Lines of one kind a second in the long run."""

_NAME = re.compile(r"[A-Za-z_<][A-Za-z0-9_.<>]{0,120}")
_PLACE = re.compile(r"[A-Za-z0-9_.<>/-]{1,200}:\d+")

_NOTHING: Mapping[str, str | None] = {}
_about: ContextVar[Mapping[str, str | None]] = ContextVar("about", default=_NOTHING)
"""What all lines of a task are about."""

log = logging.getLogger(__name__)


def set_up(level: str, stream: TextIO | None = None) -> logging.Handler:
    """Log to a stream (standard error) from ``level`` on, whoever logs; also what nobody caught, and warnings."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(LogRateLimit())
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if isinstance(handler.formatter, Lines)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    # Asked of the system for every record, and told by no line.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda given: _uncaught(
        given.exc_type, given.exc_value, given.exc_traceback
    )
    return handler


def about(dossier_id: str | None, message_id: str | None = None) -> None:
    """Name, in every line of this task and of those that it starts from now on, what it is about."""
    _about.set({"dossier": dossier_id, "turn": message_id})


def log_turn(root: Span) -> None:
    """Log a turn that has ended."""
    if root.name != "turn":
        return
    told = {"outcome": root.error, "seconds": round(root.seconds, 4), **root.attributes}
    log.info("turn", extra=told)


def _uncaught(
    kind: type[BaseException], error: BaseException | None, at: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    log.critical("nobody caught this", exc_info=(kind, error, at) if error else None)


class Lines(logging.Formatter):
    """Makes a line of a record: nothing is in it that is not put in here by name.

    It is the whole way from a record to its line: a chain of processors took longer than all that is noted of a turn.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return one JSON object."""
        ours = record.name.startswith(OURS) and record.msg in EVENTS
        told: dict[str, object] = {
            "time": f"{_second(int(record.created))}.{int(record.msecs):03}+00:00",
            "level": record.levelname.lower(),
            "logger": shaped(record.name, _NAME),
            "event": record.msg if ours else BY_OTHERS,
        }
        if not ours:
            told["place"] = shaped(f"{PurePath(record.pathname).name}:{record.lineno}", _PLACE)
        # What a record says itself counts for more than what its task is about; others have no say.
        said = record.__dict__ if ours else {"suppressed": getattr(record, "suppressed", None)}
        told |= allowed({**_about.get(), **said})
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told["trace"] = list(_trace(error))[-MOST_FRAMES:]
        return to_json(told).decode()


@lru_cache(maxsize=2)
def _second(since_1970: int) -> str:
    return datetime.fromtimestamp(since_1970, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _trace(error: BaseException) -> Iterator[str]:
    """Yield types and places of an error and of what led to it, which comes first; no text of any."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None:
        yield from _trace(earlier)
    for frame in extract_tb(error.__traceback__):
        place = "/".join(PurePath(frame.filename).parts[-3:])
        yield f"{shaped(f'{place}:{frame.lineno}', _PLACE)} {shaped(frame.name, _NAME)}"
    yield shaped(type(error).__qualname__, _NAME)


class LogRateLimit(logging.Filter):
    """Lets only so many lines of one place in the code through; the next one says how many were suppressed before it.

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
            bucket.suppressed += 1
            return False
        if bucket.suppressed:
            record.suppressed, bucket.suppressed = bucket.suppressed, 0
        return True


class _Bucket:
    def __init__(self, now: float) -> None:
        self.suppressed = 0
        self._room = float(BURST)
        self._at = now

    def takes(self, now: float) -> bool:
        self._room = min(BURST, self._room + (now - self._at) * RATE)
        self._at = now
        if self._room < 1:
            return False
        self._room -= 1
        return True
