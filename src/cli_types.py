"""What is typed behind the options of a command, read in one way by all commands."""

import argparse
from datetime import date

from src.spoken import said


def day(text: str) -> date:
    """Return a day as it was typed, 2024-01-31."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            said("{text!r} is no date like 2024-01-01", text=text[:20])
        ) from None
