"""``tess azure login|debug|continue|logout``: an error looked into from the command line."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.errors import ForUser, sentence
from src.spoken import said, spoken

if TYPE_CHECKING:
    from src.settings import Settings

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, REFUSED, BROKEN = 0, 1, 2
PIECE = 12_000
"""Characters of a file that go in one request: at most 48 KB as UTF-8, and escaped in JSON still a message's size."""

_REMEMBERED = "azure-login.json"
"""Beside the dossiers: where the token comes from, never the token."""

Run = Callable[[argparse.Namespace, "AzureServer"], int]


class CommandRefused(Exception):
    """The command can't go on; the text is the sentence for the user."""


def add_azure_command(commands: "Commands") -> None:
    """Register the command with the parser of ``tess``."""
    azure = commands.add_parser("azure", help="find the cause of an Azure error")
    actions = azure.add_subparsers(metavar="ACTION", required=True)
    login = actions.add_parser("login", help="log in with a token of Azure")
    _add_token(login, required=True)
    login.set_defaults(run=partial(_run, _login))
    debug = actions.add_parser("debug", help="look into an error")
    debug.add_argument("description", help="the error, with its code")
    _add_case(debug)
    debug.set_defaults(run=partial(_run, _debug), trace=None)
    go_on = actions.add_parser("continue", help="go on with a trace")
    go_on.add_argument("trace", metavar="TRACE", help="its id, the start of it, or last")
    go_on.add_argument("description", nargs="?", default="", help="what was asked for")
    _add_case(go_on)
    go_on.set_defaults(run=partial(_run, _debug))
    logout = actions.add_parser("logout", help="throw the login away")
    logout.set_defaults(run=partial(_run, _logout), token_file=None, az=False)


