"""The command that erases the dossiers which were kept long enough."""

import argparse
from functools import partial
from typing import TYPE_CHECKING

from src.cli_types import Commands, add_command
from src.commands.printing import print_json
from src.commands.running import DONE, on_store, refusing
from src.spoken import said

if TYPE_CHECKING:
    from src.dossier.store import DossierStore


def add_retain_command(commands: Commands) -> None:
    """Register the command with the parser of ``tess``."""
    text = "erase the dossiers that were kept for TESS_KEEP_DAYS; a hold stops it"
    parser = add_command(commands, "purge", text, partial(refusing, retain))
    parser.add_argument("--dry-run", action="store_true", help="only name them")


def retain(options: argparse.Namespace) -> int:
    """Erase what was kept long enough, or only name it."""
    days = options.read_settings().tess_keep_days
    ids = (
        on_store(options, lambda store: _outlived(store, days, only_named=options.dry_run))
        if days
        else []
    )
    if options.json:
        print_json({"keep_days": days, "erased": not options.dry_run, "dossiers": ids})
        return DONE
    for text in ids:
        print(text)
    if not days:
        print(said("TESS_KEEP_DAYS is 0: every dossier is kept for ever."))
    else:
        done = said("would be erased") if options.dry_run else said("erased")
        told = "{count} {done}: nothing was done on them for {days} days, and they are not on hold."
        print(said(told, count=len(ids), done=done, days=days))
    return DONE


async def _outlived(store: "DossierStore", days: int, *, only_named: bool) -> list[str]:
    from src.dossier.watched import Retention

    retention = Retention(store, days)
    return await (retention.outlived() if only_named else retention.erase())
