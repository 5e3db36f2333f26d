"""What is given wrongly has a code of its own, is looked at in a fixed order, and is never told back."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from src.bootstrap import build
from src.desks.azure.attached import LARGEST_FILE, MOST_FILES, Attachments, SourceFile
from src.desks.catalogue import read_settings
from src.errors import TessError
from tests.desks.azure.doubles import Doorman, ToldArm, plug
from tests.mcp_server.clients import ERAS, calling, opened
from tests.serving import Served

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "a value that nobody may see again"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server of this module, its door open."""
    made = plug(ToldArm(), Doorman())
    folder: Path = tmp_path_factory.mktemp("dossiers")
    settings = read_settings([made], tess_data_dir=folder, tess_model="offline", _env_file=None)
    async with opened(build(settings, desks=[made], watched=True)) as server:
        yield server


async def code_of(server: Served, tool: str, given: dict[str, Any]) -> str:
    """Return by which code a call is refused; nothing of what was given is told back."""
    async with calling(server, ERAS[0]) as caller:
        refused = await caller.call(tool, **given)
        assert refused.is_error
        assert SECRET not in refused.model_dump_json()
        said: dict[str, Any] = refused.structured_content or {}
        return str(said.get("code"))


async def test_what_is_wrong_is_told_in_this_order(server: Served) -> None:
    assert await code_of(server, "azure_debug_error", {"error_description": ""}) == (
        "azure_login_needed"
    )
    async with calling(server, ERAS[0]) as caller:
        await caller.ask("azure_login", token="t")
    given: dict[str, Any] = {
        "azebal_token": SECRET,
        "error_description": SECRET * 2_000,
        "context": {"source_files": [{"path": "a", "content": SECRET}] * (MOST_FILES + 1)},
        "trace_id": SECRET,
    }
    mended: tuple[tuple[str, dict[str, Any]], ...] = (
        ("azure_login_needed", {"azebal_token": ""}),
        ("azure_description_too_long", {"error_description": "403"}),
        ("azure_too_many_files", {"context": {}}),
        ("unknown_dossier", {}),
    )
    for code, mend in mended:
        assert await code_of(server, "azure_debug_error_continue", given) == code, given
        given |= mend


@pytest.mark.parametrize(
    "given",
    [
        {"token": [SECRET]},
        {"azure_access_token": {"value": SECRET}},
    ],
)
async def test_arguments_of_a_wrong_form_are_not_told_back(
    server: Served, given: dict[str, Any]
) -> None:
    assert await code_of(server, "azure_login", given)


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ([("a", "x")] * (MOST_FILES + 1), "azure_too_many_files"),
        ([("a", "é" * (LARGEST_FILE // 2 + 1))], "azure_file_too_large"),
        ([(f"{n}", "x" * LARGEST_FILE) for n in range(6)], "azure_files_too_large"),
        ([("a/../../b", "x")], "azure_file_path"),
        ([("C:\\a", "x")], "azure_file_path"),
        ([("a\nb", "x")], "azure_file_path"),
        ([("a", "\ufffd" * 50)], "azure_file_binary"),
    ],
)
async def test_files_are_refused_by_what_is_wrong_with_them(
    files: list[tuple[str, str]], code: str
) -> None:
    given = [SourceFile(path=path, content=content) for path, content in files]
    with pytest.raises(TessError) as told:
        Attachments().keep(given)
    assert told.value.code == code
