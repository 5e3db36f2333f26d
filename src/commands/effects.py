"""What was confirmed to be written to other systems: how it stands, and going on with it."""

import argparse
from typing import TYPE_CHECKING

from src.commands.printing import tell
from src.commands.running import DIFFERENT, DONE, REFUSED, in_store, print_json
from src.spoken import said

if TYPE_CHECKING:
    from src.dossier.models import Dossier
    from src.dossier.plan import Written


def effects(options: argparse.Namespace) -> int:
    """Show how confirmed plans stand, once what was left is carried out where that is asked for."""
    import asyncio

    from src.dossier.plan import all_written

    if options.resume and not asyncio.run(_resumed(options)):
        tell(said("A server is just carrying it out; look again later."))
        return REFUSED
    dossier = in_store(options, lambda dossiers: dossiers.at(options.dossier))
    every = all_written(dossier)
    if options.json:
        print_json([one.model_dump(mode="json") for one in every])
    else:
        _show(dossier, every)
    return DIFFERENT if any(one.is_open for one in every) else DONE


def _show(dossier: "Dossier", every: "list[Written]") -> None:
    from src.dossier.plan import WRITTEN
    from src.wording.history import one_line

    titles = {one.data.get("plan"): one.title for one in dossier.artifacts if one.kind == WRITTEN}
    if not every:
        print(said("Nothing was confirmed in this dossier."))
    for written in every:
        print(f"{one_line(titles[written.plan])} ({written.plan[:12]})")
        for one in written.operations:
            result = ", ".join(f"{name}={value}" for name, value in one.result.items())
            twins = f"twins={len(one.twins)}" if one.twins else ""
            told = one_line(" ".join(filter(None, [one.problem, result, twins])))
            print(f"  {one.state:8} {one_line(one.operation)}  {told}".rstrip())
    if any(one.is_open for one in every):
        go_on = "Not finished. Go on: ./tess effects {dossier} --resume"
        print(said(go_on, dossier=dossier.id))


async def _resumed(options: argparse.Namespace) -> bool:
    from src.bootstrap import build

    parts = build(options.read_settings(), desks=options.desks)
    try:
        assert parts.effects is not None  # it was just built
        return await parts.effects.resume(options.dossier) is not None
    finally:
        await parts.close()
