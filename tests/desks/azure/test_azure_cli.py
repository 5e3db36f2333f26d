"""``./tess azure``: by ``--az`` the token is what the Azure CLI prints, and no trace is begun by going on with it."""

import asyncio
import json
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest

from src.bootstrap import Parts
from src.cli import main
from tests.desks.azure.standing import azure, installed, serving, standin_of

SRC = Path(__file__).resolve().parents[3] / "src"
SCRIPT = """#!/bin/sh
echo "$@" > "$(dirname "$0")/asked"
{says}
"""
PRINTS = """cat <<'JSON'
{json}
JSON"""
LOGGED_OUT = """echo "ERROR: Please run 'az login' to setup account." >&2
exit 1"""


def put_az(folder: Path, says: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put an ``az`` in front of all that there may be; return where it notes what it is asked."""
    program = folder / "bin" / "az"
    program.parent.mkdir()
    program.write_text(SCRIPT.format(says=says))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program.parent / "asked"


def login(token: str, subscription: str) -> str:
    """Return what ``az account get-access-token`` prints."""
    ends = int(time.time()) + 3_600
    local = time.strftime("%Y-%m-%d %H:%M:%S.000000", time.localtime(ends))
    said = {"accessToken": token, "expiresOn": local, "expires_on": ends}
    said |= {"subscription": subscription, "tenant": subscription, "tokenType": "Bearer"}
    return PRINTS.format(json=json.dumps(said, indent=2))


@contextmanager
def running(parts: Parts) -> Iterator[int]:
    """Serve an engine in a thread of its own, as the command is to have this one; yield its port."""
    ports: Queue[int] = Queue()
    ending = threading.Event()

    async def serve() -> None:
        async with serving(parts) as server:
            ports.put(server.port)
            await asyncio.to_thread(ending.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        yield ports.get()
    finally:
        ending.set()
        thread.join()


def test_the_token_of_the_azure_cli_logs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with azure() as arm:
        mine = standin_of(arm)
        printed = login(mine.token(), mine.drawn["sub1"])
        asked = put_az(tmp_path, printed, monkeypatch)
        monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
        with running(installed(tmp_path, arm.url)) as port:
            monkeypatch.setenv("API_PORT", str(port))
            assert main(["azure", "login", "--az"]) == 0
    assert asked.read_text().split() == [
        *("account", "get-access-token", "--output", "json"),
        *("--resource", "https://management.azure.com"),
    ]
    told = capsys.readouterr().out
    assert told.startswith("Logged in as dev@contoso.example in tenant ")
    assert mine.drawn["sub1"] in told
    token = printed.split('"accessToken": "')[1].split('"')[0]
    kept = [one for one in tmp_path.rglob("*") if one.is_file() and one.parent != asked.parent]
    assert not any(token.encode() in one.read_bytes() for one in kept)


def test_who_is_not_logged_in_there_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with azure() as arm:
        put_az(tmp_path, LOGGED_OUT, monkeypatch)
        monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
        with running(installed(tmp_path, arm.url)) as port:
            monkeypatch.setenv("API_PORT", str(port))
            assert main(["azure", "login", "--az"]) == 1
            told = "The Azure CLI gave no token: run az login first.\n"
            assert capsys.readouterr() == ("", told)
            monkeypatch.setitem(sys.modules, "azure.identity", None)  # as where it is not installed
            assert main(["azure", "login", "--az"]) == 1
            told = "--az needs the extra azure: pip install 'tess[azure]'.\n"
            assert capsys.readouterr() == ("", told)


def test_an_unknown_trace_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    token = tmp_path / "token"
    with azure() as arm:
        token.write_text(standin_of(arm).token())
        monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
        with running(installed(tmp_path, arm.url)) as port:
            monkeypatch.setenv("API_PORT", str(port))
            for trace in (f"dos-{'f' * 32}", "no id at all", "../desks"):
                given = ["azure", "continue", trace, "--token-file", str(token)]
                assert main(given) == 1
                assert capsys.readouterr() == ("", f"There is no trace {trace}.\n")
    assert not list(tmp_path.glob("dossiers/dos-*"))


def test_one_file_imports_azures_package() -> None:
    imports = re.compile(r"^\s*(?:from|import) azure\b", re.MULTILINE)
    users = [one for one in SRC.rglob("*.py") if imports.search(one.read_text("utf-8"))]
    assert [one.relative_to(SRC).as_posix() for one in users] == ["desks/azure/commands/azure.py"]
