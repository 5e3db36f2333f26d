"""What the model says, from the provider's bytes to our types."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from openai.types.chat import ChatCompletion
from pydantic import TypeAdapter

from src.errors import ModelGaveNoAnswer
from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.openai_chat import OpenAiChat
from src.llm.protocol import ChatMessage, ChatReply, StructuredReply, ToolCall, Usage
from tests.llm.llm_contract import QUESTION, SYSTEM, TOOL, LlmContract, SourceChoice, choice_message
from tests.llm.provider import (
    SECRET,
    Canned,
    Wire,
    calls,
    completion,
    model_at,
    model_of,
    reply,
    says,
    scripted,
    serving,
)
from tests.llm.provider_types import check_request

ONE_CALL = Usage(prompt_tokens=11, completion_tokens=7)
CHOSEN = '{"titles": ["Artikel 13"]}'
CHOICE = [SYSTEM, choice_message("Artikel 13", "Artikel 14")]


async def obliging(body: bytes) -> bytes:
    """Answer like a model that does what it is asked, after checking that it was asked properly."""
    request = json.loads(body)
    check_request(request)
    return json.dumps(_obliging_completion(request)).encode()


def _obliging_completion(request: dict[str, Any]) -> Wire:
    if "response_format" in request:
        return says(_filled_in(request["response_format"]["json_schema"]["name"], request))
    if request["messages"][-1]["role"] == "user" and "tools" in request:
        return calls(("call_1", request["tools"][0]["function"]["name"], '{"query": "bezwaar"}'))
    return says("Waarmee kan ik helpen?")


def _filled_in(form: str, request: dict[str, Any]) -> str:
    task = json.loads(request["messages"][-1]["content"])
    if form == "SourceChoice":
        return SourceChoice(titles=task["candidates"][:1]).model_dump_json()
    claims = [
        ClaimDraft(text="Zes weken.", quote=source["text"], source_id=source["id"])
        for source in task["sources"]
    ]
    return AnswerDraft(
        claims=claims, conclusion="Zes weken.", open_points=[], missing_facts=[]
    ).model_dump_json()


class TestOpenAiChat(LlmContract):
    """The contract, over a socket, with a provider that checks what it is sent."""

    @pytest.fixture
    async def llm(self) -> AsyncIterator[OpenAiChat]:
        async with serving(obliging) as base_url, model_at(base_url) as model:
            yield model


async def chat(*replies: Wire | Canned) -> ChatReply:
    async with model_of(scripted(*replies)) as model:
        return await model.chat([SYSTEM, QUESTION], [TOOL])


async def choose(*replies: Wire | Canned) -> StructuredReply[SourceChoice]:
    async with model_of(scripted(*replies)) as model:
        return await model.chat_structured(CHOICE, SourceChoice)


@pytest.mark.parametrize(
    "wire", [says("Dag."), says(None, refusal="no"), calls(("call_1", "get_legislation", "{}"))]
)
def test_the_scripted_replies_are_of_the_providers_own_shape(wire: Wire) -> None:
    TypeAdapter(ChatCompletion).validate_python(wire, extra="forbid")


async def test_words_arrive_with_their_usage() -> None:
    assert await chat(says("Dag, waarmee kan ik helpen?")) == ChatReply(
        "Dag, waarmee kan ik helpen?", (), ONE_CALL
    )


async def test_parallel_tool_calls_arrive_in_their_order() -> None:
    wire = calls(
        ("call_1", "get_legislation", '{"query": "artikel 6:7 Awb"}'),
        ("call_2", "get_case_law", '{"query": "verschoonbare termijnoverschrijding"}'),
    )
    assert await chat(wire) == ChatReply(
        "",
        (
            ToolCall("call_1", "get_legislation", '{"query": "artikel 6:7 Awb"}'),
            ToolCall("call_2", "get_case_law", '{"query": "verschoonbare termijnoverschrijding"}'),
        ),
        ONE_CALL,
    )


async def test_words_and_tool_calls_may_come_together() -> None:
    wire = calls(("call_1", "get_legislation", "{}"))
    wire["choices"][0]["message"]["content"] = "Ik zoek het op."
    assert (await chat(wire)).text == "Ik zoek het op."


async def test_doubtful_tool_calls_are_passed_on_as_they_are() -> None:
    wire = calls(("same", "no_such_tool", "{not json"), ("same", "get_legislation", ""))
    message = wire["choices"][0]["message"]
    message["tool_calls"].append({"id": None, "function": {"name": None, "arguments": None}})
    message["tool_calls"].append({"function": {}})
    assert (await chat(wire)).tool_calls == (
        ToolCall("same", "no_such_tool", "{not json"),
        ToolCall("same", "get_legislation", ""),
        ToolCall("", "", ""),
        ToolCall("", "", ""),
    )


async def test_a_server_may_leave_out_what_is_not_needed() -> None:
    bare = reply(b'{"choices": [{"message": {"content": "Dag."}}], "usage": null}')
    assert await chat(bare) == ChatReply("Dag.", (), Usage())


async def test_json_may_be_called_something_else() -> None:
    assert (await chat(reply(says("Dag."), content_type="text/plain"))).text == "Dag."


NO_ANSWER: list[tuple[str, str, Wire | Canned]] = [
    ("refused", "refusal", says(None, refusal=SECRET)),
    ("filtered", "content filter", says(SECRET, "content_filter")),
    ("filtered", "content filter without a message", completion(None, "content_filter")),
    ("cut", "length", says(f"{SECRET} and then", "length")),
    ("empty", "no choices", {**says(SECRET), "choices": []}),
    ("empty", "null choices", {**says(SECRET), "choices": None}),
    ("empty", "null message", completion(None)),
    ("empty", "null content", says(None)),
    ("empty", "blank content", says(" \n")),
    ("empty", "no tool calls", completion({"role": "assistant", "tool_calls": []})),
    ("malformed", "a page", reply(f"<html>{SECRET}</html>".encode(), content_type="text/html")),
    ("malformed", "broken JSON", reply(json.dumps(says(SECRET)).encode()[:-9])),
    ("malformed", "not an object", reply(f'["{SECRET}"]'.encode())),
    ("malformed", "nothing", reply(b"")),
    ("malformed", "not UTF-8", reply(b'{"choices": ["\xff"]}')),
    ("malformed", "deep", reply(b'{"choices": ' + b"[" * 100_000)),
    ("malformed", "content that is no text", completion({"role": "assistant", "content": 7})),
    ("malformed", "a call without a function", completion({"tool_calls": [{"id": "call_1"}]})),
]


@pytest.mark.parametrize(
    ("reason", "wire"),
    [pytest.param(reason, wire, id=name) for reason, name, wire in NO_ANSWER],
)
async def test_no_answer_is_said_with_its_reason(reason: str, wire: Wire | Canned) -> None:
    for ask in (chat, choose):
        with pytest.raises(ModelGaveNoAnswer) as caught:
            await ask(wire)
        assert caught.value.details == {"reason": reason}
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None


async def test_a_tool_call_cut_in_the_middle_is_no_decision() -> None:
    wire = calls(("call_1", "get_legislation", '{"query": "artike'))
    wire["choices"][0]["finish_reason"] = "length"
    with pytest.raises(ModelGaveNoAnswer) as caught:
        await chat(wire)
    assert caught.value.details == {"reason": "cut"}


async def test_a_form_is_filled_in() -> None:
    assert await choose(says(CHOSEN)) == StructuredReply(
        SourceChoice(titles=["Artikel 13"]), ONE_CALL, CHOSEN
    )


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ('{"titels": []}', "titles: Field required; titels: Extra inputs are not permitted"),
        ('{"titles": [1]}', "titles.0: Input should be a valid string"),
        ('{"titles": ', "the whole: Invalid JSON"),
        ("Artikel 13", "the whole: Invalid JSON"),
    ],
)
async def test_a_wrong_form_may_be_mended_once(wrong: str, problem: str) -> None:
    script = scripted(says(wrong), says(CHOSEN))
    async with model_of(script) as model:
        reply = await model.chat_structured(CHOICE, SourceChoice)
    assert reply == StructuredReply(
        SourceChoice(titles=["Artikel 13"]), ONE_CALL + ONE_CALL, CHOSEN, repaired=True
    )
    first, second = script.bodies
    assert second["messages"][:-2] == first["messages"]
    assert second["messages"][-2] == {"role": "assistant", "content": wrong}
    assert problem in second["messages"][-1]["content"]
    assert {**second, "messages": first["messages"]} == first


async def test_a_form_that_stays_wrong_is_given_up_after_two_requests() -> None:
    script = scripted(says(f'{{"titles": {{"a": "{SECRET}"}}}}'))
    async with model_of(script) as model:
        with pytest.raises(ModelGaveNoAnswer) as caught:
            await model.chat_structured(CHOICE, SourceChoice)
    assert caught.value.details == {"reason": "malformed"}
    assert caught.value.__context__ is None
    assert len(script.requests) == 2


async def test_a_wrong_form_is_not_asked_for_again_where_no_repair_is_left() -> None:
    script = scripted(says("Dat weet ik niet."), says(CHOSEN))
    async with model_of(script) as model:
        with pytest.raises(ModelGaveNoAnswer):
            await model.chat_structured(CHOICE, SourceChoice, repair=False)
    assert len(script.requests) == 1


async def test_a_wildly_wrong_form_is_answered_with_a_short_message() -> None:
    script = scripted(says(json.dumps({"titles": [1] * 1000})), says(CHOSEN))
    async with model_of(script) as model:
        await model.chat_structured(CHOICE, SourceChoice)
    assert len(script.bodies[1]["messages"][-1]["content"]) < 500


async def test_a_refusal_is_not_asked_again() -> None:
    script = scripted(says(None, refusal=SECRET))
    async with model_of(script) as model:
        with pytest.raises(ModelGaveNoAnswer):
            await model.chat_structured([SYSTEM, ChatMessage("user", "{}")], AnswerDraft)
    assert len(script.requests) == 1
