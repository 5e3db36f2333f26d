"""A real model that is far too small: whatever it says, a reply is at least what it would be with none."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from src.bootstrap import build
from src.commands import examination
from src.settings import Settings, read_settings
from tests.lending import with_starter_index
from tests.real_model import MODEL, missing, running
from tests.serving import served

pytestmark = [
    pytest.mark.deep,
    pytest.mark.real_model,
    pytest.mark.timeout(7200),
    pytest.mark.skipif(bool(missing()), reason=missing()),
]

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = 30


@pytest.fixture(scope="module")
def real() -> Iterator[str]:
    with running() as base_url:
        yield base_url


def questions() -> list[str]:
    """Return the first everyday questions of tax law."""
    lines = (ROOT / "benchmarks" / "questions" / "everyday.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines[:QUESTIONS]]


def settings_of(folder: Path, base_url: str | None) -> Settings:
    given: dict[str, Any] = {} if base_url is None else {"tess_model": MODEL}
    return read_settings(
        _env_file=None,
        openai_base_url=base_url,
        tess_data_dir=with_starter_index(folder),
        tess_fallback="offline",
        tess_model_max_tokens=256,
        tess_turn_seconds=170,
        **given,
    )


async def told(folder: Path, base_url: str | None) -> list[dict[str, Any]]:
    """Return the reply to each question, each in a dossier of its own."""
    folder.mkdir()
    async with served(build(settings_of(folder, base_url))) as server:
        return [await server.say(question, desk="tax") for question in questions()]


async def test_a_question_keeps_what_it_finds_without_a_model(
    real: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    without = await told(tmp_path / "without", None)
    replies = await told(tmp_path / "with", real)
    assert [reply for reply in replies if reply["status"] != "success"] == []
    lost = [
        (question, [one["id"] for one in floor["sources"]])
        for question, floor, reply in zip(questions(), without, replies, strict=True)
        if floor["sources"] and not reply["sources"]
    ]
    assert lost == []


async def test_the_doctor_tells_what_it_can_do(
    real: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    found = await examination.model(settings_of(tmp_path, real), online=True)
    assert not found.must_act
    assert "Streams: yes" in found.told
