"""Progress: what a client is told on the way, and how it gets the rest after the connection was lost."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from src.api.running_turn import MOST_DELTAS, MOST_STEPS, RunningTurn, pieces
from src.api.turns import MOST_KEPT
from src.api.wire import MessageRequest
from src.errors import ModelUnavailable
from src.llm.protocol import WRITES, ChatMessage, ChatReply, ToolSpec
from src.rounds import ProgressEvent
from tests.api.wiring import QUESTION, RULING, TERM, Gated, wired
from tests.fakes import ScriptedLlm
from tests.serving import TEST_ID, Served, rest_client, served

REQUEST = {"message": QUESTION, "dossier_id": TEST_ID, "message_id": "m-1", "stream": True}
Frames = list[dict[str, Any]]


async def streamed(server: Served, **fields: object) -> Frames:
    frames, close_code = await server.exchange(json.dumps({**REQUEST, **fields}))
    assert close_code == 1000
    return frames


def events(frames: Frames) -> list[str]:
    return [str(frame.get("event", frame["status"])) for frame in frames]


def unnumbered(frame: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in frame.items() if name != "seq"}


async def first_frames(server: Served, count: int) -> Frames:
    """Send the request, read so many frames, and lose the connection."""
    async with server.connect() as connection:
        await connection.send(json.dumps(REQUEST))
        return [json.loads(await connection.recv()) for _ in range(count)]


async def test_every_frame_is_numbered_and_the_pieces_add_up(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        frames = await streamed(server)
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
    deltas = [frame["text"] for frame in frames if frame.get("event") == "delta"]
    assert len(deltas) > 1
    assert "".join(deltas) == frames[-1]["response"]
    assert events(frames).index("stored") < events(frames).index("delta")


async def test_a_search_tells_what_it_found_and_an_answer_what_was_verified(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        asked = await streamed(server)
        found = [frame["sources"] for frame in asked if frame.get("event") == "retrieved"]
        assert [[source["id"] for source in each] for each in found] == [[TERM.id], [RULING.id]]
        answered = await streamed(server, message="Ja", message_id="m-2")
    (verified,) = (frame for frame in answered if frame.get("event") == "verified")
    assert verified["claims"] > 0
    assert verified["dropped"] == 0
    # No word of an answer is shown before its quotes were looked up and all of it was stored.
    first = [events(answered).index(one) for one in ("verified", "stored", "delta")]
    assert first == sorted(first)


async def test_who_does_not_ask_for_progress_gets_the_final_frame_alone(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        assert events(await streamed(server, stream=False)) == ["success"]


async def test_acceptance_is_told_before_the_model_is_asked(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model)) as server:
        (accepted,) = await first_frames(server, 1)
        assert (accepted["event"], accepted["dossier_id"]) == ("accepted", TEST_ID)
        assert not model.gate.is_set()
        model.gate.set()


async def test_who_lost_the_connection_gets_the_rest_while_the_turn_runs(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model)) as server:
        begun = await first_frames(server, 2)
        resumed = asyncio.create_task(streamed(server, after=2))
        whole = asyncio.create_task(streamed(server))
        model.gate.set()
        rest, everything = await resumed, await whole
    assert begun + rest == everything
    assert model.entered == 1


async def test_who_comes_back_after_the_end_gets_the_rest(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        whole = await streamed(server)
        assert await streamed(server, after=3) == whole[3:]
        assert await streamed(server, after=whole[-1]["seq"]) == whole[-1:]
        silent = await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1", after=3)
    assert silent == unnumbered(whole[-1])


async def test_after_a_new_start_of_the_server_there_is_the_final_frame(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        whole = await streamed(server)
    async with served(wired(tmp_path)) as server:
        (final,) = await streamed(server, after=3)
    assert unnumbered(final) == unnumbered(whole[-1])
    assert final["seq"] == 4


async def test_what_was_not_stored_before_a_new_start_runs_and_goes_on_counting(
    tmp_path: Path,
) -> None:
    async with served(wired(tmp_path)) as server:
        frames = await streamed(server, after=2)
    assert events(frames)[0] == "accepted"
    assert [frame["seq"] for frame in frames] == list(range(3, len(frames) + 3))


async def test_a_turn_that_failed_is_told_to_who_comes_back_and_run_for_who_sends_again(
    tmp_path: Path,
) -> None:
    model = ScriptedLlm(ModelUnavailable(problem="down"), ChatReply("Graag gedaan."))
    async with served(wired(tmp_path, model)) as server:
        failed = await streamed(server)
        assert await streamed(server, after=1) == failed[1:]
        assert (await streamed(server))[-1]["status"] == "success"


async def test_words_that_were_erased_are_not_told_again(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        whole = await streamed(server)
        assert TERM.title in whole[-1]["response"]
        await streamed(server, message=TERM.title, message_id="m-2")
        async with rest_client() as client:
            address = f"http://127.0.0.1:{server.port}/dossiers/{TEST_ID}/forget"
            assert (await client.post(address, json={"turns": [2]})).is_success
        (again,) = await streamed(server, after=1)  # its reply held a copy
    assert again["status"] == "success"
    assert TERM.title not in again["response"]


async def test_another_text_under_the_same_id_is_refused_at_any_time(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model)) as server:
        await first_frames(server, 1)
        refused = [await streamed(server, message="Iets anders", after=1)]
        model.gate.set()
        await streamed(server)
        refused.append(await streamed(server, message="Iets anders", after=1))
    async with served(wired(tmp_path)) as server:
        refused.append(await streamed(server, message="Iets anders", after=1))
    assert [frame["code"] for (frame,) in refused] == ["message_id_reused"] * 3


async def test_another_text_under_the_same_id_takes_nothing_from_who_comes_back(
    tmp_path: Path,
) -> None:
    kept = {"dossier_id": TEST_ID, "message_id": "m-1"}
    async with served(wired(tmp_path)) as server:
        first = await server.say(QUESTION, **kept)
    async with served(wired(tmp_path)) as server:
        refused = await server.say("Iets heel anders", **kept)
        again = await server.say(QUESTION, **kept, stream=True, after=3)
    assert refused["code"] == "message_id_reused"
    assert (again["status"], again["response"]) == ("success", first["response"])


async def test_another_secret_in_the_same_words_is_another_text(tmp_path: Path) -> None:
    kept = {"dossier_id": TEST_ID, "message_id": "m-1"}
    ours, other = (f"{QUESTION} client_secret=abc8Q~{one * 30}" for one in ("x1Y", "z2W"))
    told = []
    for _ in range(2):  # the second time by what is stored alone, where a secret has a mark
        async with served(wired(tmp_path)) as server:
            for after in ({}, {"after": 1}):
                told += [await server.say(words, **kept, **after) for words in (ours, other)]
    assert [one.get("code", one["status"]) for one in told] == ["success", "message_id_reused"] * 4
    assert len({one["version"] for one in told[::2]}) == 1


@pytest.mark.parametrize("missing", ["dossier_id", "message_id"])
async def test_the_rest_of_an_unknown_turn_can_not_be_asked_for(
    tmp_path: Path, missing: str
) -> None:
    async with served(wired(tmp_path)) as server:
        (refused,) = await streamed(server, after=1, **{missing: None})
    assert refused["code"] == "bad_fields"
    assert "message_id" in refused["error"]


async def test_what_is_kept_of_a_turn_is_bounded() -> None:
    turn = RunningTurn(MessageRequest(message="x", stream=True), TEST_ID, "nl", seq=0)
    for _ in range(MOST_STEPS + 5):
        turn.tell("deciding")
    assert turn.final_seq == MOST_STEPS + 1


async def test_of_older_turns_the_final_frame_is_kept_alone(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        whole = await streamed(server)
        for number in range(MOST_KEPT):
            await server.say("Bedankt", message_id=f"later-{number}")
        (final,) = await streamed(server, after=1)
    assert unnumbered(final) == unnumbered(whole[-1])


@pytest.mark.parametrize(
    ("asked", "told"), [({}, 0), ({"stream": True}, 1), ({"message_id": "m"}, 1)]
)
async def test_progress_is_kept_where_anybody_can_come_for_it(
    asked: dict[str, Any], told: int
) -> None:
    turn = RunningTurn(MessageRequest(message="x", **asked), TEST_ID, "nl", seq=0)
    await turn.progress(ProgressEvent("deciding"))
    assert turn.final_seq == told + 1


@pytest.mark.parametrize("text", ["", "\n\n", "a", "a\n\nb\n\n\nc", "x\n\n" * 500])
def test_pieces_add_up_and_are_few(text: str) -> None:
    assert "".join(pieces(text)) == text
    assert len(pieces(text)) <= MOST_DELTAS


class Writer(ScriptedLlm):
    """A model that writes for long before it says anything."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        writes = WRITES.get()
        assert writes
        for _ in range(5):
            await writes(2)
        return await super().chat(messages, tools)


async def test_a_model_that_writes_is_told_at_most_once_a_second(tmp_path: Path) -> None:
    async with served(wired(tmp_path, llm=Writer(ChatReply("Dag.")))) as server:
        frames = await streamed(server)
    writing = [frame for frame in frames if frame.get("event") == "writing"]
    assert [frame["pieces"] for frame in writing[:1]] == [2]
    assert len(writing) < 5
    assert events(frames).index("deciding") < events(frames).index("writing")
