"""The commands that look after stored dossiers; they work on the store of the settings, beside a running server."""

import argparse
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from src.cli_types import Commands, Reads, add_commands, day
from src.commands import changing, documentation, handing_over, looking, reviewing, running
from src.commands.printing import print_json, tell
from src.spoken import said
from src.texts import beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from src.desks.plug import OwnExport
    from src.dossier.models import Dossier
    from src.dossier.plan import Written


def effects(options: argparse.Namespace) -> int:
    """Show how confirmed plans stand, once what was left is carried out where that is asked for."""
    import asyncio

    from src.dossier.plan import all_written

    if options.resume and not asyncio.run(_resumed(options)):
        tell(said("A server is just carrying it out; look again later."))
        return running.REFUSED
    dossier = running.in_store(options, lambda dossiers: dossiers.at(options.dossier))
    every = all_written(dossier)
    if options.json:
        print_json([written.model_dump(mode="json") for written in every])
    else:
        _show(dossier, every)
    return running.DIFFERENT if any(written.is_open for written in every) else running.DONE


def _show(dossier: "Dossier", every: "list[Written]") -> None:
    from src.dossier.plan import WRITTEN
    from src.wording.history import one_line

    titles = {one.data.get("plan"): one.title for one in dossier.artifacts if one.kind == WRITTEN}
    if not every:
        print(said("Nothing was confirmed in this dossier."))
    for written in every:
        print(f"{one_line(titles[written.plan])} ({written.plan[:12]})")
        for operation in written.operations:
            result = ", ".join(f"{name}={value}" for name, value in operation.result.items())
            twins = f"twins={len(operation.twins)}" if operation.twins else ""
            told = one_line(" ".join(filter(None, [operation.problem, result, twins])))
            print(f"  {operation.state:8} {one_line(operation.operation)}  {told}".rstrip())
    if any(written.is_open for written in every):
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


WHICH = "its id, the start of it, or last"
FORMATS = ("md", "docx", "pdf", "html", "json")

RUNS: Mapping[str, running.Run] = {
    "dossiers": looking.dossiers,
    "label": looking.label,
    "archive": looking.archive,
    "delete": looking.delete,
    "log": looking.log,
    "undo": changing.move,
    "redo": changing.move,
    "show": looking.state,
    "hash": looking.hashed,
    "diff": looking.diff,
    "provenance": looking.why,
    "trace": documentation.trace,
    "feedback": documentation.feedback,
    "verify": looking.verify,
    "forget": changing.forget,
    "add": documentation.add,
    "legal-hold": changing.hold,
    "assign-tenant": changing.own,
    "effects": effects,
    "export": handing_over.export,
    "pack": handing_over.pack,
    "open": handing_over.open_pack,
    "replay": reviewing.replay,
    "stale": reviewing.stale,
    "rerun": reviewing.rerun,
    "purge": changing.retain,
}
"""What each command of ``dossiers.toml`` does."""

READS: Reads = {"count": running.count, "number": running.number, "day": day}


def add_dossier_commands(commands: Commands, exports: "Sequence[OwnExport]" = ()) -> None:
    """Register the commands with the parser of ``tess``; ``exports``: what desks hand over beside memos."""
    table = beside(__file__, "dossiers")

    def first(name: str, parser: argparse.ArgumentParser) -> None:
        if table[name].get("of_dossier", True):
            parser.add_argument("dossier", metavar="ID", help=WHICH)
        if name == "export":
            _add_formats(parser, exports)

    runs = {name: partial(running.refusing, run) for name, run in RUNS.items()}
    add_commands(commands, table, runs, READS, first)


def _add_formats(export: argparse.ArgumentParser, exports: "Sequence[OwnExport]") -> None:
    formats = export.add_mutually_exclusive_group()
    for name in FORMATS:
        formats.add_argument(f"--{name}", dest="format", action="store_const", const=name)
    for own in exports:
        formats.add_argument(f"--{own.name}", choices=own.formats, help=f"its {own.name} instead")
        if own.forms:
            export.add_argument("--form", choices=own.forms, help=f"of the {own.name}")
    export.set_defaults(exports=exports)


check_answers = partial(running.refusing, reviewing.check)
