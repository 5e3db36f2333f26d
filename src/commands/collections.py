"""The commands over collections of documentation: ``ingest``, ``search`` and ``collections``.

A desk with a library of its own adds options to the first two, and says what they do where no collection is named;
``only_without`` are those that say nothing of a collection, ``without_files`` tells whether they ask for something that
takes no files.
"""

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.commands.printing import print_json, show, tell
from src.identity.caller import LOCAL, calling
from src.llm.models import encoder_of
from src.search.documents.collections import CollectionReport, collections, ingest_collection
from src.search.documents.origin import Origin
from src.search.documents.retriever import CollectionRetriever, FoundSection
from src.search.documents.sharing import shared_collections
from src.search.documents.shipped import NAME, provide_own_docs
from src.spoken import said

if TYPE_CHECKING:
    from src.llm.describing import DescribeReport
    from src.llm.describing import Progress as Told

DONE, NOTHING_FOUND, REFUSED, BROKEN, INTERRUPTED = 0, 1, 1, 2, 130
_ONLY_WITH = ("docs_version", "url", "tenant")
"""Options of no use without a collection."""


def library_of(options: argparse.Namespace) -> Path:
    """Return the folder of what was ingested, with what other servers did in it."""
    settings = options.read_settings()
    library: Path = settings.tess_data_dir / "library"
    with closing(shared_collections(settings)) as shared:
        shared.look(library)
    return library


def without_collection(options: argparse.Namespace, rest: list[str]) -> int:
    """Do what a desk with a library of its own does where no collection is named; say that one must be, without it."""
    if options.without_collection:
        return int(options.without_collection(options, rest))
    tell(said("Name a collection: --collection NAME."))
    return BROKEN


def _has_refused(options: argparse.Namespace) -> bool:
    """Return whether an option was given that is of no use with a collection, or without one, and say so."""
    is_named = options.collection is not None
    for name in options.only_without if is_named else _ONLY_WITH:
        if getattr(options, name, None) not in (None, False):
            told = (
                "--{name} can't be used with --collection."
                if is_named
                else "--{name} needs --collection."
            )
            tell(said(told, name=name.replace("_", "-")))
            return True
    return False


def ingest(options: argparse.Namespace, rest: list[str]) -> int:
    """Read files into a collection, or into the library of a desk."""
    takes_none = options.without_files and options.without_files(options)
    if not options.what and (options.collection or not takes_none):
        tell(said("Name files or folders to read."))
        return BROKEN
    if _has_refused(options):
        return BROKEN
    if options.collection is None:
        return without_collection(options, rest)
    if options.describe and options.read_settings().uses_offline_model:
        from src.commands.describing import OFFLINE_WRITES_NONE

        tell(said(OFFLINE_WRITES_NONE))
        return REFUSED
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def show(number: int, of_all: int, name: str) -> None:
            bar.update(task, completed=number - 1, total=of_all, description=name)

        report, describing = _read_and_describe(options, show)
    if options.json:
        told = asdict(report) | ({"describing": asdict(describing)} if describing else {})
        print_json(told)
    else:
        _print_report(report, describing)
    if describing and describing.stopped:
        return REFUSED
    return DONE if report.sections else REFUSED


def _read_and_describe(
    options: argparse.Namespace, show: "Told"
) -> "tuple[CollectionReport, DescribeReport | None]":
    settings, name = options.read_settings(), options.collection
    library = settings.tess_data_dir / "library"
    origin = Origin(options.docs_version or "", options.date, options.url or "")
    paths = tuple(map(Path, options.what))
    whose = calling(replace(LOCAL, tenant=options.tenant or ""))
    with whose, closing(shared_collections(settings)) as shared:
        encoder = encoder_of(settings)
        report = ingest_collection(paths, library, name, show, encoder, origin, shared=shared)
        if not options.describe:
            return report, None
        from src.commands.describing import describe_pages

        return report, describe_pages(settings, library, name, show, shared)


