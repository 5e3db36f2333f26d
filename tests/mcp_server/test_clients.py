"""Clients that others wrote: the TypeScript SDK, the Inspector's command line, and the protocol's conformance suite."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from src.settings import PROJECT_ROOT
from tests.mcp_server import node_clients
from tests.mcp_server.fixture_door import FixtureDoor
from tests.mcp_server.script import SCRIPTS, both_desks, chosen, library
from tests.serving import served

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID = [(one.desk, one.question, one.leave_out, one.put_back) for one in SCRIPTS]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A server of this module, its door open, with the fixtures of the conformance suite."""
    parts = both_desks(library(tmp_path_factory.mktemp("library")))
    async with served(parts, make_door=FixtureDoor) as server:
        yield f"http://127.0.0.1:{server.port}/mcp"


async def run(*command: str) -> tuple[int, str]:
    """Run a program of Node, and return its exit status and all that it said."""
    node_clients.needed()
    process = await asyncio.create_subprocess_exec(
        str(node_clients.NODE),
        *command,
        cwd=node_clients.PLACE,
        env=node_clients.environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, told.decode()


async def test_the_typescript_sdk_holds_the_conversations_of_the_docs(url: str) -> None:
    status, told = await run("conversation.mjs", url, json.dumps(SAID))
    assert status == 0, told
    assert f"```text\n{told}```" in (PROJECT_ROOT / "docs" / "mcp.md").read_text("utf-8"), told


async def test_the_inspector_finds_nothing_wrong_with_the_tools(url: str) -> None:
    command = ("node_modules/.bin/mcp-inspector", "--cli", url, "--transport", "http")
    status, told = await run(*command, "--method", "tools/list", "--strict")
    assert (status, '"name": "ask"' in told) == (0, True), told


async def test_the_inspector_goes_through_the_script(url: str) -> None:
    status, told = await run("inspector.mjs", url, json.dumps(SAID))
    assert status == 0, told
    results = [json.loads(line) for line in told.splitlines()]
    for script, at in zip(SCRIPTS, range(0, len(results), 6), strict=True):
        *talk, done, answer, undone = results[at : at + 6]
        assert [chosen(one) for one in talk] == [script.found, script.left, script.back]
        assert script.quote in str(done["claims"])
        assert answer["claims"] == done["claims"]
        assert undone["version"] == 5


async def test_the_conformance_suite_passes(url: str) -> None:
    suite = ("node_modules/.bin/conformance", "server", "--url", url, "--suite", "all")
    status, told = await run(*suite, "--expected-failures", "expected-failures.yml")
    assert status == 0, told[told.find("=== SUMMARY") :]
