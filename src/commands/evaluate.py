"""The command ``tess eval``: measures how well something works; desks bring what can be measured of them."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from src.commands.collections import add_collection, library_of, name_a_collection

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from src.desks.plug import Conversing, Plug

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE = 0


def add_eval_command(commands: "Commands", plugs: "Sequence[Plug]") -> None:
    """Register the command with the parser of ``tess``, a subject of a desk behind the other."""
    evaluations = commands.add_parser("eval", help="measure how well something works")
    evaluations.set_defaults(conversing=_conversing)
    subjects = evaluations.add_subparsers(metavar="SUBJECT", required=True)
    _add_retrieval(subjects)
    for plug in plugs:
        plug.add_subjects(subjects)


def _conversing(
    options: argparse.Namespace, desk: str, data_dir: Path
) -> "AbstractAsyncContextManager[Conversing]":
    """Let a desk be spoken to, by who measures it; what that takes is imported then."""
    from src.commands.conversing import conversing

    return conversing(options, desk, data_dir)


def _add_retrieval(subjects: "Commands") -> None:
    retrieval = subjects.add_parser(
        "retrieval", help="how well search finds the sources that answer questions; no model"
    )
    searched = retrieval.add_mutually_exclusive_group(required=True)
    searched.add_argument(
        "--corpus", type=Path, metavar="PATH", help="pages (.jsonl), or what a desk can read"
    )
    add_collection(searched)
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
    retrieval.set_defaults(run=_retrieval, without_collection=name_a_collection)


def _retrieval(options: argparse.Namespace, rest: list[str]) -> int:
    from src.evaluation.collection import (
        evaluate_collection,
        evaluate_pages,
        figures_text,
        holds_pages,
    )
    from src.llm.models import encoder_maker
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
        return int(options.without_collection(options, rest))
    as_json = json.dumps(figures.data(), ensure_ascii=False, indent=2) if options.json else ""
    print(as_json or figures_text(figures))
    return DONE
