"""The model as attacker: whatever its server does, a turn ends in its time, with one honest reply."""

import json
import logging
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from src.dossier.json_store import JsonStore
from src.llm.bounded import LARGEST_REPLY
from src.llm.state import STATE
from src.tool_calls import LONGEST_ARGUMENTS
from tests.api.wiring import QUESTION, TERM, wired
from tests.llm.hostile import (
    HARD,
    Endless,
    Scripted,
    completion_of,
    hostile,
    redirecting,
    refusal,
)
from tests.llm.provider import KEY, SECRET, Serve, Wire, calls, model_at, says
from tests.llm.soft_faults import BORNE, NO_ANSWER, QUERY, REFUSED
from tests.serving import TEST_ID, Served, served

HURRIED = 0.6
"""Seconds for one call of the model, repeats included, where its server is at fault."""
UNDER_LOAD = 2.0
"""Where the first replies have to come in time, and a later one does not."""
PATIENT = 20.0
"""Where it is the model that is, however busy this machine may be."""


@dataclass(frozen=True)
class House:
    """A server, its store and its provider."""

    server: Served
    store: JsonStore
    provider: Scripted

    async def say(self, message: str = QUESTION) -> dict[str, object]:
        """Return the one frame that a message gets, after looking that there is one, and no secret in it."""
        frame = f'{{"message": "{message}", "dossier_id": "{TEST_ID}"}}'
        frames, close_code = await self.server.exchange(frame)
        assert (len(frames), close_code) == (1, 1000)
        assert KEY not in str(frames)
        assert SECRET not in str(frames)
        assert (await self.server.get("/healthz")).status_code == 200
        return frames[0]

    async def stored(self) -> list[str]:
        """Return the replies that the dossier holds, after looking that no key is among what is kept."""
        entries = await self.store.journal(TEST_ID)
        assert KEY not in "".join(entry.model_dump_json() for entry in entries)
        return [entry.reply for entry in entries]


@asynccontextmanager
async def house(folder: Path, *acts: Serve, seconds: float = PATIENT) -> AsyncIterator[House]:
    async with (
        hostile(*acts) as (base_url, provider),
        model_at(base_url, seconds=seconds) as model,
        served(wired(folder, model)) as server,
    ):
        yield House(server, JsonStore(folder), provider)


