"""What all commands are registered with, and how a day is typed behind their options."""

import argparse
from collections.abc import Callable
from datetime import date
from typing import TypeAlias

from src.spoken import said

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""

Run: TypeAlias = Callable[[argparse.Namespace, list[str]], int]
"""A command: its options, and what was typed that is none of them; returns its exit status."""


def day(text: str) -> date:
    """Return a day as it was typed, 2024-01-31."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            said("{text!r} is no date like 2024-01-01", text=text[:20])
        ) from None
