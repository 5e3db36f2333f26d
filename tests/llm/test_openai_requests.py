"""What is sent to a provider, and where."""

import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from pydantic import ValidationError

from src.errors import BadSettings
from src.llm.forms import AnswerDraft, Form
from src.llm.openai_chat import OpenAiChat, Provider, provider_at
from src.llm.protocol import ChatMessage, ChatPicture, ToolSpec
from tests.llm.llm_contract import (
    HISTORY,
    QUESTION,
    SOURCE,
    SYSTEM,
    TOOL,
    SourceChoice,
    answer_message,
)
from tests.llm.loopback import OutsideRefused
from tests.llm.provider import KEY, MODEL, Script, Wire, fault, in_memory, model_of, says, scripted
from tests.llm.provider_types import check_request

AZURE = "https://example.openai.azure.com"
VERSION = "2025-03-01-preview"
STREAMED = {"stream": True, "stream_options": {"include_usage": True}}
PICTURE = ChatPicture("hob.png", "image/png", b"\x89PNG\r\n")


async def sent(
    *messages: ChatMessage, tools: tuple[ToolSpec, ...] = (), temperature: float | None = None
) -> Wire:
    """Return the body of a chat request, checked against the provider's types."""
    script = scripted(says("Dag."))
    async with model_of(script, temperature) as model:
        await model.chat(messages, tools)
    check_request(script.bodies[0])
    return script.bodies[0]


async def sent_for(form: type[Form]) -> Wire:
    """Return the body of a second request for a form, after a wrong reply to the first; both checked."""
    script = scripted(says("geen formulier"), says(_any_of(form)))
    async with model_of(script, 0.0) as model:
        await model.chat_structured([SYSTEM, answer_message(SOURCE)], form)
    for body in script.bodies:
        check_request(body)
    return script.bodies[1]


def _any_of(form: type[Form]) -> str:
    empty = (
        {"titles": []}
        if form is SourceChoice
        else {"claims": [], "open_points": [], "missing_facts": [], "conclusion": ""}
    )
    return json.dumps(empty)


async def test_a_picture_is_sent_as_a_content_part_under_its_name() -> None:
    asked = ChatMessage("user", "Wat staat er?", pictures=(PICTURE, PICTURE))
    (message,) = (await sent(asked))["messages"]
    url = "data:image/png;base64,iVBORw0K"
    parts = [
        {"type": "text", "text": "hob.png"},
        {"type": "image_url", "image_url": {"url": url}},
    ]
    assert message == {
        "role": "user",
        "content": [{"type": "text", "text": "Wat staat er?"}, *parts, *parts],
    }
    assert "iVBORw0K" not in repr(asked)


async def test_a_plain_question_holds_model_and_messages_and_nothing_else() -> None:
    assert await sent(SYSTEM, QUESTION) == {
        "model": MODEL,
        "messages": [
            {"role": "system", "content": SYSTEM.content},
            {"role": "user", "content": QUESTION.content},
        ],
        **STREAMED,
    }


async def test_tools_are_offered_and_the_choice_is_the_models() -> None:
    body = await sent(SYSTEM, QUESTION, tools=(TOOL,))
    assert body["tool_choice"] == "auto"
    assert body["tools"] == [
        {
            "type": "function",
            "function": {
                "name": TOOL.name,
                "description": TOOL.description,
                "parameters": TOOL.parameters,
            },
        }
    ]
    assert (
        "parallel_tool_calls" not in body
    )  # allowed unless forbidden, and some models refuse the word


async def test_tool_calls_and_results_keep_their_place_in_the_conversation() -> None:
    body = await sent(SYSTEM, QUESTION, *HISTORY, tools=(TOOL,))
    function = {"name": "get_legislation", "arguments": '{"query": "bezwaar"}'}
    assert body["messages"][2:] == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": function}],
        },
        {"role": "tool", "content": "Awb artikel 6:7", "tool_call_id": "call_1"},
        {"role": "assistant", "content": HISTORY[2].content},
        {"role": "user", "content": HISTORY[3].content},
    ]


