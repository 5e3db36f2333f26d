"""``tess backlog run|plan|write``: a transcript made into items, planned and written from the command line."""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from src.cli_types import Commands
from src.commands.local_server import (
    CommandRefused,
    DeskServer,
    accepted,
    at_server,
    bytes_of,
    read,
    send_file,
)
from src.spoken import said

DONE, REFUSED, BROKEN = 0, 1, 2

FEWEST_DIGITS = 8
"""Of a digest, by which a plan may be named."""

MOST_TURNS = 200
"""Of a run: each goes on where the one before stood."""


def add_backlog_command(commands: Commands) -> None:
    """Register the command with the parser of ``tess``."""
    backlog = commands.add_parser("backlog", help="make backlog items of a meeting")
    actions = backlog.add_subparsers(metavar="ACTION", required=True)
    run = actions.add_parser("run", help="make items of a transcript, and hold them to a backlog")
    run.add_argument("meeting", metavar="MEETING", type=Path, help="such as MEETING.vtt")
    run.add_argument("--project", default="", help="whose backlog is read first")
    run.add_argument("--id", default="", help="an earlier run to go on with")
    run.set_defaults(run=partial(at_server, _items))
    plan = actions.add_parser("plan", help="show what would be written")
    plan.add_argument("id", metavar="ID", help="of the run")
    plan.set_defaults(run=partial(at_server, _planned))
    write = actions.add_parser("write", help="write the plan that was shown")
    write.add_argument("id", metavar="ID", help="of the run")
    write.add_argument(
        "--plan", required=True, metavar="DIGEST", help="of the plan, or its first 8 digits or more"
    )
    write.set_defaults(run=partial(at_server, _written))
    for parser in (run, plan, write):
        parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _status(run_id: str, server: DeskServer) -> dict[str, Any]:
    return accepted(read(server.url, f"/backlog/status/{run_id}", server.token))


def _items(options: argparse.Namespace, server: DeskServer) -> int:
    content = bytes_of(options.meeting)
    # Who names a transcript agrees to it.
    asked = {"name": options.meeting.name, "agreed": hashlib.sha256(content).hexdigest()}
    asked |= {"run_id": options.id} if options.id else {}
    reply = accepted(send_file(server.url, "/backlog/upload", asked, content, server.token))
    run_id = str(reply["run_id"])
    wishes = {"project": options.project} if options.project else {}
    before: dict[str, Any] = {}
    status = _status(run_id, server)
    for _ in range(MOST_TURNS):
        told = server.post(f"/backlog/run/{run_id}", wishes)
        print(told["reply"], end="\n\n", file=sys.stderr)
        status = _status(run_id, server)
        # What was read is shown first, and what takes longer than a turn goes on in the next.
        if status["is_paused"] or status["phase"] in ("completed", "written") or status == before:
            break
        before, wishes = status, {}
    if options.json:
        print(json.dumps(_status(run_id, server), indent=2))
    else:
        counts = ", ".join(f"{name} {count}" for name, count in status["tagged"].items())
        tags = counts or said("no tags")
        told_in_all = "{run}: items: {count} ({tags})"
        print(said(told_in_all, run=run_id, count=status["item_count"], tags=tags))
    return DONE if status["phase"] in ("completed", "written") else REFUSED


def _planned(options: argparse.Namespace, server: DeskServer) -> int:
    told = server.post(f"/backlog/write/{options.id}", {})
    if options.json:
        print(json.dumps(told, indent=2))
        return DONE
    print(told["reply"])
    if told["plan"]:
        next_step = "\n./tess backlog write {run} --plan {digest}"
        print(said(next_step, run=options.id, digest=told["plan"]))
    return DONE


def _written(options: argparse.Namespace, server: DeskServer) -> int:
    digest = whole_digest(options.plan, options.id, lambda: _status(options.id, server)["plans"])
    told = server.post(f"/backlog/write/{options.id}", {"dry_run": False, "plan": digest})
    print(json.dumps(told, indent=2) if options.json else told["reply"])
    return DONE if told["outcome"] == "done" else REFUSED


def whole_digest(begins: str, run_id: str, plans: Callable[[], Sequence[str]]) -> str:
    """Return the digest of the one plan of a run that begins so; a whole one is for the server to judge."""
    digits = begins.strip().lower()
    if re.fullmatch(r"[0-9a-f]{64}", digits):
        return digits
    if not re.fullmatch(rf"[0-9a-f]{{{FEWEST_DIGITS},63}}", digits):
        told = (
            "A plan is named by its digest, or by {fewest} of its first digits (0-9, a-f) or more."
        )
        raise CommandRefused(said(told, fewest=FEWEST_DIGITS))
    fitting = [plan for plan in plans() if plan.startswith(digits)]
    if len(fitting) == 1:
        return fitting[0]
    told = (
        "More than one plan of {run} begins with {digits}; give more of its digest."
        if fitting
        else "No plan of {run} begins with {digits}. ./tess backlog plan {run} shows what would be written."
    )
    raise CommandRefused(said(told, run=run_id, digits=digits))
