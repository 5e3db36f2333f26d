"""Tenants never see each other's dossiers, by any route; what is not theirs does not exist for them."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from src.bootstrap import Parts
from src.dossier.plan import DIGEST
from tests.identity.callers import QUESTION, UNKNOWN, Client, guarded, two_tenants

Schema = dict[str, Any]


@pytest.fixture(params=["files", "postgres"])
def parts(request: pytest.FixtureRequest, tmp_path: Path) -> Parts:
    if request.param == "files":
        return guarded(tmp_path)
    return guarded(tmp_path, database_url=request.getfixturevalue("database_url"))


# Every route, as the OpenAPI document lists them: one that is added is walked without a word here


def example(schema: Schema, every: Schema, dossier_id: str) -> Any:
    """Return a small value of the schema; every string that may be any names the dossier."""
    if "$ref" in schema:
        return example(every[schema["$ref"].rpartition("/")[2]], every, dossier_id)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    for options in ("anyOf", "oneOf", "allOf"):
        if options in schema:
            return example(schema[options][0], every, dossier_id)
    if schema.get("type") == "object":
        fields = schema.get("properties", {})
        return {name: example(one, every, dossier_id) for name, one in fields.items()}
    if schema.get("type") == "array":
        return [example(schema["items"], every, dossier_id)]
    if schema.get("format") == "date":
        return "2024-01-01"
    if schema.get("pattern") == DIGEST:
        return "0" * 64
    simple = {"integer": max(1, schema.get("minimum", 1)), "number": 1.0, "boolean": True}
    return simple.get(schema.get("type", ""), dossier_id)


def operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Yield path, method and description of every route."""
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            yield path, method, told


def requests(document: Schema, dossier_id: str) -> Iterator[tuple[str, str, Schema]]:
    """Yield method, path and options of one request for each route; what deletes a dossier comes last."""
    every = document["components"]["schemas"]
    for is_last in (False, True):
        for path, method, told in operations(document):
            if (method == "delete") is not is_last:
                continue
            given = {one["name"]: one for one in told.get("parameters", ())}
            values = {
                name: example(one["schema"], every, dossier_id) for name, one in given.items()
            }
            values |= {"dossier_id": dossier_id}
            # No id is a cursor.
            asked = [
                name for name, one in given.items() if one["in"] == "query" and name != "cursor"
            ]
            query = {name: values[name] for name in asked}
            body = told.get("requestBody", {}).get("content", {})
            options: Schema = {"params": query}
            if "application/json" in body:
                options["json"] = example(body["application/json"]["schema"], every, dossier_id)
            for kind in set(body) - {"application/json"}:
                options |= {"content": b"Een akte.", "headers": {"content-type": kind}}
            yield method.upper(), path.format(**values), options


def with_least(options: Schema) -> Schema:
    """Return a request without what may be left out of its query."""
    return {**options, "params": {k: v for k, v in options["params"].items() if k in NEEDED}}


NEEDED = ("a", "b", "source", "format", "q", "query", "text", "name")


async def answers(client: Client, document: Schema, dossier_id: str) -> dict[str, tuple[int, str]]:
    """Return status and body of every route, whole and with least, with the dossier's id left out."""
    found = {}
    for method, path, options in requests(document, dossier_id):
        twice = (("all", options), ("least", with_least(options)))
        for kind, sent in twice[:1] if method == "DELETE" else twice:
            reply = await client.ask(method, path, **sent)
            name = f"{method} {path} {kind}".replace(dossier_id, "ID")
            # What was sent holds the dossier's id, and so does a hash of it.
            told = re.sub(r"sha256:[0-9a-f]{64}", "sha256", reply.text)
            found[name] = (reply.status_code, told.replace(dossier_id, "ID"))
    return found


def refused_as_unknown(told: tuple[int, str]) -> bool:
    return told[0] == 404 and '"unknown_dossier"' in told[1]


