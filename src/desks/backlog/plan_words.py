"""How the operations of a plan read: what is made, changed or taken back, and its fields line by line. Pure."""

import re
from collections.abc import Iterator

from pydantic import ValidationError

from src.desks.backlog.artifacts import BacklogItem
from src.desks.backlog.kept import differences_in, items_in, items_of, pages_in, step_outcomes
from src.desks.backlog.tracker import (
    STEP,
    NewWorkItem,
    Reference,
    Step,
    WorkItemChange,
    WorkItemReversal,
)
from src.desks.backlog.tracker_item import TrackerItem, item_source_id
from src.desks.backlog.words import PLAN_TEXTS, TEXTS
from src.dossier.models import Dossier, Language
from src.dossier.plan import Operation
from src.presenter import FieldChange, OperationInWords
from src.wording import NamedTexts

IMPLIED = ("project", "kind", "items", "is_defect")
"""Of the body of an operation: the project is told beside the system, the kind by the verb, the items by number, and
that it is a defect by what its description is called."""


def in_words(operation: Operation, dossier: Dossier, language: Language) -> OperationInWords | None:
    """Return how an operation reads; None where its body is no step of this desk."""
    try:
        step = STEP.validate_python(operation.body.get("step"))
    except ValidationError:
        return None
    texts = PLAN_TEXTS[language]
    does = _does(step, dossier, texts)
    of_items = items_of(operation.body, operation.id)
    if numbers := [one.removeprefix("item-") for one in of_items if re.fullmatch(r"item-\d+", one)]:
        does = texts.of_item.format(number=", ".join(numbers), does=does)
    return OperationInWords(does, tuple(_fields(step, dossier, texts)), IMPLIED)


def _does(step: Step, dossier: Dossier, texts: NamedTexts) -> str:
    if isinstance(step, NewWorkItem):
        above = _above(step.parent, dossier, texts)
        under = texts.under.format(above=above) if above else ""
        return texts.creates.format(type=step.type, title=step.title, under=under)
    told = {"change": texts.changes, "remove": texts.removes, "revert": texts.reverts}[step.kind]
    return told.format(**step.model_dump(), item=_item(step.id, dossier, texts))


def _fields(step: Step, dossier: Dossier, texts: NamedTexts) -> Iterator[FieldChange]:
    if isinstance(step, NewWorkItem):
        if step.description:
            name = texts.repro_steps if step.is_defect else texts.description
            yield FieldChange(name, step.description)
        if step.priority:
            yield FieldChange(texts.priority, str(step.priority))
        if step.criteria:
            yield FieldChange(texts.criteria, "\n".join(step.criteria))
        if isinstance(step.parent, str):
            yield FieldChange(texts.below, f"{_above(step.parent, dossier, texts)} ({step.parent})")
        yield FieldChange(texts.tags, "\n".join(dict.fromkeys((*step.tags, step.mark))))
    elif isinstance(step, WorkItemChange):
        there = dossier.source(item_source_id(step.id, step.revision))
        known = there if isinstance(there, TrackerItem) else None
        criteria = known.criteria if known else ()
        after = "\n".join((*criteria, step.heading, *step.added))
        yield FieldChange(texts.criteria, after, "\n".join(criteria))
        tags = known.tags if known else ()
        marked = "\n".join(dict.fromkeys((*tags, *step.marks)))
        yield FieldChange(texts.tags, marked, "\n".join(tags))
    elif isinstance(step, WorkItemReversal):
        for difference in differences_in(dossier):
            if difference.work_item == item_source_id(step.id, step.to):
                yield FieldChange(texts.criteria, difference.before, difference.after)


def _above(parent: Reference | None, dossier: Dossier, texts: NamedTexts) -> str:
    """Return what people call the work item above another one, which the same plan may make; empty: there is none."""
    if isinstance(parent, int):
        return _item(parent, dossier, texts)
    made = (item.title for item in items_in(dossier).values() if item.signature == parent)
    return f"“{next(made, parent)}”" if parent else ""


def _item(number: int, dossier: Dossier, texts: NamedTexts) -> str:
    """Return what people call a work item: one that was read, else one that this dossier wrote, else its number."""
    read = [item for page in pages_in(dossier) for item in page.items]
    read += [one for one in dossier.sources if isinstance(one, TrackerItem)]  # as a plan read them
    for work_item in reversed(read):
        if work_item.number == number:
            return f"{work_item.type} {number} “{work_item.title}”"
    items = items_in(dossier)
    for name, made in step_outcomes(dossier):
        if made.id == number and name in items:
            return f"{texts.work_item.format(id=number)} “{items[name].title}”"
    return texts.work_item.format(id=number)


def changes_of(before: BacklogItem, now: BacklogItem, language: Language) -> Iterator[str]:
    """Yield the fields of an item that are otherwise than before, each with what it is now."""
    texts = PLAN_TEXTS[language]
    for name in ("persona", "need", "benefit", "description", "priority", "criteria"):
        value = getattr(now, name)
        if value != getattr(before, name):
            told = value
            if name == "criteria":
                marks = {True: f" ({TEXTS[language].unsaid})", False: ""}
                told = "; ".join(entry.text + marks[entry.unsaid] for entry in now.criteria)
            yield f"{getattr(texts, name)}: {told or '—'}"
