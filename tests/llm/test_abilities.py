"""Servers that refuse a part of a request, in their own words: what they are asked then, once and for good."""

import json
import logging
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import httpx2
import pytest
from pydantic import BaseModel, Field

from src.errors import ModelUnavailable
from src.llm.openai_chat import OpenAiChat, provider_at
from src.llm.protocol import ChatMessage, ChatReply, ToolCall
from tests.llm.llm_contract import HISTORY, QUESTION, SYSTEM, TOOL, SourceChoice, choice_message
from tests.llm.provider import KEY, MODEL, Canned, Script, Wire, calls, in_memory, reply, says

CHOSEN = '{"titles": ["Artikel 13"]}'
CHOICE = [SYSTEM, choice_message("Artikel 13", "Artikel 14")]
Request = dict[str, Any]


class Picky(Script):
    """A server that refuses what it does not take, each in its own words, and else does as it is asked."""

    def __init__(self, *refusals: tuple[Callable[[Request], bool], str], status: int = 400) -> None:
        super().__init__([])
        self._refusals = refusals
        self._status = status

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        canned = self._reply(json.loads(request.content))
        return httpx2.Response(canned.status, headers=canned.headers, content=canned.content)

    def _reply(self, asked: Request) -> Canned:
        for refuses, words in self._refusals:
            if refuses(asked):
                error = {"error": {"message": words, "type": "invalid_request_error"}}
                return reply(error, self._status, retry_after_ms="1")
        return reply(self._completion(asked))

    def _completion(self, asked: Request) -> Wire:
        tool_choice = asked.get("tool_choice")
        if isinstance(tool_choice, dict):
            return calls(("c", tool_choice["function"]["name"], CHOSEN))
        return says(CHOSEN if "titles" in str(asked) else "Dag.")


def model_of(script: Script, max_tokens: int = 0) -> OpenAiChat:
    provider = provider_at(KEY, None, None, None, 20.0, in_memory(script))
    return OpenAiChat(provider, MODEL, 0.0, 20.0, max_tokens)


def has(*names: str) -> Callable[[Request], bool]:
    return lambda asked: any(name in asked for name in names)


def takes_turns(asked: Request) -> bool:
    roles = [message["role"] for message in asked["messages"] if message["role"] != "system"]
    return roles[0] != "user" or any(one == other for one, other in pairwise(roles))


