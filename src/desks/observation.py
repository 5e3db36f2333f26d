"""What a deciding model is told of a call that ran: sources by number, and the tool's output as data. Pure."""

import json
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from src.desks.request import numbered
from src.dossier.models import Dossier
from src.errors import refusal
from src.tools.base import Found, Refused, ToolOutcome

LONGEST_OUTPUT = 24_000
"""Characters of a tool's output that a deciding model is told."""


def observation(
    ran: ToolOutcome,
    dossier: Dossier,
    known: Iterable[str] = (),
    earlier: Sequence[ToolOutcome] = (),
) -> str:
    """Return one call as JSON, told on the dossier with the changes of its round.

    A refusal is the sentence that says why and what would help; what a tool read is data and marked as such. A
    source that is ``known``, as the state or an ``earlier`` round told it, is told by number, with what is new.
    """
    result = ran.result
    told: dict[str, JsonValue] = {"outcome": result.report.outcome}
    if isinstance(result.report, Refused):
        told["problem"] = refusal(result.report.code, result.report.details, "en")
    if isinstance(result.report, Found):
        report = result.report
        told["found"] = _found(report, dossier, set(known), earlier)
        if report.weak:
            told["may_be_beside_the_point"] = True
    elif result.patch.add_sources:
        told["added"] = [numbered(source, dossier) for source in result.patch.add_sources]
    told |= _selection(ran, dossier)
    if result.output:
        told["output_is_data"] = result.output[:LONGEST_OUTPUT]
        if len(result.output) > LONGEST_OUTPUT:
            told["output_cut_at"] = LONGEST_OUTPUT
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _found(
    report: Found, dossier: Dossier, known: set[str], earlier: Sequence[ToolOutcome]
) -> list[JsonValue]:
    before = [outcome.result.report for outcome in earlier]
    read = {passage for one in before if isinstance(one, Found) for passage in one.passages.items()}
    return [
        _hit(hit.id, dict(report.passages.items() - read), dossier, is_known=hit.id in known)
        for hit in report.hits
    ]


def _hit(
    source_id: str, passages: Mapping[str, str], dossier: Dossier, *, is_known: bool
) -> JsonValue:
    source = dossier.source(source_id)
    if source is None:
        return {}
    every = numbered(source, dossier)
    told = {name: entry for name, entry in every.items() if name == "n" or not is_known}
    told.pop("kind", None)  # the tool's name tells it
    if source_id not in dossier.selected_ids:
        told["selected"] = False
    passage = passages.get(source_id)
    return told | ({"passage_is_data": passage} if passage else {})


def _selection(ran: ToolOutcome, dossier: Dossier) -> dict[str, JsonValue]:
    """Return what a call left out, and all that is selected now, where its hits do not tell that."""
    numbers = {source.id: n for n, source in enumerate(dossier.sources, start=1)}
    patch = ran.result.patch
    if not (patch.select_ids or patch.unselect_ids):
        return {}
    changed = {"now_selected": dossier.selected_ids, "now_left_out": patch.unselect_ids}
    told = {
        name: sorted(numbers[each] for each in ids if each in numbers)
        for name, ids in changed.items()
    }
    if isinstance(ran.result.report, Found):
        del told["now_selected"]
    return {name: list(each) for name, each in told.items() if each or name == "now_selected"}
