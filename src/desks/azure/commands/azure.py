"""``tess azure login|debug|continue|logout``: an error looked into from the command line."""

import argparse
import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from src.cli_types import Commands
from src.commands import local_server
from src.commands.naming import named_over_wire
from src.errors import ForUser, sentence
from src.spoken import said, spoken

DONE, REFUSED, BROKEN = 0, 1, 2
PIECE = 12_000
"""Characters of a file that go in one request: at most 48 KB as UTF-8, and escaped in JSON still a message's size."""

_REMEMBERED = "azure-login.json"
"""Beside the dossiers: where the token comes from, never the token."""


def add_azure_command(commands: Commands) -> None:
    """Register the command with the parser of ``tess``."""
    azure = commands.add_parser("azure", help="find the cause of an Azure error")
    actions = azure.add_subparsers(metavar="ACTION", required=True)
    login = actions.add_parser("login", help="log in with a token of Azure")
    _add_token(login, required=True)
    login.set_defaults(run=partial(local_server.at_server, _login))
    debug = actions.add_parser("debug", help="look into an error")
    debug.add_argument("description", help="the error, with its code")
    _add_case(debug)
    debug.set_defaults(run=partial(local_server.at_server, _debug), trace=None)
    go_on = actions.add_parser("continue", help="go on with a trace")
    go_on.add_argument("trace", metavar="TRACE", help="its id, the start of it, or last")
    go_on.add_argument("description", nargs="?", default="", help="what was asked for")
    _add_case(go_on)
    go_on.set_defaults(run=partial(local_server.at_server, _debug))
    logout = actions.add_parser("logout", help="throw the login away")
    logout.set_defaults(run=partial(local_server.at_server, _logout), token_file=None, az=False)


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


def _memory(options: argparse.Namespace) -> Path:
    folder: Path = options.read_settings().tess_data_dir
    return folder / _REMEMBERED


def _login(options: argparse.Namespace, server: local_server.DeskServer) -> int:
    made = server.post("/desks/azure/login", {"token": _token(options.token_file, az=options.az)})
    source = {"az": True} if options.az else {"token_file": str(options.token_file.absolute())}
    from src.disk import replace_file

    if str(options.token_file) != "-":
        replace_file(_memory(options), json.dumps(source).encode())
    known = {"tenant": made["tenant"], "expires": made["expires"]}
    who = made["name"] or said("(no name)")
    print(said("Logged in as {who} in tenant {tenant} until {expires}.", who=who, **known))
    print("\n".join(f"  {entry}" for entry in made["subscriptions"]))
    return DONE


def _logout(options: argparse.Namespace, server: local_server.DeskServer) -> int:
    was = bool(server.post("/desks/azure/logout", {})["was_logged_in"]) or _memory(options).exists()
    _memory(options).unlink(missing_ok=True)
    print(said("Logged out.") if was else said("Nobody was logged in."))
    return DONE


def _debug(options: argparse.Namespace, server: local_server.DeskServer) -> int:
    from src.desks.azure.attached import message

    if options.token_file or options.az:
        server.post("/desks/azure/login", {"token": _token(options.token_file, az=options.az)})
    elif server.is_own and _memory(options).exists():  # an error is explained without a login, too
        server.post("/desks/azure/login", {"token": _remembered(options)})
    attached = [line for path in options.file for line in _sent(path, server)]
    description = options.description or said("Go on.")
    words = message(description, options.subscription, options.group, options.technology, attached)
    frame = {"message": words, "desk": "azure"}
    if options.trace:
        trace = _trace_meant(options.trace, server)
        frame = {"message": words, "dossier_id": trace}
    reply = local_server.accepted(local_server.send(server.url, frame, server.token))
    if options.json:
        print(_result(reply, server))
    else:
        trace = said("trace {dossier}", dossier=reply["dossier_id"])
        print(f"{reply['response']}\n\n{reply['outcome']}  {trace}")
        if reply["outcome"] in ("request", "continue"):
            told = 'Go on: ./tess azure continue {dossier} "..."'
            print(said(told, dossier=reply["dossier_id"]))
    return DONE


def _trace_meant(named: str, server: local_server.DeskServer) -> str:
    """Return the trace that its id, the start of that, or ``last`` names.

    One that is not there is refused: a message with its id would begin a dossier.
    """
    from urllib.error import HTTPError
    from urllib.parse import quote

    try:
        trace = named_over_wire(named, server.url, server.token, "azure")
    except ForUser as error:
        raise local_server.CommandRefused(sentence(error.code, error.details, spoken())) from None
    path = f"/dossiers/{quote(trace, safe='')}"
    try:
        desk = local_server.read(server.url, path, server.token)["desk"]
    except local_server.NoServer as error:
        if not isinstance(error.__cause__, HTTPError):
            raise
        desk = ""
    if desk != "azure":
        raise local_server.CommandRefused(said("There is no trace {trace}.", trace=trace))
    return trace


def _result(reply: Mapping[str, Any], server: local_server.DeskServer) -> str:
    """Return a reply as MCP clients get it."""
    from src.desks.azure.over_mcp import debug_result
    from src.dossier.models import Dossier

    trace = str(reply["dossier_id"])
    dossier = Dossier.model_validate(
        local_server.read(server.url, f"/dossiers/{trace}", server.token)
    )
    return debug_result(reply["outcome"], str(reply["response"]), dossier).model_dump_json(indent=2)


def _remembered(options: argparse.Namespace) -> str:
    try:
        source = json.loads(_memory(options).read_bytes())
    except (OSError, ValueError):
        raise local_server.CommandRefused(
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
        raise local_server.CommandRefused(
            said("{path} can't be read: {reason}.", path=path, reason=reason)
        ) from None


def _of_azure_cli() -> str:
    try:
        from azure.core.exceptions import ClientAuthenticationError
        from azure.identity import AzureCliCredential
    except ImportError:
        needs = said("--az needs the extra azure: pip install 'tess[azure]'.")
        raise local_server.CommandRefused(needs) from None
    try:
        return str(AzureCliCredential().get_token("https://management.azure.com/.default").token)
    except ClientAuthenticationError:
        none = said("The Azure CLI gave no token: run az login first.")
        raise local_server.CommandRefused(none) from None


def _sent(path: Path, server: local_server.DeskServer) -> list[str]:
    """Send a file in pieces, and return the line by which a message names it."""
    try:
        text = local_server.bytes_of(path).decode("utf-8")
    except UnicodeDecodeError:
        raise local_server.CommandRefused(said("{path} is no text.", path=path)) from None
    name = str(path) if not path.is_absolute() and ".." not in path.parts else path.name
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)] or [""]
    lines: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        body = {"path": name, "content": piece, "part": number, "of": len(pieces)}
        lines = server.post("/desks/azure/files", body)["lines"]
    return lines
