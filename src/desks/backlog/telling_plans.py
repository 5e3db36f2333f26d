"""What is told of plans: what they leave out, and how their steps ended. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pydantic import JsonValue

from src.desks.backlog.errors import WorkItemChanged
from src.desks.backlog.kept import (
    candidates_in,
    items_in,
    number_of,
    tags_in,
    taken_back,
)
from src.desks.backlog.plan_words import in_words
from src.desks.backlog.planning import UnplannedItem
from src.desks.backlog.tracker_item import TrackerItem
from src.desks.backlog.words import TEXTS
from src.dossier.models import Language
from src.dossier.plan import Operation, OperationStatus
from src.errors import CODES, refusal
from src.presenter import Telling
from src.presenter.plans import tell_standing
from src.tools.backlog.reports import BacklogPlanned, NothingToWrite
from src.tools.base import CarriedOut
from src.wording.markdown import bullets, plain


def tell_planned(reports: Sequence[BacklogPlanned], telling: Telling) -> list[str]:
    """Return what a plan leaves out and why; what it changes is told with each of its operations."""
    texts, report = TEXTS[telling.language], reports[-1]
    if report.takes_back:
        return [texts.takes_back]
    told = [*_left_out(report.left_out, telling.language)] or [texts.planned]
    apart = [*_of_another_type(report.standing.plan.operations, telling)]
    told += [bullets(apart)] if apart else []
    return [*told, *([texts.writing_is_off] if report.is_off else [])]


def _of_another_type(operations: Sequence[Operation], telling: Telling) -> Iterator[str]:
    """Yield which items become new ones though a tag puts them at a work item, as that is of another type."""
    dossier, texts = telling.dossier, TEXTS[telling.language]
    items, tags = items_in(dossier), tags_in(dossier)
    for operation in operations:
        name, step = operation.id, operation.body.get("step")
        about = dossier.source(tags[name].related_id) if name in tags else None
        if isinstance(about, TrackerItem) and isinstance(step, dict) and step["kind"] == "create":
            yield texts.of_another_type.format(
                number=number_of(name),
                type=texts.types[items[name].type],
                tag=texts.tags[tags[name].tag],
                about=plain(f"{about.type} {about.number} “{about.title}”"),
            )


def tell_nothing(reports: Sequence[NothingToWrite], telling: Telling) -> list[str]:
    """Return that nothing is planned, and why."""
    texts, report = TEXTS[telling.language], reports[-1]
    if report.takes_back:
        return [texts.nothing_to_take_back]
    return [texts.nothing_to_write, *_left_out(report.left_out, telling.language)]


def _left_out(items: Sequence[UnplannedItem], language: Language) -> Iterator[str]:
    """Yield the items that are left out, those of one reason in one line."""
    texts = TEXTS[language]
    numbers: dict[str, list[str]] = {}
    for item in items:
        refused = item.refused and refusal(item.refused.code, item.refused.details, language)
        why = texts.reasons[item.reason] + (f" ({plain(refused)})" if refused else "")
        parts = f" (“{plain('”, “'.join(item.parts))}”)" if item.parts else ""
        numbers.setdefault(why, []).append(item.item_id.rpartition("-")[2] + parts)
    if numbers:
        lines = (f"{', '.join(some)}: {why}" for why, some in numbers.items())
        yield f"**{texts.left_out}**\n\n{bullets(lines)}"


def tell_carried_out(reports: Sequence[CarriedOut], telling: Telling) -> list[str]:
    """Return how each step of a confirmed plan ended, and which items are still to be written."""
    texts = TEXTS[telling.language]
    blocks: list[str] = []
    for report in (_with_deeds(each, telling) for each in reports):
        every = report.written.operations if report.written else ()
        gone = taken_back(telling.dossier, report.written.plan) if report.written else set()
        blocks += tell_standing(report, telling, partial(_ended, gone=gone), _link)
        if any(status.problem == WorkItemChanged.code for status in every):
            blocks.append(f"*{texts.stale}*")
        if any(_is_gone(status, gone) for status in every):
            blocks.append(f"*{texts.plan_again}*")
    return [*blocks, *_to_be_done(telling)]


def _with_deeds(report: CarriedOut, telling: Telling) -> CarriedOut:
    """Return a report whose operations are called by what they do, as in the plan that was shown."""
    if report.plan is None:
        return report
    operations = [
        operation.model_copy(update={"title": told.does})
        if (told := in_words(operation, telling.dossier, telling.language))
        else operation
        for operation in report.plan.operations
    ]
    plan = report.plan.model_copy(update={"operations": tuple(operations)})
    return replace(report, plan=plan)


def _to_be_done(telling: Telling) -> list[str]:
    """Return what waits for its author: items that are not written, and candidates."""
    dossier, texts = telling.dossier, TEXTS[telling.language]
    tags = tags_in(dossier)
    lines = []
    for name, item in items_in(dossier).items():
        tag = tags.get(name)
        if item.state == "draft" and not (tag and tag.tag == "duplicate"):
            told = f" — **{texts.tags[tag.tag]}**" if tag else ""
            lines.append(f"{number_of(name)}. {texts.types[item.type]}: {plain(item.title)}{told}")
    waits = [str(candidate.number) for candidate in candidates_in(dossier) if candidate.waits]
    lines += [texts.candidates_wait.format(numbers=", ".join(waits))] if waits else []
    return [f"**{texts.to_be_done}**", bullets(lines)] if lines else []


def _link(result: Mapping[str, JsonValue]) -> str:
    """Return where a work item is; empty where that is not known."""
    address = result.get("url")
    return f"[#{result.get('id')}]({address})" if address and result.get("id") else ""


def _is_gone(status: OperationStatus, gone: Collection[int]) -> bool:
    """Tell whether a step wrote something that is there no more; ``gone``: numbers of work items put back since."""
    wrote = status.state == "done" and status.result.get("kind") in ("create", "change")
    return wrote and status.result.get("id") in gone


def _ended(status: OperationStatus, telling: Telling, *, gone: Collection[int]) -> str:
    """Return how a step stands: in the words of the desk once it was carried out."""
    result = status.result
    state = "taken_back" if _is_gone(status, gone) else str(result.get("state", ""))
    told = TEXTS[telling.language].steps.get(state, "")
    is_over = status.state in ("done", "failed")
    said = told if is_over and told else telling.words.effects[f"is_{status.state}"]
    link = _link(result)
    where = f" ({link})" if link else ""
    if status.problem not in CODES:
        return said + where + (f" ({plain(status.problem)})" if status.problem else "")
    given = result.get("details")
    details = {name: str(value) for name, value in given.items()} if isinstance(given, dict) else {}
    return f"{said} ({plain(refusal(status.problem, details, telling.language))})"
