"""The work items of the stand-in: each with its revisions, its links and the recycle bin; patched as a whole or not."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from standins.backlog import refusals, shapes
from standins.backlog.refusals import refused
from standins.backlog.shapes import Row
from standins.backlog.world import AdoWorld, WorldItem

PARENT = "System.LinkTypes.Hierarchy-Reverse"
LONGEST_TITLE, LONGEST_TAG, MOST_TAGS = 255, 400, 100

FIRST_LINK = 65_275
"""Id of a link to what is no work item."""

_PEOPLE = ("System.AssignedTo",)
_FIXED = ("System.Id", "System.Rev", "System.CreatedDate", "System.Parent")


@dataclass
class Kept:
    """A work item: its fields without those that are composed, and its links."""

    id: int
    rev: int
    fields: Row
    relations: list[Row] = field(default_factory=list)
    """``rel``, ``attributes``, and ``target`` (an id) or ``url``."""
    past: list[Row] = field(default_factory=list)
    """The fields of every revision, the first one first."""
    deleted: str = ""
    """When it was put into the recycle bin; empty: it was not."""

    @property
    def project(self) -> str:
        """Where it is."""
        return str(self.fields["System.TeamProject"])

    @property
    def parent(self) -> int | None:
        """The id of what is above it."""
        return next((one["target"] for one in self.relations if one["rel"] == PARENT), None)


class WorkItems:
    """Every work item of an organization."""

    def __init__(self, types: Sequence[str], *, links_are_revisions: bool) -> None:
        self.kept: dict[int, Kept] = {}
        self._types = {one.casefold(): one for one in types}
        self._links_are_revisions = links_are_revisions

    def fill(self, world: AdoWorld, now: Row) -> None:
        """Put the work items of a world there, whatever they lead to."""
        for one in world.items:
            kept = self.new(one.project or world.projects[0], one.type, now)
            kept.id, kept.rev = one.id, 1
            kept.fields.update(_fields_of(one, kept.project))
            link = {"rel": PARENT, "target": one.parent, "attributes": {"isLocked": False}}
            kept.relations = [link] if one.parent else []
            kept.past = [self.whole(kept)]
            self.kept[one.id] = kept
        for kept in self.kept.values():
            above = self.kept.get(kept.parent or 0)
            if above:
                link = {"target": kept.id, "attributes": {"isLocked": False}}
                above.relations.append({"rel": shapes.opposite(PARENT), **link})

    def there(self, item: int) -> Kept:
        """Return a work item, or refuse."""
        found = self.kept.get(item)
        if found is None or found.deleted:
            raise refusals.gone(item)
        return found

    def new(self, project: str, kind: str, now: Row) -> Kept:
        """Return a work item that is not kept yet."""
        name = self._types.get(kind.casefold())
        if name is None:
            raise refusals.no_type(kind, project)
        fields: Row = {
            "System.AreaPath": project,
            "System.TeamProject": project,
            "System.IterationPath": project,
            "System.WorkItemType": name,
            "System.State": "New",
            "System.Reason": "New",
            "System.CreatedDate": now["System.ChangedDate"],
            "System.CreatedBy": now["System.ChangedBy"],
            **now,
            "System.CommentCount": 0,
            "Microsoft.VSTS.Common.StateChangeDate": now["System.ChangedDate"],
            "Microsoft.VSTS.Common.Priority": 2,
        }
        return Kept(max(self.kept, default=0) + 1, 0, fields)

    def patched(self, old: Kept, patch: Any, now: Row, base: str, *, bypasses: bool) -> Kept:
        """Return a work item with a patch; nothing is kept yet."""
        item = deepcopy(old)
        history = item.fields.pop("System.History", None)  # which is of one revision alone
        if not isinstance(patch, list) or not patch:
            text = "VS403284: You must pass a valid patch document in the body of the request."
            raise refused(400, text, "VssPropertyValidationException")
        for operation in patch:
            _apply(item, operation, base, now, bypasses=bypasses)
        if not bypasses:
            _check_rules(item)
        self._check_links(old, item)
        if item.rev == 0 or self._is_revision(old, item):
            item.rev += 1
            item.fields.update(now)
            item.past.append(self.whole(item))
        elif history is not None:
            item.fields["System.History"] = history
        return item

    def keep(self, item: Kept) -> None:
        """Keep a work item, with its links as they are seen from their other ends."""
        old = self.kept.get(item.id)
        before = old.relations if old else []
        self.kept[item.id] = item
        for one in before:
            if "target" in one and one not in item.relations:
                self._unlink(one, item)
        for one in item.relations:
            if "target" in one and one not in before:
                self._link(one, item)

    def whole(self, item: Kept) -> Row:
        """Return the fields of a work item with those that are composed."""
        parent = {"System.Parent": item.parent} if item.parent else {}
        return {"System.Id": item.id, "System.Rev": item.rev, **item.fields, **parent}

    def seen(self, item: Kept) -> list[Row]:
        """Return the links of a work item to what is there."""
        return [
            one for one in item.relations if "target" not in one or not self._is_gone(one["target"])
        ]

    def _is_gone(self, item: int) -> bool:
        return item not in self.kept or bool(self.kept[item].deleted)

    def _is_revision(self, old: Kept, item: Kept) -> bool:
        """Tell whether a patch makes a revision: links between work items alone do not, as was recorded."""
        others = [[one for one in kept.relations if "target" not in one] for kept in (old, item)]
        linked = self._links_are_revisions and old.relations != item.relations
        before = {name: old.fields[name] for name in old.fields if name != "System.History"}
        return before != item.fields or others[0] != others[1] or linked

    def _check_links(self, old: Kept, item: Kept) -> None:
        added = [one for one in item.relations if one not in old.relations and "target" in one]
        for one in added:
            self.there(one["target"])
        parents = [one["target"] for one in item.relations if one["rel"] == PARENT]
        if len(parents) > 1:
            raise refusals.second_parent(item.id, parents[-1])
        above = parents[0] if any(one["rel"] == PARENT for one in added) else None
        seen: set[int] = set()
        while above is not None and above not in seen:
            if above == item.id:
                raise refusals.circle(item.id, parents[0])
            seen.add(above)
            above = self.kept[above].parent if above in self.kept else None

    def _link(self, relation: Mapping[str, Any], item: Kept) -> None:
        other = self.kept[relation["target"]]
        back = {"rel": shapes.opposite(relation["rel"]), "target": item.id}
        other.relations.append({**back, "attributes": dict(relation["attributes"])})
        self._revise(other, item)

    def _unlink(self, relation: Mapping[str, Any], item: Kept) -> None:
        other = self.kept.get(relation["target"])
        if other is not None:
            back = (shapes.opposite(relation["rel"]), item.id)
            other.relations = [
                one for one in other.relations if (one["rel"], one.get("target")) != back
            ]
            self._revise(other, item)

    def _revise(self, item: Kept, by: Kept) -> None:
        """Make a revision of what is at the other end of a link, where that counts as one."""
        if self._links_are_revisions:
            item.rev += 1
            changed = ("System.ChangedDate", "System.ChangedBy")
            item.fields |= {name: by.fields[name] for name in changed}
            item.past.append(self.whole(item))


def _fields_of(one: WorldItem, project: str) -> Row:
    told = {
        "System.Title": one.title,
        "System.State": one.state,
        "System.Description": one.description,
        "Microsoft.VSTS.Common.AcceptanceCriteria": one.criteria,
        "System.Tags": one.tags,
        "System.AreaPath": f"{project}\\{one.area}" if one.area else "",
    }
    return {name: text for name, text in told.items() if text} | one.fields


def _apply(item: Kept, operation: Any, base: str, now: Row, *, bypasses: bool) -> None:
    """Carry out one operation of a JSON Patch."""
    if not isinstance(operation, dict):
        raise _invalid("an operation is no object")
    parts = str(operation.get("path", "")).strip("/").split("/")
    act, value = operation.get("op"), operation.get("value")
    if act == "test" and parts in (["rev"], ["id"]):
        if value != (item.rev if parts == ["rev"] else item.id):
            raise refusals.stale(item.id)
    elif act in ("add", "replace", "remove") and parts[0] == "fields" and len(parts) == 2:
        _set(item, act, parts[1], value, base, bypasses=bypasses)
    elif act in ("add", "replace", "remove") and parts[0] == "relations" and len(parts) > 1:
        _relate(item, act, parts[1:], value, base, now)
    else:
        raise _invalid(f"{act} {operation.get('path')}")


def _set(item: Kept, act: str, name: str, value: Any, base: str, *, bypasses: bool) -> None:
    if "." not in name:
        raise refused(
            400, f"TF51535: Cannot find field {name}.", "FieldDefinitionNotExistException"
        )
    if name in _FIXED and not bypasses:
        text = f"TF401326: Invalid field status 'ReadOnly' for field '{name}'."
        raise refused(400, text)
    if name == "System.Tags" and act != "remove":
        before = item.fields.get(name, "") if act == "add" else ""
        value = _joined(f"{before};{value or ''}")
    if name in _PEOPLE and isinstance(value, str) and value and not bypasses:
        value = shapes.identity(value.partition("<")[0].strip(), base)
    if act == "remove" or value in ("", None):
        item.fields.pop(name, None)
    else:
        item.fields[name] = value


def _relate(item: Kept, act: str, parts: list[str], value: Any, base: str, now: Row) -> None:
    if act == "add" and parts == ["-"]:
        item.relations.append(_relation(value, base, now))
        return
    if not parts[0].isdecimal() or int(parts[0]) >= len(item.relations):
        raise _invalid(f"there is no relation {parts[0]}")
    at = int(parts[0])
    if act == "remove" and len(parts) == 1:
        del item.relations[at]
    elif act == "replace" and len(parts) == 3 and parts[1] == "attributes":
        item.relations[at]["attributes"][parts[2]] = value
    else:
        raise _invalid(f"{act} relations/{'/'.join(parts)}")


def _relation(value: Any, base: str, now: Row) -> Row:
    if not isinstance(value, dict) or not isinstance(value.get("url"), str) or "rel" not in value:
        raise _invalid("a relation has no rel or no url")
    given = value.get("attributes") or {}
    before, _, last = value["url"].rpartition("/")
    if str(value["rel"]).startswith(("System.LinkTypes.", "Microsoft.VSTS.")):
        is_ours = before.lower() == f"{base}/_apis/wit/workItems".lower() and last.isdecimal()
        if not is_ours:
            raise _invalid(f"{value['url']} is the address of no work item")
        attributes = {"isLocked": False, **given}
        name = shapes.link_name(value["rel"])
        return {"rel": name, "target": int(last), "attributes": attributes}
    when = now["System.ChangedDate"]
    times = dict.fromkeys(("authorizedDate", "resourceCreatedDate", "resourceModifiedDate"), when)
    own = {**times, "id": FIRST_LINK, "revisedDate": "9999-01-01T00:00:00Z"}
    url = value["url"].partition("?")[0] if value["rel"] == "AttachedFile" else value["url"]
    return {"rel": value["rel"], "url": url, "attributes": {**own, **given}}


def _check_rules(item: Kept) -> None:
    title = item.fields.get("System.Title", "")
    tags = [one for one in str(item.fields.get("System.Tags", "")).split("; ") if one]
    if not isinstance(title, str) or not title.strip():
        text = "TF401320: Rule Error for field Title. Error code: Required, InvalidEmpty."
        raise refused(400, text)
    if len(title) > LONGEST_TITLE:
        text = "TF401320: Rule Error for field Title. Error code: InvalidTooLong."
        raise refused(400, text)
    if len(tags) > MOST_TAGS or any(len(one) > LONGEST_TAG for one in tags):
        raise refused(400, "TF401407: A tag is longer than 400 characters, or there are over 100.")


def _joined(text: str) -> str:
    """Return tags as one text: each once, in the order of their letters."""
    found: dict[str, str] = {}
    for one in text.replace(",", ";").split(";"):
        if one.strip():
            found.setdefault(one.strip().casefold(), one.strip())
    return "; ".join(found[key] for key in sorted(found))


def _invalid(problem: str) -> Exception:
    text = f"VS403284: The patch document is not valid: {problem}."
    return refused(400, text, "PatchOperationFailedException")
