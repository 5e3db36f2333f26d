"""What all commands are registered with, and what is typed behind their options, read in one way."""

import argparse
from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, TypeAlias

from src.spoken import said

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""

Run: TypeAlias = Callable[[argparse.Namespace, list[str]], int]
"""A command: its options, and what was typed that is none of them; returns its exit status."""


Reads: TypeAlias = Mapping[str, Callable[[str], object]]
"""What reads what is typed for an argument, by its ``type``."""


def add_commands(
    commands: Commands,
    table: Mapping[str, Mapping[str, Any]],
    runs: Mapping[str, Run],
    reads: Reads = MappingProxyType({}),
    first: Callable[[str, argparse.ArgumentParser], None] = lambda *_: None,
) -> None:
    """Register the commands of a table, of which ``dossiers.toml`` tells the form.

    ``first`` adds, by the name of a command, arguments before its own.
    """
    for name, told in table.items():
        parser = commands.add_parser(name, help=told["help"], **told.get("parser", {}))
        parser.set_defaults(run=runs[name], **told.get("defaults", {}))
        parser.register("action", "yes_or_no", argparse.BooleanOptionalAction)
        for type_name, read in reads.items():
            parser.register("type", type_name, read)
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
                to.add_argument(*argument.pop("names"), **argument)


def day(text: str) -> date:
    """Return a day as it was typed, 2024-01-31."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            said("{text!r} is no date like 2024-01-01", text=text[:20])
        ) from None
