"""``tess ingest`` without a collection: from files, folders and the official services into the library."""

import argparse

from src.cli_types import Commands, day

_WHAT = """\
WHAT is, without a collection:

PATH              a file or a folder with official XML or JSON Lines; or a clone of the
                  corpus MinBZK/regelrecht-corpus, with every version of a law
BWBR0011353       a law, by its number in the Basiswettenbestand
ECLI:NL:HR:...    a ruling
tax               the main tax laws, and the recent tax rulings of the highest court
subject:FIELD     the laws in a field of law, e.g. subject:belastingrecht

The laws and rulings come from the official services. All that is fetched is kept in the library's folder downloads.
A path that is called like one of these is written as ./tax.
--date is the day whose law undated JSON Lines are; --describe writes for law that has no words, and needs no WHAT."""


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
