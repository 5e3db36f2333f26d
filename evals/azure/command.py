"""What ``tess eval azure`` measures; what it needs is imported when it runs."""

import argparse
import json
from pathlib import Path

from src.cli_types import Commands

DONE = 0


def add_azure_subject(subjects: Commands) -> None:
    """Let ``tess eval azure`` measure how often the cause of an incident is found, by its lines."""
    azure = subjects.add_parser(
        "azure", help="how well causes of Azure errors are found; against stand-ins of Azure"
    )
    azure.add_argument(
        "--incidents", required=True, type=Path, metavar="FILE", help="incidents with their gold"
    )
    azure.add_argument(
        "--worlds",
        type=Path,
        metavar="FOLDER",
        help="worlds, each named after an incident's id or its cause (default: those that come along)",
    )
    azure.add_argument("--json", action="store_true", help="print the figures as JSON")
    azure.set_defaults(run=_azure)


def _azure(options: argparse.Namespace, _: list[str]) -> int:
    import asyncio

    from evals.azure.incidents import evaluate, read
    from evals.azure.report import text

    report = asyncio.run(evaluate(read(options.incidents), options.worlds, options.read_settings()))
    print(json.dumps(report.data(), ensure_ascii=False, indent=2) if options.json else text(report))
    return DONE
