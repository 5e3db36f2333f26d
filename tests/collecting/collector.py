"""``pytest --logs FOLDER``: keeps all that tests and the processes they start log at DEBUG, and looks through it."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from src.observing import logs
from tests.collecting import words

HERE = Path(__file__).resolve().parent
SITE = HERE / "site"


def keep(folder: Path) -> None:
    """Log into the folder from now on, in this process and in those that it starts."""
    folder.mkdir(parents=True, exist_ok=True)
    stream = (folder / f"tests-{os.getpid()}.log").open("a", encoding="utf-8", buffering=1)
    hooks = sys.excepthook, threading.excepthook
    handler = logs.set_up("DEBUG", stream)
    sys.excepthook, threading.excepthook = hooks  # pytest has its own
    handler.filters.clear()  # here every line counts
    handler.setFormatter(_Kept(handler.formatter))
    logging.captureWarnings(False)  # pytest turns them into errors
    _set_children_up(folder)


def clear(folder: Path) -> None:
    """Remove what an earlier run left."""
    for old in folder.glob("*.log"):
        old.unlink()


class _Kept(logging.Formatter):
    """Formats as the server does; not its class, so that a test that sets a log up leaves this one alone."""

    def __init__(self, real: logging.Formatter | None) -> None:
        super().__init__()
        self._real = real or self

    def format(self, record: logging.LogRecord) -> str:
        return self._real.format(record)


def _set_children_up(folder: Path) -> None:
    """Hand every process that a test starts the folder, whatever environment the test gives it."""
    start = subprocess.Popen.__init__

    def started(process: Any, *args: Any, **options: Any) -> None:
        given: Mapping[str, str] = options.get("env") or os.environ
        path = os.pathsep.join(filter(None, [str(SITE), given.get("PYTHONPATH", "")]))
        told = {"TEST_LOGS": str(folder), "LOG_LEVEL": "DEBUG", "PYTHONPATH": path}
        start(process, *args, **{**options, "env": {**given, **told}})

    setattr(subprocess.Popen, "__init__", started)  # noqa: B010  # its type has a dozen overloads


def looked_through(folder: Path) -> tuple[str, list[str]]:
    """Return what there was to look through, in a sentence, and what was found."""
    found = [path for path in folder.glob("*.log") if path.is_file()]
    texts = words.planted(HERE.parent)
    told = f"{words.count(found)} lines of log in {len(found)} files, looked through for {len(texts)} texts"
    return told, words.leaks(found, texts)
