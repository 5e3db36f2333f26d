"""What clients see of the desk: frames, traces, collections, scopes and thumbs, over the real wire."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from src import cli
from tests.clients.person import Person
from tests.desks import recipes
from tests.desks.docs.acme import QUESTION, Visit, visit, well, with_model
from tests.desks.test_a_stranger import house
from tests.identity.callers import Client
from tests.serving import served

NOT_THERE = "Does it speak SAML to a directory?"


async def frames_of(visitor: Visit, message: str) -> list[dict[str, Any]]:
    frames, _ = await visitor.server.exchange(json.dumps({"message": message, "stream": True}))
    visitor.dossier_id = frames[-1]["dossier_id"]
    return frames


async def got(visitor: Visit, path: str) -> Any:
    reply = await Client(visitor.server.port).ask("GET", path)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def test_a_reply_tells_of_each_section_where_it_stands(library: Path) -> None:
    async with visit(library, well()) as visitor:
        *before, reply = await frames_of(visitor, QUESTION)
    ran = [(one["tool"], bool(one["label"])) for one in before if one["event"] == "tool"]
    assert ran == [("search_docs", True), ("answer_from_docs", True)]
    port = next(one for one in reply["sources"] if one["title"] == "Port")
    assert (port["file"], port["anchor"], port["lines"]) == ("server.md", "port", [5, 9])
    assert {"version", "updated"} & port.keys() == set()  # nobody said so
    assert reply["language"] == "en"


async def test_a_reply_that_answers_nothing_is_in_the_language_that_it_tells(library: Path) -> None:
    async with visit(library) as visitor:
        await visitor.say("你好")
        spoken = await visitor.say("ok")
        assert (spoken["language"], "What is your question?" in spoken["response"]) == ("en", True)
        await visitor.say("What is the limit and how do I install and which port?")
        left = await visitor.say("nee, laat maar")
        assert (left["language"], left["response"]) == ("nl", "Wat is uw vraag?")
        await visitor.say("What is the limit?")
        undone = [(await visitor.say("undo"))["language"] for _ in range(3)]
        assert undone == ["en"] * 3


async def test_a_reply_tells_a_language_that_no_client_speaks(library: Path) -> None:
    async with visit(library) as visitor:
        reply = await visitor.say("你好")
        assert (reply["language"], reply["outcome"]) == ("zh", "request")
        assert reply["clarification"]["choices"] is not None


def printed(capsys: pytest.CaptureFixture[str], library: Path, *asked: str) -> str:
    """Return what a command prints that works on the dossiers of this folder."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TESS_DATA_DIR", str(library))
        assert cli.main(asked) == 0
    return capsys.readouterr().out


