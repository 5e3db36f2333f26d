"""The commands that look after stored dossiers; they work on the store of the settings, beside a running server."""

import argparse
from functools import partial
from typing import TYPE_CHECKING

from src.cli_types import Commands, add_command, day
from src.commands import changing, documentation, handing_over, looking, reviewing, running
from src.commands.printing import print_json, tell
from src.spoken import said

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
ADDED = "pdf, docx, html, txt, md, vtt or srt; or the address of a page (https://...)"
FORMATS = ("md", "docx", "pdf", "html", "json")


def add_dossier_commands(commands: Commands, exports: "Sequence[OwnExport]" = ()) -> None:
    """Register the commands with the parser of ``tess``; ``exports``: what desks hand over beside memos."""
    _add_listing(commands)
    _add(commands, "log", "who changed what in a dossier, and when", looking.log)
    for name, text in (
        ("undo", "take changes back (the log only grows)"),
        ("redo", "make undone changes again (the log only grows)"),
    ):
        undo = _add(commands, name, text, changing.move)
        undo.add_argument("turns", nargs="?", type=running.count, default=1, metavar="N")
        undo.set_defaults(again=name == "redo")
    shown = _add(commands, "show", "show a dossier as it is, or as it was", looking.state)
    shown.add_argument(
        "--at", dest="version", type=running.number, metavar="VERSION", help="as it was then"
    )
    # As it was typed under the older name: at ID VERSION.
    shown.add_argument("then", nargs="?", type=running.number, help=argparse.SUPPRESS)
    hashed = _add(commands, "hash", "print the SHA-256 of a dossier's state", looking.hashed)
    hashed.add_argument("--version", type=running.number, metavar="VERSION", help="as it was then")
    text = "tell what differs between two dossiers or versions"
    diff = _add(commands, "diff", text, looking.diff, of_dossier=False)
    diff.add_argument("a", metavar="A", help="a dossier, or one version of it: ID@3")
    diff.add_argument("b", metavar="B")
    why = _add(commands, "provenance", "tell why a source is where it is", looking.why)
    why.add_argument("source", nargs="?", help="id, title or number; with --as-sent also an answer")
    why.add_argument("--as-sent", action="store_true", help="print what the model saw instead")
    trace = _add(commands, "trace", "show a turn step by step", documentation.trace)
    trace.add_argument(
        "--turn", type=running.count, metavar="N", help="the last question if left out"
    )
    text = "what was not answered, was voted down, or is never found"
    _add(commands, "feedback", text, documentation.feedback, of_dossier=False)
    _add_checking(commands)
    text = "add a client's document to a dossier, after a check"
    add = _add(commands, "add", text, documentation.add, of_dossier=False)
    add.add_argument("file", metavar="FILE", help=ADDED)
    add.add_argument("--dossier", metavar="ID", required=True)
    add.add_argument("--yes", action="store_true", help="agree to what the check finds, unasked")
    add.add_argument(
        "--mask",
        choices=("quotes", "text", "none"),
        default="quotes",
        help="where personal data is masked: where it is quoted, in the text for good, or nowhere",
    )
    hold = _add(commands, "legal-hold", "forbid to forget anything of a dossier", changing.hold)
    hold.add_argument("--off", action="store_true", help="allow it again")
    text = "give a dossier that is nobody's to a tenant, for good"
    own = _add(commands, "assign-tenant", text, changing.own)
    own.add_argument("--tenant", required=True, metavar="T", help="whose tokens open it")
    text = "tell how what was confirmed to be written outside stands"
    outside = _add(commands, "effects", text, effects)
    outside.add_argument("--resume", action="store_true", help="go on with what is left of it")
    _add_handing_over(commands, exports)
    _add_reviewing(commands)
    text = "erase the dossiers that were kept for TESS_KEEP_DAYS; a hold stops it"
    purge = _add(commands, "purge", text, changing.retain, of_dossier=False)
    purge.add_argument("--dry-run", action="store_true", help="only name them")


def _add_checking(commands: Commands) -> None:
    text = "check that nobody changed a journal"
    verify = _add(commands, "verify", text, looking.verify, of_dossier=False)
    whose = verify.add_mutually_exclusive_group(required=True)
    whose.add_argument("dossier", nargs="?", metavar="ID", help="a dossier, or the file of a pack")
    whose.add_argument("--all", action="store_true", help="every dossier of the store")
    forget = _add(commands, "forget", "erase what was said in turns, for good", changing.forget)
    which = forget.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--turn", type=running.number, action="append", metavar="K", help="may be repeated"
    )
    which.add_argument("--all", action="store_true", help="every turn up to now")
    forget.add_argument("--yes", action="store_true", help="do not ask")