@pytest.fixture(autouse=True)
def silent_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No fault leaves the key, the provider's words or the user's in the log."""
    with caplog.at_level(logging.DEBUG):
        yield
    for word in (KEY, SECRET, QUESTION):
        assert word not in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("fault", HARD.values(), ids=HARD)
async def test_a_fault_ends_in_one_error_and_stores_nothing(tmp_path: Path, fault: Serve) -> None:
    async with house(tmp_path, fault, seconds=HURRIED) as attacked:
        reply = await attacked.say()
        assert reply["code"] in (
            "model_unavailable",
            "model_key_refused",
            "model_gave_no_answer",
        )
        assert await attacked.stored() == []
        assert attacked.provider.asked <= 3


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_nobody_is_led_elsewhere(tmp_path: Path, status: int) -> None:
    async with hostile(completion_of(says("Dag."))) as (elsewhere, other):
        async with house(tmp_path, redirecting(status, elsewhere)) as attacked:
            assert (await attacked.say())["code"] == "model_unavailable"
        assert other.asked == 0


async def test_nobody_at_the_address(tmp_path: Path) -> None:
    async with hostile() as (gone, _):
        pass
    async with model_at(gone, seconds=HURRIED) as model, served(wired(tmp_path, model)) as server:
        reply = await House(server, JsonStore(tmp_path), Scripted(())).say()
    assert reply["code"] == "model_unavailable"
    assert "./tess search" in str(reply["error"])


async def test_of_an_endless_reply_only_the_beginning_is_taken(tmp_path: Path) -> None:
    endless = HARD["endless body"]
    assert isinstance(endless, Endless)
    endless.sent = 0
    async with house(tmp_path, endless) as attacked:
        tracemalloc.start()
        try:
            assert (await attacked.say())["code"] == "model_gave_no_answer"
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert attacked.provider.asked == 1
    assert endless.sent < LARGEST_REPLY + 30_000_000  # what the system keeps on the way
    assert most < 10 * LARGEST_REPLY


async def test_a_packed_reply_is_not_unpacked(tmp_path: Path) -> None:
    async with house(tmp_path, HARD["gzip bomb"]) as attacked:
        tracemalloc.start()
        try:
            assert (await attacked.say())["code"] == "model_gave_no_answer"
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert most < 10 * LARGEST_REPLY


@pytest.mark.parametrize("said", NO_ANSWER.values(), ids=NO_ANSWER)
async def test_what_is_no_answer_is_told_and_not_stored(tmp_path: Path, said: Wire) -> None:
    async with house(tmp_path, completion_of(said)) as attacked:
        reply = await attacked.say()
        assert reply["code"] == "model_gave_no_answer"
        assert await attacked.stored() == []
        assert attacked.provider.asked <= 2  # what is cut or empty is asked for once more


@pytest.mark.parametrize("said", REFUSED.values(), ids=REFUSED)
async def test_a_call_that_can_not_be_is_told_and_changes_nothing(
    tmp_path: Path, said: Wire
) -> None:
    async with house(tmp_path, completion_of(said)) as attacked:
        reply = await attacked.say()
        assert (reply["status"], reply["sources"]) == ("success", [])
        assert await attacked.stored() == [reply["response"]]
        assert attacked.provider.asked <= 4
        (entry,) = await attacked.store.journal(TEST_ID)
        assert "done" not in [tool.outcome for tool in entry.tools]
        assert all(len(tool.tool) <= 80 for tool in entry.tools)
        assert all(len(tool.arguments) <= LONGEST_ARGUMENTS for tool in entry.tools)


@pytest.mark.parametrize("said", BORNE.values(), ids=BORNE)
async def test_what_does_no_harm_is_borne(tmp_path: Path, said: Wire) -> None:
    async with house(tmp_path, completion_of(said)) as attacked:
        reply = await attacked.say()
        assert reply["status"] == "success"
        assert await attacked.stored() == [reply["response"]]
        assert attacked.provider.asked <= 6
        (entry,) = await attacked.store.journal(TEST_ID)
        assert len(entry.tools) <= 16 + 6
        assert len(str(reply)) < 20_000
    there = (path.name for path in tmp_path.iterdir() if not path.name.startswith("index."))
    assert sorted(there) == [f"{TEST_ID}{suffix}" for suffix in (".json", ".jsonl", ".lock")]


@pytest.mark.parametrize("behind", ["", f'{STATE}{{"sources":[]}}'], ids=["words", "state"])
async def test_what_only_says_again_what_was_sent_is_no_reply(tmp_path: Path, behind: str) -> None:
    async with house(tmp_path, completion_of(says(QUESTION + behind))) as attacked:
        reply = await attacked.say()
        assert QUESTION not in str(reply.get("response", ""))
        assert STATE.strip() not in str(reply)


SHOWN = completion_of(says("Goed."))
FOUND = completion_of(calls(("c", "get_legislation", QUERY)))
NOTHING_SAID = {"claims": [], "conclusion": "", "open_points": [], "missing_facts": []}


UNDER_AN_ANSWER: dict[str, Serve] = {
    **{name: HARD[name] for name in ("status 500", "silent", "dripping body", "gzip bomb")},
    **{
        name: completion_of({**NO_ANSWER, **REFUSED, **BORNE}[name])
        for name in ("null message", "refusal", "cut", "words of 10 MB", "a loop", "deeply nested")
    },
    "a deep form": completion_of(says('{"claims": ' + "[" * 100_000)),
    "the key in a form": completion_of(
        says(json.dumps({**NOTHING_SAID, "conclusion": f"Zes weken: {KEY}"}))
    ),
    "law of its own": completion_of(
        says(json.dumps({**NOTHING_SAID, "conclusion": "Zie artikel 99 Awb."}))
    ),
}


@pytest.mark.parametrize("fault", UNDER_AN_ANSWER.values(), ids=UNDER_AN_ANSWER)
async def test_a_fault_under_the_answer_makes_no_answer(tmp_path: Path, fault: Serve) -> None:
    async with house(tmp_path, FOUND, SHOWN, fault, seconds=UNDER_LOAD) as attacked:
        await attacked.say()
        reply = await attacked.say("Ja")
        if reply["status"] == "success":
            assert len(await attacked.stored()) == 2
        else:
            assert len(await attacked.stored()) == 1
        dossier = await attacked.store.load(TEST_ID)
        assert dossier
        assert dossier.answers == ()
        assert [source.id for source in dossier.sources] == [TERM.id]


async def test_a_passing_fault_goes_by_unnoticed(tmp_path: Path) -> None:
    busy = refusal(429, "retry-after: 0.01")
    async with house(tmp_path, busy, completion_of(says("Dag."))) as attacked:
        assert (await attacked.say())["response"] == "Dag."
