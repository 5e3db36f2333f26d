"""The tools of all desks, called by the SDK's client over HTTP, in both protocols."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from src.mcp_server.questions import WORDS
from tests.api.wiring import QUESTION, wired
from tests.mcp_server.clients import ERAS, Caller, Person, calling, opened
from tests.serving import Served

LEAVE_OUT = "Haal bron 2 weg, die lijkt hier niet te passen."


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server of this module, its door open."""
    async with opened(wired(tmp_path_factory.mktemp("dossiers"))) as server:
        yield server


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def to_the_answer(caller: Caller, asked: dict[str, Any]) -> dict[str, Any]:
    """Leave a source out, put it back, confirm what is shown then, and return the answer."""
    named = {"dossier": asked["dossier"]}
    left = await caller.ask("ask", message=LEAVE_OUT, **named)
    assert left["selected"] == [1]
    back = await caller.ask("choose_sources", select=["2"], **named)
    assert back["selected"] == [1, 2]
    return await caller.ask("confirm", digest=back["shown"], **named)


async def test_a_conversation(server: Served) -> None:
    async with calling(server) as caller:
        asked = await caller.ask("ask", message=QUESTION)
        assert (asked["outcome"], asked["version"], asked["selected"]) == ("request", 1, [1, 2])
        done = await to_the_answer(caller, asked)
        assert done["outcome"] == "done"
        (claim,) = done["claims"]
        assert (claim["verdict"], claim["source"]) == ("exact", 1)
        assert claim["quote"] in done["reply"]
        named = {"dossier": asked["dossier"]}
        answer = await caller.ask("answer", **named)
        assert (answer["claims"], answer["answer"]) == (done["claims"], done["answer"])
        taken = await caller.ask("undo", **named)
        assert (await caller.call("answer", **named)).is_error
        made = await caller.ask("redo", **named)
        assert made["version"] == taken["version"] + 1
        assert (await caller.ask("answer", **named))["answer"] == done["answer"]
        events = (await caller.ask("why", source="2", **named))["events"]
        assert [one["kind"] for one in events][:2] == ["found", "added"] or events
        assert len((await caller.ask("sources", **named))["sources"]) == 2


async def test_every_tool_says_what_it_takes_returns_and_does(server: Served) -> None:
    async with calling(server, language="nl") as caller:
        tools = {one.name: one for one in (await caller.client.list_tools()).tools}
    assert list(tools) == [
        *("ask", "add_document", "dossiers", "sources", "choose_sources", "confirm", "answer"),
        *("why", "export", "undo", "redo", "read", "desks", "collections", "scope", "rate"),
    ]
    assert tools["undo"].title == "Ongedaan maken"
    told = {name: one.annotations for name, one in tools.items()}
    assert {name for name, one in told.items() if one and one.read_only_hint} == {
        *("dossiers", "sources", "answer", "why", "export", "read", "desks", "collections"),
    }
    for one in tools.values():
        assert one.output_schema is not None
        assert {"outcome", "dossier", "version", "sources", "claims"} <= set(
            one.output_schema["properties"]
        )
        assert one.input_schema["additionalProperties"] is False


async def test_lists_are_paged_and_memos_are_files(server: Served) -> None:
    async with calling(server) as caller:
        ids = [(await caller.ask("ask", message=QUESTION))["dossier"] for _ in range(2)]
        first = await caller.ask("dossiers", limit=1)
        second = await caller.ask("dossiers", limit=1, cursor=first["next"])
        assert [first["dossiers"][0]["id"], second["dossiers"][0]["id"]] == ids[::-1]
        done = await caller.ask("ask", message="Ja.", dossier=ids[0])
        memo = await caller.call("export", dossier=ids[0])
        assert done["claims"][0]["quote"] in str(memo.content)
        pdf = await caller.call("export", dossier=ids[0], format="pdf")
        assert pdf.structured_content["media_type"] == "application/pdf"
        assert pdf.content[0].type == "resource"


async def test_a_confirmation_without_a_digest_is_told_which_one(server: Served) -> None:
    async with calling(server) as caller:
        asked = await caller.ask("ask", message=QUESTION)
        named = {"dossier": asked["dossier"]}
        told = await caller.ask("confirm", **named)
        assert (told["outcome"], told.get("code")) == ("request", None)
        assert told["reply"].startswith(WORDS[told["language"]].no_digest)
        assert (await caller.ask("confirm", digest=told["shown"], **named))["outcome"] == "done"


async def test_a_stale_digest_is_refused_and_shows_anew(server: Served) -> None:
    async with calling(server) as caller:
        asked = await caller.ask("ask", message=QUESTION)
        named = {"dossier": asked["dossier"]}
        now = await caller.ask("ask", message=LEAVE_OUT, **named)
        refused = await caller.call("confirm", digest=asked["shown"], **named)
        assert refused.is_error
        told = refused.structured_content
        assert (told["code"], told["shown"], told["version"]) == ("stale_digest", now["shown"], 2)
        assert "artikel 6:7" in told["reply"]
        assert (await caller.ask("confirm", digest=told["shown"], **named))["outcome"] == "done"


async def test_the_same_message_id_is_one_message(server: Served) -> None:
    async with calling(server) as caller:
        asked = await caller.ask("ask", message=QUESTION)
        again = {"message": LEAVE_OUT, "dossier": asked["dossier"], "message_id": "m-1"}
        first, second = [await caller.ask("ask", **again) for _ in range(2)]
        assert (first, first["version"]) == (second, 2)
        other = await caller.ask("ask", **(again | {"message": "Iets anders"}))
        assert other["code"] == "message_id_reused"


@pytest.mark.parametrize("reply", ["decline", "cancel", {}, {"right": "maybe"}, {"right": False}])
async def test_a_form_that_says_nothing_changes_nothing(server: Served, reply: Any) -> None:
    for era in ERAS:
        async with calling(server, era, Person([reply])) as caller:
            asked = await caller.ask("ask", message=QUESTION)
            assert (asked["outcome"], asked["version"]) == ("request", 1)


async def test_progress_rises_and_is_in_the_users_language(server: Served) -> None:
    for era in ERAS:
        async with calling(server, era) as caller:
            await caller.call("ask", message=QUESTION)
            steps = [step for step, _ in caller.progress]
            assert steps == sorted(set(steps))
            assert "bepaalt wat er te doen is" in [label for _, label in caller.progress]


async def test_resources_are_listed_and_read(server: Served) -> None:
    async with calling(server) as caller:
        asked = await caller.ask("ask", message=QUESTION)
        await caller.ask("ask", message="Ja.", dossier=asked["dossier"])
        base = f"tess://dossiers/{asked['dossier']}"
        listed = {str(one.uri) for one in (await caller.client.list_resources()).resources}
        assert {base, f"{base}/sources/1", f"{base}/sources/2", f"{base}/answers/a2"} <= listed
        read = [await caller.client.read_resource(uri) for uri in sorted(listed) if base in uri]
        texts = json.dumps([one.model_dump(mode="json") for one in read])
        assert "zes weken" in texts
        forms = (await caller.client.list_resource_templates()).resource_templates
        assert len(forms) == 4


async def test_each_desk_has_a_prompt(server: Served) -> None:
    async with calling(server) as caller:
        (prompt,) = (await caller.client.list_prompts()).prompts
        assert prompt.name == "tax"
        got = await caller.client.get_prompt("tax", {"question": QUESTION})
        assert QUESTION in str(got.messages[0].content)
