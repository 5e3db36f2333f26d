"""What is said to Azure DevOps and what it says, as values: queries, JSON Patch and fields. Pure."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, TypeAlias
from urllib.parse import quote

from src.desks.backlog.services.html import (
    criteria_of,
    html_of,
    html_of_criteria,
    text_of,
)
from src.desks.backlog.tracker import NewWorkItem, WorkItem, WorkItemChange

Row: TypeAlias = dict[str, Any]
"""A work item, or an operation of JSON Patch, as JSON has it."""

TITLE, TAGS, REVISION = "System.Title", "System.Tags", "System.Rev"
DESCRIPTION = "System.Description"
CRITERIA = "Microsoft.VSTS.Common.AcceptanceCriteria"
REPRO_STEPS = "Microsoft.VSTS.TCM.ReproSteps"
"""What a bug has in place of a description."""
PRIORITY = "Microsoft.VSTS.Common.Priority"
READ = (
    "System.Id",
    REVISION,
    "System.WorkItemType",
    TITLE,
    "System.State",
    "System.Parent",
    DESCRIPTION,
    CRITERIA,
    TAGS,
    "System.ChangedDate",
    PRIORITY,
    REPRO_STEPS,
)
"""The fields that are read; with them ``$expand`` may not be asked for."""

WRITTEN = (TITLE, DESCRIPTION, CRITERIA, TAGS)
"""The fields that are put back."""

_OF_A_REVISION = frozenset(
    f"System.{name}"
    for name in (
        "Rev ChangedDate ChangedBy RevisedDate AuthorizedDate AuthorizedAs Watermark PersonId"
    ).split()
)
"""Fields that a link from elsewhere changes, without anybody having changed what the item says."""

_TEXTS = (*WRITTEN, REPRO_STEPS, "System.WorkItemType", "System.State", "System.ChangedDate")

PARENT, CHILD = "System.LinkTypes.Hierarchy-Reverse", "System.LinkTypes.Hierarchy-Forward"

LONGEST_TAG = 400


def query_of(types: Collection[str], area: str, after: int) -> str:
    """Return the WIQL that asks for work items after an id: in their order, so that it goes on page by page."""
    wanted = [f"[System.Id] > {after}"]
    if types:
        wanted.append(f"[System.WorkItemType] IN ({', '.join(map(_quoted, types))})")
    if area:
        wanted.append(f"[System.AreaPath] UNDER {_quoted(area)}")
    return _query(wanted)


def query_of_mark(mark: str) -> str:
    """Return the WIQL that asks for work items with a tag."""
    return _query([f"[System.Tags] CONTAINS {_quoted(mark)}"])


def _query(wanted: Collection[str]) -> str:
    conditions = " AND ".join(("[System.TeamProject] = @project", *wanted))
    return f"SELECT [System.Id] FROM WorkItems WHERE {conditions} ORDER BY [System.Id]"  # noqa: S608  # no SQL; values are quoted


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def ids_in(body: Any) -> list[int]:
    """Return the ids in the result of a query; whatever has another form raises, here and below."""
    return [int(one["id"]) for one in body["workItems"]]


def rows_in(body: Any) -> list[Row]:
    """Return the work items of a batch; in the place of one that went away there is nothing."""
    return [row_in(one) for one in body["value"] if one is not None]


def row_in(body: Any) -> Row:
    """Return a work item."""
    row: Row = body
    fields = row["fields"]
    is_sound = (
        isinstance(row["id"], int)
        and isinstance(row["rev"], int)
        and isinstance(fields.get("System.Parent") or 0, int)
        and all(isinstance(fields.get(name) or "", str) for name in _TEXTS)
        and all("rel" in one for one in row.get("relations") or ())
    )
    if not is_sound:
        raise ValueError("no work item")
    return row


def item_of(row: Row, home: str) -> WorkItem:
    """Return a work item; ``home`` is the address of its project."""
    fields = row["fields"]
    priority = fields.get(PRIORITY)
    return WorkItem(
        id=row["id"],
        revision=row["rev"],
        type=fields.get("System.WorkItemType", ""),
        title=fields.get(TITLE, ""),
        state=fields.get("System.State", ""),
        parent=fields.get("System.Parent"),
        description=text_of(fields.get(DESCRIPTION) or fields.get(REPRO_STEPS) or ""),
        criteria=criteria_of(fields.get(CRITERIA) or ""),
        tags=tags_of(row),
        url=f"{home}/_workitems/edit/{row['id']}",
        changed_at=_time(fields.get("System.ChangedDate")),
        priority=priority if isinstance(priority, int) else None,
    )


def tags_of(row: Row) -> tuple[str, ...]:
    """Return the tags of a work item, which it has in one text."""
    told = row["fields"].get(TAGS) or ""
    return tuple(tag for one in told.split(";") if (tag := one.strip()))


def creation(draft: NewWorkItem, parent: str | None) -> list[Row]:
    """Return what makes a work item; ``parent`` is the address of the one above it."""
    fields: dict[str, str | int | None] = {
        TITLE: draft.title,
        REPRO_STEPS if draft.is_defect else DESCRIPTION: html_of(draft.description),
        CRITERIA: html_of_criteria(draft.criteria),
        TAGS: _joined((*draft.tags, draft.mark)),
        PRIORITY: draft.priority,
    }
    told = [_field("add", name, value) for name, value in fields.items() if value]
    return [*told, link_to(parent)] if parent else told


def addition(row: Row, change: WorkItemChange) -> list[Row]:
    """Return what adds criteria below those that a work item has, in its own HTML."""
    said, left = row["fields"].get(CRITERIA) or "", change.left(tags_of(row))
    criteria = [text for one in left for text in one.criteria]
    added = said + html_of(change.heading) + html_of_criteria(criteria)
    return [
        at_revision(row["rev"]),
        _field("add", CRITERIA, added),
        _field("add", TAGS, _joined((*tags_of(row), *(one.mark for one in left)))),
    ]


def reversal(now: Row, before: Row) -> list[Row]:
    """Return what gives a work item the fields that it had before; nothing where it has them."""
    found, wanted = now["fields"], before["fields"]
    told: list[Row] = []
    for name in WRITTEN:
        if name not in wanted and name in found:
            told.append({"op": "remove", "path": f"/fields/{name}"})
        elif wanted.get(name) != found.get(name):
            told.append(_field("replace", name, wanted[name]))
    return [at_revision(now["rev"]), *told] if told else []


def link_to(parent: str) -> Row:
    """Return what puts a work item below the one at this address."""
    return {"op": "add", "path": "/relations/-", "value": {"rel": PARENT, "url": parent}}


def at_revision(revision: int) -> Row:
    """Return what has a patch refused at any other revision."""
    return {"op": "test", "path": "/rev", "value": revision}


def says_the_same(one: Row, other: Row) -> bool:
    """Tell whether two revisions of a work item differ in nothing that somebody wrote."""
    return _said(one["fields"]) == _said(other["fields"])


def path_of_type(name: str) -> str:
    """Return the path at which a work item of a type is made."""
    return f"workitems/${quote(name, safe='')}"


def _said(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in fields.items() if name not in _OF_A_REVISION}


def _field(operation: str, name: str, value: str | int) -> Row:
    return {"op": operation, "path": f"/fields/{name}", "value": value}


def _joined(tags: Collection[str]) -> str:
    """Return tags as one text: what sets them apart can't be in them, and none is longer than may be."""
    whole = (one.replace(";", " ").replace(",", " ").strip()[:LONGEST_TAG] for one in tags)
    return "; ".join(dict.fromkeys(one for one in whole if one))


def _time(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
