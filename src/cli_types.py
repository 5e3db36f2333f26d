"""What all commands are registered with, and what is typed behind their options, read in one way."""

import argparse
from collections.abc import Callable
from datetime import date
from typing import Any, TypeAlias

from src.spoken import said

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""

Run: TypeAlias = Callable[[argparse.Namespace, list[str]], int]
"""A command: its options, and what was typed that is none of them; returns its exit status."""


def add_command(
    commands: Commands, name: str, text: str, run: Run, *, json: bool = True, **given: Any
) -> argparse.ArgumentParser:
    """Register a command and return the parser of its options; ``json``: whether it can print its result as JSON."""
    parser = commands.add_parser(name, help=text, **given)
    parser.set_defaults(run=run)
    if json:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser


def day(text: str) -> date:
    """Return a day as it was typed, 2024-01-31."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            said("{text!r} is no date like 2024-01-01", text=text[:20])
        ) from None