@pytest.mark.parametrize(("temperature", "parameters"), [(None, {}), (0.0, {"temperature": 0.0})])
async def test_a_temperature_is_sent_only_where_one_is_set(
    temperature: float | None, parameters: dict[str, float]
) -> None:
    body = await sent(QUESTION, temperature=temperature)
    also = ("model", "messages", *STREAMED)
    assert {name: body[name] for name in body if name not in also} == parameters
    async with model_of(scripted(), temperature) as model:
        assert model.id == MODEL
        assert model.parameters == parameters


@pytest.mark.parametrize("form", [SourceChoice, AnswerDraft])
async def test_a_form_is_asked_for_by_its_strict_schema(form: type[Form]) -> None:
    asked = (await sent_for(form))["response_format"]
    assert asked["type"] == "json_schema"
    assert asked["json_schema"]["name"] == form.__name__
    assert asked["json_schema"]["strict"] is True
    schema = asked["json_schema"]["schema"]
    for part in (schema, *schema.get("$defs", {}).values()):
        assert part["additionalProperties"] is False
        assert part["required"] == list(part["properties"])


def _broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    call = {"id": "call_1", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    body: dict[str, Any] = {
        "model": MODEL,
        "messages": [
            {"role": "user", "content": "Dag."},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "content": "", "tool_call_id": "call_1"},
        ],
        "tools": [{"type": "function", "function": {"name": "find", "parameters": {}}}],
    }
    check_request(body)
    change(body)
    return body


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda body: body.update(temprature=0), id="a field misspelt"),
        pytest.param(lambda body: body.update(temperature="warm"), id="a value of another type"),
        pytest.param(lambda body: body.pop("model"), id="no model"),
        pytest.param(lambda body: body["messages"][0].update(role="usr"), id="an unknown role"),
        pytest.param(
            lambda body: body["messages"][0].update(txt=""), id="an unknown message field"
        ),
        pytest.param(
            lambda body: body["messages"][2].pop("tool_call_id"), id="a result of no call"
        ),
        pytest.param(
            lambda body: body["messages"][1]["tool_calls"][0].update(typ=""), id="a call misspelt"
        ),
        pytest.param(
            lambda body: body["messages"][1]["tool_calls"][0]["function"].pop("arguments"),
            id="a call without arguments",
        ),
        pytest.param(
            lambda body: body["tools"][0]["function"].update(nme=""), id="a tool misspelt"
        ),
    ],
)
def test_the_check_of_requests_sees_each_mistake(
    change: Callable[[dict[str, Any]], object],
) -> None:
    with pytest.raises(ValidationError):
        check_request(_broken(change))


def a_provider(script: Script, azure: bool) -> Provider:
    endpoint, version = (AZURE, VERSION) if azure else (None, None)
    return provider_at(KEY, None, endpoint, version, 30.0, in_memory(script))


@pytest.mark.parametrize("azure", [False, True])
async def test_each_request_is_the_one_that_the_package_would_send_itself(azure: bool) -> None:
    script = scripted(fault(429, retry_after_ms="1"), says("Dag."))
    provider = a_provider(script, azure)
    async with provider:
        model = OpenAiChat(provider, MODEL, 0.5, 30.0)
        for question in ("Wat is een aanslag?", "En € 5, “ambtshalve”?"):
            seen = ChatMessage("user", question, pictures=(PICTURE,))
            await model.chat([SYSTEM, seen, *HISTORY], [TOOL])
        _, first, second = script.requests
        for ours in (first, second):
            async with a_provider(script, azure) as package:  # whose first request is all its own
                await package.chat.completions.create(**json.loads(ours.content))
            theirs = script.requests[-1]
            assert (ours.method, ours.url) == (theirs.method, theirs.url)
            assert json.loads(ours.content) == json.loads(theirs.content)
            assert ours.extensions == theirs.extensions
            tried_before = {"x-stainless-retry-count": "1"} if ours is first else {}
            own = {"x-stainless-raw-response", "idempotency-key"}
            assert _headers(ours, own) == {**_headers(theirs, own), **tried_before}


