"""Models by role: each role asks its own model of the one provider."""

import json
from typing import Any

import pytest

from src.desks.tax.offline.rules import OFFLINE_RULES
from src.errors import ModelUnavailable
from src.llm.models import ModelFactory
from src.llm.protocol import ChatMessage
from src.settings import Settings, read_settings
from tests.llm.provider import KEY, reply, says, serving

HELLO = [ChatMessage("user", "Hallo")]


def settings_of(**given: Any) -> Settings:
    provider = {"openai_api_key": KEY, "tess_model": "large"}
    return read_settings(_env_file=None, **{**provider, **given})


async def test_each_role_asks_its_own_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    asked: list[str] = []

    async def answer(body: bytes) -> bytes:
        asked.append(json.loads(body)["model"])
        return reply(says("Dag.")).content

    async with serving(answer) as base_url:
        factory = ModelFactory(
            settings_of(
                openai_base_url=base_url, tess_model_small="small", tess_model_vision="sharp"
            )
        )
        models = factory.models(OFFLINE_RULES)
        for role in (models.main, models.small, models.vision):
            assert role
            await role.chat(HELLO, [])
        await factory.close()
    assert asked == ["large", "small", "sharp"]


async def test_a_role_without_a_model_of_its_own_has_the_main_one() -> None:
    factory = ModelFactory(settings_of())
    models = factory.models(OFFLINE_RULES)
    assert models.small is models.main
    assert models.vision
    assert models.vision.id == models.main.id
    await factory.close()


async def test_the_built_in_model_does_not_stand_in_for_one_that_sees() -> None:
    settings = settings_of(
        openai_base_url="http://127.0.0.1:9/v1",
        tess_model_timeout=5,
        tess_model_vision="sharp",
        tess_fallback="offline",
    )
    factory = ModelFactory(settings)
    vision = factory.models(OFFLINE_RULES).vision
    assert vision
    with pytest.raises(ModelUnavailable):
        await vision.chat(HELLO, [])
    await factory.close()


async def test_all_desks_share_the_provider_and_what_is_known_of_it() -> None:
    settings = settings_of(
        openai_base_url="http://127.0.0.1:9/v1", tess_model_timeout=5, tess_fallback="off"
    )
    factory = ModelFactory(settings)
    first, second = factory.models(OFFLINE_RULES).main, factory.models(OFFLINE_RULES).main
    assert factory.breaker
    for model in (first, second, first, second, first):
        with pytest.raises(ModelUnavailable):
            await model.chat(HELLO, [])
    assert factory.breaker.is_open
    with pytest.raises(ModelUnavailable) as caught:
        await second.chat(HELLO, [])
    assert caught.value.details == {"problem": "resting"}
    await factory.close()


async def test_each_desk_falls_back_on_its_own_rules() -> None:
    settings = settings_of(openai_base_url="http://127.0.0.1:9/v1", tess_model_timeout=5)
    factory = ModelFactory(settings)
    said = await factory.models(OFFLINE_RULES).small.chat([ChatMessage("user", "Wat kun je?")], [])
    assert (said.text, said.fallback) == (OFFLINE_RULES.table.wordings["nl"].about, "offline")
    await factory.close()


@pytest.mark.parametrize(
    ("given", "ids", "vision"),
    [
        (
            {"tess_model": "offline", "tess_model_small": "small", "tess_model_vision": "sharp"},
            ["offline", "offline"],
            None,
        ),
        ({"tess_model_small": "offline"}, ["large", "offline"], "large"),
        ({"tess_model_vision": "offline"}, ["large", "large"], None),
    ],
)
async def test_the_built_in_model_may_have_a_role(
    given: dict[str, str], ids: list[str], vision: str | None
) -> None:
    factory = ModelFactory(settings_of(**given))
    models = factory.models(OFFLINE_RULES)
    assert [models.main.id, models.small.id] == ids
    assert (models.vision and models.vision.id) == vision
    await factory.close()
