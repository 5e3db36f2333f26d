"""Who is compared: TESS and the peers, each as servers of its own on a folder of its own."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from benchmarks.rig.programs import Program, Usage, running
from src.bootstrap import store_at
from src.dossier.journal import ModelRecord, Request, Turn
from src.dossier.models import Message
from src.dossier.patch import DossierPatch

PEERS = {
    "floor": "bare socket, one call, append + fsync",
    "loop": "hand-written two-call loop, openai client",
    "langgraph_sqlite": "LangGraph create_agent + its SQLite",
    "openai_agents": "openai-agents + its SQLite",
    "pydantic_ai_file": "pydantic-ai + file",
    "haystack_file": "Haystack agent + file",
}
OURS_TOO = ("floor", "loop")
"""Peers that need nothing beyond what the project itself has installed."""

TEXT = "Binnen welke termijn moet bezwaar worden gemaakt tegen een aanslag? " * 5
"""An earlier message, of some 300 characters."""


@dataclass(frozen=True)
class Contender:
    """Servers that hold turns on the same dossiers, and ways to fill and to count those."""

    name: str
    what: str
    programs: tuple[Program, ...]
    seed: Callable[[str, int], None]
    """Keep so many earlier messages in a dossier."""
    kept: Callable[[str], int]
    """Return how many turns of a dossier are kept."""

    @property
    def ports(self) -> list[int]:
        """Where its servers listen."""
        return [program.port for program in self.programs]

    def usage(self) -> Usage:
        """Return what its servers have used together."""
        used = zip(*(one.usage() for one in self.programs), strict=True)
        return Usage(*map(sum, used))


@contextmanager
def tess(
    model: Program,
    folder: Path,
    *,
    delay_ms: int = 0,
    servers: int = 1,
    database: str = "",
    name: str = "tess",
    under: tuple[str, ...] = (),
) -> Iterator[Contender]:
    """Give the product's real server, or several on the same dossiers; ``under`` is a program that runs them."""
    environment = {
        "OPENAI_BASE_URL": f"http://127.0.0.1:{model.port}/{delay_ms}/v1",
        "OPENAI_API_KEY": "none",
        "TESS_MODEL": "instant",
        "TESS_DATA_DIR": str(folder),
        "TESS_MAX_TURNS": "128",
        "LOG_LEVEL": "ERROR",
        **({"DATABASE_URL": database} if database else {}),
    }
    place = database or str(folder / "dossiers")
    command = [*under, sys.executable, "-m", "src.cli", "serve", "--port", "0"]
    with ExitStack() as stack:
        programs = [stack.enter_context(running(command, environment)) for _ in range(servers)]
        yield Contender(
            name,
            f"TESS, {'PostgreSQL' if database else 'files'}",
            tuple(programs),
            lambda dossier, messages: asyncio.run(_seed(place, dossier, messages)),
            lambda dossier: asyncio.run(_kept(place, dossier)),
        )


@contextmanager
def peer(
    name: str,
    python: Path,
    model: Program,
    folder: Path,
    delay_ms: int = 0,
    under: tuple[str, ...] = (),
) -> Iterator[Contender]:
    """Give a peer; ``under`` is a program that runs it."""
    base_url = f"http://127.0.0.1:{model.port}/{delay_ms}/v1"
    server = [str(python), "-m", "benchmarks.peers.serve", name, str(folder), base_url]
    with running([*under, *server], {"HAYSTACK_TELEMETRY_ENABLED": "False"}) as program:
        address = f"http://127.0.0.1:{program.port}"

        def seed(dossier: str, messages: int) -> None:
            body = {"dossier": dossier, "texts": [TEXT] * messages}
            told = httpx2.post(f"{address}/seed", json=body, timeout=60, trust_env=False)
            told.raise_for_status()

        def kept(dossier: str) -> int:
            asked = {"dossier": dossier}
            found = httpx2.get(f"{address}/kept", params=asked, timeout=60, trust_env=False)
            return int(found.raise_for_status().text)

        yield Contender(name, PEERS[name], (program,), seed, kept)


async def _seed(place: str, dossier: str, messages: int) -> None:
    store, close = store_at(place)
    for number in range(0, messages, 2):
        said = [Message(role="user", content=TEXT), Message(role="assistant", content=TEXT)]
        await store.commit(
            Turn(
                dossier_id=dossier,
                desk="tax",
                based_on=number // 2,
                request=Request(message=TEXT),
                patch=DossierPatch(add_messages=tuple(said)),
                reply=TEXT,
                language="nl",
                model=ModelRecord(id="none"),
            )
        )
    await close()


async def _kept(place: str, dossier: str) -> int:
    store, close = store_at(place)
    turns = await store.journal(dossier)
    await close()
    return len(turns)
