"""Tenants together with what else a server does: documents, look-backs, a provider that is down, log and traces."""

import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from src.api.limits import Limits
from src.bootstrap import Parts, build, observing
from src.services.breaker import FAILURES
from src.settings import read_settings
from tests.identity.callers import QUESTION, SECRET, UNKNOWN, Client, guarded, made, two_tenants
from tests.llm.hostile import AT_ONCE, hostile, refusal
from tests.llm.provider import KEY, MODEL, Serve
from tests.logbook import Logbook
from tests.observing.collector import collecting
from tests.serving import served

DEED = b"# Akte\n\nKabouter Zonnebloem betaalde 350.000 euro op 1 mei 2024.\n"
SHA256 = hashlib.sha256(DEED).hexdigest()
SOURCE = f"upload/{SHA256[:32]}"
SECRETIVE = "geheime-fusie"
"""What stands in the name of a file: words of a user."""


async def send_file(client: Client, path: str) -> tuple[int, dict[str, Any]]:
    """Send the document; return the status and the body."""
    reply = await client.ask(
        "POST",
        f"{path}name={SECRETIVE}.md",
        content=DEED,
        headers={"content-type": "application/octet-stream"},
    )
    return reply.status_code, reply.json()


def add_to(dossier_id: str) -> str:
    return f"/dossiers/{dossier_id}/documents?agreed={SHA256}&"


@pytest.fixture
async def callers(tmp_path: Path) -> AsyncIterator[tuple[Client, Client, Client, str]]:
    """Two tenants, one without a token, and a dossier of the first with a document of its client."""
    async with two_tenants(guarded(tmp_path)) as (anna, bert, nobody):
        dossier_id = (await anna.say())["dossier_id"]
        assert (await send_file(anna, add_to(dossier_id)))[0] == 200
        yield anna, bert, nobody, dossier_id


# Documents of the client


async def test_a_document_is_the_tenants_of_its_dossier(
    callers: tuple[Client, Client, Client, str],
) -> None:
    anna, bert, _, dossier_id = callers
    assert "Zonnebloem" in (await anna.ask("GET", f"/dossiers/{dossier_id}")).text
    # Into another tenant's dossier nothing is put, checked and agreed or not.
    (status, foreign), (_, nobodys) = [
        await send_file(bert, add_to(one)) for one in (dossier_id, UNKNOWN)
    ]
    assert (status, foreign["code"]) == (404, "unknown_dossier")
    assert json.dumps(foreign).replace(dossier_id, UNKNOWN) == json.dumps(nobodys)
    # Who adds the same file learns nothing of where else it is.
    theirs = (await bert.say("Hoe lang is de termijn voor bezwaar?"))["dossier_id"]
    status, added = await send_file(bert, add_to(theirs))
    assert (status, added["version"]) == (200, 2)
    listed = (await bert.ask("GET", "/find", params={"text": "Zonnebloem"})).json()["found"]
    assert [one["dossier_id"] for one in listed] in ([], [theirs])
    # And no search of theirs comes upon it.
    found = await bert.say("Wat betaalde kabouter Zonnebloem volgens de akte?")
    assert SOURCE not in json.dumps(found["sources"])


async def test_no_file_is_taken_from_who_has_no_token(
    callers: tuple[Client, Client, Client, str],
) -> None:
    _, _, nobody, dossier_id = callers
    for path in ("/documents/check?", add_to(dossier_id), "/packs/open?"):
        status, told = await send_file(nobody, path)
        assert (status, told["code"]) == (401, "unauthenticated"), path


async def test_the_name_of_a_file_is_in_no_log_and_no_name_of_a_file(
    tmp_path: Path, logged: Logbook
) -> None:
    async with two_tenants(guarded(tmp_path)) as (anna, bert, nobody):
        dossier_id = (await anna.say())["dossier_id"]
        for client in (anna, bert, nobody):
            await send_file(client, "/documents/check?")
            await send_file(client, add_to(dossier_id))
            await send_file(client, f"/dossiers/{dossier_id}/documents?agreed=x&")
            await send_file(client, "/packs/open?")
    said = logged.getvalue()
    assert logged.of("refused")
    for word in (SECRETIVE, "Zonnebloem", "kabouter", anna.token, bert.token, SECRET, "acme"):
        assert word not in said
    assert not any(SECRETIVE in str(path) for path in tmp_path.rglob("*"))


# Looking back over all dossiers


