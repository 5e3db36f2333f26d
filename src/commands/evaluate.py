"""The command ``tess eval``: measures how well something works; desks bring what can be measured of them."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from src.desks.plug import Plug

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_eval_command(commands: "Commands", plugs: "Sequence[Plug]") -> None:
    """Register the command with the parser of ``tess``, a subject of a desk behind the other."""
    evaluations = commands.add_parser("eval", help="measure how well something works")
    subjects = evaluations.add_subparsers(metavar="SUBJECT", required=True)
    for plug in plugs:
        plug.add_subjects(subjects)
