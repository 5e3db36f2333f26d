"""What a provider says of its tokens: counted where it can be so, and never more trouble than that."""

import json
from pathlib import Path
from typing import Any

import pytest

from src.bootstrap import build, observing
from src.errors import ModelGaveNoAnswer
from src.identity.quotas import Quotas
from src.llm.completions import MOST_TOKENS, read_completion
from src.llm.protocol import ChatMessage, Usage
from src.llm.wrappers import MeteredLlm
from src.settings import read_settings
from tests.api.wiring import QUESTION
from tests.llm.hostile import completion_of, hostile
from tests.llm.llm_contract import SourceChoice
from tests.llm.provider import KEY, MODEL, model_at, says
from tests.serving import served

IMPOSSIBLE = [-5, -(10**30), 10**30, 10**300, MOST_TOKENS + 1]


def used(prompt: Any, completion: Any) -> dict[str, Any]:
    return {"prompt_tokens": prompt, "completion_tokens": completion}


@pytest.mark.parametrize("count", IMPOSSIBLE)
def test_a_count_that_can_not_be_is_none(count: int) -> None:
    body = json.dumps({**says("Dag."), "usage": used(count, 7)}).encode()
    assert read_completion(body).usage == Usage(0, 7)


@pytest.mark.parametrize("count", IMPOSSIBLE)
async def test_a_turn_outlives_whatever_is_counted(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    reply = completion_of({**says("Dag."), "usage": used(count, count)})
    async with hostile(reply) as (base_url, _):
        settings = read_settings(
            _env_file=None,
            openai_base_url=base_url,
            openai_api_key=KEY,
            tess_model=MODEL,
            tess_data_dir=tmp_path,
            tess_price_prompt=2.0,
            tess_price_completion=8.0,
        )
        async with served(build(settings, observing(settings))) as server:
            told = await server.say("Hallo!")
            numbers = (await server.get("/metrics")).text
    assert (told["status"], told["response"]) == ("success", "Dag.")
    assert 'tess_turns_total{outcome="answered"} 1.0' in numbers


SPENT = used(30, 12)
NO_ANSWERS = {
    "cut": {**says("Het antwoord is dat", "length"), "usage": SPENT},
    "filtered": {**says("Half een", "content_filter"), "usage": SPENT},
    "empty": {**says(" "), "usage": SPENT},
    "refused": {**says(None, refusal="No."), "usage": SPENT},
}


@pytest.mark.parametrize("reason", NO_ANSWERS)
async def test_what_is_no_answer_is_paid_for_all_the_same(reason: str) -> None:
    asked = 2 if reason in ("cut", "empty") else 1
    spent = Quotas(tokens_per_day=42)
    async with (
        hostile(completion_of(NO_ANSWERS[reason])) as (base_url, _),
        model_at(base_url) as model,
    ):
        metered = MeteredLlm(model, spent)
        with pytest.raises(ModelGaveNoAnswer) as told:
            await metered.chat([ChatMessage("user", QUESTION)], [])
    assert (told.value.details, told.value.tokens) == ({"reason": reason}, 42 * asked)
    assert await spent.spent("") == 42 * asked


async def test_a_form_that_is_wrong_twice_is_paid_for_twice() -> None:
    spent = Quotas(tokens_per_day=100)
    wrong = completion_of({**says("{}"), "usage": SPENT})
    async with hostile(wrong, wrong) as (base_url, _), model_at(base_url) as model:
        with pytest.raises(ModelGaveNoAnswer):
            await MeteredLlm(model, spent).chat_structured(
                [ChatMessage("user", QUESTION)], SourceChoice
            )
    assert await spent.spent("") == 84


async def test_a_form_whose_mending_is_cut_is_paid_for_twice_too() -> None:
    spent = Quotas(tokens_per_day=100)
    acts = (completion_of({**says("{}"), "usage": SPENT}), completion_of(NO_ANSWERS["cut"]))
    async with hostile(*acts) as (base_url, _), model_at(base_url) as model:
        with pytest.raises(ModelGaveNoAnswer):
            await MeteredLlm(model, spent).chat_structured(
                [ChatMessage("user", QUESTION)], SourceChoice
            )
    assert await spent.spent("") == 84
