"""The provider is down, behind the whole product as it is wired: what is said, and what goes on working."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from src.bootstrap import Parts, build
from src.desks.catalogue import plugs
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.errors import ModelUnavailable
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatReply, ToolCall
from src.llm.wrappers import Fallback
from src.services.breaker import FAILURES
from src.settings import read_settings
from src.wording import WORDINGS
from tests.api.wiring import QUESTION, wired
from tests.fakes import ScriptedLlm, calls
from tests.lending import with_starter_index
from tests.llm.hostile import (
    AT_ONCE,
    Scripted,
    completion_of,
    dripping,
    hostile,
    refusal,
    silent,
)
from tests.llm.provider import KEY, MODEL, Serve, Wire, says
from tests.llm.provider import calls as called
from tests.serving import TEST_ID, Served, rest_client, served

DOWN = ModelUnavailable(problem="down")


@asynccontextmanager
async def house(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *acts: Serve,
    timer: Callable[[], float] = monotonic,
    **settings: object,
) -> AsyncIterator[tuple[Served, Parts, Scripted]]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with hostile(*(acts or [refusal(503, *AT_ONCE)])) as (base_url, provider):
        parts = build(
            read_settings(
                _env_file=None,
                openai_base_url=base_url,
                openai_api_key=KEY,
                tess_model=MODEL,
                tess_data_dir=with_starter_index(folder),
                **settings,
            )
        )
        parts = replace(parts, agent=replace(parts.agent, timer=timer))
        async with served(parts) as server:
            yield server, parts, provider


@pytest.mark.parametrize(
    ("question", "words"),
    [(QUESTION, "werkt gewoon door"), ("How long is the period?", "goes on working")],
)
async def test_the_reply_says_what_can_still_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str, words: str
) -> None:
    async with house(tmp_path, monkeypatch, tess_fallback="off") as (server, _, _provider):
        reply = await server.say(question)
    assert reply["code"] == "model_unavailable"
    assert words in reply["error"]
    for command in ("./tess search", "./tess log", "./tess export"):
        assert command in reply["error"]


async def test_a_provider_that_is_down_is_not_hammered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, monkeypatch, tess_fallback="off") as (server, parts, provider):
        assert parts.breaker
        for _ in range(FAILURES):
            assert "faalde" not in (await server.say(QUESTION))["error"]
        assert parts.breaker.is_open
        asked = provider.asked
        for _ in range(4):
            assert "faalde een paar keer" in (await server.say(QUESTION))["error"]
        assert provider.asked == asked == 3 * FAILURES
        ready = await server.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")
    assert ready.json()["problems"] == [
        "The model's provider could not be reached lately; what needs no model works."
    ]


async def test_what_needs_no_model_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path, monkeypatch, tess_fallback="off") as (server, parts, _):
        await server.say(QUESTION, dossier_id=TEST_ID)
        assert (await server.get("/dossiers")).json() == {"dossiers": []}
        assert (await server.get("/readyz")).json() == {"status": "ready", "problems": []}
        assert list(parts.answering) == [one.name for one in plugs() if one.answer_rules]


async def test_with_a_stand_in_the_turn_goes_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, monkeypatch) as (server, parts, provider):
        found = await server.say("Binnen welke termijn moet ik bezwaar maken?", dossier_id=TEST_ID)
        answered = await server.say("Ja", dossier_id=TEST_ID)
        english = await server.say("What is the VAT rate on books?")
        assert provider.asked
        entries = await parts.store.journal(TEST_ID)
    for reply in (found, answered):
        assert (reply["status"], reply["model"]) == ("success", "offline")
        assert WORDINGS["nl"].fallback in reply["response"]
    assert found["sources"]
    assert WORDINGS["en"].fallback in english["response"]
    assert WORDINGS["nl"].in_short["offline"] in answered["response"]
    for entry in entries:
        assert (entry.model.id, entry.model.instead_of) == ("offline", MODEL)
        assert entry.model.parameters == {}
    (receipt,) = entries[-1].receipts
    assert (receipt.model, receipt.parameters) == ("offline", {})
    (answer,) = entries[-1].patch.add_answers
    assert answer.model == "offline"


async def test_an_answer_of_a_stand_in_is_replayed_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, monkeypatch) as (server, _, _provider):
        await server.say("Binnen welke termijn moet ik bezwaar maken?", dossier_id=TEST_ID)
        await server.say("Ja", dossier_id=TEST_ID)
        replayed = (await server.get(f"/dossiers/{TEST_ID}/replay")).json()
    assert (replayed["same"], replayed["differences"]) == (True, [])


async def test_a_branch_that_a_stand_in_made_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, monkeypatch) as (server, parts, _provider):
        await server.say("Binnen welke termijn moet ik bezwaar maken?", dossier_id=TEST_ID)
        await server.say("Ja", dossier_id=TEST_ID)
        live = await post(server, f"/dossiers/{TEST_ID}/live", {})
        wanted = {"as_of": "2024-06-01", "keep": True}
        kept = (await post(server, f"/dossiers/{TEST_ID}/retime", wanted))["kept"]
        *_, entry = await parts.store.journal(kept)
        replayed = (await server.get(f"/dossiers/{kept}/replay")).json()
    assert live["model"] == "offline"
    assert (entry.model.id, entry.model.instead_of) == ("offline", MODEL)
    assert entry.model.parameters == {}
    assert WORDINGS["nl"].fallback in entry.reply
    assert (replayed["same"], replayed["differences"]) == (True, [])


async def post(server: Served, path: str, content: Any) -> Any:
    async with rest_client() as client:
        reply = await client.post(f"http://127.0.0.1:{server.port}{path}", json=content)
    return reply.raise_for_status().json()


async def test_a_model_that_is_well_has_no_fallback(tmp_path: Path) -> None:
    llm = Fallback(ScriptedLlm(ChatReply("Dag.")), OfflineModel(OFFLINE_RULES))
    async with served(wired(tmp_path, llm)) as server:
        reply = await server.say("Hallo")
    assert (reply["response"], reply["model"]) == ("Dag.", "scripted")


CALLING = ChatReply("", (ToolCall("1", "get_legislation", '{"query": "bezwaar"}'),))


async def test_a_model_that_only_talks_takes_no_source_away(tmp_path: Path) -> None:
    llm = Fallback(ScriptedLlm(ChatReply("The answer is: en")), OfflineModel(OFFLINE_RULES))
    async with served(wired(tmp_path, llm)) as server:
        reply = await server.say(QUESTION)
    assert reply["sources"]


async def test_a_model_that_has_called_a_tool_may_only_talk(tmp_path: Path) -> None:
    words = "Daar ga ik niet over: dat is geen belastingrecht."
    llm = Fallback(ScriptedLlm(CALLING, ChatReply(words)), OfflineModel(OFFLINE_RULES))
    async with served(wired(tmp_path, llm)) as server:
        assert (await server.say(QUESTION))["sources"]
        reply = await server.say(QUESTION)
    assert (reply["sources"], reply["response"]) == ([], words)


TERM = '{"query": "Binnen welke termijn moet ik bezwaar maken?"}'
FOUND = completion_of(called(("1", "get_legislation", TERM)))
SHOWN = completion_of(says("Goed."))
REFUSED = completion_of(says(None, refusal="No."))
FILTERED = completion_of(says("Half een", "content_filter"))


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        ([refusal(401)], "model_key_refused"),
        ([REFUSED], "model_gave_no_answer"),
        ([FILTERED], "model_gave_no_answer"),
        ([FOUND, SHOWN, refusal(401)], "model_key_refused"),
        ([FOUND, SHOWN, REFUSED], MODEL),
        ([FOUND, SHOWN, FILTERED], MODEL),
    ],
)
async def test_nobody_stands_in_for_a_model_that_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, acts: list[Serve], told: str
) -> None:
    async with house(tmp_path, monkeypatch, *acts) as (server, parts, _):
        if acts[0] is FOUND:
            assert (await server.say(QUESTION, dossier_id=TEST_ID))["sources"]
        reply = await server.say("Ja", dossier_id=TEST_ID)
        dossier = await parts.store.load(TEST_ID)
    assert reply.get("code", reply.get("model")) == told
    assert dossier is None or dossier.answers == ()


UNUSABLE = {
    "empty": says("<think>Hm.</think>"),
    "cut": says("Het antwoord is dat", "length"),
    "only tools that do not exist": called(("1", "search_web", TERM)),
    "no JSON": {"choices": "Dag."},
    "calls that no tool takes": called(("1", "get_legislation", '{"wanted": 1}')),
    "words that it may not say": says("Volgens artikel 99 van de Leefwet betaalt u 42 %."),
}


@pytest.mark.parametrize("said", UNUSABLE.values(), ids=UNUSABLE)
async def test_what_can_not_be_used_leaves_the_turn_to_the_built_in_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Wire
) -> None:
    async with house(tmp_path, monkeypatch, completion_of(said)) as (server, parts, provider):
        reply = await server.say(QUESTION, dossier_id=TEST_ID)
        (entry,) = await parts.store.journal(TEST_ID)
    assert (reply["status"], reply["model"]) == ("success", "offline")
    assert reply["sources"]
    assert WORDINGS["nl"].fallback in reply["response"]
    assert entry.model.instead_of == MODEL
    assert provider.asked <= 4  # twice in each of two rounds


def late() -> Callable[[], float]:
    """Return a timer by which a turn of 120 seconds, once begun, has half a second left for its model."""
    told = iter([0.0])
    return lambda: next(told, 89.5)


STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
SEARCHED = completion_of(called(("1", "get_legislation", '{"queries": ["termijn bezwaar"]}')))
SLOW = {
    "hangs": [silent],
    "drips": [dripping(STREAM, b": \n\n")],
    "hangs once it has searched": [SEARCHED, silent],
    "hangs once it has called in vain": [
        completion_of(called(("1", "get_legislation", "{}"))),
        silent,
    ],
}


@pytest.mark.parametrize("acts", SLOW.values(), ids=SLOW)
async def test_a_model_that_takes_too_long_leaves_the_rest_of_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, acts: list[Serve]
) -> None:
    async with house(tmp_path, monkeypatch, *acts, timer=late()) as (server, parts, provider):
        reply = await server.say(QUESTION, dossier_id=TEST_ID)
        (entry,) = await parts.store.journal(TEST_ID)
    assert (reply["status"], reply["model"]) == ("success", "offline")
    assert reply["sources"]
    assert WORDINGS["nl"].fallback in reply["response"]
    assert entry.model.instead_of == MODEL
    assert provider.asked == len(acts)


async def test_a_turn_is_not_waited_for_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, monkeypatch, silent, tess_model_timeout=0.5) as (server, _, asked):
        reply = await server.say(QUESTION, dossier_id=TEST_ID)
    assert (reply["model"], asked.asked) == ("offline", 1)


async def test_a_stand_in_for_a_tool_alone_is_told_too(tmp_path: Path) -> None:
    query = '{"queries": ["termijn bezwaar"]}'
    search = calls(("get_legislation", query), ("get_case_law", query))
    llm = Fallback(ScriptedLlm(search, forms=[DOWN]), OfflineModel(OFFLINE_RULES))
    async with served(wired(tmp_path, llm)) as server:
        await server.say(QUESTION, dossier_id=TEST_ID)
        reply = await server.say("Ja", dossier_id=TEST_ID)
    assert WORDINGS["nl"].fallback in reply["response"]
    assert reply["model"] == "offline"
