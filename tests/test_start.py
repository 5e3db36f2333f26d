"""What a start may cost: nothing heavy is imported before it is needed, and what stays the same is made once."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.rig.programs import running
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.settings import TaxSettings
from src.settings import PROJECT_ROOT

HEAVY = {
    *("openai", "aiohttp", "httpx2", "streamlit", "psycopg", "opentelemetry.sdk", "opentelemetry.exporter"),
    *("mcp", "mcp_types", "sse_starlette", "src.mcp_server"),
    *("tantivy", "docx", "typst", "pypdf", "PIL", "prompt_toolkit", "ir_measures", "jwt", "cryptography", "tenacity"),
}  # fmt: skip
"""Needed by some commands, or by some settings of a server."""

OF_A_SERVER = {"fastapi", "starlette", "uvicorn", "numpy", "lingua", "lxml", "prometheus_client"}

OF_OTHERS = {"websockets.sync.client", "rich"}
"""What commands need, or libraries would import for what no server does."""

OF_A_TASK = {
    "src.desks.tax.offline.answer",
    "src.desks.tax.offline.names",
    "lxml",
}
"""What certain requests need."""

OF_TALKING = {"pydantic", "pydantic_settings", "asyncio", "websockets", "urllib.request", "rich"}
"""What only commands need that do something."""

LISTING = """
import atexit, json, os, sys

def list_modules(variable):
    with open(os.environ[variable], "w") as file:
        json.dump(sorted(sys.modules), file)

sys.addaudithook(lambda event, _: list_modules("LISTED_BEFORE") if event == "subprocess.Popen" else None)
atexit.register(list_modules, "LISTED")
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return what lets a process list its modules before it starts another and when it ends; the other is not told."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(LISTING, "utf-8")
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(site), str(PROJECT_ROOT)]),
        "LISTED": str(tmp_path / "modules.json"),
        "LISTED_BEFORE": str(tmp_path / "before.json"),
        "TESS_DATA_DIR": str(tmp_path / "data"),
        "API_PORT": "1",  # nobody listens there
        "TESS_MODEL": "offline",
    }


def imported(environment: dict[str, str], until: str = "LISTED") -> set[str]:
    """Return the modules that the process had imported in the end, or until then."""
    return set(json.loads(Path(environment[until]).read_text("utf-8")))


def run(environment: dict[str, str], *arguments: str) -> set[str]:
    command = [sys.executable, "-m", "src.cli", *arguments]
    subprocess.run(command, env=environment, cwd=PROJECT_ROOT, check=True, capture_output=True)
    return imported(environment)


def test_help_imports_nothing_that_only_commands_need(environment: dict[str, str]) -> None:
    modules = run(environment, "--help")
    assert "argparse" in modules
    assert not modules & (HEAVY | OF_A_SERVER | OF_TALKING)


def test_who_asks_imports_nothing_that_only_servers_need(environment: dict[str, str]) -> None:
    modules = run(environment, "ask", "Binnen welke termijn moet ik bezwaar maken?")
    assert {"websockets", "rich"} <= modules
    assert not modules & (HEAVY | OF_A_SERVER)
    assert not any(name.startswith("src.dossier.") for name in modules)


def test_an_idle_server_imports_nothing_that_its_settings_do_not_ask_for(
    environment: dict[str, str],
) -> None:
    command = [sys.executable, "-m", "src.cli", "serve", "--port", "0"]
    with running(command, environment) as server:
        assert "TESS listens" in server.first_line
    modules = imported(environment)
    assert {"fastapi", "src.agent"} <= modules
    assert not modules & (HEAVY | OF_OTHERS | OF_A_TASK)


def test_the_index_of_the_starter_corpus_is_built_once(tmp_path: Path) -> None:
    library, starter = tmp_path / "library", TaxSettings().starter_dir
    first = LibraryRetriever(library, starter)
    (kept,) = library.iterdir()
    written = kept.stat()
    again = LibraryRetriever(library, starter)
    assert again.state == first.state
    assert [one.stat() for one in library.iterdir()] == [written]


def test_a_damaged_index_of_the_starter_corpus_is_replaced(tmp_path: Path) -> None:
    library, starter = tmp_path / "library", TaxSettings().starter_dir
    whole = LibraryRetriever(library, starter).state
    (kept,) = library.iterdir()
    (kept / "legislation" / "sources.jsonl").write_bytes(b"cut sho")
    assert LibraryRetriever(library, starter).state == whole
    assert LibraryRetriever(library, starter).state == whole
    assert (kept / "legislation" / "sources.jsonl").stat().st_size > len(b"cut sho")


def test_an_index_of_another_starter_corpus_makes_room(tmp_path: Path) -> None:
    library, starter = tmp_path / "library", TaxSettings().starter_dir
    LibraryRetriever(library, starter)
    other = tmp_path / "other" / "starter"
    shutil.copytree(starter, other)
    found = LibraryRetriever(library, other)  # without the search words that stand beside the first
    assert found.state.fingerprint != LibraryRetriever(library, starter).state.fingerprint
    assert len(list(library.iterdir())) == 1


def test_where_nothing_can_be_kept_the_starter_corpus_is_searched_all_the_same() -> None:
    library = Path("/proc/tess/library")  # where nobody can make a folder, whoever they are
    assert LibraryRetriever(library, TaxSettings().starter_dir).state.starter
    assert not library.exists()


FORMS = """
import src.bootstrap
from src.desks.tax.law.bearing import compiled

print(compiled.cache_info().currsize)
"""


def test_a_start_compiles_no_form_of_quotes() -> None:
    assert subprocess.check_output([sys.executable, "-c", FORMS], cwd=PROJECT_ROOT) == b"0\n"


ENDS = """
import asyncio, os, signal
from src.api import serving
from src.api.server import serve
from src.settings import read_settings

serving.TICK_SECONDS = 3600

def end():
    os.kill(os.getpid(), signal.SIGTERM)

# Just after a tick, when the next one is furthest away.
serve(read_settings(), lambda _: asyncio.get_running_loop().call_soon(end))
"""


def test_an_idle_server_ends_without_waiting_for_a_tick(environment: dict[str, str]) -> None:
    settings = {**environment, "API_PORT": "0", "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "-c", ENDS]
    subprocess.run(command, env=settings, cwd=PROJECT_ROOT, check=True, timeout=60)
