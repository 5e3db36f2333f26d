"""Two servers with a data folder each and one database: what is ingested at one answers at the other."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from src.commands.local_server import own_server, read, send
from tests.desks.docs.acme import QUESTION, write_pages
from tests.in_process import tess
from tests.lending import with_starter_index

SECRET = "s" * 40


class TwoServers:
    """Real servers on sockets of their own, each with its data folder."""

    def __init__(self, urls: list[str], folders: list[Path], settings: dict[str, str]) -> None:
        self.urls, self.folders, self.settings = urls, folders, settings

    def ingest(self, at: int, pages: Path, *options: str) -> None:
        """Ingest with the settings of one server."""
        command = ("ingest", str(pages), "--collection", "acme", *options)
        done = tess(*command, data_dir=self.folders[at], **self.settings)
        assert done.returncode == 0, done.stderr

    def ask(self, at: int, token: str = "", question: str = QUESTION) -> str:
        reply: dict[str, Any] = send(self.urls[at], {"message": question, "desk": "docs"}, token)
        assert reply["status"] == "success"
        return str(reply["response"])

    def listed(self, at: int, token: str = "") -> list[str]:
        found = read(self.urls[at], "/collections", token)["collections"]
        return [collection["name"] for collection in found]


@contextmanager
def two_servers(tmp_path: Path, **given: str) -> Iterator[TwoServers]:
    settings = {"TESS_MODEL": "offline", **given}
    folders = [with_starter_index(tmp_path / name) for name in "ab"]
    with ExitStack() as stack:
        urls = [
            stack.enter_context(own_server({**settings, "TESS_DATA_DIR": str(folder)}))
            for folder in folders
        ]
        yield TwoServers(urls, folders, settings)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    write_pages(tmp_path / "pages")
    return tmp_path / "pages"


def test_what_is_ingested_at_one_server_answers_at_the_other(
    database_url: str, pages: Path, tmp_path: Path
) -> None:
    with two_servers(tmp_path, DATABASE_URL=database_url) as servers:
        assert servers.listed(1) == []
        servers.ingest(0, pages)
        assert servers.listed(1) == ["acme"]
        assert "ACME_PORT" in servers.ask(1)
        text = (pages / "server.md").read_text().replace("ACME_PORT", "ACME_GATE")
        (pages / "server.md").write_text(text)
        servers.ingest(1, pages)
        assert ["ACME_GATE" in servers.ask(at) for at in (0, 1)] == [True, True]
        shutil.rmtree(servers.folders[0] / "library" / "collections")
        assert "ACME_GATE" in servers.ask(0)


def test_a_killed_ingest_leaves_both_servers_with_what_they_had(
    database_url: str, pages: Path, tmp_path: Path
) -> None:
    with two_servers(tmp_path, DATABASE_URL=database_url) as servers:
        servers.ingest(0, pages)
        before = [servers.ask(at) for at in (0, 1)]
        (pages / "server.md").unlink()
        (pages / "more.md").write_text("".join(f"# Part {n}\n\nText {n}.\n\n" for n in range(9999)))
        child = subprocess.Popen(
            [sys.executable, "-m", "src.cli", "ingest", str(pages), "--collection", "acme"],
            env={**os.environ, **servers.settings, "TESS_DATA_DIR": str(servers.folders[0])},
            stdout=subprocess.DEVNULL,
        )
        index = servers.folders[0] / "library" / "collections" / "acme"
        held = set(index.glob("index-*"))
        while set(index.glob("index-*")) == held:  # until it writes
            assert child.poll() is None
        child.kill()
        child.wait()
        assert [servers.ask(at) for at in (0, 1)] == before


def test_a_tenants_collection_is_found_by_that_tenant_alone(
    database_url: str, pages: Path, tmp_path: Path
) -> None:
    given = {"DATABASE_URL": database_url, "TESS_TOKEN_SECRET": SECRET}
    with two_servers(tmp_path, **given) as servers:
        servers.ingest(0, pages, "--tenant", "acme")
        mine, theirs = (token(tmp_path, tenant, **given) for tenant in ("acme", "other"))
        assert [servers.listed(at, mine) for at in (0, 1)] == [["acme"], ["acme"]]
        assert [servers.listed(at, theirs) for at in (0, 1)] == [[], []]
        assert "ACME_PORT" in servers.ask(1, mine)
        assert "ACME_PORT" not in servers.ask(1, theirs)


def token(folder: Path, tenant: str, **settings: str) -> str:
    command = ("token", "create", f"{tenant}@{tenant}.nl", "--tenant", tenant, "--expires", "1d")
    return tess(*command, data_dir=folder, **settings).stdout.strip()
