"""What a model needs for the main job of a desk, by the tools alone: bringing, reading, rating, choosing."""

import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from src.desks.catalogue import DESKS
from tests.mcp_server.clients import ERAS, Caller, Person, calling, opened
from tests.mcp_server.script import both_desks, library
from tests.serving import Served
from tests.uploads import images

pytestmark = pytest.mark.asyncio(loop_scope="module")

MEETING = (
    "Anna: As a planner I want to see the free rooms per day, because I now call three departments.\n"
    "Bob: Agreed, and each booking has to send a confirmation by mail within five minutes.\n"
)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server of this module with all desks, its door open."""
    async with opened(both_desks(library(tmp_path_factory.mktemp("library")))) as server:
        yield server


async def brought(caller: Caller, **given: Any) -> dict[str, Any]:
    """Bring a document, agree to what was found, and return what came of it."""
    checked = await caller.ask("add_document", **given)
    assert checked["outcome"] == "request", checked
    where = {name: given[name] for name in ("desk", "dossier") if name in given}
    return await caller.ask("add_document", agreed=checked["sha256"], **where)


async def test_a_transcript_in_parts_becomes_items(server: Served) -> None:
    async with calling(server) as caller:
        first, second = MEETING.splitlines(keepends=True)
        part = await caller.ask("add_document", text=first, more=True)
        assert part["outcome"] == "continue"
        added = await brought(
            caller, text=second, upload=part["upload"], name="meeting.txt", desk="backlog"
        )
        named = {"dossier": added["dossier"]}
        assert (await caller.ask("sources", **named))["sources"][0]["title"] == "meeting.txt"
        assert MEETING.strip() in (await caller.ask("read", what="sources/1", **named))["reply"]
        await caller.ask("ask", message="make the items", **named)
        listed = (await caller.ask("read", **named))["reply"]
        segment = next(one for one in listed.split() if one.startswith("artifacts/segment"))
        assert "First and last line" in (await caller.ask("read", what=segment, **named))["reply"]
        file = await caller.call("read", what=segment, as_file=True, **named)
        assert file.content[0].type == "resource"
        uris = {str(one.uri) for one in (await caller.client.list_resources()).resources}
        assert f"tess://dossiers/{added['dossier']}/{segment}" in uris


async def test_what_nobody_checked_is_not_added(server: Served) -> None:
    async with calling(server) as caller:
        for given in ({"agreed": "0" * 64}, {"text": "x", "upload": "up-gone"}, {"base64": "?"}):
            refused = await caller.call("add_document", desk="backlog", **given)
            assert refused.is_error
        picture = base64.b64encode(images.image()).decode()
        added = await brought(caller, base64=picture, name="screen.png", desk="tsg")
        assert added["version"] == 1


@pytest.mark.parametrize("era", ERAS)
async def test_no_form_at_a_desk_that_confirms_no_sources(server: Served, era: str) -> None:
    person = Person([{"right": True}])
    async with calling(server, era, person) as caller:
        added = await brought(caller, text=MEETING, name="meeting.txt", desk="backlog")
        assert "shown" not in added
        made = await caller.ask("ask", message="make the items", dossier=added["dossier"])
        asked = await caller.ask("confirm", dossier=added["dossier"], digest="0" * 64)
    assert (made["version"], person.asked, asked["outcome"]) == (2, [], "request")


async def test_a_choice_that_was_not_offered_changes_nothing(server: Served) -> None:
    person = Person([{"choice": "nothing of the kind"}])
    async with calling(server, person=person) as caller:
        added = await brought(caller, text=MEETING, name="meeting.txt", desk="backlog")
        asked = await caller.ask("ask", message="What is a meeting?", dossier=added["dossier"])
    assert (asked["version"], len(person.asked)) == (2, 1)


async def test_desks_and_collections_are_named(server: Served) -> None:
    names = [one.rpartition(".")[2] for one in map(str, DESKS)]
    async with calling(server, ERAS[0]) as caller:
        tools = {one.name: one for one in (await caller.client.list_tools()).tools}
        for name in ("ask", "add_document", "scope"):
            assert tools[name].input_schema["properties"]["desk"]["enum"] == names
        assert (await caller.ask("desks"))["desks"] == names
        told = caller.client.instructions or ""
        assert [one for one in names if f"- {one}: " not in told] == [], told
        (found,) = (await caller.ask("collections"))["collections"]
        scoped = await caller.ask("scope", collections=found["name"], desk="docs")
        assert scoped["artifacts"][0]["kind"] == "scope"
        named = {"dossier": scoped["dossier"]}
        question = "After how long does a request end, what is the timeout?"
        await caller.ask("ask", message=question, **named)
        rated = await caller.ask("rate", up=True, **named)
        assert rated["artifacts"][0]["kind"] == "feedback"
        left = await caller.ask("choose_sources", unselect=[1, "2"], **named)
        assert left.get("selected", []) == []
        back = await caller.ask("choose_sources", select="[1, 2]", **named)
        assert back["selected"] == [1, 2]


async def test_a_prompt_fits_its_desk(server: Served) -> None:
    async with calling(server) as caller:
        listed = {one.name for one in (await caller.client.list_prompts()).prompts}
        told = {
            name: str((await caller.client.get_prompt(name, {"question": "Q?"})).messages[0])
            for name in listed
        }
    assert all(f"desk: {name}" in text and "Q?" in text for name, text in told.items())
    assert {name for name, text in told.items() if "confirm" in text} == {"tax", "tsg"}
    assert "(notes)" in told["tsg"]


async def test_who_asks_the_wrong_desk_is_told_the_right_one(server: Served) -> None:
    async with calling(server) as caller:
        said = "Make user stories for the backlog of what we decided in the meeting."
        asked = await caller.ask("ask", message=said, desk="tax")
        other = await caller.ask("ask", message="403 AuthorizationFailed on Azure", desk="docs")
    assert "the desk ‘Backlog’" in asked["reply"]
    assert "the desk ‘Azure" in other["reply"]


@pytest.mark.parametrize("language", ["nl", "en"])
async def test_an_error_says_what_a_model_may_do(server: Served, language: str) -> None:
    async with calling(server, language=language) as caller:
        wrong = await caller.ask("dossiers", limit=0)
        assert wrong["code"] == "bad_fields"
        assert {"limit", "cursor"} <= set(
            wrong["error"].replace(",", " ").replace(".", " ").split()
        )
        asked = await caller.ask("ask", message="Hallo", desk="tax")
        other = await caller.ask("rate", dossier=asked["dossier"], up=True)
        gone = await caller.ask("read", dossier=asked["dossier"], what="artifacts/none")
        lost = await caller.ask("sources", dossier="dos-" + "0" * 32)
    for one in (wrong, other, gone, lost):
        assert "protocol.md" not in one["error"]
    assert "dossiers" in lost["error"]
