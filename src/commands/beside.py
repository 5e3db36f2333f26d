"""Commands that packages beside ``src`` bring, where they are installed: those that measure, and stand-ins."""

import argparse
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TypeAlias

AddCommand: TypeAlias = "Callable[[argparse._SubParsersAction[argparse.ArgumentParser]], None]"
"""Registers a command with the parser of ``tess``; what takes long to import is imported when it runs."""


def commands_beside() -> Sequence[AddCommand]:
    """Return what registers the commands that ``pyproject.toml`` lists as entry points and whose package is there."""
    points = entry_points(group="tess.commands")
    return [one.load() for one in points if find_spec(one.module.partition(".")[0])]
