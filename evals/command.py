"""The command ``tess eval``: measures how well something works."""

import argparse
import json
from pathlib import Path

from evals.azure.command import add_azure_subject
from evals.backlog.command import add_backlog_subject
from evals.docs.command import add_docs
from evals.tax.command import add_answers, add_retrieval_options
from evals.tsg.command import add_tsg_subject
from evals.tsg.personal_command import add_pii_subject
from src.cli_types import Commands
from src.spoken import register_dutch

register_dutch(Path(__file__).with_name("in_dutch.json"))

DONE = 0

SUBJECTS = (
    *(add_retrieval_options, add_answers, add_docs, add_azure_subject),
    *(add_tsg_subject, add_pii_subject, add_backlog_subject),
)
"""What adds the subjects of desks; each imports what it measures when it runs."""


def add_eval_command(commands: Commands) -> None:
    """Register the command with the parser of ``tess``."""
    evaluations = commands.add_parser("eval", help="measure how well something works")
    subjects = evaluations.add_subparsers(metavar="SUBJECT", required=True)
    _add_retrieval(subjects)
    for add in SUBJECTS:
        add(subjects)


def _add_retrieval(subjects: Commands) -> None:
    retrieval = subjects.add_parser(
        "retrieval", help="how well search finds the sources that answer questions; no model"
    )
    searched = retrieval.add_mutually_exclusive_group(required=True)
    searched.add_argument(
        "--corpus", type=Path, metavar="PATH", help="pages (.jsonl), or what a desk can read"
    )
    searched.add_argument("--collection", metavar="NAME", help="a collection of documentation")
    retrieval.add_argument(
        "--questions", required=True, type=Path, metavar="FILE", help="questions with their gold"
    )
    retrieval.add_argument(
        "--encoder", choices=["off"], help="by words alone, whatever TESS_ENCODER says"
    )
    retrieval.add_argument(
        "--levels",
        nargs="+",
        choices=["keywords", "chunks", "crumbs", "summary"],
        default=["keywords", "chunks", "crumbs", "summary"],
        help="of documentation, by these levels of search alone",
    )
    retrieval.add_argument("--json", action="store_true", help="print the figures as JSON")
    retrieval.set_defaults(run=_retrieval, without_collection=False)


def _retrieval(options: argparse.Namespace, rest: list[str]) -> int:
    from evals.collection import (
        evaluate_collection,
        evaluate_pages,
        figures_text,
        holds_pages,
    )
    from evals.encoders import encoder_maker
    from src.commands.collections import library_of, without_collection
    from src.search.documents.shipped import NAME, provide_own_docs

    encoder = encoder_maker(options.read_settings(), options.encoder)
    if options.collection is not None:
        library = library_of(options)
        if options.collection == NAME:
            provide_own_docs(library, encoder())
        figures = evaluate_collection(
            library, options.collection, options.questions, encoder, options.levels
        )
    elif holds_pages(options.corpus):
        figures = evaluate_pages(options.corpus, options.questions, encoder, options.levels)
    else:
        return without_collection(options, rest)
    as_json = json.dumps(figures.data(), ensure_ascii=False, indent=2) if options.json else ""
    print(as_json or figures_text(figures))
    return DONE
