"""Commands for who writes documentation: a turn step by step, and what readers made of the answers."""

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from src.commands.running import DONE, in_store, on_store, print_json
from src.spoken import said

if TYPE_CHECKING:
    from src.dossier.trace import TracedStage, TurnTrace
    from src.review.feedback import FeedbackReport

FIRST = 10
"""Rows of each list that are printed; ``--json`` has more."""


def trace(options: argparse.Namespace) -> int:
    """Print the stages and the tools of a turn."""
    found = in_store(options, lambda dossiers: dossiers.trace(options.dossier, options.turn))
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        print("\n".join(_traced(found)))
    return DONE


def _traced(found: "TurnTrace") -> Iterator[str]:
    from src.wording.history import one_line

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


def _stage(stage: "TracedStage") -> Iterator[str]:
    from src.wording.history import one_line

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
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        print("\n".join(_told(found)))
    return DONE


def _told(found: "FeedbackReport") -> Iterator[str]:
    from src.wording.history import one_line

    counts = found.model_dump(include={"dossiers", "turns", "answers", "up", "down"})
    yield said(
        "{dossiers} dossiers, {turns} questions, {answers} answers: {up} up, {down} down.", **counts
    )
    if found.reasons:
        reasons = ", ".join(f"{name} {count}" for name, count in found.reasons.items())
        yield said("\nNot answered: {reasons}", reasons=reasons)
    for one in found.unanswered[:FIRST]:
        yield f"  {one.time:%Y-%m-%d}  {one.reason}  “{one_line(one.question)}”"
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