def _add_case(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file", action="append", default=[], type=Path, help="a source file; may be repeated"
    )
    parser.add_argument("--subscription", default="", help="the subscription that it happened in")
    parser.add_argument("--group", default="", help="the resource group")
    parser.add_argument(
        "--technology", action="append", default=[], help="such as terraform; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    _add_token(parser, required=False)


def _add_token(parser: argparse.ArgumentParser, *, required: bool) -> None:
    given = parser.add_mutually_exclusive_group(required=required)
    given.add_argument(
        "--token-file", type=Path, metavar="FILE", help="file with the token; - for standard input"
    )
    given.add_argument(
        "--az", action="store_true", help="have the Azure CLI make one (extra azure)"
    )


class AzureServer:
    """The server that is spoken to."""

    def __init__(self, url: str, settings: "Settings", *, is_own: bool) -> None:
        self.url = url
        self.token = settings.token
        self.memory = settings.tess_data_dir / _REMEMBERED
        self.is_own = is_own
        """Whether it was started for this command: then nobody is logged in there yet."""

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """Return the reply to a request of the desk; raises ``CommandRefused``."""
        from src.commands.local_server import post

        reply = post(self.url, f"/desks/azure/{path}", body, self.token)
        if reply.get("status") == "error":
            raise CommandRefused(f"{reply.get('error')} ({reply.get('code')})")
        return reply


def _run(run: Run, options: argparse.Namespace, _: list[str]) -> int:
    from src.commands.local_server import NoServer

    try:
        with _door(options) as door:
            return run(options, door)
    except (CommandRefused, NoServer) as problem:
        print(problem, file=sys.stderr)
        return REFUSED


@contextmanager
def _door(options: argparse.Namespace) -> Iterator[AzureServer]:
    from src.commands.local_server import any_server, runs

    settings = options.read_settings()
    ours = f"ws://{settings.api_host}:{settings.api_port}/ws"
    is_own = not runs(ours)
    with any_server(ours) as url:
        yield AzureServer(url, settings, is_own=is_own)


def _login(options: argparse.Namespace, door: AzureServer) -> int:
    made = _log_in(door, _token(options.token_file, az=options.az))
    source = {"az": True} if options.az else {"token_file": str(options.token_file.absolute())}
    from src.disk import replace_file

    if str(options.token_file) != "-":
        replace_file(door.memory, json.dumps(source).encode())
    known = {"tenant": made["tenant"], "expires": made["expires"]}
    who = made["name"] or said("(no name)")
    print(said("Logged in as {who} in tenant {tenant} until {expires}.", who=who, **known))
    print("\n".join(f"  {one}" for one in made["subscriptions"]))
    return DONE


def _log_in(door: AzureServer, token: str) -> dict[str, Any]:
    return door.post("login", {"token": token})


def _logout(_: argparse.Namespace, door: AzureServer) -> int:
    was = bool(door.post("logout", {})["was_logged_in"]) or door.memory.exists()
    door.memory.unlink(missing_ok=True)
    print(said("Logged out.") if was else said("Nobody was logged in."))
    return DONE


def _debug(options: argparse.Namespace, door: AzureServer) -> int:
    from src.commands.local_server import send
    from src.desks.azure.composing import message

    if options.token_file or options.az:
        _log_in(door, _token(options.token_file, az=options.az))
    elif door.is_own and door.memory.exists():  # an error is explained without a login, too
        _log_in(door, _remembered(door))
    attached = [line for path in options.file for line in _sent(path, door)]
    description = options.description or said("Go on.")
    words = message(description, options.subscription, options.group, options.technology, attached)
    frame = {"message": words, "desk": "azure"}
    if options.trace:
        trace = _trace_meant(options.trace, door)
        _check_trace(trace, door)
        frame = {"message": words, "dossier_id": trace}
    reply = send(door.url, frame, door.token)
    if reply.get("status") != "success":
        raise CommandRefused(f"{reply.get('error')} ({reply.get('code')})")
    if options.json:
        print(_result(reply, door))
    else:
        trace = said("trace {dossier}", dossier=reply["dossier_id"])
        print(f"{reply['response']}\n\n{reply['outcome']}  {trace}")
        if reply["outcome"] in ("request", "continue"):
            told = 'Go on: ./tess azure continue {dossier} "..."'
            print(said(told, dossier=reply["dossier_id"]))
    return DONE


def _trace_meant(named: str, door: AzureServer) -> str:
    """Return the trace that its id, the start of that, or ``last`` names."""
    from src.commands.naming import named_over_wire

    try:
        return named_over_wire(named, door.url, door.token, "azure")
    except ForUser as error:
        raise CommandRefused(sentence(error.code, error.details, spoken())) from None


def _check_trace(trace: str, door: AzureServer) -> None:
    """Refuse to go on with a trace that is not there: a message with its id would begin a dossier."""
    from urllib.error import HTTPError
    from urllib.parse import quote

    from src.commands.local_server import NoServer, read

    try:
        desk = read(door.url, f"/dossiers/{quote(trace, safe='')}", door.token)["desk"]
    except NoServer as error:
        if not isinstance(error.__cause__, HTTPError):
            raise
        desk = ""
    if desk != "azure":
        raise CommandRefused(said("There is no trace {trace}.", trace=trace))


def _result(reply: Mapping[str, Any], door: AzureServer) -> str:
    """Return a reply as MCP clients get it."""
    from src.commands.local_server import read
    from src.desks.azure.over_mcp import debug_result
    from src.dossier.models import Dossier

    trace = str(reply["dossier_id"])
    dossier = Dossier.model_validate(read(door.url, f"/dossiers/{trace}", door.token))
    return debug_result(reply["outcome"], str(reply["response"]), dossier).model_dump_json(indent=2)


def _remembered(door: AzureServer) -> str:
    try:
        source = json.loads(door.memory.read_bytes())
    except (OSError, ValueError):
        raise CommandRefused(
            said("Nobody is logged in: ./tess azure login --token-file F, or --az.")
        ) from None
    if source.get("az"):
        return _token(None, az=True)
    return _token(Path(str(source.get("token_file"))), az=False)


def _token(path: Path | None, *, az: bool) -> str:
    if az:
        return _of_azure_cli()
    try:
        if path is None or str(path) == "-":
            return sys.stdin.read().strip()
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or said("it is no text")
        raise CommandRefused(
            said("{path} can't be read: {reason}.", path=path, reason=reason)
        ) from None


def _of_azure_cli() -> str:
    try:
        from azure.core.exceptions import ClientAuthenticationError
        from azure.identity import AzureCliCredential
    except ImportError:
        needs = said("--az needs the extra azure: pip install 'tess[azure]'.")
        raise CommandRefused(needs) from None
    try:
        return str(AzureCliCredential().get_token("https://management.azure.com/.default").token)
    except ClientAuthenticationError:
        none = said("The Azure CLI gave no token: run az login first.")
        raise CommandRefused(none) from None


def _sent(path: Path, door: AzureServer) -> list[str]:
    """Send a file in pieces, and return the line by which a message names it."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        told = said("{path} can't be read: {reason}.", path=path, reason=error.strerror)
        raise CommandRefused(told) from None
    except UnicodeDecodeError:
        raise CommandRefused(said("{path} is no text.", path=path)) from None
    name = str(path) if not path.is_absolute() and ".." not in path.parts else path.name
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)] or [""]
    lines: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        body = {"path": name, "content": piece, "part": number, "of": len(pieces)}
        lines = door.post("files", body)["lines"]
    return lines
