"""What ``tess eval pii`` measures; what it needs is imported when it runs."""

import argparse
import json
import sys
from pathlib import Path

from src.cli_types import Commands
from src.spoken import said

DONE, UNREADABLE = 0, 2


def add_pii_subject(subjects: Commands) -> None:
    """Let ``tess eval pii`` measure what the personal-data gate finds, and what it finds where nothing is."""
    pii = subjects.add_parser(
        "pii", help="how much personal data the gate of `tsg` finds; no model"
    )
    told = pii.add_mutually_exclusive_group(required=True)
    told.add_argument(
        "--lines", type=Path, metavar="FILE", help="lines of notes with the kinds that are in them"
    )
    told.add_argument(
        "--sentences", type=Path, metavar="FILE", help="sentences with spans of what is in them"
    )
    told.add_argument(
        "--guides",
        type=Path,
        metavar="FILE",
        help="published guides, in which nothing is anybody's",
    )
    pii.add_argument("--json", action="store_true", help="print the figures as JSON")
    pii.set_defaults(run=_pii)


def _pii(options: argparse.Namespace, _: list[str]) -> int:
    from evals.tsg.personal import of_guides, of_lines, of_sentences, text

    measures = ((of_lines, options.lines), (of_sentences, options.sentences))
    measure, path = next(
        (one for one in measures if one[1] is not None), (of_guides, options.guides)
    )
    try:
        report = measure(path)
    except (OSError, ValueError, KeyError, TypeError) as error:
        told = said("{path} can't be read: {reason}.", path=path, reason=type(error).__name__)
        print(told, file=sys.stderr)
        return UNREADABLE
    print(json.dumps(report.data(), indent=2) if options.json else text(report))
    return DONE
