"""What ``tess eval`` can measure of the desk for documentation; what it needs is imported when it runs."""

import argparse
import json
from pathlib import Path

from src.cli_types import Commands
from src.spoken import said

DONE = 0


def add_docs(subjects: Commands) -> None:
    """Let ``tess eval docs`` measure how questions about documentation are found, answered, asked back and refused."""
    docs = subjects.add_parser(
        "docs", help="how questions about documentation are answered, asked back or refused"
    )
    docs.add_argument(
        "--questions", required=True, type=Path, metavar="FILE", help="questions with their gold"
    )
    searched = docs.add_mutually_exclusive_group()
    searched.add_argument("--collection", metavar="NAME", help="a collection (tess)")
    searched.add_argument(
        "--corpus", type=Path, metavar="PATH", help="a folder of documentation, or pages (.jsonl)"
    )
    docs.add_argument(
        "--compare",
        nargs="+",
        default=[],
        metavar="CHANGE",
        help="compare search with the plain engine (plain), or with parts changed (NAME=VALUE, e.g. bigrams=0)",
    )
    docs.add_argument("--json", action="store_true", help="print the figures as JSON")
    docs.set_defaults(run=_docs)


def _docs(options: argparse.Namespace, _: list[str]) -> int:
    import asyncio

    from rich.console import Console

    from evals.docs.report import figures_text
    from evals.docs.run import evaluate_docs

    with Console(stderr=True).status(said("Asking the questions ...")):
        figures = asyncio.run(evaluate_docs(options))
    as_json = json.dumps(figures.data(), ensure_ascii=False, indent=2) if options.json else ""
    print(as_json or figures_text(figures))
    return DONE