def test_a_turn_is_traced_call_by_call(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def asked() -> tuple[str, Any, Any]:
        async with visit(library, well()) as visitor:
            await visitor.say(QUESTION)
            await visitor.say("👍")
            at = f"/dossiers/{visitor.dossier_id}/trace"
            return visitor.dossier_id, await got(visitor, f"{at}?turn=1"), await got(visitor, at)

    dossier_id, told, last = asyncio.run(asked())
    assert [one["tool"] for one in told["calls"]] == ["search_docs", "answer_from_docs"]
    assert told["calls"][0]["hits"] >= told["calls"][0]["offered"] > 0
    assert [one["tool"] for one in last["calls"]] == ["rate_answer"]
    shown = printed(capsys, library, "trace", dossier_id, "--turn", "1")
    assert "answer_from_docs" in shown
    as_json = printed(capsys, library, "trace", dossier_id, "--turn", "1", "--json")
    assert json.loads(as_json) == told


async def test_a_dossier_is_searched_where_a_person_chose(library: Path) -> None:
    async with visit(library) as visitor:
        listed = (await got(visitor, "/collections"))["collections"]
        (acme,) = (one for one in listed if one["name"] == "acme")
        assert (acme["versions"], acme["sections"] > 4, acme["own"]) == ([], True, False)
        await visitor.say(QUESTION)
        chosen = await visitor.post("scope", collections=["acme"])
        assert "acme" in chosen.json()["response"]
        made = {one["id"]: one["data"] for one in (await visitor.dossier())["artifacts"]}
        assert made["scope"] == {"collections": ["acme"], "version": ""}
        unknown = await visitor.post("scope", collections=["nosuch"])
        assert (unknown.status_code, unknown.json()["code"]) == (409, "scope_unknown")
        assert "acme" in unknown.json()["error"]
        assert (await visitor.post("scope", names=[])).json()["code"] == "bad_fields"


async def test_a_choice_before_the_first_message_makes_the_dossier(library: Path) -> None:
    async with visit(library) as visitor:
        client = Client(visitor.server.port)
        before = (await got(visitor, "/dossiers"))["dossiers"]
        wrong: tuple[tuple[dict[str, object], str], ...] = (
            ({"desk": "docs", "collections": ["nosuch"]}, "scope_unknown"),
            ({"desk": "nosuch"}, "unknown_desk"),
            ({"desk": "docs", "names": []}, "bad_fields"),
        )
        for body, code in wrong:
            refused = await client.ask("POST", "/scope", json=body)
            assert refused.json()["code"] == code
        assert (await got(visitor, "/dossiers"))["dossiers"] == before
        made = await client.ask("POST", "/scope", json={"desk": "docs", "collections": ["acme"]})
        assert "acme" in made.json()["response"]
        visitor.dossier_id = made.json()["dossier_id"]
        reply = await visitor.say(QUESTION)
        assert (reply["outcome"], reply["dossier_id"]) == ("done", visitor.dossier_id)
        assert (await visitor.reading())["search_stats"]["collections"] == ["acme"]


async def test_thumbs_are_kept_once_and_counted(library: Path) -> None:
    async with visit(library, well()) as visitor:
        await visitor.say(QUESTION)
        assert (await visitor.post("feedback", up=True)).status_code == 200
        again = {"answer": "a1", "up": False, "why": "Mail koper@voorbeeld.nl the port."}
        assert "helpful" in (await visitor.post("feedback", **again)).json()["response"]
        for wrong, code in (
            ({"up": True, "answer": "a9"}, "no_answer_yet"),
            ({"up": False, "why": "x" * 2_001}, "bad_fields"),
            ({"why": "x"}, "bad_fields"),
        ):
            assert (await visitor.post("feedback", **wrong)).json()["code"] == code
        told = await got(visitor, "/feedback")
        await visitor.post("undo", turns=1)
        undone = await got(visitor, "/feedback")
    ours = [one for one in told["voted_down"] if one["title"] == "Port"]
    assert [(one["down"], one["file"], one["lines"]) for one in ours] == [(1, "server.md", [5, 9])]
    assert "koper@" not in json.dumps(told)
    assert told["down"] == undone["down"] + 1
    assert told["up"] == undone["up"] - 1


def test_what_was_not_found_is_listed_for_who_writes_the_docs(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def asked() -> tuple[Any, Any]:
        async with visit(library) as visitor:
            await visitor.say("x" * 3_000)
            return await visitor.say(NOT_THERE), await got(visitor, "/feedback")

    reply, told = asyncio.run(asked())
    reason = reply["clarification"]["reason"]
    newest = told["unanswered"][0]
    assert (newest["question"], newest["reason"]) == (NOT_THERE, reason)
    assert told["reasons"][reason] >= 1
    assert max(len(one["question"]) for one in told["unanswered"]) < 600
    unfound = {(one["collection"], one["file"]) for one in told["unfound"]}
    assert ("acme", "server.md") not in unfound
    shown = printed(capsys, library, "feedback")
    assert f"{reason}  “{NOT_THERE}”" in shown
    assert json.loads(printed(capsys, library, "feedback", "--json")) == told


async def test_a_desk_without_them_takes_no_thumbs_and_no_scope(library: Path) -> None:
    async with served(house([recipes.PLUG, with_model(None)], tess_data_dir=library)) as server:
        visitor = Visit(server, None)
        await visitor.say("hello")
        for path, body in (("feedback", {"up": True}), ("scope", {})):
            assert (await visitor.post(path, **body)).json()["code"] == "not_found"
        desks = {one["name"]: one for one in (await got(visitor, "/desks"))["desks"]}
    assert desks["recipes"]["by_hand"] == []
    assert desks["docs"]["by_hand"] == ["feedback", "scope"]


async def test_a_person_at_a_terminal_asks_chooses_and_votes(library: Path) -> None:
    async with visit(library, well()) as visitor:
        url = f"ws://127.0.0.1:{visitor.server.port}/ws"
        await asyncio.to_thread(_typed, url)


def _typed(url: str) -> None:
    with Person("--url", url, lines=70, LANG="en_US.UTF-8") as person:
        person.sees("TESS ·")
        person.asks("/help")
        person.sees("/scope NAME [VERSION]", "/down [WHY]", "/trace [N]")
        person.asks("/scope nosuch")
        person.sees("acme")
        person.asks("/scope acme")
        person.sees("search in acme.")
        person.asks(QUESTION)
        person.sees("ACME_PORT", "server.md lines 5-9")
        person.asks("/collections")
        person.sees("● acme", "sections")
        person.asks("/scope acme")
        person.sees("acme.")
        person.asks("/source 1")
        person.sees("server.md, lines", "    5  ", "    7  ```bash")
        person.asks("/down It lacks an example")
        person.sees("kept as not helpful")
        person.asks("/up")
        person.sees("kept as helpful")
        person.asks("/trace 2")
        person.sees("search_docs", "answer_from_docs")
        person.asks("/trace x")
        person.sees("/trace [N]")