def _add_listing(commands: Commands) -> None:
    text = "list the dossiers, the last changed first"
    listed = _add(commands, "dossiers", text, looking.dossiers, of_dossier=False)
    listed.add_argument("--desk", metavar="NAME", help="only those of this desk")
    listed.add_argument(
        "--label", action="append", default=[], metavar="L", help="only those with this label"
    )
    listed.add_argument("--words", metavar="TEXT", help="only those in which this stands")
    which = listed.add_mutually_exclusive_group()
    which.add_argument("--archived", action="store_true", help="only those in the archive")
    which.add_argument("--all", action="store_true", help="the archive, too")
    listed.add_argument(
        "--limit", type=running.count, default=looking.USUAL_LIMIT, metavar="N", help="at most"
    )
    label = _add(commands, "label", "give a dossier labels, such as its client", looking.label)
    label.add_argument("labels", nargs="+", metavar="LABEL")
    label.add_argument("--remove", action="store_true", help="take them away")
    archive = _add(commands, "archive", "leave a dossier out of lists", looking.archive)
    archive.add_argument("--off", action="store_true", help="put it back")
    delete = _add(commands, "delete", "erase a whole dossier, for good", looking.delete)
    delete.add_argument("--yes", action="store_true", help="do not ask")


def _add_handing_over(commands: Commands, exports: "Sequence[OwnExport]") -> None:
    text = "write an answer as a memo that can be sent"
    export = _add(commands, "export", text, handing_over.export, json=False)
    formats = export.add_mutually_exclusive_group()
    for name in FORMATS:
        formats.add_argument(f"--{name}", dest="format", action="store_const", const=name)
    for own in exports:
        formats.add_argument(f"--{own.name}", choices=own.formats, help=f"its {own.name} instead")
        if own.forms:
            export.add_argument("--form", choices=own.forms, help=f"of the {own.name}")
    export.set_defaults(exports=exports, format="md")
    export.add_argument("--answer", metavar="A", help="e.g. a4; the newest where none is named")
    text = "write a whole dossier into one sealed file"
    pack = _add(commands, "pack", text, handing_over.pack, json=False)
    for parser in (export, pack):
        parser.add_argument("-o", "--output", metavar="FILE", help="- for standard output")
        parser.add_argument("--force", action="store_true", help="write over a file that is there")
    text = "show a sealed file; needs no library and no model"
    opened = _add(commands, "open", text, handing_over.open_pack, of_dossier=False)
    opened.add_argument("file", metavar="FILE")
    opened.add_argument("--read-only", action="store_true", help="the only way there is")


def add_check_options(check: argparse.ArgumentParser) -> None:
    """Let ``tess check``, which checks the code, check the answers of a dossier where one is named."""
    check.add_argument(
        "dossier", nargs="?", metavar="ID", help="check the answers of this dossier, or of a pack"
    )
    check.add_argument("--answer", metavar="A", help="only this answer, e.g. a4")


check_answers = partial(running.refusing, reviewing.check)


def _add_reviewing(commands: Commands) -> None:
    replay = _add(commands, "replay", "make an answer again from its receipt", reviewing.replay)
    replay.add_argument("answer", nargs="?", metavar="A", help="e.g. a4; the last one if left out")
    replay.add_argument("--live", action="store_true", help="ask the model of now instead")
    text = "list the answers that a library update has touched"
    _add(commands, "stale", text, reviewing.stale, of_dossier=False)
    text = "ask again from other sources, or as of another day"
    rerun = _add(commands, "rerun", text, reviewing.rerun)
    for name, text in (
        ("--without", "leave this source out: its id, title or number; may be repeated"),
        ("--with", "add this source: its id, title or number; may be repeated"),
    ):
        rerun.add_argument(
            name, dest=name[2:], action="append", default=[], metavar="SOURCE", help=text
        )
    rerun.add_argument("--as-of", type=day, metavar="DAY", help="e.g. 2024-01-31")
    rerun.add_argument("--keep", action="store_true", help="keep the branch as a new dossier")
    rerun.add_argument("--answer", metavar="A", help="e.g. a4; the last one if left out")


def _add(
    commands: Commands,
    name: str,
    text: str,
    run: running.Run,
    *,
    of_dossier: bool = True,
    json: bool = True,
) -> argparse.ArgumentParser:
    """Register a command and return its parser; ``of_dossier``: a dossier is its first argument."""
    parser = add_command(commands, name, text, partial(running.refusing, run), json=json)
    if of_dossier:
        parser.add_argument("dossier", metavar="ID", help=WHICH)
    return parser