def _print_report(report: CollectionReport, describing: "DescribeReport | None") -> None:
    read = "{collection}: read {read} files, {unchanged} had not changed, {removed} are gone; {sections:,} sections."
    print(said(read, **vars(report)))
    for name, reason in report.skipped:
        print(said("Skipped {name}: {reason}", name=name, reason=reason))
    if describing is None:
        return
    known = {"count": describing.described, "all": describing.wanted}
    print(said("Described {count} of {all} pages that nobody had described.", **known))
    for title, why in describing.left_out:
        print(said("Left out {title}: {reason}", title=title, reason=why))
    if describing.stopped:
        told = "Stopped: {reason} What was described is kept; run the same command again."
        tell(said(told, reason=describing.stopped))


def search(options: argparse.Namespace, rest: list[str]) -> int:
    """Print what there is on a question."""
    if _has_refused(options):
        return BROKEN
    if options.collection is None:
        return without_collection(options, rest)
    found = _found(options)
    hits = [_as_json(section, options.explain) for section in found]
    lines = [line for section in found for line in _lines(section, options.explain)]
    show(options, {"hits": hits}, "\n".join(lines or [said("Nothing was found.")]))
    return DONE if found else NOTHING_FOUND


def _found(options: argparse.Namespace) -> tuple[FoundSection, ...]:
    encoder, library = encoder_of(options.read_settings()), library_of(options)
    if options.collection == NAME:
        provide_own_docs(library, encoder)
    retriever = CollectionRetriever(library, options.collection, encoder)

    async def found() -> tuple[FoundSection, ...]:
        try:
            return await retriever.search(options.text, options.limit, version=options.docs_version)
        finally:
            if encoder:
                await encoder.close()

    return asyncio.run(found())


def _as_json(section: FoundSection, explain: bool) -> dict[str, Any]:
    document = section.document
    told = {
        "rank": section.rank,
        "id": document.id,
        "title": document.title,
        "path": document.path,
        "file": document.file,
        "lines": [document.first_line, document.last_line],
        "anchor": document.anchor,
        "version": document.version,
        "updated": document.updated.isoformat() if document.updated else None,
        "url": document.url,
        "score": round(section.score, 4),
        "exact": section.exact,
        "weak": section.weak,
    }
    if not (explain and section.explanation):
        return told
    return {**told, "levels": dict(section.levels), "explanation": section.explanation.as_json()}


def _lines(section: FoundSection, explain: bool) -> Iterator[str]:
    score = said("named") if section.exact else f"{section.score:.1f}"
    document = section.document
    weak = said("  weak: it may be about something else") if section.weak else ""
    yield f"{section.rank:3}  {score:>6}  {document.path or document.title} ({document.id}){weak}"
    if explain:
        shares = ", ".join(f"{level} {score:.1f}" for level, score in section.levels.items())
        reasons = section.explanation.lines() if section.explanation else ()
        told = (said("by level: {shares}", shares=shares), *reasons)
        yield from (f"     {line}" for line in told)


def list_collections(options: argparse.Namespace, _: list[str]) -> int:
    """Print the collections with their versions."""
    found = collections(library_of(options))
    wanted = {"name", "sections", "newest", "versions"}
    rows = [state.model_dump(mode="json", include=wanted) for state in found]
    lines: list[str] = []
    for entry in found:
        newest = said("{count:,} sections, newest of {day}", count=entry.sections, day=entry.newest)
        lines += [f"{entry.name}: {newest}"]
        for version in entry.versions if any(its.version for its in entry.versions) else ():
            known = {"count": version.sections, "day": version.newest}
            told = said("{count:,} sections, newest of {day}", **known)
            lines += [f"  {version.version or said('without a version')}: {told}"]
    if not found:
        lines += [
            said("There are no collections: ./tess ingest FOLDER --collection NAME makes one.")
        ]
    if NAME not in {state.name for state in found}:
        own = "{name}: the documentation of TESS itself, made when it is first searched"
        lines += [said(own, name=NAME)]
    return show(options, rows, "\n".join(lines))
