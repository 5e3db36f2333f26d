"""The OpenAPI description has an example of every request and reply in JSON, and each is what the schema says."""

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from src.api.middleware import takes_file
from src.desks.tax import EXAMPLES
from tests.api.wiring import wired
from tests.serving import TEST_ID, served


async def described(folder: Path) -> dict[str, Any]:
    async with served(wired(folder)) as server:
        document: dict[str, Any] = (await server.get("/openapi.json")).json()
    return document


def contents(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return every body in JSON, with where it stands."""
    found = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            bodies = [operation.get("requestBody", {}), operation["responses"]["200"]]
            named = [body.get("content", {}).get("application/json") for body in bodies]
            found += [(f"{method} {path}", one) for one in named if one and one["schema"]]
    return found


async def test_every_body_has_an_example_that_fits_its_schema(tmp_path: Path) -> None:
    document = await described(tmp_path)
    found = contents(document)
    assert len(found) > 20
    assert [where for where, body in found if "example" not in body] == []
    for where, body in found:
        schema = {**body["schema"], "components": document["components"]}
        errors = [
            error.message for error in Draft202012Validator(schema).iter_errors(body["example"])
        ]
        assert errors == [], where


async def test_every_example_belongs_to_a_route(tmp_path: Path) -> None:
    document = await described(tmp_path)
    routes = {
        f"{method} {path}" for path, methods in document["paths"].items() for method in methods
    }
    assert set(json.loads(EXAMPLES.read_text("utf-8"))) <= routes


async def test_every_refusal_is_an_error_frame_and_every_reference_leads_somewhere(
    tmp_path: Path,
) -> None:
    document = await described(tmp_path)
    refusals = [
        (path, status, refusal["content"]["application/json"]["schema"])
        for path, methods in document["paths"].items()
        for operation in methods.values()
        for status, refusal in operation["responses"].items()
        if status != "200" and (path, status) != ("/readyz", "503")  # which tells what is amiss
    ]
    frame = {"$ref": "#/components/schemas/ErrorFrame"}
    assert [one for one in refusals if one[2] != frame] == []
    assert ("/stale", "429", frame) in refusals
    names = re.findall(r'"\$ref": "([^"]*)"', json.dumps(document))
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(names) <= known


def taking_files(document: dict[str, Any]) -> list[str]:
    """Return the paths to which a file is sent, each with a dossier's id in it where it wants one."""
    sent = {
        path: methods["post"]["requestBody"]["content"]
        for path, methods in document["paths"].items()
        if "requestBody" in methods.get("post", {})
    }
    taking = [path for path, content in sent.items() if "application/octet-stream" in content]
    return [path.replace("{dossier_id}", TEST_ID) for path in taking]


async def test_a_file_may_be_longer_than_a_message_wherever_one_is_taken(tmp_path: Path) -> None:
    paths = taking_files(await described(tmp_path))
    assert len(paths) > 6
    assert [path for path in paths if not takes_file({"type": "http", "path": path})] == []
