"""The stand-in is held against what Azure really said: the same keys, types and headers for the same request."""

import json
from collections.abc import Iterator
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest

from src.desks.azure.arm_calls import allowed
from standins.azure.server import ArmStandin
from standins.base import StandinRequest, world_of, worlds_of
from tests.desks.azure.services.place import world
from tests.shared_data import real

Row: TypeAlias = dict[str, Any]

SUBSCRIPTION = "00000000-0000-0000-0000-000000000000"
TENANT = "00000000-0000-4000-8000-00000000000a"

COMPOSED = {"/subscriptions", "/tenants"}
"""What the stand-in composes, whatever was recorded."""


def shared(name: str) -> str:
    return (real("azure") / name).read_text()


def recorded() -> Iterator[Row]:
    """Yield the recorded reading calls of the table that brought something."""
    for line in shared("arm_recordings.jsonl").splitlines():
        row = json.loads(line)
        method, parts = row["request"]["method"], urlsplit(row["request"]["uri"])
        if row["response"]["status"] != 200 or row["response"]["body"] is None:
            continue
        if allowed(method, parts.path.rstrip("/")):
            yield {**row, "path": parts.path.rstrip("/"), "query": dict(parse_qsl(parts.query))}


def shape(value: Any) -> Any:
    """Return a body with a type in the place of each value, and every form that the items of a list have."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(shape(one), sort_keys=True) for one in value})
    return type(value).__name__


def test_the_same_request_has_the_same_keys_types_and_headers() -> None:
    rows = list(recorded())
    assert len(rows) > 30
    tenants: list[Row] = [{"id": TENANT, "principals": [{"oid": TENANT}]}]
    tenants[0]["subscriptions"] = [{"id": SUBSCRIPTION, "name": "Recorded"}]
    canned = [
        {"path": row["path"], "method": row["request"]["method"], "body": row["response"]["body"]}
        for row in rows
        if row["path"] not in COMPOSED
    ]
    arm = ArmStandin(world(*canned, tenants=tenants))  # what was asked twice is told in its order
    headers = {"authorization": f"Bearer {arm.token()}"}
    for row in rows:
        told = _asked(arm, row, headers)
        wanted = {name.lower() for name in row["response"]["headers"]}
        assert told.status_code == 200, row["path"]
        assert wanted <= set(told.headers), row["path"]
        kind = row["response"]["headers"].get("content-type", "").replace(" ", "")
        assert told.headers["content-type"].replace(" ", "") == kind, row["path"]
        _check_body(told.json(), row)


def _asked(arm: ArmStandin, row: Row, headers: Row) -> httpx2.Response:
    query = "&".join(f"{name}={value}" for name, value in row["query"].items() if "$" not in name)
    asked = StandinRequest(row["request"]["method"], row["path"], query, headers)
    reply = arm.reply_to(asked)
    return httpx2.Response(reply.status, headers=dict(reply.headers), content=reply.content)


def _check_body(told: Row, row: Row) -> None:
    if row["path"] not in COMPOSED:
        assert shape(told) == shape(row["response"]["body"]), row["path"]
        return
    known = {name for one in row["response"]["body"]["value"] for name in one}
    for one in told["value"]:
        assert set(one) <= known | {"tenantId"}, row["path"]


def test_the_worlds_know_no_key_that_azure_does_not() -> None:
    """Keys of a type that was recorded or specified: properties came since, and every other key is as it was."""
    known: dict[str, set[str]] = {}
    for row in recorded():
        for one in row["response"]["body"].get("value", [row["response"]["body"]]):
            if isinstance(one, dict) and "type" in one and "id" in one:
                known.setdefault(one["type"].lower(), set()).update(one)
    seen = 0
    for name in worlds_of(ArmStandin):
        for one in world_of(ArmStandin, name).responses:
            body = one.body if isinstance(one.body, dict) else {}
            keys = known.get(str(body.get("type", "")).lower())
            if keys and "id" in body:
                seen += 1
                assert set(body) <= keys | {"tags", "etag", "identity", "kind"}, (name, one.path)
    assert seen > 20


@pytest.mark.parametrize(
    ("example", "name", "suffix"),
    [
        ("networkInterfaces.effectiveNetworkSecurityGroups", "nsg_denies", "NetworkSecurityGroups"),
        ("availabilityStatuses.list", "platform_outage", "availabilityStatuses/current"),
        ("virtualMachines.instanceView", "vm_extension_failed", "/instanceView"),
        ("containerGroups.get", "aci_image_inaccessible", "containerGroups/aci-app"),
        (
            "sites.config.configreferences.appsettings",
            "keyvault_access",
            "configreferences/appsettings",
        ),
    ],
)
def test_the_worlds_have_the_form_of_the_specification(
    example: str, name: str, suffix: str
) -> None:
    examples = {one["name"]: one["body"] for one in json.loads(shared("arm_spec_examples.json"))}
    wanted = examples[example]
    found = [one.body for one in world_of(ArmStandin, name).responses if one.path.endswith(suffix)]
    body = found[0]
    if example == "availabilityStatuses.list":
        (wanted,) = wanted["value"]
    assert _clashes(wanted, body) == []


def _clashes(wanted: Any, found: Any, path: str = "") -> list[str]:
    """Return where both have a key of another type, and where nothing of one level is in both."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        both = set(wanted) & set(found)
        apart = [path] if wanted and found and not both else []
        return apart + [
            c for name in both for c in _clashes(wanted[name], found[name], f"{path}.{name}")
        ]
    if isinstance(wanted, list) and isinstance(found, list):
        return _clashes(wanted[0], found[0], f"{path}[]") if wanted and found else []
    numbers = (int, float)
    same = type(wanted) is type(found) or (
        isinstance(wanted, numbers) and isinstance(found, numbers)
    )
    return [] if same else [path]
