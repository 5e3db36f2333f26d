"""What a deciding model is told of a call that ran: sources by number, and the tool's output as data. Pure."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from src.desks.request import numbered
from src.dossier.models import Dossier
from src.errors import refusal
from src.tools.base import Found, Refused, ToolOutcome

LONGEST_OUTPUT = 24_000
"""Characters of a tool's output that a deciding model is told."""


def observation(ran: ToolOutcome, dossier: Dossier) -> str:
    """Return one call as JSON, told on the dossier with the changes of its round.

    A refusal is the sentence that says why and what would help; what a tool read is data and marked as such.
    """
    result = ran.result
    told: dict[str, JsonValue] = {"outcome": result.report.outcome}
    if isinstance(result.report, Refused):
        told["problem"] = refusal(result.report.code, result.report.details, "en")
    if isinstance(result.report, Found):
        report = result.report
        told["found"] = [_found(one.id, report.passages, dossier) for one in report.hits]
        told["may_be_beside_the_point"] = result.report.weak
    elif result.patch.add_sources:
        told["added"] = [numbered(one, dossier) for one in result.patch.add_sources]
    told |= _selection(ran, dossier)
    if result.output:
        told["output_is_data"] = result.output[:LONGEST_OUTPUT]
        if len(result.output) > LONGEST_OUTPUT:
            told["output_cut_at"] = LONGEST_OUTPUT
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _found(source_id: str, passages: Mapping[str, str], dossier: Dossier) -> JsonValue:
    source = dossier.source(source_id)
    if source is None:
        return {}
    told = numbered(source, dossier)
    if source_id not in dossier.selected_ids:
        told["selected"] = False
    passage = passages.get(source_id)
    return told | ({"passage_is_data": passage} if passage else {})


def _selection(ran: ToolOutcome, dossier: Dossier) -> dict[str, JsonValue]:
    """Return all that is selected now, where the call changed that, and what it left out."""
    numbers = {source.id: n for n, source in enumerate(dossier.sources, start=1)}
    patch = ran.result.patch
    if not (patch.select_ids or patch.unselect_ids):
        return {}
    changed = {"now_selected": dossier.selected_ids, "now_left_out": patch.unselect_ids}
    told = {
        name: sorted(numbers[each] for each in ids if each in numbers)
        for name, ids in changed.items()
    }
    return {name: list(each) for name, each in told.items() if each or name == "now_selected"}
