"""Confirmed plans whose server is killed at random: how often something is written twice, lost, or unconfirmed.

Run ``python -m benchmarks.effects``, or with ``--at postgresql://...``; ``--small`` is a few runs. In each a plan of
three orders is confirmed at a server of its own, which is killed at a step that is drawn, or at a moment that is drawn;
so is, now and then, the server that goes on with it. Then one is left alive, and what a shop was sent is counted. In a
database the dossiers of the run stay, so give it a schema of its own.
"""

import argparse
import asyncio
import json
import random
import secrets
import tempfile
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.desks import shop as shops
from tests.desks.dying import Process, confirmed, planned, seen_through
from tests.desks.shop import Shop

ITEMS = ["peas", "salt", "rice"]
STEPS = 30
"""About as many as there are for three orders; where a server does not die at its step, it is killed at the end."""

WRONG = {
    "written without being confirmed": "unconfirmed",
    "twice or lost": "lost",
    "a result is lost": "lost",
}


async def one(shop: Shop, store: dict[str, object], chance: random.Random) -> Counter[str]:
    """Return what happened in one run."""
    shop.orders.clear()
    dossier_id = f"dos-{secrets.token_hex(16)}"
    by_step = chance.random() < 0.5
    process = Process(shop.url, ITEMS, store, chance.randint(1, STEPS) if by_step else 0)
    digest = await planned(process.port, dossier_id)
    seen = Counter(unconfirmed=len(shop.orders))
    if by_step:
        seen["answered"] += await confirmed(process.port, dossier_id, digest) is not None
    else:
        asking = asyncio.create_task(confirmed(process.port, dossier_id, digest))
        await asyncio.wait({asking}, timeout=chance.uniform(0, 0.4))
        process.kill()
        seen["answered"] += await asking is not None
    process.kill()
    seen["cut"] += 0 < len(shop.orders) < len(ITEMS)
    if chance.random() < 0.25:
        second = Process(shop.url, ITEMS, store, chance.randint(1, STEPS))
        await confirmed(second.port, dossier_id, digest)
        second.kill()
    try:
        await seen_through(shop, ITEMS, store, dossier_id, digest)
    except AssertionError as wrong:
        seen[WRONG.get(str(wrong).partition("\n")[0], "lost")] += 1
    seen["twice"] += len(shop.twice)
    return seen


async def measured(store: dict[str, object], runs: int, seed: int) -> dict[str, Any]:
    """Return how often what happened; ``store`` is the settings of one."""
    chance = random.Random(seed)  # noqa: S311  # drawn again by the same seed
    every: Counter[str] = Counter()
    with shops.opened() as shop:
        for _ in range(runs):
            every += await one(shop, store, chance)
    names = ("answered", "cut", "unconfirmed", "twice", "lost")
    return {"runs": runs, "seed": seed, **{name: every[name] for name in names}}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", metavar="URL", help="a database, in place of a folder")
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--small", action="store_true", help="a few runs")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        store: dict[str, object] = {"tess_data_dir": folder}
        if options.at:
            store["database_url"] = options.at
        runs = 3 if options.small else options.runs
        print(json.dumps(asyncio.run(measured(store, runs, options.seed))))


if __name__ == "__main__":
    main()
