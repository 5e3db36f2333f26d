"""The commands over collections of documentation: ``ingest``, ``search`` and ``collections``.

A desk with a library of its own adds options to the first two, and says what they do where no collection is named.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from src.search.documents.retriever import CollectionRetriever, FoundSection
    from src.search.explanation import Explanation

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, NOTHING_FOUND, REFUSED, BROKEN, INTERRUPTED = 0, 1, 1, 2, 130
USUAL_LIMIT = 6


def add_collection_commands(commands: "Commands") -> None:
    """Register the commands with the parser of ``tess``."""
    ingest = commands.add_parser(
        "ingest",
        help="read files into the library, or into a collection",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    ingest.add_argument("what", nargs="+", metavar="WHAT", help="files or folders to read")
    add_collection(ingest)
    ingest.add_argument("--json", action="store_true", help="print the summary as JSON")
    ingest.set_defaults(run=_ingest, without_collection=name_a_collection)

    search = commands.add_parser("search", help="show what there is on a question")
    search.add_argument("text", help="words or a question, in Dutch or English")
    add_collection(search)
    search.add_argument("--limit", type=_count, default=USUAL_LIMIT, metavar="N", help="at most")
    search.add_argument("--explain", action="store_true", help="tell why each was found")
    search.add_argument("--json", action="store_true", help="print the result as JSON")
    search.set_defaults(run=_search, without_collection=name_a_collection)

    listing = commands.add_parser("collections", help="list the collections that can be searched")
    listing.add_argument("--json", action="store_true", help="print them as JSON")
    listing.set_defaults(run=_list)


def add_collection(parser: argparse._ActionsContainer) -> None:
    """Add the option that names a collection."""
    parser.add_argument("--collection", metavar="NAME", help="a collection of documentation")


def library_of(options: argparse.Namespace) -> Path:
    """Return the folder of what was ingested."""
    data_dir: Path = options.read_settings().tess_data_dir
    return data_dir / "library"


def name_a_collection(_: argparse.Namespace, __: list[str]) -> int:
    """Say that a collection must be named, as no desk has a library of its own."""
    print("Name a collection: --collection NAME.", file=sys.stderr)
    return BROKEN


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= 1000):
        raise argparse.ArgumentTypeError("must be a whole number from 1 to 1000")
    return int(text)


def _ingest(options: argparse.Namespace, rest: list[str]) -> int:
    if options.collection is None:
        return int(options.without_collection(options, rest))
    from dataclasses import asdict

    from rich.console import Console
    from rich.progress import Progress

    from src.llm.models import encoder_of
    from src.search.documents.collections import ingest_collection

    console = Console(stderr=True)
    library_dir = library_of(options)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def show(number: int, of_all: int, name: str) -> None:
            bar.update(task, completed=number - 1, total=of_all, description=name)

        paths = tuple(map(Path, options.what))
        encoder = encoder_of(options.read_settings())
        report = ingest_collection(paths, library_dir, options.collection, show, encoder)
    if options.json:
        print(json.dumps(asdict(report), ensure_ascii=False, indent=2))
    else:
        print(
            f"{report.collection}: read {report.read} files, {report.unchanged} had not changed, {report.removed} "
            f"are gone; {report.sections:,} sections."
        )
        for name, reason in report.skipped:
            print(f"Skipped {name}: {reason}")
    return DONE if report.sections else REFUSED


def _search(options: argparse.Namespace, rest: list[str]) -> int:
    if options.collection is None:
        return int(options.without_collection(options, rest))
    import asyncio

    from src.llm.models import encoder_of
    from src.search.documents.retriever import CollectionRetriever

    encoder = encoder_of(options.read_settings())
    retriever = CollectionRetriever(library_of(options), options.collection, encoder)

    async def search() -> "tuple[FoundSection, ...]":
        try:
            return await retriever.search(options.text, options.limit)
        finally:
            if encoder:
                await encoder.close()

    found = asyncio.run(search())
    reasons = _reasons(retriever, options.text, found) if options.explain else [None] * len(found)
    if options.json:
        told = {"hits": [_as_json(*one) for one in zip(found, reasons, strict=True)]}
        print(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        for one, reason in zip(found, reasons, strict=True):
            print(_line(one))
            for line in reason.lines() if reason else ():
                print(f"     {line}")
        if not found:
            print("Nothing was found.")
    return DONE if found else NOTHING_FOUND


def _reasons(
    retriever: "CollectionRetriever", text: str, found: "tuple[FoundSection, ...]"
) -> "list[Explanation | None]":
    from src.search.explanation import explained

    index = retriever.collection.index
    weights = index.corpus.weights
    asked = index.corpus.read_query(text, weights, "")
    return [explained(index, asked, one.number, weights) for one in found]


def _as_json(one: "FoundSection", reason: "Explanation | None") -> dict[str, Any]:
    section = one.section
    told = {
        "rank": one.rank,
        "id": one.document.id,
        "title": one.document.title,
        "path": one.document.path,
        "file": section.file,
        "lines": [section.first_line, section.last_line],
        "url": section.url,
        "score": round(one.score, 4),
        "exact": one.exact,
    }
    return {**told, "explanation": reason.as_json()} if reason else told


def _line(one: "FoundSection") -> str:
    score = "named" if one.exact else f"{one.score:.1f}"
    return (
        f"{one.rank:3}  {score:>6}  {one.document.path or one.document.title} ({one.document.id})"
    )


def _list(options: argparse.Namespace, _: list[str]) -> int:
    from src.search.documents.collections import collections

    found = collections(library_of(options))
    if options.json:
        rows = [
            one.model_dump(mode="json", include={"name", "sections", "newest"}) for one in found
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return DONE
    for one in found:
        print(f"{one.name}: {one.sections:,} sections, newest of {one.newest}")
    if not found:
        print("There are no collections: ./tess ingest FOLDER --collection NAME makes one.")
    return DONE
