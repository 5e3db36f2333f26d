"""``tess ingest`` without a collection: from files, folders and the official services into the library."""

import argparse
from pathlib import Path

from src.cli_types import Commands, day

_WHAT = Path(__file__).with_name("what.txt").read_text(encoding="utf-8").rstrip()


def add_ingest_options(commands: Commands) -> None:
    """Let ``tess ingest`` read law where no collection is named."""
    ingest = commands.choices["ingest"]
    ingest.epilog = _WHAT
    versions = ingest.add_mutually_exclusive_group()
    versions.add_argument(
        "--versions", choices=["all"], help="every version of a law, not the one in force"
    )
    versions.add_argument(
        "--as-of", type=day, metavar="DATE", help="the version in force on this day (today)"
    )
    ingest.add_argument(
        "--since",
        type=day,
        metavar="DATE",
        help="with tax: rulings from this day on (1 January of last year)",
    )
    ingest.add_argument(
        "--court", metavar="NAME", help='with tax: rulings of this court, "Gerechtshof Amsterdam"'
    )
    ingest.add_argument(
        "--offline", action="store_true", help="use what was fetched before, and no network"
    )
    only_law = ("versions", "as_of", "since", "court", "offline")
    ingest.set_defaults(
        without_collection=_run,
        only_without=only_law,
        without_files=lambda options: options.describe,
    )


def _run(options: argparse.Namespace, _: list[str]) -> int:
    from src.desks.tax.commands.ingest.running import run_ingest

    return run_ingest(options)
