"""The description of the wire holds together, and what the server really sends is what it describes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from tests import generated_asyncapi as asyncapi
from tests.api.wiring import QUESTION, wired
from tests.serving import served

DOCUMENT = asyncapi.document()


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (text for name, text in node.items() if name == "$ref")
        yield from (text for each in node.values() for text in references(each))
    elif isinstance(node, list):
        yield from (text for each in node for text in references(each))


def found(reference: str) -> Any:
    node: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]
    return node


def test_every_reference_leads_somewhere() -> None:
    told = set(references(DOCUMENT))
    assert told
    assert all(isinstance(found(one), dict) for one in told)


def test_it_has_what_asyncapi_3_demands() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= set(DOCUMENT["info"])
    for server in DOCUMENT["servers"].values():
        assert {"host", "protocol"} <= set(server)
    for operation in DOCUMENT["operations"].values():
        assert operation["action"] in ("send", "receive")
        messages = found(operation["channel"]["$ref"])["messages"]
        in_channel = [one["$ref"].rsplit("/", 1)[1] for one in operation["messages"]]
        assert set(in_channel) <= set(messages)


@pytest.mark.parametrize("name", list(DOCUMENT["components"]["schemas"]))
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(DOCUMENT["components"]["schemas"][name])


async def test_every_frame_of_a_conversation_is_as_described(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        frames, _ = await server.exchange(json.dumps({"message": QUESTION, "stream": True}))
        frames.append(await server.say(""))
        frames.append(await server.say(QUESTION))
    names = {"progress": "ProgressFrame", "success": "SuccessFrame", "error": "ErrorFrame"}
    for frame in frames:
        schema = {"$ref": f"#/components/schemas/{names[frame['status']]}", **DOCUMENT}
        Draft202012Validator(schema).validate(frame)
    assert {frame["status"] for frame in frames} == set(names)
