"""The lease of a dossier in files: a lock beside its journal, there until what was confirmed is settled."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from src.dossier.files import Sync, as_storage_failure, locked, sync_folder
from src.dossier.models import DOSSIER_ID
from src.dossier.store import Lease

SUFFIX = ".effects.lock"

LOOK_SECONDS = 0.05
"""Between two looks whether the lease is free."""


class FileLease:
    """A lease that is held."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def check(self) -> None:
        return  # the system takes it from the dead alone

    async def settle(self) -> None:
        await asyncio.to_thread(self._path.unlink, missing_ok=True)


@asynccontextmanager
async def file_lease(
    folder: Path, dossier_id: str, sync: Sync, *, waits: bool
) -> AsyncIterator[Lease | None]:
    """Hold the lease of a dossier; None where another has it, unless this ``waits``."""
    path = folder / f"{dossier_id}{SUFFIX}"
    with ExitStack() as held:
        taken = await asyncio.to_thread(_taken, held, path, sync)
        while waits and not taken:
            await asyncio.sleep(LOOK_SECONDS)
            taken = await asyncio.to_thread(_taken, held, path, sync)
        yield FileLease(path) if taken else None


def unsettled(folder: Path) -> list[str]:
    """Return the dossiers of which a lease stands there."""
    with as_storage_failure():
        names = [path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")]
    return [name for name in sorted(names) if DOSSIER_ID.fullmatch(name)]


def _taken(held: ExitStack, path: Path, sync: Sync) -> bool:
    with as_storage_failure():
        try:
            held.enter_context(locked(path, 0))
        except TimeoutError:
            return False
        sync_folder(path.parent, sync)  # it is found again whatever happens now
        return True