REFUSED: dict[str, tuple[Callable[[Request], bool], str]] = {
    "stream_options": (has("stream_options"), "Unrecognized request argument: stream_options"),
    "stream": (has("stream"), "Streaming is not supported by this deployment."),
    "max_tokens": (
        has("max_tokens"),
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    "max_tokens too large": (
        has("max_tokens", "max_completion_tokens"),
        "'max_tokens' or 'max_completion_tokens' is too large: 900. This model's maximum context length is 800.",
    ),
    "temperature": (has("temperature"), "Unsupported value: 'temperature' does not support 0.0."),
    "tools, vLLM": (
        has("tools"),
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    ),
    "tools, Ollama": (has("tools"), "registry.ollama.ai/library/gemma:2b does not support tools"),
    "a system role": (
        lambda asked: asked["messages"][0]["role"] == "system",
        "System role not supported",
    ),
    "turns": (takes_turns, "Conversation roles must alternate user/assistant/user/assistant/..."),
    "nothing named": (has("stream", "max_tokens"), "Bad request"),
}


@pytest.mark.parametrize("refusal", REFUSED.values(), ids=REFUSED)
async def test_what_a_server_refuses_is_left_out_from_then_on(
    refusal: tuple[Callable[[Request], bool], str],
) -> None:
    script = Picky(refusal)
    model = model_of(script, max_tokens=900)
    messages = [SYSTEM, QUESTION, *HISTORY, QUESTION]
    first = await model.chat(messages, [TOOL])
    tries = len(script.requests)
    assert 2 <= tries <= 3
    assert (await model.chat(messages, [TOOL])).text == first.text == "Dag."
    assert len(script.requests) == tries + 1  # it was learned


@pytest.mark.parametrize(
    ("refuses", "words", "forms"),
    [
        (lambda asked: "json_schema" in str(asked.get("response_format")),
         "This response_format type is unavailable now", [False, True, True]),
        (lambda asked: "json_schema" in str(asked.get("response_format")) or "tools" in asked,
         "Invalid value: json_schema and tools are unknown", [False, False, True]),
        (has("response_format", "tools"),
         "response_format, json_schema, tools: Extra inputs are not permitted", [False, False, False]),
    ],
    ids=["tool", "json_object", "words"],
)  # fmt: skip
async def test_a_form_is_asked_for_in_the_next_lesser_way(
    refuses: Callable[[Request], bool], words: str, forms: list[bool]
) -> None:
    script = Picky((refuses, words))
    model = model_of(script)
    assert (await model.chat_structured(CHOICE, SourceChoice)).value.titles == ["Artikel 13"]
    tries = len(script.requests)
    await model.chat_structured(CHOICE, SourceChoice)
    assert len(script.requests) == tries + 1
    asked = script.bodies[-1]
    assert [
        "json_schema" in str(asked.get("response_format")),
        "tools" in asked,
        "tools" in asked or "response_format" in asked,
    ] == forms
    if "tools" not in asked:  # then the prompt has the schema
        assert '"titles"' in asked["messages"][0]["content"]


async def test_calls_and_results_are_told_in_words_where_tools_are_refused() -> None:
    script = Picky(REFUSED["tools, Ollama"])
    await model_of(script).chat([SYSTEM, QUESTION, *HISTORY], [TOOL])
    system, _, called, result, *_ = script.bodies[-1]["messages"]
    assert '"query"' in system["content"]
    assert called["content"] == '{"name": "get_legislation", "arguments": {"query": "bezwaar"}}'
    assert result == {"role": "user", "content": "Result of get_legislation: Awb artikel 6:7"}


async def test_a_call_in_words_is_a_call() -> None:
    script = Script([reply(says('```json\n{"name": "get_legislation", "arguments": {}}\n```'))])
    said = await model_of(script).chat([QUESTION], [TOOL])
    assert said.tool_calls == (ToolCall("written_1", "get_legislation", "{}"),)
    assert said.text == ""


async def test_a_reply_that_was_cut_goes_on_once() -> None:
    script = Script([reply(says("Zes we", "length")), reply(says("ken."))])
    said = await model_of(script).chat([QUESTION], [])
    assert said.text == "Zes weken."
    assert said.usage.total == 36
    assert script.bodies[1]["messages"][1] == {"role": "assistant", "content": "Zes we"}


async def test_an_empty_reply_is_asked_for_once_more() -> None:
    script = Script([reply(says("<think>Hm.</think>")), reply(says("Dag."))])
    assert (await model_of(script).chat([QUESTION], [])).text == "Dag."


async def test_a_form_that_was_cut_is_asked_for_again_shorter() -> None:
    script = Script([reply(says('{"titles": ["Art', "length")), reply(says(CHOSEN))])
    filled = await model_of(script).chat_structured(CHOICE, SourceChoice)
    assert (filled.value.titles, filled.repaired) == (["Artikel 13"], True)


@pytest.mark.parametrize(
    "text", [f"<think>13?</think>\n{CHOSEN}", f"```json\n{CHOSEN}\n```", '{"titles": "Artikel 13"}']
)
async def test_a_form_in_its_wrapping_needs_no_repair(text: str) -> None:
    script = Script([reply(says(text))])
    filled = await model_of(script).chat_structured(CHOICE, SourceChoice)
    assert (filled.value.titles, filled.repaired) == (["Artikel 13"], False)
    assert json.loads(filled.raw) == {"titles": ["Artikel 13"]}


class Limited(BaseModel):
    """A form with limits."""

    minimum: int = Field(ge=1, le=3)
    words: list[str] = Field(min_length=1, max_length=2)


async def test_a_strict_schema_holds_no_limits_and_the_reply_is_held_to_them() -> None:
    wrong, right = '{"minimum": 7, "words": ["a"]}', '{"minimum": 3, "words": ["a"]}'
    script = Script([reply(says(wrong)), reply(says(right))])
    filled = await model_of(script).chat_structured(CHOICE, Limited)
    assert (filled.value.minimum, filled.repaired) == (3, True)
    schema = script.bodies[0]["response_format"]["json_schema"]["schema"]
    assert set(schema["properties"]) == {"minimum", "words"}
    assert not {"maximum", "minItems", "maxItems"} & set(str(schema).split("'"))


async def test_the_operator_is_told_the_providers_sentence_and_nothing_of_the_user(
    caplog: pytest.LogCaptureFixture,
) -> None:
    words = f"model 'x' not found for key {KEY}, near: mijn bsn is 123456782\x1b[31m"
    script = Script([reply({"error": {"message": words}}, 404)])
    with caplog.at_level(logging.WARNING), pytest.raises(ModelUnavailable) as caught:
        await model_of(script).chat([ChatMessage("user", "Help, mijn bsn is 123456782!")], [])
    (record,) = [one for one in caplog.records if one.name == "src.llm.openai_chat"]
    told = caught.value.provider_said
    assert vars(record)["provider_said"] == told
    assert told.startswith("model 'x' not found for key [...], near:")
    for private in (KEY, "bsn", "123456782", "\x1b"):
        assert private not in told
    assert caught.value.details == {"problem": "refused_request"}  # no client is told it


async def test_the_operator_is_told_what_a_server_does_not_take_also_where_another_way_is_found(
    caplog: pytest.LogCaptureFixture,
) -> None:
    refuses, words = REFUSED["tools, vLLM"]
    model = model_of(Picky((refuses, f"{words}, said {KEY} of: mijn bsn is 123456782")))
    with caplog.at_level(logging.WARNING):
        await model.chat([ChatMessage("user", "Help, mijn bsn is 123456782!")], [TOOL])
    (record,) = [one for one in caplog.records if one.name == "src.llm.openai_chat"]
    (told,) = model.refused
    assert vars(record)["provider_said"] == told
    assert "--enable-auto-tool-choice" in told
    for private in (KEY, "bsn", "123456782"):
        assert private not in told


async def test_a_reply_in_words_stays_as_it_is() -> None:
    script = Script([reply(says("Zie `{port: 80}`."))])
    assert await model_of(script).chat([QUESTION], [TOOL]) == ChatReply(
        "Zie `{port: 80}`.", (), (await model_of(script).chat([QUESTION], [])).usage
    )
