"""What ``tess eval`` can measure of the tax desk; what it needs is imported when it runs."""

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE = 0


def add_retrieval_options(subjects: "Commands") -> None:
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

    from src.desks.tax.evaluation.report import text
    from src.desks.tax.evaluation.run import evaluate
    from src.desks.tax.settings import TaxSettings

    with Console(stderr=True).status("Building an index and asking the questions ..."):
        starter = options.read_settings().of(TaxSettings).starter_dir
        report = evaluate(options.corpus, options.questions, starter, options.compare)
    print(json.dumps(report.data(), ensure_ascii=False, indent=2) if options.json else text(report))
    return DONE
