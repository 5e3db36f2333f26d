"""What ``tess eval backlog`` measures; what it needs is imported when it runs."""

import argparse
import json
import sys
from pathlib import Path

from src.cli_types import Commands

DONE, BROKEN = 0, 2


def add_backlog_subject(subjects: Commands) -> None:
    """Let ``tess eval backlog`` measure how meetings are cut, needs found and stories tagged."""
    backlog = subjects.add_parser(
        "backlog", help="how meetings are cut, needs are found and stories are tagged"
    )
    backlog.add_argument(
        "--data",
        required=True,
        type=Path,
        metavar="FOLDER",
        help="folder with marked meetings, planted needs and tagged stories",
    )
    backlog.add_argument(
        "--natural",
        type=Path,
        metavar="FOLDER",
        help="folder with natural.jsonl and its items.jsonl (default: those of the benchmarks)",
    )
    backlog.add_argument(
        "--with-model",
        action="store_true",
        help="tag by the model of the settings too, with its tokens and seconds",
    )
    backlog.add_argument("--json", action="store_true", help="print the figures as JSON")
    backlog.set_defaults(run=_backlog)


def _backlog(options: argparse.Namespace, _: list[str]) -> int:
    import asyncio

    from evals.backlog.run import evaluate_backlog, figures_text
    from evals.backlog.tagging import UnreadableBacklogData

    evaluated = evaluate_backlog(
        options.data, options.natural, options.read_settings(), with_model=options.with_model
    )
    try:
        figures = asyncio.run(evaluated)
    except UnreadableBacklogData as problem:
        print(problem, file=sys.stderr)
        return BROKEN
    as_json = json.dumps(figures.data(), ensure_ascii=False, indent=2) if options.json else ""
    print(as_json or figures_text(figures))
    return DONE