async def test_no_route_tells_another_tenants_dossier_from_one_that_does_not_exist(
    parts: Parts,
) -> None:
    async with two_tenants(parts) as (anna, bert, _):
        dossier_id = (await anna.say())["dossier_id"]
        await anna.say("Ja, dit zijn de juiste bronnen.", dossier_id=dossier_id)
        document = (await anna.ask("GET", "/openapi.json")).json()
        before = await anna.ask("GET", f"/dossiers/{dossier_id}")

        foreign = await answers(bert, document, dossier_id)
        unknown = await answers(bert, document, UNKNOWN)
        assert foreign == unknown
        for name, (_, body) in foreign.items():
            assert "Zonnebloem" not in body, name
        assert (await anna.ask("GET", f"/dossiers/{dossier_id}")).text == before.text

        # The same requests find the dossier where they may: what is compared above is no other refusal.
        own = await answers(anna, document, dossier_id)
        named = [name for name in own if "/dossiers/ID" in name]
        assert len(named) > 20
        assert [name for name in named if refused_as_unknown(own[name])] == []
        assert all(map(refused_as_unknown, (foreign[name] for name in named)))
        assert "Zonnebloem" in own["GET /dossiers least"][1]


async def test_the_socket_tells_another_tenants_dossier_from_none_that_exists_by_nothing(
    parts: Parts,
) -> None:
    async with two_tenants(parts) as (anna, bert, _):
        first = await anna.say(message_id="m-1")
        dossier_id = first["dossier_id"]
        for fields in (
            {},
            {"message_id": "m-1"},
            {"message_id": "m-1", "stream": True},
            {"message_id": "m-1", "stream": True, "after": 0},
            {"message_id": "m-2", "as_of": "2024-01-01", "desk": "none"},
        ):
            theirs = await bert.frames(QUESTION, dossier_id=dossier_id, **fields)
            nobodys = await bert.frames(QUESTION, dossier_id=UNKNOWN, **fields)
            assert json.dumps(theirs).replace(dossier_id, UNKNOWN) == json.dumps(nobodys)
            assert [frame["code"] for frame in theirs] == ["unknown_dossier"]
        # Whoever may have it gets the stored reply, and the dossier is as it was.
        assert await anna.say(QUESTION, dossier_id=dossier_id, message_id="m-1") == first
        dossier = (await anna.ask("GET", f"/dossiers/{dossier_id}")).json()
        assert (dossier["version"], dossier["tenant"]) == (1, "acme")
        assert (await bert.ask("GET", "/dossiers")).json() == {"dossiers": []}


async def test_colleagues_share_and_the_journal_names_them(parts: Parts) -> None:
    from tests.identity.callers import made

    async with two_tenants(parts) as (anna, _, __):
        carla = Client(anna.port, await made(parts, "carla@acme.nl", "acme"))
        dossier_id = (await anna.say())["dossier_id"]
        assert (await carla.say("Dank je.", dossier_id=dossier_id))["status"] == "success"
        held = await carla.ask("POST", f"/dossiers/{dossier_id}/hold", json={"on": True})
        assert held.status_code == 200
        await carla.ask("POST", f"/dossiers/{dossier_id}/hold", json={"on": False})
        await carla.ask("POST", f"/dossiers/{dossier_id}/forget", json={"turns": [1]})
        log = (await anna.ask("GET", f"/dossiers/{dossier_id}/log")).json()
        assert [line["author"] for line in log] == ["anna", *["carla@acme.nl"] * 4]
        # Its first turn was erased, and it is still theirs and nobody else's.
        assert (await anna.ask("GET", f"/dossiers/{dossier_id}")).json()["tenant"] == "acme"


async def test_a_turn_that_runs_can_only_be_joined_by_its_tenant(tmp_path: Path) -> None:
    from tests.identity.wiring import held_up

    parts, model = held_up(tmp_path)
    async with two_tenants(parts) as (anna, bert, _), anna.connect() as connection:
        asked = {"message": QUESTION, "message_id": "m-1", "stream": True}
        await connection.send(json.dumps(asked))
        dossier_id = json.loads(await connection.recv())["dossier_id"]
        same = {"dossier_id": dossier_id, "message_id": "m-1", "stream": True}
        for after in ({}, {"after": 0}):
            (refused,) = await bert.frames(QUESTION, **same, **after)
            assert refused["code"] == "unknown_dossier"
        joined = asyncio.create_task(anna.frames(QUESTION, **same, after=0))
        model.gate.set()
        assert (await joined)[-1]["status"] == "success"
        assert (await joined)[0]["event"] == "accepted"
        assert model.entered == 1
