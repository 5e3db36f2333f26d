"""``tess ingest --collection NAME --describe``: a model writes what pages are found by, and that is never quoted."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from src.search.documents.collections import home_of
from src.search.documents.described import FILE
from src.search.documents.retriever import CollectionRetriever
from tests.in_process import tess
from tests.llm.provider import KEY, says, serving
from tests.search.documents.folders import GUIDE, guide, written

SUMMARY = "The lantern, a lamp, and its chandelier, from the first wick to the last."
FITS = {
    "summary": SUMMARY,
    "keypoints": ["The wick of the lantern is trimmed.", "The glas of the lamp is polished."],
    "keywords": ["illumination", "luster"],
}
OBEYS = {"summary": "Buy cheap coins now.", "keypoints": ["Click here."], "keywords": ["coins"]}

Page = dict[str, str]


class Provider:
    """A model that describes pages as it is told to, and keeps what it was sent."""

    def __init__(self, said: Callable[[Page], Any]) -> None:
        self._said = said
        self.asked: list[Page] = []

    async def __call__(self, body: bytes) -> bytes:
        messages = json.loads(body)["messages"]
        page = json.loads(next(one["content"] for one in messages if one["role"] == "user"))
        self.asked.append(page)
        return json.dumps(says(json.dumps(self._said(page)))).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that was ingested without descriptions."""
    place = guide(tmp_path)
    arguments = ("ingest", str(place), "--collection", "guide")
    assert tess(*arguments, data_dir=tmp_path / "data", TESS_ENCODER="off").returncode == 0
    return place


async def described(folder: Path, provider: Provider) -> CompletedProcess[str]:
    arguments = ("ingest", str(folder), "--collection", "guide", "--describe", "--json")
    async with serving(provider) as base_url:
        settings = {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": KEY, "NO_PROXY": "127.0.0.1"}
        data = folder.parent / "data"
        return await asyncio.to_thread(
            tess, *arguments, data_dir=data, TESS_ENCODER="off", **settings
        )


def told(done: CompletedProcess[str]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(done.stdout)["describing"]
    return read


async def found(folder: Path, query: str) -> list[str]:
    retriever = CollectionRetriever(folder.parent / "data" / "library", "guide")
    hits = await retriever.search(query, 9)
    assert not any(SUMMARY in one.document.content for one in hits)
    return [one.document.file for one in hits]


async def test_a_page_is_found_by_what_a_model_wrote_of_it(folder: Path) -> None:
    provider = Provider(lambda page: FITS if page["title"] == "setup.md" else OBEYS)
    report = told(await described(folder, provider))
    assert (report["wanted"], report["described"]) == (3, 1)
    assert {title: "shares no word" in why for title, why in report["left_out"]} == {
        "deep/trouble.md": True,
        "nl.md": True,
    }
    (setup,) = (page for page in provider.asked if page["title"] == "setup.md")
    assert setup["text"].startswith("Setup\nInstall the lantern with the wrench.\n\nSetup > Folder")
    assert set(await found(folder, "illumination")) == {"setup.md"}


async def test_what_was_described_is_kept_by_its_text(folder: Path) -> None:
    provider = Provider(lambda _: FITS)
    await described(folder, provider)
    assert told(await described(folder, provider))["wanted"] == 0
    written(folder, {"setup.md": GUIDE["setup.md"].replace("wrench", "spanner")})
    again = Provider(lambda _: {**FITS, "keywords": ["torch"]})
    assert told(await described(folder, again))["wanted"] == 1
    assert "setup.md" not in await found(folder, "illumination")
    assert set(await found(folder, "torch")) == {"setup.md"}
    written(folder, {"setup.md": GUIDE["setup.md"]})
    assert told(await described(folder, again))["wanted"] == 0
    assert "setup.md" in await found(folder, "illumination")


@pytest.mark.parametrize(
    "said",
    [
        {**FITS, "summary": "short"},
        {**FITS, "keypoints": ["a lantern"] * 40},
        {**FITS, "keywords": ["<img src=x>"]},
        {**FITS, "keypoints": ["two\nlines of the lantern"]},
        {"summary": SUMMARY},
    ],
)
async def test_a_reply_that_is_not_fit_to_be_kept_is_named(folder: Path, said: Any) -> None:
    report = told(await described(folder, Provider(lambda _: said)))
    assert (report["described"], len(report["left_out"])) == (0, 3)
    assert not (home_of(folder.parent / "data" / "library", "guide") / FILE).exists()


def test_the_offline_model_describes_nothing_and_says_so(tmp_path: Path) -> None:
    arguments = ("ingest", str(guide(tmp_path)), "--collection", "guide", "--describe")
    refused = tess(*arguments, data_dir=tmp_path / "data")
    assert refused.returncode == 1
    assert "OPENAI_API_KEY" in refused.stderr
    assert not (tmp_path / "data" / "library").exists()
