"""What all commands are registered with, and what is typed behind their options, read in one way."""

import argparse
from datetime import date
from typing import TypeAlias

from src.spoken import said

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command is added to."""


def day(text: str) -> date:
    """Return a day as it was typed, 2024-01-31."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            said("{text!r} is no date like 2024-01-01", text=text[:20])
        ) from None
