"""Microsoft Learn asked over MCP on a real socket: what goes wrong is told as a word, and the next call works."""

import json
from collections.abc import Awaitable, Callable

import pytest
from pydantic import JsonValue

from src.desks.tsg.outside import CallFailed
from src.desks.tsg.services.learn_mcp import MOST_FOUND, LearnSession
from standins.server import StandinServer, standing_in
from standins.tsg.pages import SITE
from standins.tsg.server import MCP_PATH, LearnStandin
from tests.desks.tsg.services.endless import endless
from tests.desks.tsg.talking import world

PAGE = f"{SITE}operations/when-something-is-wrong"
SEARCH = "microsoft_docs_search"

Ask = Callable[[LearnSession], Awaitable[object]]


def broken(**reply: JsonValue) -> JsonValue:
    """Return a reply to every request over MCP."""
    return {"method": "POST", "path": MCP_PATH, **reply}


async def asked(ask: Ask, seconds: float = 20, **keys: JsonValue) -> tuple[object, StandinServer]:
    """Return what came of a question in a world, and the server of it."""
    with standing_in(LearnStandin(world(**keys))) as server:
        async with LearnSession(f"{server.url}{MCP_PATH}", seconds=seconds) as session:
            return await ask(session), server


async def test_a_search_and_a_page() -> None:
    async def ask(session: LearnSession) -> object:
        found = await session.search("storage_failed")
        return found, (await session.fetch(PAGE)).title

    said, server = await asked(ask)
    assert said == ([PAGE], "When something is wrong")
    handshakes = [one for one in server.requests if b'"initialize"' in one.body]
    assert len(handshakes) == 1  # one client for one research


@pytest.mark.parametrize(
    "text",
    [
        '{"results":[{"title":"A","contentUrl":"https://learn.microsoft.com/x","content":"c"}]}',
        '[{"title":"A","url":"https://learn.microsoft.com/x","content":"c"}]',
        '{"results":[{"contentUrl":"https://learn.microsoft.com/x","content":"# A\\nc"}]}',
    ],
)
async def test_every_form_of_results_is_read(text: str) -> None:
    said, _ = await asked(lambda session: session.search("x"), says={SEARCH: text})
    assert said == ["https://learn.microsoft.com/x"]


async def test_of_ten_thousand_results_a_few_are_looked_at() -> None:
    rows = [{"url": f"https://learn.microsoft.com/{n}", "content": ""} for n in range(10_000)]
    said, _ = await asked(lambda session: session.search("x"), says={SEARCH: json.dumps(rows)})
    assert isinstance(said, list)
    assert len(said) == MOST_FOUND


async def test_a_renamed_tool_is_found_by_what_it_takes() -> None:
    said, _ = await asked(
        lambda session: session.search("storage_failed"), names={SEARCH: "search_docs_v2"}
    )
    assert said


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"says": {SEARCH: "plain text that is no JSON"}}, "unreadable"),
        ({"errors": {SEARCH: f"Unknown tool: {SEARCH}"}}, "not_offered"),
        ({"errors": {SEARCH: "Something failed"}}, "refused"),
        ({"responses": [broken(body="hello")]}, "unreadable"),
        ({"responses": [broken(status=404)]}, "gone"),
        ({"responses": [broken(fault="reset")]}, "unreachable"),
        ({"responses": [broken(delay=60)]}, "slow"),
        ({"responses": [broken(status=429, headers={"retry-after": "999"})]}, "busy"),
        (
            {"responses": [broken(status=302, headers={"location": "http://127.0.0.1:1/"})]},
            "unreadable",
        ),
    ],
)
async def test_what_goes_wrong_is_a_word(keys: dict[str, JsonValue], problem: str) -> None:
    async def ask(session: LearnSession) -> object:
        with pytest.raises(CallFailed) as failed:
            await session.search("storage_failed")
        return failed.value.problem

    said, _ = await asked(ask, 0.5 if problem == "slow" else 20, **keys)
    assert said == problem


async def test_after_a_broken_reply_the_next_call_works() -> None:
    once = [broken(status=200, body="hello")]

    with standing_in(LearnStandin(world(responses=once))) as server:
        standin = server.standin
        assert isinstance(standin, LearnStandin)
        async with LearnSession(f"{server.url}{MCP_PATH}") as session:
            with pytest.raises(CallFailed):
                await session.search("storage_failed")
            standin.world = world()
            assert (await session.fetch(PAGE)).text.startswith("# When something is wrong")


async def test_tools_are_listed_again_where_one_was_renamed_meanwhile() -> None:
    with standing_in(LearnStandin(world())) as server:
        standin = server.standin
        assert isinstance(standin, LearnStandin)
        async with LearnSession(f"{server.url}{MCP_PATH}") as session:
            assert await session.search("storage_failed")
            standin.learn = world(names={SEARCH: "search_docs_v2"})
            assert await session.search("storage_failed")
    assert sum(b'"tools/list"' in one.body for one in server.requests) == 2


async def test_a_server_inside_the_network_is_not_asked() -> None:
    learn = LearnSession("https://learn.microsoft.com/api/mcp", resolve=lambda _: ("10.0.0.4",))
    async with learn as session:
        with pytest.raises(CallFailed) as failed:
            await session.search("x")
    assert failed.value.problem == "not_asked"


async def test_a_page_of_ten_megabytes_is_given_up_and_the_next_call_works() -> None:
    large: JsonValue = {"microsoft_docs_fetch": "a" * (10 * 1024 * 1024)}

    async def ask(session: LearnSession) -> object:
        with pytest.raises(CallFailed) as failed:
            await session.fetch(PAGE)
        return failed.value.problem, bool(await session.search("storage_failed"))

    said, _ = await asked(ask, says=large)
    assert said == ("unreadable", True)


async def test_an_answer_that_never_ends_is_given_up() -> None:
    async with (
        endless() as url,
        LearnSession(f"{url}{MCP_PATH}", seconds=0.3) as session,
    ):
        with pytest.raises(CallFailed) as failed:
            await session.search("storage_failed")
    assert failed.value.problem == "slow"
