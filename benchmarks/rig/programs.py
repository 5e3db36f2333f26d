"""Programs in processes of their own: started, asked what they cost, and ended."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from benchmarks.rig.client import Done, Job
from src.settings import PROJECT_ROOT

SCHEDULED = 2
"""The clock of a process that the scheduler keeps, to the nanosecond, in Linux's numbering of such clocks."""


class Usage(NamedTuple):
    """What a process has used so far; of resident memory, what it holds now."""

    cpu_ms: float
    written: int
    """Bytes given to ``write``; what goes to a socket is not among them."""
    resident_mb: float
    files: int
    """Open descriptors."""
    threads: int


class Program:
    """A process that said on its first line that it is ready."""

    def __init__(self, process: subprocess.Popen[str], first_line: str) -> None:
        self._process = process
        self.first_line = first_line

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._process.pid

    @property
    def port(self) -> int:
        """The port that the first line names."""
        address = self.first_line.partition("127.0.0.1:")[2] or self.first_line
        return int(address.partition("/")[0])

    def usage(self) -> Usage:
        """Return what the process has used so far."""
        place = Path("/proc") / str(self._process.pid)
        written = (place / "io").read_text("utf-8").partition("wchar:")[2].split()[0]
        held = (place / "status").read_text("utf-8").partition("VmRSS:")[2].split()[0]
        clock = (~self._process.pid << 3) | SCHEDULED
        return Usage(
            1000 * time.clock_gettime(clock),
            int(written),
            int(held) / 1024,
            len(list((place / "fd").iterdir())),
            len(list((place / "task").iterdir())),
        )

    def ask(self, line: str) -> str:
        """Return the line that the program answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def end(self) -> None:
        """End the process, in any case."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()


@contextmanager
def running(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    folder: Path = PROJECT_ROOT,
) -> Iterator[Program]:
    """Give a program that runs in a process of its own for as long as the block lasts, with nothing of our settings."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**kept, "PYTHONUNBUFFERED": "1", **(environment or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    program = Program(process, process.stdout.readline().strip())
    try:
        if not program.first_line:
            raise RuntimeError(f"{' '.join(command)} did not start")
        yield program
    finally:
        program.end()


@contextmanager
def model_server() -> Iterator[Program]:
    """Give the instant model."""
    with running([sys.executable, "-m", "benchmarks.rig.model"]) as program:
        yield program


class Client:
    """The load client."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def do(self, job: Job) -> Done:
        """Return what came of a job."""
        return Done(**json.loads(self._program.ask(json.dumps(asdict(job)))))


@contextmanager
def load_client() -> Iterator[Client]:
    """Give a load client; its jobs come one after the other."""
    command = [sys.executable, "-c", "print('ready', flush=True)"]
    command[-1] += "; import asyncio; from benchmarks.rig.client import serve; asyncio.run(serve())"
    with running(command) as program:
        yield Client(program)
