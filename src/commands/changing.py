"""Commands that change a dossier: taking back, making again, forgetting, the hold that forbids it, and whose it is."""

import argparse
import sys
from typing import TYPE_CHECKING

from src.commands.running import DONE, REFUSED, in_store, print_json, words_of

if TYPE_CHECKING:
    from src.dossier.store import Committed
    from src.dossier_service import DossierService


def move(options: argparse.Namespace) -> int:
    """Take changes back, or make them again."""

    async def moved(dossiers: "DossierService") -> "Committed":
        work = dossiers.redo if options.again else dossiers.undo
        return await work(options.dossier, options.turns)

    committed = in_store(options, moved)
    entry = committed.entry
    turns = list(entry.patch.redoes if options.again else entry.patch.undoes)
    if options.json:
        told = {"dossier_id": entry.dossier_id, "version": entry.version}
        print_json({**told, "redone" if options.again else "undone": turns, "reply": entry.reply})
    else:
        print(entry.reply)
    return DONE


def forget(options: argparse.Namespace) -> int:
    """Erase turns once that was confirmed."""
    what = "every turn" if options.all else f"turn {', '.join(map(str, options.turn))}"
    if not options.yes and not _confirmed(options.dossier, what):
        print("Nothing was erased. Confirm with the dossier's id, or give --yes.", file=sys.stderr)
        return REFUSED
    versions = None if options.all else options.turn
    forgotten = in_store(options, lambda dossiers: dossiers.forget(options.dossier, versions))
    dossier = forgotten.dossier
    others = [turn for turn in forgotten.turns if versions and turn not in versions]
    if options.json:
        told = {"dossier_id": dossier.id, "version": dossier.version, "forgotten": what}
        print_json({**told, "also_touched": others})
    else:
        print(f"Erased what was said in {what} of {dossier.id}; version {dossier.version}.")
        if others:
            print(f"Copies of it were erased in turn {', '.join(map(str, others))} too.")
    return DONE


def _confirmed(dossier_id: str, what: str) -> bool:
    if not sys.stdin.isatty():
        return False
    print(f"This erases what was said in {what}, for good. Type the dossier's id to go on:")
    return sys.stdin.readline().strip() == dossier_id


def hold(options: argparse.Namespace) -> int:
    """Set or lift the hold."""
    dossier = in_store(options, lambda dossiers: dossiers.hold(options.dossier, not options.off))
    if options.json:
        print_json(
            {"dossier_id": dossier.id, "version": dossier.version, "on_hold": dossier.on_hold}
        )
    else:
        print(words_of(options, dossier).history["hold_on" if dossier.on_hold else "hold_off"])
    return DONE


def own(options: argparse.Namespace) -> int:
    """Give a dossier from before there were tokens to a tenant."""
    from src.identity.tokens import TENANT, TENANT_RULE

    if not TENANT.fullmatch(options.tenant):
        print(TENANT_RULE, file=sys.stderr)
        return REFUSED
    dossier = in_store(options, lambda dossiers: dossiers.own(options.dossier, options.tenant))
    if dossier.tenant != options.tenant:
        told = f"{dossier.id} belongs to {dossier.tenant}, and a dossier never changes hands."
        print(told, file=sys.stderr)
        return REFUSED
    if options.json:
        told_all = {"dossier_id": dossier.id, "version": dossier.version, "tenant": dossier.tenant}
        print_json(told_all)
    else:
        print(f"{dossier.id} belongs to {dossier.tenant} now, for good.")
    return DONE
