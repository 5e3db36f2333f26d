"""What ``tess eval`` can measure of the tax desk; what it needs is imported when it runs."""

import argparse
import json
from pathlib import Path

from src.cli_types import Commands
from src.spoken import said

DONE = 0


def add_retrieval_options(subjects: Commands) -> None:
    """Let ``tess eval retrieval`` measure articles (.jsonl), passages (.csv), a library, or official files."""
    retrieval = subjects.choices["retrieval"]
    retrieval.add_argument(
        "--compare",
        nargs="+",
        default=[],
        metavar="CHANGE",
        help="compare with the plain engine (plain), or with parts changed (NAME=VALUE, e.g. citing=0)",
    )
    retrieval.set_defaults(without_collection=_retrieval)


def _retrieval(options: argparse.Namespace, _: list[str]) -> int:
    from rich.console import Console

    from evals.encoders import encoder_maker
    from evals.tax.report import text
    from evals.tax.run import evaluate
    from src.desks.tax.settings import TaxSettings

    with Console(stderr=True).status(said("Building an index and asking the questions ...")):
        settings = options.read_settings()
        starter = settings.of(TaxSettings).starter_dir
        encoder = encoder_maker(settings, options.encoder)
        report = evaluate(options.corpus, options.questions, starter, options.compare, encoder)
    print(json.dumps(report.data(), ensure_ascii=False, indent=2) if options.json else text(report))
    return DONE


def add_answers(subjects: Commands) -> None:
    """Let ``tess eval answers`` measure whether the first quote answers."""
    answers = subjects.add_parser(
        "answers", help="how well questions of law are answered from their sources; built-in model"
    )
    answers.add_argument(
        "--questions", required=True, type=Path, metavar="FILE", help="questions with their gold"
    )
    answers.add_argument(
        "--corpus",
        type=Path,
        metavar="PATH",
        help="articles (.jsonl), a library or official files; without it the library in use",
    )
    answers.add_argument("--json", action="store_true", help="print the figures as JSON")
    answers.set_defaults(run=_answers)


def _answers(options: argparse.Namespace, _: list[str]) -> int:
    import asyncio

    from rich.console import Console

    from evals.tax.answers import answers_text, evaluate_answers
    from src.desks.tax.settings import TaxSettings
    from src.llm.models import encoder_of

    settings = options.read_settings()
    own = settings.of(TaxSettings)
    places = (options.corpus, options.questions, own.library_dir, own.starter_dir)
    with Console(stderr=True).status(said("Asking the questions ...")):
        report = asyncio.run(evaluate_answers(*places, encoder_of(settings)))
    as_json = json.dumps(report.data(), ensure_ascii=False, indent=2) if options.json else ""
    print(as_json or answers_text(report))
    return DONE
