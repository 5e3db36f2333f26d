"""A server whose disk takes a tenth of a second for each dossier of a list; run as a program by a test of its end."""

import asyncio
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.dossier import turn
from src.api.limits import Limits
from src.api.server import create_app
from src.api.serving import Server, listening_socket
from src.bootstrap import Parts
from src.dossier.json_dossier import JsonDossier
from src.dossier.json_store import JsonStore
from src.settings import read_settings
from tests.api.wiring import wired

DOSSIERS = 100
SECONDS = 0.1


class Reading(JsonStore):
    """Takes its time for each dossier once it is slow."""

    is_slow = False

    def _dossier(self, dossier_id: str) -> JsonDossier:
        time.sleep(SECONDS * self.is_slow)
        return super()._dossier(dossier_id)


def main() -> None:
    """Serve until the end."""
    folder = Path(os.environ["TESS_DATA_DIR"]) / "dossiers"
    store, parts = Reading(folder, sync=lambda _: None), wired(folder)

    async def fill() -> None:
        for number in range(DOSSIERS):
            name = {"dossier_id": f"dos-{number:032x}"}
            await store.commit(turn(0, 1, 1).model_copy(update=name))

    asyncio.run(fill())
    store.is_slow = True
    for path in folder.glob("index.*"):
        path.unlink()  # so that a list has to read
    listening = listening_socket("127.0.0.1", 0)
    limits = Limits.of(read_settings())
    sys.stdout.write(f"ws://127.0.0.1:{listening.getsockname()[1]}/ws\n")
    app = create_app(Parts(replace(parts.agent, store=store), store, parts.llm), limits)
    asyncio.run(Server(app, limits).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
