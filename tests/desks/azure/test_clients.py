"""The script by the SDK's client (HTTP and standard input, both protocols, with and without forms) and in Node."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from src.bootstrap import Parts, build
from src.desks.catalogue import read_settings
from tests.desks.azure import script
from tests.mcp_server.clients import ERAS, Person, calling, opened
from tests.mcp_server.test_clients import run
from tests.mcp_server.test_the_script import over_standard_input
from tests.serving import Served

pytestmark = pytest.mark.asyncio(loop_scope="module")

WITH_FORMS = pytest.mark.parametrize("has_forms", [False, True], ids=["without", "with forms"])
IN_NODE = json.dumps(
    [
        ["azure_login", {"token": "t"}],
        ["azure_debug_error", {"error_description": script.VAGUE}],
        ["azure_debug_error_continue", {"trace_id": "$trace", "error_description": script.NAMED}],
        ["azure_debug_error", {"error_description": script.NOWHERE}],
        ["azure_debug_error", {"error_description": script.RESTLESS}],
    ]
)


def engine(folder: Path) -> Parts:
    made = script.scripted()
    given = {"tess_data_dir": folder, "tess_model": "offline", "_env_file": None}
    return build(read_settings([made], **given), desks=[made], watched=True)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server of this module, its door open."""
    async with opened(engine(tmp_path_factory.mktemp("dossiers"))) as server:
        yield server


@WITH_FORMS
@pytest.mark.parametrize("era", ERAS)
async def test_over_http(server: Served, era: str, has_forms: bool) -> None:
    person = Person() if has_forms else None
    async with calling(server, era, person) as caller:
        await script.go_through(caller, person)


@pytest.mark.parametrize(
    ("era", "has_forms"),
    [
        (ERAS[1], True),
        pytest.param(ERAS[1], False, marks=pytest.mark.deep),
        pytest.param(ERAS[0], True, marks=pytest.mark.deep),
        pytest.param(ERAS[0], False, marks=pytest.mark.deep),
    ],
)
async def test_over_standard_input(tmp_path: Path, era: str, has_forms: bool) -> None:
    person = Person() if has_forms else None
    async with over_standard_input(engine(tmp_path), tmp_path, era, person) as caller:
        await script.go_through(caller, person)


@pytest.mark.parametrize("client", [pytest.param("sdk", marks=pytest.mark.deep), "inspector"])
async def test_in_node(server: Served, client: str) -> None:
    url = f"http://127.0.0.1:{server.port}/mcp"
    status, told = await run("calls.mjs", client, url, IN_NODE)
    assert status == 0, told
    _, *results = [json.loads(line) for line in told.splitlines()]
    assert [one["status"] for one in results] == ["request", "done", "fail", "continue"]
    assert results[1]["findings"][0]["quote"] == script.LINE
