"""A provider that refuses, is busy, slow, broken or gone; and what nobody gets to see of it."""

import asyncio
import logging
import time
import traceback
from contextlib import suppress

import httpx2
import pytest

from src.errors import ForOperator, ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.llm.openai_chat import HttpClient, OpenAiChat, provider_at
from src.llm.protocol import ChatMessage
from tests.llm.llm_contract import QUESTION, SourceChoice
from tests.llm.provider import (
    KEY,
    MODEL,
    SECRET,
    Canned,
    Script,
    fault,
    listening,
    model_at,
    model_of,
    read_body,
    reply,
    says,
    scripted,
    serving,
)

SOON = {"retry_after_ms": "1"}


async def greet(body: bytes) -> bytes:
    """Reply as a model does."""
    return reply(says("Dag.")).content


async def failure_of(
    script: Script, question: ChatMessage = QUESTION, seconds: float = 20.0
) -> ForOperator:
    """Return the error that a question ends in."""
    async with model_of(script, seconds=seconds) as model:
        with pytest.raises(ForOperator) as caught:
            await model.chat([question], [])
    return caught.value


@pytest.mark.parametrize(
    ("canned", "error", "details", "requests"),
    [
        pytest.param(fault(401), ModelKeyRefused, {}, 1, id="401"),
        pytest.param(fault(403), ModelKeyRefused, {}, 1, id="403"),
        pytest.param(fault(400), ModelUnavailable, {"problem": "refused_request"}, 2, id="400"),
        pytest.param(fault(404), ModelUnavailable, {"problem": "refused_request"}, 1, id="404"),
        pytest.param(fault(422), ModelUnavailable, {"problem": "refused_request"}, 2, id="422"),
        pytest.param(fault(408, **SOON), ModelUnavailable, {"problem": "timeout"}, 3, id="408"),
        pytest.param(fault(429, **SOON), ModelUnavailable, {"problem": "busy"}, 3, id="429"),
        pytest.param(fault(500, **SOON), ModelUnavailable, {"problem": "down"}, 3, id="500"),
        pytest.param(fault(503, **SOON), ModelUnavailable, {"problem": "down"}, 3, id="503"),
        pytest.param(
            fault(400, "content_filter"), ModelGaveNoAnswer, {"reason": "filtered"}, 1,
            id="a prompt that Azure filters",
        ),
        pytest.param(
            reply(f"<html>{SECRET} {KEY}</html>".encode(), 502, content_type="text/html", **SOON),
            ModelUnavailable, {"problem": "down"}, 3,
            id="a page of a gateway",
        ),
        pytest.param(
            fault(429, retry_after="3600"), ModelUnavailable, {"problem": "busy"}, 1,
            id="429 for an hour",
        ),
    ],
)  # fmt: skip
async def test_a_refusal_has_our_own_name_and_bounded_retries(
    canned: Canned, error: type[ForOperator], details: dict[str, str], requests: int
) -> None:
    script = scripted(canned)
    raised = await failure_of(script)
    assert (type(raised), raised.details) == (error, details)
    assert len(script.requests) == requests


@pytest.mark.parametrize(
    "busy", [fault(429), fault(429, retry_after="0.01"), fault(503, **SOON), fault(409, **SOON)]
)
async def test_a_passing_trouble_is_not_noticed(busy: Canned) -> None:
    script = scripted(busy, says("Dag."))
    async with model_of(script) as model:
        assert (await model.chat([QUESTION], [])).text == "Dag."
    assert len(script.requests) == 2


async def test_retry_after_is_what_is_waited_for() -> None:
    script = scripted(fault(429, retry_after="1.2"), says("Dag."))
    async with model_of(script) as model:
        started = time.monotonic()
        await model.chat([QUESTION], [])
    assert time.monotonic() - started >= 1.2  # without the header it would have been 0.5 at most


async def test_a_long_retry_after_does_not_outlast_the_limit() -> None:
    script = scripted(fault(429, retry_after="60"), says("Dag."))
    started = time.monotonic()
    raised = await failure_of(script, seconds=1.0)
    assert raised.details == {"problem": "timeout"}
    assert time.monotonic() - started < 20
    assert len(script.requests) == 1


async def test_a_slow_drip_ends_at_the_limit() -> None:
    left = asyncio.Event()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
        gone = asyncio.create_task(reader.read())
        while not gone.done():  # each byte comes well before a read would time out
            writer.write(b" ")
            await asyncio.wait([gone], timeout=0.05)
        left.set()

    async with listening(drip) as base_url, model_at(base_url, seconds=1.0) as model:
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat([QUESTION], [])
        await left.wait()  # the connection was let go
    assert caught.value.details == {"problem": "timeout"}


