"""Imported by every Python that a test starts while logs are kept: copies what it writes to standard error to a file.

Its folder is put on the path by ``collecting/collector.py``. What a process logs at DEBUG goes to the file only: tests
read its standard error as it is without.
"""

import os
import sys
from pathlib import Path
from typing import TextIO


class Copied:
    """A stream that goes on as it was, and into a file."""

    def __init__(self, stream: TextIO, file: TextIO) -> None:
        self._stream = stream
        self._file = file

    def write(self, text: str) -> int:
        self._file.write(text)
        if '"level":"debug"' not in text:
            self._stream.write(text)
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


folder = os.environ.get("TEST_LOGS")
if folder:
    log = (Path(folder) / f"process-{os.getpid()}.log").open("a", encoding="utf-8", buffering=1)
    log.write(f"{sys.orig_argv}\n")
    sys.stderr = Copied(sys.stderr, log)  # as much of a stream as is used
