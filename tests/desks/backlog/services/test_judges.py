"""The stand-in is held against what Azure DevOps publishes: its description of the interface, and what it recorded."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import pytest

from src.desks.backlog.tracker import Step, WorkItemChange
from standins.backlog.items import Kept
from standins.backlog.server import AdoStandin
from standins.base import StandinReply, StandinRequest
from tests.desks.backlog.services.place import EPIC, FEATURE, PROJECT, STORY, Place, place, world
from tests.desks.backlog.services.taking_back import taking_back, write_all
from tests.shared_data import real

Row: TypeAlias = dict[str, Any]

BEYOND = {
    "GET__relation_type.json": "types of links",
    "GET__relation_types.json": "types of links",
    "GET__workItemType_field.json": "fields of a type",
    "GET__workItemType_fields.json": "fields of a type",
    "GET__wit_wiql__queryId_.json": "a query that was kept there",
    "GET_work_item_template.json": "a template",
}
"""Recorded, and nothing that the desk asks."""


# The description of the interface


@cache
def spec() -> Row:
    found: Row = json.loads((real("ado") / "workItemTracking-7.1.json").read_text("utf-8-sig"))
    return found


def operations() -> Iterator[tuple[str, re.Pattern[str], Row]]:
    """Yield method, form of the path, and operation; a project and a team may be left out."""
    for path, methods in spec()["paths"].items():
        form = path.replace("$", r"\$").replace("/{team}", "(?:/[^/]+)?")
        form = re.sub(r"\{[^}]+\}", r"[^/]+", form)
        for method, operation in methods.items():
            yield method.upper(), re.compile(f"{form}$", re.IGNORECASE), operation


def operation_of(asked: StandinRequest) -> Row:
    for method, form, operation in operations():
        if method == asked.method and form.match(asked.path):
            return operation
    raise AssertionError(f"{asked.method} {asked.path} is not in the description")


def clashes(schema: Row, value: Any, path: str = "") -> list[str]:
    """Return where a value is not as its schema says."""
    if "$ref" in schema:
        return clashes(spec()["definitions"][schema["$ref"].rpartition("/")[2]], value, path)
    if path.endswith("._links"):  # which it describes in a form that nobody sends
        return [] if all(set(one) == {"href"} for one in value.values()) else [path]
    known = properties(schema)
    if isinstance(value, dict) and known:
        strange = [f"{path}.{name}" for name in value if name not in known]
        return strange + [
            c
            for name in value
            if name in known
            for c in clashes(known[name], value[name], f"{path}.{name}")
        ]
    if schema.get("type") == "array" or "allOf" in schema:
        items = schema.get("items") or schema["allOf"][0].get("items", {})
        if not isinstance(value, list):
            return [path]
        return [c for one in value for c in clashes(items, one, f"{path}[]")]
    if "enum" in schema:
        return [] if value in schema["enum"] else [path]
    kinds = {"integer": int, "string": str, "boolean": bool}
    kind = kinds.get(schema.get("type", ""), object)  # "object" there is whatever JSON has
    return [] if isinstance(value, kind) else [path]


def properties(schema: Row) -> Row:
    """Return the properties of a schema with those of what it derives from."""
    found: Row = {}
    for one in schema.get("allOf", ()):
        name = one.get("$ref", "").rpartition("/")[2]
        found |= properties(spec()["definitions"][name] if name else one)
    found |= schema.get("properties", {})
    return found


class Remembering(AdoStandin):
    """A stand-in that keeps what it replied."""

    def __init__(self, standin: AdoStandin) -> None:
        super().__init__(standin.world)
        self.exchanges: list[tuple[StandinRequest, StandinReply]] = []

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        reply = super().reply_to(asked)
        self.exchanges.append((asked, reply))
        return reply


@pytest.fixture
def here() -> Iterator[Place]:
    items = [
        {"id": 7, "title": "There", "criteria": "<ul><li>x</li></ul>"},
    ]
    with place(items=items) as here:
        here.ado = here.server.standin = Remembering(here.ado)
        yield here


async def test_every_body_is_as_the_description_says(here: Place) -> None:
    """Of all that the tracker asks, from the first reading to the recycle bin."""
    change = WorkItemChange(
        id=7, revision=1, heading="More", criteria=("y",), mark="tess-" + "c" * 16
    )
    plan: list[Step] = [EPIC, FEATURE, STORY, change]
    async with here.writer() as writer, here.tracker() as tracker:
        await tracker.load(PROJECT, known={7: 1})
        await writer.check(EPIC)
        await writer.check(change)
        outcomes = await write_all(writer, plan)
        for step in taking_back(outcomes):
            await writer.write(step)
        await tracker.load(PROJECT)
    assert isinstance(here.ado, Remembering)
    seen = set()
    for asked, reply in here.ado.exchanges:
        operation = operation_of(asked)
        seen.add(operation["operationId"])
        assert clashes_of_request(operation, asked) == [], asked.path
        if reply.status == 200:
            assert clashes_of_reply(operation, reply) == [], asked.path
    assert len(seen) == 7


def clashes_of_request(operation: Row, asked: StandinRequest) -> list[str]:
    given = [one for one in operation["parameters"] if "name" in one]
    names = {one["name"] for one in given if one["in"] == "query"} | {"api-version"}
    strange = [name for name in asked.query if name not in names]
    bodies = [one["schema"] for one in given if one["in"] == "body"]
    if asked.body:
        consumed = operation["consumes"][0]
        assert asked.headers["content-type"] == consumed
        strange += clashes(bodies[0], json.loads(asked.body))
    return strange


def clashes_of_reply(operation: Row, reply: StandinReply) -> list[str]:
    schema, body = operation["responses"]["200"]["schema"], json.loads(reply.content)
    if schema.get("type") == "array":  # which comes with its count
        assert set(body) == {"count", "value"}
        body = [one for one in body["value"] if one]
    return clashes(schema, body)


# What was recorded


def examples() -> list[Any]:
    try:
        folder = real("ado") / "examples"
    except pytest.skip.Exception:
        return []
    paths = sorted(folder.glob("*.json"))
    return [pytest.param(path, id=path.stem) for path in paths if path.name not in BEYOND]


def request_of(name: str, told: Row) -> StandinRequest:
    """Return a recorded request; of an older version, whose paths are those of today."""
    given = told["parameters"]
    method = told.get("x-ms-vss-request-method") or name.partition("_")[0].replace("GET", "GET")
    if "wiql" in told["x-ms-vss-request-url"]:
        method = "POST"
    parts = urlsplit(told["x-ms-vss-request-url"].strip().replace("http:", "https:"))
    query = {**dict(parse_qsl(parts.query)), "api-version": "7.1"}
    patches = method == "PATCH" or "$" in parts.path
    kind = "application/json-patch+json" if patches else "application/json"
    headers = {"authorization": "Basic OnN0YW5kaW4=", "content-type": kind, "host": "dev.azure.com"}
    body = json.dumps(given["body"]).encode() if given.get("body") else b""
    path = re.sub(r"/aaee31d9-[^/]+", "/CustomProcessPrj", unquote(parts.path))
    return StandinRequest(method, path, urlencode(query), headers, body)


@pytest.mark.parametrize("path", examples())
def test_a_recorded_request_is_answered_as_it_was(path: Any) -> None:
    told = json.loads(
        path.read_text("utf-8-sig").replace("https://dev.azure.com", "http://dev.azure.com")
    )
    ((status, wanted),) = told["responses"].items()
    body = wanted.get("body")
    ado = AdoStandin(world(organization="fabrikam", projects=projects(body, told), types=TYPES))
    ids = told["parameters"].get("ids")
    rows = rows_of(body) or ([{"id": int(ids)}] if ids else [])
    for row in rows:
        ado.items.kept[row["id"]] = before(row, told)
    linked = [kept_link(one) for row in rows for one in row.get("relations", ())]
    for target in (300, *(one["target"] for one in linked if "target" in one)):
        ado.items.kept.setdefault(target, before({"id": target}, {"parameters": {}}))
    reply = ado.reply_to(request_of(path.name, told))
    assert reply.status == (200 if path.name.startswith("DELETE") else int(status)), reply.body
    if body:
        answer = json.loads(reply.content)
        assert differences(body, answer) == []
        assert values(answer, told) == values(body, told)


TYPES = ["Task", "Bug", "Epic", "User Story", "Product Backlog Item"]


def projects(body: Any, told: Row) -> list[str]:
    fields = [row.get("fields", {}) for row in rows_of(body)]
    named = {one["System.TeamProject"] for one in fields if "System.TeamProject" in one}
    named |= {told["parameters"].get("project", "Fabrikam-Fiber-Git"), "CustomProcessPrj"}
    return sorted(named | {"Fabrikam-Fiber-Git", "Fabrikam-Scrum"})


def rows_of(body: Any) -> list[Row]:
    rows = body.get("value") or body.get("workItems") or [body] if body else []
    return [row for row in rows if isinstance(row.get("id"), int) and row["id"] != 131489]


def before(row: Row, told: Row) -> Kept:
    """Return a work item as it was before a request that had this reply."""
    patch = told["parameters"].get("body") or []
    tests = [one["value"] for one in patch if isinstance(one, dict) and one["op"] == "test"]
    is_patched = bool(patch) and isinstance(patch, list)
    rev = tests[0] if tests else row.get("rev", 1) - is_patched
    fields = {
        "System.TeamProject": "Fabrikam-Fiber-Git",
        "System.WorkItemType": "Task",
        "System.State": "To Do",
        "System.Title": "Before",
        **row.get("fields", {}),
    }
    if "project" in told["parameters"]:  # which is another one in what was replied
        fields["System.TeamProject"] = told["parameters"]["project"]
    for name in ("System.Id", "System.Rev"):
        fields.pop(name, None)
    if "validateOnly" not in told["parameters"]:
        kept = ("System.WorkItemType", "System.TeamProject")
        fields |= {name: "Before" for name in named(told) if name not in kept}
    if "System.Tags" in named(told):
        is_added = "Tag0" in row["fields"]["System.Tags"]
        fields["System.Tags"] = "Tag0" if is_added else "Tag1; Tag9"
    relations = [kept_link(one) for one in row.get("relations", ())]
    for one in patch if is_patched else ():
        if one["path"] == "/relations/-":
            relations.pop()
        elif one["op"] == "remove":
            index = int(one["path"].rpartition("/")[2])
            file = {"rel": "AttachedFile", "url": "http://x", "attributes": {}}
            link = {"rel": "System.LinkTypes.Dependency-forward", "target": 300, "attributes": {}}
            relations.insert(index, link if rev == row["rev"] else file)
    return Kept(row["id"], rev, fields, relations)


def named(told: Row) -> list[str]:
    """Return the fields that a request patches."""
    patch = told["parameters"].get("body") or []
    paths = [one["path"] for one in patch if isinstance(one, dict)]
    return [one.rpartition("/")[2] for one in paths if one.startswith("/fields/")]


def kept_link(told: Row) -> Row:
    there, _, last = told["url"].rpartition("/")
    kept = {"rel": told["rel"], "attributes": told["attributes"]}
    is_item = there.endswith("/workItems")
    return {**kept, "target": int(last)} if is_item else {**kept, "url": told["url"]}


def differences(wanted: Any, found: Any, path: str = "") -> list[str]:
    """Return what is missing, strange or of another type; fields may be fewer or more, as of another process."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        free = path.endswith((".fields", ".attributes")) or path == ""
        apart = [] if free else sorted(set(wanted) ^ set(found))
        if path == "":
            apart = sorted(set(wanted) - set(found))
        both = set(wanted) & set(found)
        return [f"{path}.{name}" for name in apart] + [
            one for name in both for one in differences(wanted[name], found[name], f"{path}.{name}")
        ]
    if isinstance(wanted, list) and isinstance(found, list):
        if not wanted or not found:
            return []
        return differences(wanted[0], found[0], f"{path}[]")
    numbers = (int, float)
    is_person = path.endswith(("By", "To"))  # who was told as a text in older versions
    same = (
        type(wanted) is type(found)
        or is_person
        or (isinstance(wanted, numbers) and isinstance(found, numbers))
    )
    return [] if same else [path]


def values(body: Row, told: Row) -> Row:
    """Return what a reply says of what was asked: revision, links, and the fields that were patched."""
    fields = body.get("fields", {})
    said = {name: fields.get(name) for name in named(told) if isinstance(fields.get(name), str)}
    links = [(one["rel"], one["url"]) for one in body.get("relations", ())]
    return {"rev": body.get("rev"), "links": links, "count": body.get("count"), **said}
