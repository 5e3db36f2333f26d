"""Commands that add a document, show a turn step by step, and tell what readers made of answers."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from src.commands.local_server import bytes_of
from src.commands.printing import print_json, show, show_markdown, tell
from src.commands.running import DONE, REFUSED, in_store, on_store
from src.dossier.personal import Masked
from src.dossier.trace import TracedStage, TurnTrace
from src.services.addresses import PageGuard
from src.spoken import said, spoken
from src.uploads.limits import UploadLimits
from src.uploads.pages import PageReader
from src.uploads.reader import CheckedDocument, DocumentReader
from src.wording import WORDINGS
from src.wording.history import one_line

if TYPE_CHECKING:
    from src.review.feedback import FeedbackReport

BEGINNING = 200
"""Characters of a page that are shown, by which one sees that it is the page that is meant."""


def add(options: argparse.Namespace) -> int:
    """Show what the check found, ask, and add the document as a source."""
    # Refused before anybody is asked.
    in_store(options, lambda dossiers: dossiers.at(options.dossier))
    found = asyncio.run(_checked(options))
    if not options.json:
        _show(found)
    mask = options.mask if options.yes else _confirmed(options.mask, bool(found.personal))
    if not mask:
        tell(said("Nothing was added. Agree by typing yes, or give --yes."))
        return REFUSED
    agreement = found.agreed(found.sha256)
    committed = in_store(
        options,
        lambda dossiers: dossiers.add_document(options.dossier, found.source, agreement, mask),
    )
    if options.json:
        print_json(
            {
                "dossier_id": committed.dossier.id,
                "version": committed.dossier.version,
                "source_id": found.source.id,
                **found.model_dump(mode="json", exclude={"text"}),
                "characters": len(found.text),
            }
        )
    else:
        show_markdown(committed.entry.reply)
    return DONE


async def _checked(options: argparse.Namespace) -> CheckedDocument:
    """Return the document that is meant, read; raises ``NotReadable`` where its file can't be."""
    settings = options.read_settings()
    reader = DocumentReader(UploadLimits.of(settings.tess_upload_megabytes))
    if "://" in options.file:
        return await PageReader(PageGuard(settings.fetched), reader).check(options.file)
    path = Path(options.file)
    return await reader.check(path.name, bytes_of(path, reader.limits.size + 1))


def _show(found: CheckedDocument) -> None:
    pages = said(", {count} pages", count=found.pages) if found.pages else ""
    length = said("{count:,} characters", count=len(found.text))
    tell(f"{found.name}: {found.kind}{pages}, {length}")
    if found.address:
        tell(f"  {found.address}")
        tell(f"  “{' '.join(found.text[:BEGINNING].split())} …”")
    for personal in found.personal:
        tell(f"  {personal.kind}: {personal.count} ({', '.join(personal.examples)})")
    if not found.personal:
        tell(said("  no personal data of a fixed form was found"))
    tell(WORDINGS[spoken()].notice_of(found.secrets))


def _confirmed(mask: Masked, personal: bool) -> Masked | None:
    if not sys.stdin.isatty():
        return None
    tell(said("Add it to the dossier? Type yes."))
    if personal:
        tell(said("To mask what was found for good, before anything is kept, type mask."))
    typed = sys.stdin.readline().strip().lower()
    if personal and typed in ("mask", "masker"):
        return "text"
    return mask if typed in ("yes", "ja") else None


FIRST = 10
"""Rows of each list that are printed; ``--json`` has more."""


def trace(options: argparse.Namespace) -> int:
    """Print the stages and the tools of a turn."""
    found = in_store(options, lambda dossiers: dossiers.trace(options.dossier, options.turn))
    return show(options, found.model_dump(mode="json"), "\n".join(_traced(found)))


def _traced(found: TurnTrace) -> Iterator[str]:
    known = {"dossier": found.dossier_id, "turn": found.turn, "model": found.model}
    yield said(
        "{dossier}, turn {turn}, {time:%Y-%m-%d %H:%M:%S}, model {model}", time=found.time, **known
    )
    if found.message:
        yield f"“{one_line(found.message)}”"
    for stage in found.stages:
        yield from _stage(stage)
    for call in found.calls:
        offered = said(", {count} of {all} offered", count=call.offered, all=call.hits)
        hits = offered if call.hits else ""
        yield f"{said('tool')} {call.tool} {one_line(call.arguments)}: {call.outcome}{hits}"
    yield said("the turn: {outcome}", outcome=found.outcome)


def _stage(stage: TracedStage) -> Iterator[str]:
    named = f" ({stage.seed_name})" if stage.seed_name not in ("", stage.name) else ""
    yield f"{stage.name}{named}: {stage.outcome}, {stage.milliseconds:g} ms"
    for name, value in stage.wrote.items():
        told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield f"    {name}: {one_line(told)}"


def feedback(options: argparse.Namespace) -> int:
    """Print what all dossiers tell of the documentation that they were answered from."""
    from src.commands.collections import library_of
    from src.review.feedback import feedback_report

    library_dir = library_of(options)
    found = on_store(options, lambda store: feedback_report(store, library_dir))
    return show(options, found.model_dump(mode="json"), "\n".join(_told(found)))


def _told(found: "FeedbackReport") -> Iterator[str]:
    counts = found.model_dump(include={"dossiers", "turns", "answers", "up", "down"})
    yield said(
        "{dossiers} dossiers, {turns} questions, {answers} answers: {up} up, {down} down.", **counts
    )
    if found.reasons:
        reasons = ", ".join(f"{name} {count}" for name, count in found.reasons.items())
        yield said("\nNot answered: {reasons}", reasons=reasons)
    for question in found.unanswered[:FIRST]:
        yield f"  {question.time:%Y-%m-%d}  {question.reason}  “{one_line(question.question)}”"
    if found.voted_down:
        yield said("\nVoted down:")
    for section in found.voted_down[:FIRST]:
        lines = f":{section.lines[0]}-{section.lines[1]}" if section.lines else ""
        place = f"{section.file}{lines}" if section.file else section.source_id
        votes = said("{down} down, {up} up", down=section.down, up=section.up)
        yield f"  {votes}  {one_line(section.title)} ({one_line(place)})"
        yield from (f"      “{one_line(why)}”" for why in section.why)
    if found.unfound:
        yield said("\nPages that no search ever found:")
    for page in found.unfound[:FIRST]:
        version = f" ({page.version})" if page.version else ""
        yield f"  {page.collection}: {one_line(page.file)}{version}"
    lists = (found.unanswered, found.voted_down, found.unfound)
    left = sum(max(0, len(rows) - FIRST) for rows in lists) + sum(found.left_out.values())
    if left:
        yield said("\n{count} more: --json", count=left)
