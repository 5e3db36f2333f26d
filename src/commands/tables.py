"""Commands that are told as data: how they are run, and what is typed behind their options, read in one way."""

import argparse
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any

from src.cli_types import Commands, Run, day
from src.commands.local_server import NotReadable
from src.commands.naming import LAST, is_whole, meant, told_of
from src.commands.printing import tell
from src.errors import ForUser
from src.spoken import said

REFUSED, BROKEN = 1, 2

LONGEST_DAYS = 3650
"""Of a token."""


def command_at(place: str) -> Callable[..., int]:
    """Return a function by its module of ``src.commands`` and its name, such as ``token:create``."""
    module, _, name = place.partition(":")
    found: Callable[..., int] = getattr(import_module(f"src.commands.{module}"), name)
    return found


def run_at(place: str, options: argparse.Namespace, rest: list[str]) -> int:
    """Run the command that is there: a start must not wait for what only a command needs."""
    return command_at(place)(options, rest)


def add_commands(
    commands: Commands,
    table: Mapping[str, Mapping[str, Any]],
    runs: Mapping[str, Run] = MappingProxyType({}),
    first: Callable[[str, argparse.ArgumentParser], None] = lambda *_: None,
) -> None:
    """Register the commands of a table, of which ``dossiers.toml`` tells the form.

    ``runs`` are what some of them do, in place of ``run``; ``first`` adds arguments before their own.
    """
    for name, told in table.items():
        parser = commands.add_parser(name, help=told["help"], **told.get("parser", {}))
        run = runs.get(name) or partial(run_at, told["run"])
        parser.set_defaults(run=run, **told.get("defaults", {}))
        parser.register("action", "yes_or_no", argparse.BooleanOptionalAction)
        if told.get("json", True):
            parser.add_argument("--json", action="store_true", help="print the result as JSON")
        first(name, parser)
        for entry in told.get("arguments", ()):
            to: argparse._ActionsContainer = parser
            arguments = [entry]
            if isinstance(entry, list):
                required = told.get("needs_one", False)
                to, arguments = parser.add_mutually_exclusive_group(required=required), entry
            for argument in arguments:
                if "type" in argument:
                    argument["type"] = READS[argument["type"]]
                to.add_argument(*argument.pop("names"), **argument)


def name_dossiers(options: argparse.Namespace) -> None:
    """Put whole ids in place of the starts, and of ``last``, that the options of a command name dossiers by."""
    for field in ("dossier", "a", "b"):
        named = getattr(options, field, None)
        name, at_sign, version = named.partition("@") if isinstance(named, str) else ("", "", "")
        if name == LAST or not is_whole(name):
            from src.commands.running import pack_at, stored_ids  # whole ids need no store

            if not pack_at(f"{named}"):
                ids = stored_ids(options, newest=name == LAST)
                found = ids[0] if ids and name == LAST else meant(name, ids)
                setattr(options, field, f"{found}{at_sign}{version}")


def refusing(
    run: Callable[[argparse.Namespace], int], options: argparse.Namespace, _: list[str]
) -> int:
    """Run a command on dossiers; what its user can mend ends as a sentence, all else is for the caller."""
    try:
        name_dossiers(options)
        return run(options)
    except ForUser as error:
        tell(told_of(error))
        return REFUSED
    except NotReadable as error:
        tell(str(error))
        return BROKEN


def number(text: str) -> int:
    """Return a version as it was typed; one that the dossier has not is refused later, with those it has."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(said("{text!r} is no whole number", text=text[:20]))
    return int(text)


def count(text: str) -> int:
    """Return how many are wanted, at least one."""
    if number(text) < 1:
        raise argparse.ArgumentTypeError(said("must be at least 1"))
    return number(text)


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= 1000):
        raise argparse.ArgumentTypeError(said("must be a whole number from 1 to 1000"))
    return int(text)


def _version(text: str) -> str:
    from src.search.documents.origin import VERSION_NAME

    if not VERSION_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            said("must be like 2.4 or v3-beta: letters, digits, . + - _")
        )
    return text


def _tenant(text: str) -> str:
    from src.identity.tokens import TENANT, TENANT_RULE

    if not TENANT.fullmatch(text):
        raise argparse.ArgumentTypeError(said(TENANT_RULE))
    return text


def _address(text: str) -> str:
    from src.search.documents.origin import is_address

    if not is_address(text):
        raise argparse.ArgumentTypeError(said("must be like 'https://host/{path}#{anchor}'"))
    return text


def _lifetime(text: str) -> timedelta:
    found = re.fullmatch(r"([1-9][0-9]{0,4})([dh])", text)
    lifetime = (
        timedelta(**{{"d": "days", "h": "hours"}[found[2]]: int(found[1])}) if found else None
    )
    if lifetime is None or lifetime > timedelta(days=LONGEST_DAYS):
        told = said("{text!r} is no time such as 30d or 12h", text=text[:20])
        raise argparse.ArgumentTypeError(told)
    return lifetime


READS: Mapping[str, Callable[[str], object]] = {
    "address": _address,
    "count": count,
    "day": day,
    "int": int,
    "lifetime": _lifetime,
    "limit": _limit,
    "number": number,
    "tenant": _tenant,
    "version": _version,
}
"""What reads what is typed for an argument, by its ``type``."""
