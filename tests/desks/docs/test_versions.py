"""A follow-up that names a version and nothing else."""

from pathlib import Path

import pytest

from src.search.documents.collections import ingest_collection
from src.search.documents.origin import Origin
from tests.desks.docs.acme import visit, write_pages

SAID = "The server listens on port {}, which the setting ACME_PORT changes."


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a collection of two versions, 1.0 and 2.0."""
    folder = tmp_path_factory.mktemp("versions")
    for version, port in (("1.0", "8600"), ("2.0", "8700")):
        text = f"# Server\n\n## Port of the server\n\n{SAID.format(port)}\n"
        write_pages(folder / "pages", {"server.md": text})
        ingest_collection(
            (folder / "pages",),
            folder / "data" / "library",
            "acme",
            lambda *_: None,
            None,
            Origin(version=version),
        )
    return folder / "data"


@pytest.mark.parametrize("follow_up", ["And in version 1.0?", "En in versie 1.0?", "Version 1.0"])
async def test_asks_the_last_question_of_that_version(versions: Path, follow_up: str) -> None:
    async with visit(versions) as visitor:
        newest = await visitor.say("How do I change the port of the server?")
        assert SAID.format("8700") in newest["response"]
        reply = await visitor.say(follow_up)
        assert reply["outcome"] == "done"
        assert SAID.format("8600") in reply["response"]
        assert SAID.format("8700") not in reply["response"]


async def test_of_one_that_is_not_there_it_says_which_are(versions: Path) -> None:
    async with visit(versions) as visitor:
        await visitor.say("How do I change the port of the server?")
        reply = await visitor.say("And in version 3.0?")
        asked = reply["clarification"]
        assert asked["reason"] == "scope_unclear"
        assert "version 2.0, version 1.0" in reply["response"]
        assert "How do I change the port of the server in version 1.0?" in asked["choices"]
        reply = await visitor.say("How do I change the port of the server in version 1.0?")
        assert SAID.format("8600") in reply["response"]


async def test_with_nothing_asked_before_it_asks_what_is_meant(versions: Path) -> None:
    async with visit(versions) as visitor:
        reply = await visitor.say("And in version 1.0?")
        assert reply["clarification"]["reason"] == "vague_request"


async def test_what_comes_nearest_is_told_with_its_anchor(versions: Path) -> None:
    async with visit(versions) as visitor:
        reply = await visitor.say("How do I change the colour of the zebra in the server?")
        assert reply["outcome"] == "request"
        assert "server.md line 5" in reply["response"]
        assert "(`#port-of-the-server`)" in reply["response"]
