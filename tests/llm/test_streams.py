"""Replies that come in pieces, as servers send them, and what a silence among these is."""

import asyncio
import json
from itertools import pairwise
from typing import Any

import pytest

from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.completions import ReplyCut, read_completion
from src.llm.protocol import WRITES, ChatReply, ToolCall, Usage
from tests.llm.llm_contract import QUESTION, SYSTEM, SourceChoice, choice_message
from tests.llm.provider import listening, model_at, read_body

USAGE = {"prompt_tokens": 11, "completion_tokens": 7}
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


def event(**delta: Any) -> bytes:
    return _line({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})


def ended(reason: str = "stop") -> bytes:
    finish = _line({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
    return finish + _line({"choices": [], "usage": USAGE}) + b"data: [DONE]\n\n"


def call(index: int | None, call_id: str | None, name: str | None, arguments: Any) -> bytes:
    piece = {"index": index, "id": call_id, "function": {"name": name, "arguments": arguments}}
    return event(tool_calls=[{key: value for key, value in piece.items() if value is not None}])


def _line(chunk: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def test_words_are_put_together_with_their_usage() -> None:
    body = event(role="assistant", content="") + event(content="Dag, ") + event(content="u!")
    assert read_completion(body + ended()) == ChatReply("Dag, u!", (), Usage(11, 7))


def test_a_comment_that_keeps_the_line_open_is_nothing() -> None:
    assert read_completion(b": ping\n\n" + event(content="Dag.") + ended()).text == "Dag."


CALLS = {
    "OpenAI": call(0, "a", "find", "") + call(0, None, None, '{"q":') + call(0, None, None, " 1}")
    + call(1, "b", "show", "{}"),
    "one index for all": call(0, "a", "find", '{"q": 1}') + call(0, "b", "show", "{}"),
    "no index": call(None, "a", "find", '{"q": 1}') + call(None, "b", "show", "{}"),
    "arguments as an object": call(0, "a", "find", {"q": 1}) + call(1, "b", "show", {}),
}  # fmt: skip


@pytest.mark.parametrize("pieces", CALLS.values(), ids=CALLS)
def test_calls_are_put_together(pieces: bytes) -> None:
    assert read_completion(pieces + ended("tool_calls")).tool_calls == (
        ToolCall("a", "find", '{"q": 1}'),
        ToolCall("b", "show", "{}"),
    )


def test_a_stream_without_an_end_is_cut() -> None:
    with pytest.raises(ReplyCut) as caught:
        read_completion(event(content="Dag, "))
    assert caught.value.reply.text == "Dag, "


@pytest.mark.parametrize(
    "body", [b"data: {\n\n", b"data: []\n\n", b'data: {"choices": 7}\n\n', event(content=7)]
)
def test_pieces_of_another_shape_are_malformed(body: bytes) -> None:
    with pytest.raises(ModelGaveNoAnswer) as caught:
        read_completion(body + ended())
    assert caught.value.details == {"reason": "malformed"}


@pytest.mark.parametrize("form", [b"data: %s\n\n", b"%s"])
def test_a_fault_that_comes_with_status_200_is_the_servers(form: bytes) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        read_completion(form % b'{"error": {"message": "out of memory"}}')
    assert caught.value.details == {"problem": "down"}
    assert caught.value.provider_said == "out of memory"


async def test_a_reply_may_take_long_while_it_goes_on() -> None:
    """Seven pieces, each well within the silence that is allowed, and all together well beyond it."""

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(HEAD)
        gone = asyncio.create_task(reader.read())
        for _ in range(7):
            writer.write(event(content="Dag. "))
            await asyncio.wait([gone], timeout=0.5)
        writer.write(ended())
        gone.cancel()

    async with listening(drip) as base_url, model_at(base_url, seconds=2.0) as model:
        assert (await model.chat([QUESTION], [])).text == "Dag. " * 7


async def test_a_silence_in_a_reply_ends_it() -> None:
    async def stop(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(HEAD + event(content="Dag. "))
        await reader.read()

    async with listening(stop) as base_url, model_at(base_url, seconds=1.0) as model:
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat([QUESTION], [])
    assert caught.value.details == {"problem": "timeout"}


async def test_an_endless_stream_ends_at_the_limit_of_a_call() -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(HEAD)
        gone = asyncio.create_task(reader.read())
        while not gone.done():
            writer.write(event(content="Dag. "))
            await asyncio.wait([gone], timeout=0.05)

    async with (
        listening(drip) as base_url,
        model_at(base_url, seconds=60.0, longest=1.0) as model,
    ):
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat([QUESTION], [])
    assert caught.value.details == {"problem": "timeout"}


async def test_who_asks_is_told_of_each_piece_that_comes() -> None:
    told: list[int] = []

    async def tell(pieces: int) -> None:
        told.append(pieces)

    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(HEAD + event(content="Dag. ") * 3 + ended())

    before = WRITES.set(tell)
    async with listening(reply) as base_url, model_at(base_url) as model:
        await model.chat([QUESTION], [])
    WRITES.reset(before)
    assert sum(told) == 6  # three of words, one that ends them, one of tokens, and the end


class Strict:
    """A server of its own habits over a real socket: roles take turns, no schema, and few tokens a reply."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.begun = False

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = json.loads(await read_body(reader))
        self.asked.append(asked)
        roles = [one["role"] for one in asked["messages"] if one["role"] != "system"]
        if any(one == other for one, other in pairwise(roles)):
            status, told = 500, "Jinja Exception: roles must alternate user/assistant/..."
        elif asked.get("response_format", {}).get("type") == "json_schema":
            status, told = 400, "response_format json_schema is not supported"
        else:
            writer.write(HEAD + self._written(asked))
            return
        body = json.dumps({"error": {"message": told}}).encode()
        head = f"HTTP/1.1 {status} No\r\ncontent-type: application/json\r\nconnection: close\r\nretry-after-ms: 1"
        writer.write(f"{head}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body)

    def _written(self, asked: dict[str, Any]) -> bytes:
        if "tool_choice" in asked and isinstance(asked["tool_choice"], dict):
            name = asked["tool_choice"]["function"]["name"]
            return call(0, "a", name, '{"titles": ["Artikel 13"]}') + ended("tool_calls")
        self.begun = not self.begun
        if self.begun:
            return event(content="Zes we") + ended("length")
        return event(content="ken.") + ended()


async def test_a_server_of_its_own_habits_is_asked_as_it_wants_it_and_remembered() -> None:
    strict = Strict()
    async with listening(strict) as base_url, model_at(base_url) as model:
        filled = await model.chat_structured(
            [SYSTEM, choice_message("Artikel 13", "Artikel 14")], SourceChoice
        )
        assert filled.value.titles == ["Artikel 13"]
        said = await model.chat([SYSTEM, QUESTION, QUESTION], [])
        assert said.text == "Zes weken."
        assert (model.abilities.form, model.abilities.alternates) == ("tool", True)
        asked = len(strict.asked)
        await model.chat([SYSTEM, QUESTION, QUESTION], [])
        await model.chat_structured(
            [SYSTEM, choice_message("Artikel 13", "Artikel 14")], SourceChoice
        )
        assert len(strict.asked) == asked + 3  # nothing is refused again
    goes_on = strict.asked[-2]["messages"]
    assert [one["role"] for one in goes_on] == ["system", "user", "assistant", "user"]
