"""What lists cost: a page, a search and the stale answers of 10,000 dossiers, in files and in a database.

Run ``python -m benchmarks.listing``; ``--small`` takes some seconds. Each is held against the same by reading every
dossier, as it was done before there was an index. The files are in the system's page cache: nothing here is about the
disk.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.dossier import turn
from benchmarks.rig.postgres import database
from src.bootstrap import Parts, build
from src.desks.catalogue import read_settings
from src.desks.desk import presenters
from src.dossier.finding import find_in
from src.dossier.journal import Turn
from src.dossier.json_store import JsonStore
from src.dossier.listing import EVERY, filled
from src.dossier.models import Answer, Claim
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.dossier_service import DossierService
from src.review.reruns import Reruns, stored

DOSSIERS = 10_000
REPEATS = 21
PAGE = 50
ANSWERED = 10
"""One in so many dossiers holds an answer."""
RARE = "nergens genoemd"
COMMON = "de inspecteur navorderen"
WRITERS = 8


def turns_of(number: int) -> Iterator[Turn]:
    """Yield the turns of a dossier: a question, a reply, two sources; in some an answer."""
    given = {"dossier_id": f"dos-{number:032x}", "based_on": 0}
    first = turn(number, DOSSIERS, 2 * DOSSIERS).model_copy(update=given)
    yield first
    if number % ANSWERED:
        return
    source = first.patch.add_sources[0]
    claim = Claim(text="Dat kan.", quote=source.content[:60], source_id=source.id)
    answer = Answer(
        question="Kan dat?",
        language="nl",
        claims=(claim,),
        conclusion="Ja.",
        source_ids=(source.id,),
        model="none",
        based_on_version=1,
    )
    patch = DossierPatch(add_answers=(answer,))
    yield first.model_copy(update={"patch": patch, "based_on": 1, "request": None})


async def fill(store: DossierStore, dossiers: int) -> None:
    """Store that many dossiers, some at a time."""

    async def some(first: int) -> None:
        for number in range(first, dossiers, WRITERS):
            for one in turns_of(number):
                await store.commit(one)

    await asyncio.gather(*map(some, range(WRITERS)))


async def milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    """Return the time of some work."""
    started = time.perf_counter()
    await work()
    return 1_000 * (time.perf_counter() - started)


async def computing(name: str, work: Callable[[], Awaitable[object]]) -> dict[str, float]:
    """Return the time of some work, and the computing in it, which is the same on a busy machine."""
    started = time.process_time()
    figures = {name: await milliseconds(work)}
    return {**figures, f"{name}, CPU": 1_000 * (time.process_time() - started)}


async def read_all(store: DossierStore) -> None:
    """Read every dossier, as a list did."""
    for one in await store.ids():
        await store.load(one)


async def find_in_all(store: DossierStore, text: str) -> None:
    """Read every dossier and look for the text, as a search did."""
    for one in await store.ids():
        dossier = await store.load(one)
        assert dossier is not None
        find_in(dossier, text)


async def verify_all(store: DossierStore) -> None:
    """Read every dossier with its journal, as the list of stale answers did."""
    for one in await store.ids():
        await stored(store, one)


async def measured(parts: Parts, dossiers: int, repeats: int) -> dict[str, float]:
    """Return the figures of one store, in milliseconds; the last of each kind are those by reading everything."""
    store = parts.store
    found = DossierService(store, parts.rules_of, presenters(parts.desks))
    reruns = Reruns(store, parts.answering, presenters(parts.desks))
    figures = await computing("first page", lambda: store.page(EVERY, "", PAGE))
    figures |= await computing("warming", parts.warm)
    pages = [await milliseconds(lambda: store.page(EVERY, "", PAGE)) for _ in range(repeats)]
    figures |= {"page, median": statistics.median(pages), "page, slowest": max(pages)}
    half = (await filled(store, EVERY, "", dossiers // 2)).next
    deep = [await milliseconds(lambda: store.page(EVERY, half, PAGE)) for _ in range(repeats)]
    return figures | {
        "page in the middle": statistics.median(deep),
        "page by reading all": await milliseconds(lambda: read_all(store)),
        "find, first": await milliseconds(lambda: found.find(RARE, 20)),
        "find, nowhere": await milliseconds(lambda: found.find(RARE, 20)),
        "find, everywhere": await milliseconds(lambda: found.find(COMMON, 20)),
        "find by reading all": await milliseconds(lambda: find_in_all(store, RARE)),
        **await computing("stale, first", reruns.stale),
        **await computing("stale", reruns.stale),
        "stale by reading all": await milliseconds(lambda: verify_all(store)),
    }


@asynccontextmanager
async def opened(folder: Path, address: str) -> AsyncIterator[Parts]:
    """Lend the engine over these dossiers, as a server has it."""
    parts = build(read_settings(_env_file=None, tess_data_dir=folder, database_url=address))
    try:
        yield parts
    finally:
        await parts.close()


async def of_store(folder: Path, address: str, dossiers: int, repeats: int) -> dict[str, float]:
    """Fill a store and return its figures, as a program has them that opens it after that."""
    if address:
        async with opened(folder, address) as parts:
            await fill(parts.store, dossiers)
    else:
        await fill(JsonStore(folder / "dossiers", sync=lambda _: None), dossiers)
    async with opened(folder, address) as parts:
        return await measured(parts, dossiers, repeats)


def told(figures: dict[str, Any]) -> str:
    """Return the figures as text for people."""
    stores = [name for name in ("files", "database") if figures.get(name)]
    lines = [f"{figures['dossiers']:,} dossiers, milliseconds: {', '.join(stores)}"]
    lines += [
        f"{name:<22}" + "".join(f"{figures[one][name]:>12,.1f}" for one in stores)
        for name in figures["files"]
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="200 dossiers, in some seconds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--at", metavar="URL", help="a database; default: one of our own")
    parser.add_argument("--folder", type=Path, help="where to write; default: here")
    options = parser.parse_args(arguments)
    dossiers, repeats = (200, 3) if options.small else (DOSSIERS, REPEATS)
    figures: dict[str, Any] = {"dossiers": dossiers}
    with tempfile.TemporaryDirectory(dir=options.folder or Path.cwd()) as folder:
        figures["files"] = asyncio.run(of_store(Path(folder), "", dossiers, repeats))
        with database(options.at) as address:
            if address:
                work = of_store(Path(folder), address, dossiers, repeats)
                figures["database"] = asyncio.run(work)
    sys.stdout.write((json.dumps(figures) if options.json else told(figures)) + "\n")


if __name__ == "__main__":
    main()
