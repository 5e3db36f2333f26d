"""What ``tess eval tsg`` measures; what it needs is imported when it runs."""

import argparse
import json
import sys
from pathlib import Path

from src.cli_types import Commands

DONE, BROKEN = 0, 2


def add_tsg_subject(subjects: Commands) -> None:
    """Let ``tess eval tsg`` measure how notes of published guides become guides again, by the built-in rules."""
    tsg = subjects.add_parser("tsg", help="how raw notes are made into troubleshooting guides")
    tsg.add_argument(
        "--guides", required=True, type=Path, metavar="FILE", help="published guides, line by line"
    )
    tsg.add_argument("--json", action="store_true", help="print the figures as JSON")
    tsg.set_defaults(run=_tsg)


def _tsg(options: argparse.Namespace, _: list[str]) -> int:
    from evals.tsg.guides import (
        UnreadableGuides,
        evaluate_guides,
        figures_text,
        read,
    )

    try:
        figures = evaluate_guides(read(options.guides))
    except UnreadableGuides as problem:
        print(problem, file=sys.stderr)
        return BROKEN
    as_json = json.dumps(figures.data(), ensure_ascii=False, indent=2) if options.json else ""
    print(as_json or figures_text(figures))
    return DONE
