"""Processes that write to a dossier, and that can be made to die at any moment."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from src.desks.tax.seed_format import read
from src.dossier.files import Sync
from src.dossier.json_store import JsonStore
from tests.dossier.turns import saying

CHILDREN = multiprocessing.get_context("forkserver")
"""Children are forked from a process without threads, which has imported all that they need."""
CHILDREN.set_forkserver_preload(
    [__name__, "tests.dossier.test_json_crashes", "tests.dossier.test_postgres_processes"]
)


class DeadlySync:
    """Syncs, and kills its process just before or just after the n-th time, as ``kill -9`` would."""

    def __init__(self, dies_at: int, *, before: bool) -> None:
        self._left = dies_at
        self._before = before

    def __call__(self, handle: int) -> None:
        self._left -= 1
        if self._left == 0 and self._before:
            os.kill(os.getpid(), signal.SIGKILL)
        os.fsync(handle)
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def reply_to(text: str) -> str:
    """Return the reply to a text: to each its own."""
    return f"noted {text[:20]}"


def writes(
    folder: Path,
    dossier_id: str,
    name: str,
    count: int,
    sync: Sync,
    acknowledge: Callable[[str], None],
) -> None:
    """Commit ``count`` turns one after the other, and tell the text of each once it is stored."""

    async def story() -> None:
        store = JsonStore(folder, sync=sync, foreign=[read])
        for number in range(count):
            text = f"{name} {number} " + "x" * 3_000
            turn = saying(text, dossier_id=dossier_id)
            await store.commit(turn.model_copy(update={"reply": reply_to(text)}))
            acknowledge(text)

    asyncio.run(story())


class Writer:
    """A running child process that writes; ``acknowledged`` are the texts that it was told were stored."""

    def __init__(
        self, folder: Path, dossier_id: str, name: str, count: int, sync: Sync = os.fsync
    ) -> None:
        self._told: Connection
        self._told, tell = CHILDREN.Pipe(duplex=False)
        self.process: BaseProcess = CHILDREN.Process(
            target=writes, args=(folder, dossier_id, name, count, sync, tell.send), daemon=True
        )
        self.process.start()
        tell.close()  # the child has its own end; with ours open, its death would go unnoticed
        self.acknowledged: list[str] = []

    def wait_for(self, count: int) -> None:
        """Return once so many turns are acknowledged, or the process is gone."""
        while len(self.acknowledged) < count and self._next():
            pass

    def finish(self) -> int | None:
        """Return the exit code of the process, once it has ended and all that it said was read."""
        while self._next():
            pass
        self._told.close()
        self.process.join()
        return self.process.exitcode

    def kill(self) -> None:
        """End it as ``kill -9`` does."""
        self.process.kill()
        self.finish()

    def _next(self) -> bool:
        try:
            self.acknowledged.append(self._told.recv())
        except EOFError:
            return False
        return True
