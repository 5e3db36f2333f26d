"""The Azure desk for MCP clients, by the SDK's own client over HTTP: the four statuses, and what is refused."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from src.bootstrap import build
from src.desks.catalogue import read_settings
from tests.desks.azure.doubles import GROUP, SUBSCRIPTION, Doorman, ToldArm, plug, storage
from tests.mcp_server.clients import ERAS, calling, opened
from tests.serving import Served

SECRET = "made-up-and-told-to-nobody"
UNKNOWN = f"dos-{'f' * 32}"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server of this module, its door open, and its only caller logged in."""
    made = plug(ToldArm(dict(storage())), Doorman())
    folder: Path = tmp_path_factory.mktemp("dossiers")
    settings = read_settings([made], tess_data_dir=folder, tess_model="offline", _env_file=None)
    async with opened(build(settings, desks=[made], watched=True)) as server:
        async with calling(server) as caller:
            await caller.ask("azure_login", azure_access_token="t")  # of a double
        yield server


@pytest.mark.parametrize("era", ERAS)
async def test_an_error_is_looked_into(server: Served, era: str) -> None:
    async with calling(server, era) as caller:
        login = await caller.ask("azure_login", azure_access_token="t")  # of a double
        where = {"azure_subscription": SUBSCRIPTION, "resource_group": "data"}
        file = {"path": "main.tf", "content": "# storage", "relevance": "primary"}
        found = await caller.ask(
            "azure_debug_error",
            error_description="403 AuthorizationFailure on container raw",
            context={"source_files": [file], "environment_info": where},
            azebal_token=login["azebal_token"],
        )
        assert (found["status"], found["progress"]) == ("done", 100)
        assert found["findings"][0]["quote"] == "properties.networkAcls.defaultAction: Deny"
        assert any(GROUP in one["request"] for one in found["evidence"])
        again = await caller.ask(
            "azure_debug_error_continue",
            session_id=found["trace_id"],
            error_description="SkuNotAvailable in location 'westeurope'",
        )
        assert (again["status"], again["trace_id"]) == ("fail", found["trace_id"])


@pytest.mark.parametrize(
    ("tool", "given", "code"),
    [
        ("azure_login", {"token": "forged"}, "azure_token_forged"),
        ("azure_debug_error", {"error_description": " "}, "azure_description_blank"),
        ("azure_debug_error", {"error_description": "x" * 60_000}, "azure_description_too_long"),
        (
            "azure_debug_error",
            {"error_description": "x", "azebal_token": "no"},
            "azure_login_needed",
        ),
        ("azure_debug_error_continue", {"trace_id": "dos-1"}, "unknown_dossier"),
        ("azure_debug_error_continue", {"trace_id": UNKNOWN}, "unknown_dossier"),
    ],
)
async def test_what_is_refused_has_a_code(
    server: Served, tool: str, given: dict[str, str], code: str
) -> None:
    async with calling(server, ERAS[0]) as caller:
        refused = await caller.call(tool, **given)
        assert refused.is_error
        assert refused.structured_content["code"] == code


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("azure_login", {"azure_access_token": {"value": SECRET}}),
        ("azure_login", {"token": "t", "password": SECRET}),
        ("azure_debug_error", {"error_description": [SECRET]}),
        ("azure_debug_error", {"error_description": "x", "context": {"source_files": SECRET}}),
    ],
)
async def test_arguments_that_do_not_fit_are_not_repeated(
    server: Served, tool: str, given: dict[str, object]
) -> None:
    async with calling(server, ERAS[0]) as caller:
        refused = await caller.call(tool, **given)
        assert refused.is_error
        assert SECRET not in refused.model_dump_json()
