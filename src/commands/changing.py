"""Commands that change dossiers: taking back, making again, forgetting, holding, whose they are, purging."""

import argparse
import sys
from collections.abc import Awaitable, Iterator

from src.bootstrap import Parts
from src.commands.printing import print_json, show, show_markdown, tell
from src.commands.running import DIFFERENT, DONE, REFUSED, in_engine, in_store, on_store, words_of
from src.dossier.models import Dossier
from src.dossier.plan import WRITTEN, Written, all_written
from src.dossier.store import Committed, DossierStore
from src.dossier.watched import Retention
from src.dossier_service import DossierService
from src.identity.tokens import TENANT, TENANT_RULE
from src.spoken import said
from src.wording.history import one_line


def move(options: argparse.Namespace) -> int:
    """Take changes back, or make them again."""

    async def moved(dossiers: DossierService) -> Committed:
        work = dossiers.redo if options.again else dossiers.undo
        return await work(options.dossier, options.turns)

    committed = in_store(options, moved)
    entry = committed.entry
    turns = list(entry.patch.redoes if options.again else entry.patch.undoes)
    if options.json:
        told = {"dossier_id": entry.dossier_id, "version": entry.version}
        print_json({**told, "redone" if options.again else "undone": turns, "reply": entry.reply})
    else:
        show_markdown(entry.reply)
    return DONE


def forget(options: argparse.Namespace) -> int:
    """Erase turns once that was confirmed."""
    named = "" if options.all else ", ".join(map(str, options.turn))
    what = said("turn {turns}", turns=named) if named else said("every turn")
    if not confirmed(options, said("what was said in {what}", what=what)):
        return REFUSED
    versions = None if options.all else options.turn
    forgotten = in_store(options, lambda dossiers: dossiers.forget(options.dossier, versions))
    dossier = forgotten.dossier
    others = [turn for turn in forgotten.turns if versions and turn not in versions]
    known = {"dossier": dossier.id, "version": dossier.version, "what": what}
    lines = [said("Erased what was said in {what} of {dossier}; version {version}.", **known)]
    if others:
        turns = ", ".join(map(str, others))
        lines += [said("Copies of it were erased in turn {turns} too.", turns=turns)]
    told = {"dossier_id": dossier.id, "version": dossier.version, "forgotten": what}
    return show(options, {**told, "also_touched": others}, "\n".join(lines))


def confirmed(options: argparse.Namespace, what: str) -> bool:
    """Return whether this may be erased of a dossier: by ``--yes``, or as its id was typed; say so where not."""
    if options.yes:
        return True
    if sys.stdin.isatty():
        tell(said("This erases {what}, for good. Type the dossier's id to go on:", what=what))
        if sys.stdin.readline().strip() == options.dossier:
            return True
    tell(said("Nothing was erased. Confirm with the dossier's id, or give --yes."))
    return False


def hold(options: argparse.Namespace) -> int:
    """Set or lift the hold."""
    dossier = in_store(options, lambda dossiers: dossiers.hold(options.dossier, not options.off))
    told = {"dossier_id": dossier.id, "version": dossier.version, "on_hold": dossier.on_hold}
    words = words_of(options, dossier).history
    return show(options, told, words["hold_on" if dossier.on_hold else "hold_off"])


def own(options: argparse.Namespace) -> int:
    """Give a dossier from before there were tokens to a tenant."""
    if not TENANT.fullmatch(options.tenant):
        tell(said(TENANT_RULE))
        return REFUSED
    dossier = in_store(options, lambda dossiers: dossiers.own(options.dossier, options.tenant))
    belongs = {"dossier": dossier.id, "tenant": dossier.tenant}
    if dossier.tenant != options.tenant:
        tell(said("{dossier} belongs to {tenant}, and a dossier never changes hands.", **belongs))
        return REFUSED
    told = {"dossier_id": dossier.id, "version": dossier.version, "tenant": dossier.tenant}
    return show(options, told, said("{dossier} belongs to {tenant} now, for good.", **belongs))


def retain(options: argparse.Namespace) -> int:
    """Erase what was kept long enough, or only name it."""
    days = options.read_settings().tess_keep_days

    def outlived(store: DossierStore) -> Awaitable[list[str]]:
        retention = Retention(store, days)
        return retention.outlived() if options.dry_run else retention.erase()

    ids = on_store(options, outlived) if days else []
    told = "TESS_KEEP_DAYS is 0: every dossier is kept for ever."
    if days:
        told = "{count} {done}: nothing was done on them for {days} days, and they are not on hold."
    done = said("would be erased") if options.dry_run else said("erased")
    whole = {"keep_days": days, "erased": not options.dry_run, "dossiers": ids}
    ended = said(told, count=len(ids), done=done, days=days)
    return show(options, whole, "\n".join([*ids, ended]))


def effects(options: argparse.Namespace) -> int:
    """Show how confirmed plans stand, once what was left is carried out where that is asked for."""

    async def resumed(parts: Parts) -> bool:
        assert parts.effects is not None  # it was just built
        return await parts.effects.resume(options.dossier) is not None

    if options.resume and not in_engine(options, resumed):
        tell(said("A server is just carrying it out; look again later."))
        return REFUSED
    dossier = in_store(options, lambda dossiers: dossiers.at(options.dossier))
    every = all_written(dossier)
    told = [written.model_dump(mode="json") for written in every]
    show(options, told, "\n".join(_effects(dossier, every)))
    return DIFFERENT if any(written.is_open for written in every) else DONE


def _effects(dossier: Dossier, every: list[Written]) -> Iterator[str]:
    titles = {one.data.get("plan"): one.title for one in dossier.artifacts if one.kind == WRITTEN}
    if not every:
        yield said("Nothing was confirmed in this dossier.")
    for written in every:
        yield f"{one_line(titles[written.plan])} ({written.plan[:12]})"
        for operation in written.operations:
            result = ", ".join(f"{name}={value}" for name, value in operation.result.items())
            twins = f"twins={len(operation.twins)}" if operation.twins else ""
            told = one_line(" ".join(filter(None, [operation.problem, result, twins])))
            yield f"  {operation.state:8} {one_line(operation.operation)}  {told}".rstrip()
    if any(written.is_open for written in every):
        go_on = "Not finished. Go on: ./tess effects {dossier} --resume"
        yield said(go_on, dossier=dossier.id)
