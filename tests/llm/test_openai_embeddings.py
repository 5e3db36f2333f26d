"""Vectors come from the provider as they are asked for, or not at all and in our own words."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import numpy as np
import pytest
from openai.types import CreateEmbeddingResponse

from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable, TessError
from src.llm.openai_chat import HttpClient, provider_at
from src.llm.openai_embeddings import AT_ONCE, LONGEST_TEXT, OpenAiEncoder
from tests.llm.provider import (
    KEY,
    MODEL,
    SECRET,
    Canned,
    Script,
    Wire,
    fault,
    in_memory,
    reply,
    scripted,
    serving,
)


def embeddings(*rows: list[float], order: list[int] | None = None) -> Wire:
    """Return a reply as the provider writes it, checked by its own package."""
    data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
    wire = {
        "object": "list",
        "data": [data[at] for at in order or range(len(data))],
        "model": MODEL,
        "usage": {"prompt_tokens": 8, "total_tokens": 8},
    }
    CreateEmbeddingResponse.model_validate(wire)
    return wire


@asynccontextmanager
async def encoder_of(
    script: Script, dimension: int | None = None, seconds: float = 20.0
) -> AsyncIterator[OpenAiEncoder]:
    async with provider_at(KEY, None, None, None, seconds, in_memory(script)) as provider:
        yield OpenAiEncoder(provider, MODEL, dimension, seconds)


async def test_each_text_has_its_vector_of_length_1_whatever_the_order_of_the_reply() -> None:
    script = scripted(embeddings([3.0, 4.0], [0.0, 2.0], order=[1, 0]))
    async with encoder_of(script) as encoder:
        rows = await encoder.encode(["objection", "car"])
    assert rows.tolist() == pytest.approx(np.array([[0.6, 0.8], [0, 1]]))
    assert script.requests[0].url.path.endswith("/embeddings")
    assert script.bodies == [
        {"model": MODEL, "input": ["objection", "car"], "encoding_format": "float"}
    ]


async def test_a_dimension_is_asked_for_and_part_of_the_id() -> None:
    script = scripted(embeddings([1.0, 0.0]))
    async with encoder_of(script, dimension=2) as encoder:
        assert (encoder.id, encoder.dimension) == (f"{MODEL}/2", 2)
        await encoder.encode(["objection"])
    assert script.bodies[0]["dimensions"] == 2


async def test_many_texts_are_sent_a_few_at_a_time_and_cut() -> None:
    script = scripted(embeddings(*[[1.0]] * AT_ONCE), embeddings([1.0]))
    async with encoder_of(script) as encoder:
        rows = await encoder.encode(["", *["x" * 20_000] * AT_ONCE])
    assert rows.shape == (AT_ONCE + 1, 1)
    assert [len(body["input"]) for body in script.bodies] == [AT_ONCE, 1]
    assert script.bodies[0]["input"][0] == " "
    assert len(script.bodies[1]["input"][0]) == LONGEST_TEXT


async def test_no_texts_are_not_asked_for() -> None:
    script = scripted(embeddings([1.0]))
    async with encoder_of(script) as encoder:
        assert (await encoder.encode([])).shape == (0, 0)
    assert script.requests == []


@pytest.mark.parametrize(
    "given",
    [
        reply(b"no JSON"),
        reply({"data": []}),
        reply(embeddings([1.0])),  # one for two texts
        reply(embeddings([1.0], [1.0, 2.0])),
        reply(embeddings([], [])),
        reply(b'{"data": [{"index": 0, "embedding": [NaN]}, {"index": 1, "embedding": [1]}]}'),
        reply(b'{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}'),
        reply({"data": [{"index": 0, "embedding": [1.0]}, {"index": 7, "embedding": [1.0]}]}),
    ],
)
async def test_a_reply_with_other_than_that_is_none(given: Canned) -> None:
    async with encoder_of(scripted(given)) as encoder:
        with pytest.raises(ModelGaveNoAnswer):
            await encoder.encode(["objection", "car"])


async def test_vectors_of_another_dimension_than_asked_for_are_none() -> None:
    async with encoder_of(scripted(embeddings([1.0, 0.0, 0.0])), dimension=2) as encoder:
        with pytest.raises(ModelGaveNoAnswer):
            await encoder.encode(["objection"])


@pytest.mark.parametrize(
    ("given", "raised"),
    [
        (fault(401), ModelKeyRefused),
        (fault(400), ModelUnavailable),
        (fault(404), ModelUnavailable),
    ],
)
async def test_a_fault_is_told_in_our_own_words(given: Canned, raised: type[TessError]) -> None:
    async with encoder_of(scripted(given)) as encoder:
        with pytest.raises(raised) as caught:
            await encoder.encode(["objection"])
    assert SECRET not in repr(caught.value) + str(caught.value.__context__)


async def test_a_real_server_is_asked_over_a_real_socket() -> None:
    async def answer(body: bytes) -> bytes:
        texts = json.loads(body)["input"]
        return json.dumps(embeddings(*[[1.0, float(len(text))] for text in texts])).encode()

    async with (
        serving(answer) as base_url,
        provider_at(KEY, base_url, None, None, 20.0, HttpClient(trust_env=False)) as provider,
    ):
        rows = await OpenAiEncoder(provider, MODEL, None, 20.0).encode(["a", "bcd"])
    assert rows.shape == (2, 2)