async def test_what_looks_at_all_dossiers_looks_at_those_of_the_caller(
    callers: tuple[Client, Client, Client, str],
) -> None:
    anna, bert, _, dossier_id = callers
    found = (await anna.ask("GET", "/find", params={"text": "Zonnebloem"})).json()["found"]
    assert [one["dossier_id"] for one in found] == [dossier_id]
    assert (await bert.ask("GET", "/find", params={"text": "Zonnebloem"})).json() == {"found": []}
    assert (await bert.ask("GET", "/stale")).json() == {"answers": [], "unreadable": []}
    theirs = (await bert.say())["dossier_id"]
    for a, b in ((dossier_id, theirs), (theirs, dossier_id)):
        reply = await bert.ask("GET", "/diff", params={"a": a, "b": b})
        assert (reply.status_code, reply.json()["code"]) == (404, "unknown_dossier")


async def test_a_dossier_that_can_not_be_read_is_told_to_no_tenant(tmp_path: Path) -> None:
    async with two_tenants(guarded(tmp_path)) as (anna, bert, _):
        dossier_id = (await anna.say())["dossier_id"]
        (tmp_path / "dossiers" / f"{dossier_id}.json").write_text("{", "utf-8")
        for client in (anna, bert):
            assert (await client.ask("GET", "/stale")).json()["unreadable"] == []
            reply = await client.ask("GET", f"/dossiers/{dossier_id}/verify")
            assert reply.json()["code"] == "unknown_dossier"


async def test_one_message_id_is_another_turn_for_another_tenant(
    callers: tuple[Client, Client, Client, str],
) -> None:
    anna, bert, _, _ = callers
    replies = [await one.say(message_id="m-1") for one in (anna, bert)]
    assert [reply["status"] for reply in replies] == ["success"] * 2
    assert replies[0]["dossier_id"] != replies[1]["dossier_id"]
    other = await bert.say("Iets heel anders", message_id="m-1")
    assert (other["status"], other["version"]) == ("success", 1)


# A provider that is down


@asynccontextmanager
async def with_provider(
    folder: Path, monkeypatch: pytest.MonkeyPatch, act: Serve, **settings: object
) -> AsyncIterator[tuple[Client, Client, Parts]]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with hostile(act) as (base_url, _):
        given = {"openai_base_url": base_url, "openai_api_key": KEY, "tess_model": MODEL}
        parts = guarded(folder, **given, **settings)
        async with two_tenants(parts) as (anna, bert, _nobody):
            yield anna, bert, parts


async def test_the_failing_calls_of_a_tenant_are_told_to_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down, off = refusal(503, *AT_ONCE), {"tess_fallback": "off"}
    async with with_provider(tmp_path, monkeypatch, down, **off) as (anna, bert, _):
        before = (await bert.ask("GET", "/readyz")).text
        fresh = await bert.say()
        for _ in range(FAILURES):
            await anna.say()
        assert "faalde een paar keer" in (await anna.say())["error"]
        again = await bert.say()
        assert without_id(again) == without_id(fresh)
        assert (await bert.ask("GET", "/readyz")).text == before
        assert (await anna.ask("GET", "/readyz")).text != before


def without_id(frame: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in frame.items() if name != "dossier_id"}


async def test_a_stand_in_costs_its_tenant_nothing_and_stops_at_the_limit_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = refusal(503, *AT_ONCE)
    limits = {"tess_tenant_tokens_per_day": 10}
    async with with_provider(tmp_path, monkeypatch, down, **limits) as (anna, bert, parts):
        assert (await anna.say())["model"] == "offline"
        assert await parts.quotas.spent("acme") == 0
        await parts.quotas.spend("acme", 10)
        assert (await anna.say())["code"] == "limit_reached"
        assert (await bert.say())["model"] == "offline"


# Traces


async def test_traces_name_dossiers_and_no_tenant_and_nobody(tmp_path: Path) -> None:
    with collecting() as collector:
        settings = read_settings(
            _env_file=None,
            tess_data_dir=tmp_path,
            tess_token_secret=SECRET,
            otel_exporter_otlp_endpoint=collector.address,
        )
        parts = build(settings, observing(settings), for_tenants=True)
        token = await made(parts, "anna", "acme")
        async with served(parts, Limits()) as server:
            dossier_id = (await Client(server.port, token).say())["dossier_id"]
        told = b"".join(collector.raw)
    assert dossier_id.encode() in told
    for word in ("anna", "acme", token, SECRET, "Zonnebloem", QUESTION):
        assert word.encode() not in told