async def test_a_silent_server_ends_at_the_limit() -> None:
    asked = asyncio.Event()

    async def be_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        asked.set()
        await reader.read()

    async with listening(be_silent) as base_url, model_at(base_url, seconds=1.0) as model:
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat_structured([QUESTION], SourceChoice)
    assert caught.value.details == {"problem": "timeout"}
    assert asked.is_set()


async def test_the_limit_covers_the_repair_too() -> None:
    """Two replies that each come in time, and together do not."""
    given_up = asyncio.Event()

    async def answer_late(body: bytes) -> bytes:
        with suppress(TimeoutError):
            await asyncio.wait_for(given_up.wait(), 0.7)
        return reply(says("geen formulier")).content

    async with serving(answer_late) as base_url, model_at(base_url, seconds=1.0) as model:
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat_structured([QUESTION], SourceChoice)
        given_up.set()
    assert caught.value.details == {"problem": "timeout"}


async def test_nobody_at_the_address() -> None:
    async with serving(greet) as base_url:
        pass
    # The port is free again: connections to it are refused.
    async with model_at(base_url) as model:
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat([QUESTION], [])
    assert caught.value.details == {"problem": "unreachable"}


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nhalf", id="half a reply"),
        pytest.param(b"SSH-2.0-OpenSSH_9.9\r\n", id="no HTTP"),
        pytest.param(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno", id="no chunk"),
    ],
)
async def test_a_server_that_breaks_off_is_tried_three_times(said: bytes) -> None:
    bodies: list[bytes] = []

    async def break_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        bodies.append(await read_body(reader))
        writer.write(said)

    async with listening(break_off) as base_url, model_at(base_url) as model:
        with pytest.raises(ModelUnavailable) as caught:
            await model.chat([QUESTION], [])
    assert caught.value.details == {"problem": "unreachable"}
    assert len(bodies) == 3


async def test_a_caller_that_gives_up_is_not_told_of_a_timeout() -> None:
    asked = asyncio.Event()

    async def be_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await reader.read()

    async with listening(be_silent) as base_url, model_at(base_url) as model:
        turn = asyncio.create_task(model.chat([QUESTION], []))
        await asked.wait()
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn


@pytest.mark.parametrize(
    "canned",
    [
        pytest.param(fault(401), id="key refused"),
        pytest.param(fault(404), id="not found"),
        pytest.param(fault(429, **SOON), id="busy"),
        pytest.param(fault(500, **SOON), id="down"),
        pytest.param(fault(400, "content_filter"), id="filtered"),
        pytest.param(reply(SECRET.encode()), id="no JSON"),
        pytest.param(reply(says(SECRET, "length")), id="cut"),
        pytest.param(reply(says(None, refusal=SECRET)), id="refused"),
    ],
)
async def test_words_of_provider_and_user_and_the_key_stay_inside(
    canned: Canned, caplog: pytest.LogCaptureFixture
) -> None:
    private = "mijn burgerservicenummer"
    with caplog.at_level(logging.DEBUG):
        raised = await failure_of(scripted(canned), ChatMessage("user", private))
    assert (raised.__cause__, raised.__context__) == (None, None)
    seen = "".join(traceback.format_exception(raised)) + repr(raised) + caplog.text
    assert "openai" in caplog.text  # the package did log something
    for word in (SECRET, KEY, private):
        assert word not in seen


async def test_nothing_private_is_logged_on_the_way_over_a_socket(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def answer(body: bytes) -> bytes:
        return reply(says(SECRET)).content

    with caplog.at_level(logging.DEBUG):
        async with serving(answer) as base_url, model_at(base_url) as model:
            assert (await model.chat([ChatMessage("user", "private")], [])).text == SECRET
    for word in (SECRET, KEY, "private"):
        assert word not in caplog.text


async def test_a_broken_connection_leaves_no_trace_of_the_key() -> None:
    def refuse(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError(f"{SECRET} {KEY}", request=request)

    http = HttpClient(transport=httpx2.MockTransport(refuse))
    provider = provider_at(KEY, None, None, None, 20.0, http)
    async with provider:
        with pytest.raises(ModelUnavailable) as caught:
            await OpenAiChat(provider, MODEL, None, 20.0).chat([QUESTION], [])
    assert caught.value.details == {"problem": "unreachable"}
    assert caught.value.__context__ is None
