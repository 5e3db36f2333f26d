"""``tess guide NOTES``: a guide of raw notes, as one command; ``tess guide check FILE`` looks at one that is there."""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.cli_types import Commands
from src.commands.local_server import (
    CommandRefused,
    NoServer,
    NotReadable,
    any_server,
    bytes_of,
    read,
    send,
    send_file,
    server_url,
)
from src.spoken import said

if TYPE_CHECKING:
    from src.desks.tsg.artifacts import Guide
    from src.dossier.models import Dossier

SOUND, PROBLEMS = 0, 4


def check(name: str, *, as_json: bool = False) -> int:
    """Print what is wrong with a guide, each with its line and its cure; raises ``NotReadable``."""
    from src.desks.tsg.validator import problems

    found = problems(_text(sys.stdin.buffer.read() if name == "-" else bytes_of(Path(name)), name))
    if as_json:
        listed = {"file": name, "problems": [*map(asdict, found)]}
        print(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        for problem in found:
            where = f"{name}:{problem.line}" if problem.line else name
            print(f"{where}: {problem.code}: {problem.cure}")
        if not found:
            print(said("{path}: sound.", path=name))
    return PROBLEMS if found else SOUND


DONE, REFUSED, BROKEN = 0, 1, 2
CHECK = "check"
LARGEST_MESSAGE = 60 * 1024
"""Bytes of notes that go as a message; longer ones go as a document, too."""

FEW_WORDS = 20
"""Of notes: fewer go as a document."""

GO_ON, WRITE_IT = "go on", "write it"
"""What is said to the desk, in the language of whoever reads the replies."""


def add_guide_command(commands: Commands) -> None:
    """Register the command with the parser of ``tess``."""
    guide = commands.add_parser("guide", help="make a troubleshooting guide of raw notes")
    guide.add_argument(
        "notes", metavar="NOTES", nargs="+", help="a file, - for standard input; or: check FILE"
    )
    guide.add_argument(
        "--image",
        action="append",
        default=[],
        type=Path,
        metavar="F",
        help="a picture that belongs to the notes; may be repeated",
    )
    guide.add_argument(
        "--send-unread",
        action="store_true",
        help="let the model see pictures whose text could not be read here",
    )
    guide.add_argument(
        "--straight", action="store_true", help="write at once, without showing the research first"
    )
    guide.add_argument("-o", "--output", type=Path, metavar="FILE", help="where the guide goes")
    guide.add_argument("--form", choices=("ado", "plain"), default="ado", help="of the guide")
    guide.add_argument(
        "--with-support", action="store_true", help="append what each line stands on"
    )
    guide.add_argument("--json", action="store_true", help="with check: print findings as JSON")
    guide.set_defaults(run=_run)


def _run(options: argparse.Namespace, _: list[str]) -> int:
    checks = options.notes[0] == CHECK and len(options.notes) == 2
    if len(options.notes) > 1 and not checks:
        print(said("One file of notes is taken; or: ./tess guide check FILE"), file=sys.stderr)
        return BROKEN
    try:
        return check(options.notes[1], as_json=options.json) if checks else _made(options)
    except (CommandRefused, NoServer) as problem:
        print(problem, file=sys.stderr)
        return BROKEN if isinstance(problem, NotReadable) else REFUSED


def _made(options: argparse.Namespace) -> int:
    settings = options.read_settings()
    notes = _read(options.notes[0])
    pictures = [(entry, bytes_of(entry)) for entry in options.image]
    with any_server(server_url(settings)) as url:
        author = Author(url, settings.token, unread=options.send_unread)
        author.send_all(notes, pictures, straight=options.straight)
        guide = author.guide()
    if guide is None:
        told = said("No guide was written; ./tess chat --desk tsg shows the dossier.")
        raise CommandRefused(told)
    return _handed_over(options, guide, author.dossier_id)


class Author:
    """The sender of notes to a server, with the replies."""

    def __init__(self, url: str, token: str, *, unread: bool) -> None:
        self.url, self.token = url, token
        self.dossier_id = ""
        self.unread = unread
        """Whether pictures may be sent to the model that nobody here has read."""

    def send_all(self, notes: str, pictures: list[tuple[Path, bytes]], *, straight: bool) -> None:
        """Send notes and pictures, and have the guide written; what is done is said as it is done."""
        # A file of few words does not look like notes; as a document it is taken as such all the same.
        as_file = len(notes.encode()) > LARGEST_MESSAGE or len(notes.split()) < FEW_WORDS
        for path, content in pictures:
            frame = self._add("images", path.name, content, unread=str(self.unread).lower())
            print(frame["response"], end="\n\n", file=sys.stderr)
        if as_file:
            self._add("documents", "notes.txt", notes.encode())
        reply = self.say(said(GO_ON) if as_file else notes, straight=straight)
        if not straight:
            print(reply["response"], end="\n\n", file=sys.stderr)
            reply = self.say(said(WRITE_IT))
        for _ in range(10):  # a turn over its time goes on in the next
            if reply.get("outcome") != "continue":
                return
            reply = self.say(said(GO_ON), straight=straight)

    def say(self, message: str, *, straight: bool = False) -> dict[str, Any]:
        """Return the reply to a message; raises ``CommandRefused`` with what to do."""
        known = {"dossier_id": self.dossier_id} if self.dossier_id else {"desk": "tsg"}
        asked = {"message": message, "straight": straight, **known}
        frame = send(self.url, asked, self.token)
        if frame.get("status") != "success":
            raise CommandRefused(_refusal(frame))
        self.dossier_id = str(frame["dossier_id"])
        return frame

    def guide(self) -> "Guide | None":
        """Return the guide of the dossier."""
        from src.desks.tsg.artifacts import GUIDE, Guide

        dossier = read(self.url, f"/dossiers/{self.dossier_id}", self.token)
        made = [entry["data"] for entry in dossier.get("artifacts", ()) if entry["kind"] == GUIDE]
        return Guide.model_validate(made[-1]) if made else None

    def _add(self, room: str, name: str, content: bytes, **more: str) -> dict[str, Any]:
        given = {"name": name, "agreed": hashlib.sha256(content).hexdigest(), **more}
        path = f"/dossiers/{self.dossier_id}/{room}" if self.dossier_id else f"/{room}"
        at = {} if self.dossier_id else {"desk": "tsg"}
        frame = send_file(self.url, path, {**given, **at}, content, self.token)
        if frame.get("status") == "error":
            raise CommandRefused(_refusal(frame))
        self.dossier_id = str(frame["dossier_id"])
        return frame


def _refusal(frame: Mapping[str, Any]) -> str:
    told = [f"{frame.get('error')} ({frame.get('code')})"]
    told += [f"  {entry['kind']}: {entry['masked']}" for entry in frame.get("findings") or ()]
    if redacted := frame.get("redacted"):
        told += ["", str(redacted)]
    return "\n".join(told)


def _handed_over(options: argparse.Namespace, guide: "Guide", dossier_id: str) -> int:
    from src.desks.tsg.render import render
    from src.disk import replace_file

    text = render(guide, options.form, with_support=options.with_support)
    if options.output is None:
        print(text, end="")
    else:
        replace_file(options.output, text.encode())
        print(f"{options.output}: {guide.title}")
    questions = len(guide.placeholders)
    told = "{count} open questions; dossier {dossier}"
    print(said(told, count=questions, dossier=dossier_id), file=sys.stderr)
    return DONE


def exported(dossier: "Dossier", form: str, _: str) -> tuple[str, bytes]:
    """Return the guide of a dossier as a file, and its name; raises ``GuideMissing``."""
    from src.desks.tsg.kept import the_guide
    from src.desks.tsg.render import render

    guide = the_guide(dossier)
    name = re.sub(r"[^a-z0-9]+", "-", guide.title.lower()).strip("-")[:80]
    return f"{name or 'guide'}.md", render(guide, "plain" if form == "plain" else "ado").encode()


def _text(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadable(said("{path} is no text in UTF-8.", path=name)) from None


def _read(name: str) -> str:
    text = sys.stdin.read() if name == "-" else _text(bytes_of(Path(name)), name)
    if not text.strip():
        raise CommandRefused(said("{path} is empty.", path=name))
    return text
