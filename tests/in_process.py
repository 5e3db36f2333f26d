"""The ``tess`` command in the process of the tests, for what does not depend on its having one of its own."""

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Generic, TypeVar

import pytest

from src import cli
from src.desks.catalogue import DESKS, Installed


def tess(
    *arguments: str, data_dir: Path, desks: Installed = DESKS, **settings: str
) -> CompletedProcess[str]:
    """Run a command with these settings and no others; a process would take a second to import what it needs."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as environment,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        for name, value in {"TESS_DATA_DIR": str(data_dir), "API_PORT": "1", **settings}.items():
            environment.setenv(name, value)
        status = _status(arguments, desks)
    return CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


Printed = TypeVar("Printed", str, bytes)


@dataclass(frozen=True)
class Ended(Generic[Printed]):
    """How a command ended, and what it printed."""

    status: int
    out: Printed
    err: Printed


Tess = Callable[..., Ended[str]]


def captured(capture: pytest.CaptureFixture[Printed]) -> Callable[..., Ended[Printed]]:
    """Return the command with the settings of this process, whose output this fixture captures."""

    def run(*arguments: str) -> Ended[Printed]:
        capture.readouterr()
        status = _status(arguments)
        sys.stdout.flush()
        out, err = capture.readouterr()
        return Ended(status, out, err)

    return run


class Terminal(io.StringIO):
    """Standard output where somebody looks."""

    def isatty(self) -> bool:
        return True


def drawn(*arguments: str) -> str:
    """Return what a command draws on a terminal, with the settings of this process."""
    out = Terminal()
    with redirect_stdout(out):
        assert _status(arguments) == 0
    return out.getvalue()


def _status(arguments: Sequence[str], desks: Installed = DESKS) -> int:
    try:
        return cli.main(arguments, desks)
    except SystemExit as ended:  # wrong use, told by argparse
        return int(ended.code or 0)
