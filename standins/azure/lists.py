"""Lists as ARM gives them: filtered, paged, and by a little of the language of Resource Graph."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlencode

Item: TypeAlias = dict[str, Any]

PAGE = 100
"""Items of one page."""

_CLAUSE = re.compile(
    r"(\w+(?:/\w+)?)\s+(eq|ge|le)\s+'([^']*)'|assignedTo\('([^']*)'\)", re.IGNORECASE
)
_WHERE = re.compile(r"^where\s+(\w+)\s*(=~|==|has|contains)\s*['\"]([^'\"]*)['\"]$", re.IGNORECASE)
_TAKE = re.compile(r"^(?:take|limit|top)\s+(\d+)", re.IGNORECASE)
_TABLE = re.compile(r"^(?:resources|resourcecontainers)$", re.IGNORECASE)

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "resourcetype": ("type",),
    "name": ("name",),
    "location": ("location", "locations"),
    "resourcegroup": ("resourceGroupName",),
    "resourcegroupname": ("resourceGroupName",),
    "resourceuri": ("resourceId",),
    "resourceid": ("resourceId",),
    "correlationid": ("correlationId",),
    "status": ("status",),
    "eventtimestamp": ("eventTimestamp",),
    "principalid": ("properties.principalId",),
    "assignedto": ("properties.principalId",),
    "rolename": ("properties.roleName",),
}


def filtered(items: Sequence[Item], wanted: str) -> list[Item]:
    """Return the items that a ``$filter`` lets through; clauses that are not known let all through."""
    kept = list(items)
    for name, operator, value, principal in _CLAUSE.findall(wanted):
        fields = _FIELDS.get((name or "assignedTo").lower())
        if fields:
            sought = value or principal
            kept = [one for one in kept if _holds(one, fields, operator or "eq", sought)]
    return kept


def paged(items: Sequence[Any], url: str, query: Mapping[str, list[str]]) -> Item:
    """Return a page with a link to the next one; ``url`` is without a query."""
    asked = {name.lower(): values[0] for name, values in query.items()}
    begins = _number(asked.get("$skiptoken", ""), 0)
    size = min(PAGE, _number(asked.get("$top", ""), PAGE) or PAGE)
    page: Item = {"value": list(items[begins : begins + size])}
    if begins + size < len(items):
        following = {name: value for name, value in asked.items() if name != "$skiptoken"}
        page["nextLink"] = f"{url}?{urlencode({**following, '$skiptoken': str(begins + size)})}"
    return page


def graph(resources: Sequence[Item], query: str) -> Item:
    """Return the rows of a query: ``where`` by a field, ``take`` and ``count``; other steps change nothing."""
    table, *steps = [one.strip() for one in query.split("|")]
    rows = [_row(one) for one in resources] if _TABLE.match(table) else []
    for step in steps:
        if where := _WHERE.match(step):
            rows = [one for one in rows if _matches(one, *where.groups())]
        elif take := _TAKE.match(step):
            rows = rows[: int(take[1])]
        elif step == "count":
            rows = [{"Count": len(rows)}]
    told: Item = {"totalRecords": len(rows), "count": len(rows), "data": rows}
    return {**told, "facets": [], "resultTruncated": "false"}


def _holds(item: Item, fields: Sequence[str], operator: str, sought: str) -> bool:
    for field in fields:
        found: Any = item
        for part in field.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        found = found.get("value") if isinstance(found, dict) else found
        if operator != "eq":
            return not isinstance(found, str) or (
                found >= sought if operator == "ge" else found[: len(sought)] <= sought
            )
        values = found if isinstance(found, list) else [found]
        if sought.lower() in [str(one).lower() for one in values]:
            return True
    return False


def _row(resource: Item) -> Item:
    parts = str(resource.get("id", "")).split("/")
    known = {"subscriptionId": parts[2] if len(parts) > 2 else ""}
    known["resourceGroup"] = parts[4].lower() if len(parts) > 4 else ""
    kind = str(resource.get("type", "")).lower()
    return {**resource, **known, "type": kind}


def _matches(row: Item, field: str, operator: str, sought: str) -> bool:
    known = {name.lower(): value for name, value in row.items()}
    found = str(known.get(field.lower(), ""))
    if operator == "==":
        return found == sought
    if operator == "=~":
        return found.lower() == sought.lower()
    return sought.lower() in found.lower()


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() else otherwise
