"""What the log says, read as whoever runs the server reads it: lines of JSON, made by the real handler."""

import io
import json
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from src.observing import logs


class Logbook(io.StringIO):
    """A stream to log to, and its lines."""

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.getvalue().splitlines()]

    def of(self, event: str) -> list[dict[str, Any]]:
        """Return the lines that tell of this event."""
        return [line for line in self.lines if line["event"] == event]


@contextmanager
def kept(level: str = "DEBUG") -> Iterator[Logbook]:
    """Log into a book for as long as the block lasts."""
    book, root = Logbook(), logging.getLogger()
    before = root.level, sys.excepthook, threading.excepthook
    handler = logs.set_up(level, book)
    try:
        yield book
    finally:
        root.removeHandler(handler)
        logging.captureWarnings(False)
        root.level, sys.excepthook, threading.excepthook = before
        root.setLevel(before[0])
