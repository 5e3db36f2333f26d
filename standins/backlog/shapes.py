"""Work items as Azure DevOps tells of them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

Row: TypeAlias = dict[str, Any]


_LOCATIONS = (
    ("1a9c53f7-f243-4447-b110-35ef023636e4", "wiql", "{project}/{team}/_apis/{area}/{resource}"),
    ("72c7ddf8-2cdc-4f60-90cd-ab71c14a399b", "workItems", "{project}/_apis/{area}/{resource}/{id}"),
    (
        "62d3d110-0047-428c-ad3c-4fe872c91c74",
        "workItems",
        "{project}/_apis/{area}/{resource}/${type}",
    ),
    ("908509b6-4248-4475-a1cd-829139ba419f", "workItemsBatch", "{project}/_apis/{area}/{resource}"),
    (
        "b70d8d39-926c-465e-b927-b1bf0e5ca0e0",
        "recyclebin",
        "{project}/_apis/{area}/{resource}/{id}",
    ),
    (
        "a00c85a5-80fa-4565-99c3-bcd2181434bb",
        "revisions",
        "{project}/_apis/{area}/workItems/{id}/{resource}/{revisionNumber}",
    ),
)
"""Where resources are, as clients of Azure DevOps ask before anything else."""


def locations() -> Row:
    """Return where resources are."""
    versions = {"resourceVersion": 4, "minVersion": "1.0", "maxVersion": "7.2"}
    return listed(
        [
            {
                "id": known,
                "area": "wit",
                "resourceName": name,
                "routeTemplate": template,
                **versions,
                "releasedVersion": "7.1",
            }
            for known, name, template in _LOCATIONS
        ]
    )


def identity(name: str, base: str) -> Row:
    """Return a person."""
    known = str(uuid5(NAMESPACE_URL, name))
    return {
        "displayName": name,
        "url": f"{base}/_apis/Identities/{known}",
        "_links": {"avatar": {"href": f"{base}/_apis/GraphProfile/MemberAvatars/aad.{known}"}},
        "id": known,
        "uniqueName": f"{name.lower().replace(' ', '.')}@standin.example",
        "imageUrl": f"{base}/_api/_common/identityImage?id={known}",
        "descriptor": f"aad.{known}",
    }


def address(item: int, base: str) -> str:
    """Return the address of a work item, as links name it."""
    return f"{base}/_apis/wit/workItems/{item}"


def links(item: int, project: str, kind: str, base: str) -> Row:
    """Return where more is told of a work item."""
    own, home = address(item, base), f"{base}/{quote(project, safe='')}"
    told = {
        "self": own,
        "workItemUpdates": f"{own}/updates",
        "workItemRevisions": f"{own}/revisions",
        "workItemHistory": f"{own}/history",
        "html": f"{home}/_workitems/edit/{item}",
        "workItemType": f"{home}/_apis/wit/workItemTypes/{quote(kind)}",
        "fields": f"{base}/_apis/wit/fields",
    }
    return {name: {"href": there} for name, there in told.items()}


def project(name: str, base: str) -> Row:
    """Return a project."""
    known = str(uuid5(NAMESPACE_URL, f"project {name}"))
    url = f"{base}/_apis/projects/{known}"
    return {"id": known, "name": name, "description": "", "url": url, "state": "wellFormed"}


def listed(rows: Sequence[Any]) -> Row:
    """Return a list as every list is told."""
    return {"count": len(rows), "value": list(rows)}


def opposite(name: str) -> str:
    """Return what a link is called from its other end."""
    for one, other in (("-Forward", "-Reverse"), ("-Reverse", "-Forward")):
        if name.endswith(one):
            return name.removesuffix(one) + other
    return name


def link_name(given: str) -> str:
    """Return what a kind of link is called, by a name whose end may lack its capital."""
    return given.replace("-forward", "-Forward").replace("-reverse", "-Reverse")


def deleted(row: Row, kind: str, title: str, project_name: str, when: str, base: str) -> Row:
    """Return a work item that is in the recycle bin."""
    return {
        "id": row["id"],
        "type": kind,
        "name": title,
        "project": project_name,
        "deletedDate": when,
        "deletedBy": "Standin",
        "code": 200,
        "url": f"{base}/_apis/wit/recyclebin/{row['id']}",
        "resource": row,
    }


def chosen(fields: Mapping[str, Any], wanted: Sequence[str]) -> Row:
    """Return the fields that were asked for; all where none was named."""
    if not wanted:
        return {
            name: value for name, value in fields.items() if name not in ("System.Id", "System.Rev")
        }
    known = {name.lower(): name for name in fields}
    found = [known[one.lower()] for one in wanted if one.lower() in known]
    return {name: fields[name] for name in found}
