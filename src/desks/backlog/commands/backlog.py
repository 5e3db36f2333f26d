"""``tess backlog run|plan|write``: a transcript made into items, planned and written from the command line."""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.spoken import said

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, REFUSED, BROKEN = 0, 1, 2

FEWEST_DIGITS = 8
"""Of a digest, by which a plan may be named."""

MOST_TURNS = 200
"""Of a run: each goes on where the one before stood."""

Run = Callable[[argparse.Namespace, "BacklogServer"], int]


class BacklogRefused(Exception):
    """The command can't go on; the text is the sentence for the user."""


def add_backlog_command(commands: "Commands") -> None:
    """Register the command with the parser of ``tess``."""
    backlog = commands.add_parser("backlog", help="make backlog items of a meeting")
    actions = backlog.add_subparsers(metavar="ACTION", required=True)
    run = actions.add_parser("run", help="make items of a transcript, and hold them to a backlog")
    run.add_argument("meeting", metavar="MEETING", type=Path, help="such as MEETING.vtt")
    run.add_argument("--project", default="", help="whose backlog is read first")
    run.add_argument("--id", default="", help="an earlier run to go on with")
    run.set_defaults(run=partial(_run, _items))
    plan = actions.add_parser("plan", help="show what would be written")
    plan.add_argument("id", metavar="ID", help="of the run")
    plan.set_defaults(run=partial(_run, _planned))
    write = actions.add_parser("write", help="write the plan that was shown")
    write.add_argument("id", metavar="ID", help="of the run")
    write.add_argument(
        "--plan", required=True, metavar="DIGEST", help="of the plan, or its first 8 digits or more"
    )
    write.set_defaults(run=partial(_run, _written))
    for one in (run, plan, write):
        one.add_argument("--json", action="store_true", help="print the result as JSON")


class BacklogServer:
    """The server that is spoken to."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """Return the reply to a request of the desk; raises ``BacklogRefused``."""
        from src.commands.local_server import post

        return _taken(post(self.url, f"/backlog/{path}", body, self.token))

    def status(self, run_id: str) -> dict[str, Any]:
        """Return how far a run has come."""
        from src.commands.local_server import read

        return _taken(read(self.url, f"/backlog/status/{run_id}", self.token))

    def upload(self, path: Path, run_id: str) -> str:
        """Bring a transcript, by the yes of who names it, and return the run that it is part of."""
        from src.commands.local_server import send_file

        content = _bytes(path)
        agreed = hashlib.sha256(content).hexdigest()
        asked = {"name": path.name, "agreed": agreed, **({"run_id": run_id} if run_id else {})}
        reply = _taken(send_file(self.url, "/backlog/upload", asked, content, self.token))
        return str(reply["run_id"])


def _taken(reply: dict[str, Any]) -> dict[str, Any]:
    if reply.get("status") == "error":
        raise BacklogRefused(f"{reply.get('error')} ({reply.get('code')})")
    return reply


def _run(run: Run, options: argparse.Namespace, _: list[str]) -> int:
    from src.commands.local_server import NoServer

    try:
        with _door(options) as door:
            return run(options, door)
    except (BacklogRefused, NoServer) as problem:
        print(problem, file=sys.stderr)
        return REFUSED


@contextmanager
def _door(options: argparse.Namespace) -> Iterator[BacklogServer]:
    from src.commands.local_server import any_server

    settings = options.read_settings()
    with any_server(f"ws://{settings.api_host}:{settings.api_port}/ws") as url:
        yield BacklogServer(url, settings.token)


def _items(options: argparse.Namespace, door: BacklogServer) -> int:
    run_id = door.upload(options.meeting, options.id)
    wishes = {"project": options.project} if options.project else {}
    before: dict[str, Any] = {}
    status = door.status(run_id)
    for _ in range(MOST_TURNS):
        told = door.post(f"run/{run_id}", wishes)
        print(told["reply"], end="\n\n", file=sys.stderr)
        status = door.status(run_id)
        # What was read is shown first, and what takes longer than a turn goes on in the next.
        if status["is_paused"] or status["phase"] in ("completed", "written") or status == before:
            break
        before, wishes = status, {}
    if options.json:
        print(json.dumps(door.status(run_id), indent=2))
    else:
        counts = ", ".join(f"{name} {count}" for name, count in status["tagged"].items())
        tags = counts or said("no tags")
        told_in_all = "{run}: items: {count} ({tags})"
        print(said(told_in_all, run=run_id, count=status["item_count"], tags=tags))
    return DONE if status["phase"] in ("completed", "written") else REFUSED


def _planned(options: argparse.Namespace, door: BacklogServer) -> int:
    told = door.post(f"write/{options.id}", {})
    if options.json:
        print(json.dumps(told, indent=2))
        return DONE
    print(told["reply"])
    if told["plan"]:
        next_step = "\n./tess backlog write {run} --plan {digest}"
        print(said(next_step, run=options.id, digest=told["plan"]))
    return DONE


def _written(options: argparse.Namespace, door: BacklogServer) -> int:
    digest = whole_digest(options.plan, options.id, door)
    told = door.post(f"write/{options.id}", {"dry_run": False, "plan": digest})
    print(json.dumps(told, indent=2) if options.json else told["reply"])
    return DONE if told["outcome"] == "done" else REFUSED


def whole_digest(begins: str, run_id: str, door: BacklogServer) -> str:
    """Return the digest of the one plan of a run that begins so; a whole one is for the server to judge."""
    digits = begins.strip().lower()
    if re.fullmatch(r"[0-9a-f]{64}", digits):
        return digits
    if not re.fullmatch(rf"[0-9a-f]{{{FEWEST_DIGITS},63}}", digits):
        told = (
            "A plan is named by its digest, or by {fewest} of its first digits (0-9, a-f) or more."
        )
        raise BacklogRefused(said(told, fewest=FEWEST_DIGITS))
    fitting = [one for one in door.status(run_id)["plans"] if one.startswith(digits)]
    if len(fitting) == 1:
        return str(fitting[0])
    told = (
        "More than one plan of {run} begins with {digits}; give more of its digest."
        if fitting
        else "No plan of {run} begins with {digits}. ./tess backlog plan {run} shows what would be written."
    )
    raise BacklogRefused(said(told, run=run_id, digits=digits))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        told = "{path} can't be read: {reason}."
        raise BacklogRefused(said(told, path=path, reason=error.strerror)) from None