def _headers(request: httpx2.Request, without: set[str]) -> dict[str, str]:
    return {name: value for name, value in request.headers.items() if name not in without}


@pytest.mark.parametrize("azure", [False, True])
async def test_the_wait_for_a_provider_is_limited(azure: bool) -> None:
    script = scripted(says("Dag."))
    provider = a_provider(script, azure)
    async with provider:
        await OpenAiChat(provider, MODEL, None, 30.0).chat([QUESTION], [])
    waits = {"connect": 5.0, "read": 30.0, "write": 30.0, "pool": 30.0}
    assert script.requests[0].extensions["timeout"] == waits


async def test_openai_gets_the_key_at_its_own_address() -> None:
    script = scripted(says("Dag."))
    provider = a_provider(script, azure=False)
    async with provider:
        await OpenAiChat(provider, MODEL, None, 30.0).chat([QUESTION], [])
    request = script.requests[0]
    assert str(request.url) == "https://api.openai.com/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"


async def test_azure_gets_deployment_version_and_its_own_header(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin-of-another-house")
    script = scripted(says("Dag."))
    provider = a_provider(script, azure=True)
    async with provider:
        await OpenAiChat(provider, "tax-4o", None, 30.0).chat([QUESTION], [])
    request = script.requests[0]
    assert request.url.host == "example.openai.azure.com"
    assert request.url.path == "/openai/deployments/tax-4o/chat/completions"
    assert dict(request.url.params) == {"api-version": VERSION}
    assert request.headers["api-key"] == KEY
    assert "authorization" not in request.headers


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1/"])
async def test_a_compatible_server_is_asked_at_its_own_address(
    base_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "https://elsewhere.example/v1")
    script = scripted(says("Dag."))
    provider = provider_at(KEY, base_url, None, None, 30.0, in_memory(script))
    async with provider:
        await OpenAiChat(provider, "llama", None, 30.0).chat([QUESTION], [])
    assert str(script.requests[0].url) == "http://127.0.0.1:11434/v1/chat/completions"


async def test_the_environment_does_not_move_the_default_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "https://elsewhere.example/v1")
    async with provider_at(KEY, None, None, None, 30.0) as package:
        assert package.base_url.host == "api.openai.com"


@pytest.mark.parametrize(
    ("key", "base_url", "azure", "version", "setting"),
    [
        ("", None, None, None, "OPENAI_API_KEY"),
        ("sk-one\n", None, None, None, "OPENAI_API_KEY"),
        ("sk-€", None, None, None, "OPENAI_API_KEY"),
        (KEY, "api.openai.com/v1", None, None, "OPENAI_BASE_URL"),
        (KEY, "ftp://example.com", None, None, "OPENAI_BASE_URL"),
        (KEY, "https://", None, None, "OPENAI_BASE_URL"),
        (KEY, "http://localhost:port/v1", None, None, "OPENAI_BASE_URL"),
        (KEY, None, "example.openai.azure.com", VERSION, "AZURE_OPENAI_ENDPOINT"),
        (KEY, None, AZURE, None, "OPENAI_API_VERSION"),
        (KEY, "http://127.0.0.1/v1", AZURE, VERSION, "both set"),
    ],
)
def test_settings_that_can_never_work_are_refused_by_name(
    key: str, base_url: str | None, azure: str | None, version: str | None, setting: str
) -> None:
    with pytest.raises(BadSettings) as caught:
        provider_at(key, base_url, azure, version, 30.0)
    assert setting in caught.value.details["problem"]
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("azure", [None, AZURE])
async def test_no_test_can_reach_a_provider(azure: str | None) -> None:
    provider = provider_at(KEY, None, azure, VERSION, 5.0)
    async with provider:
        with pytest.raises(OutsideRefused):
            await OpenAiChat(provider, MODEL, None, 5.0).chat([QUESTION], [])
