"""Dossiers in PostgreSQL behind PgBouncer, which gives each transaction another connection of the server."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from src.dossier.postgres_store import PostgresStore
from src.dossier.store import DossierStore
from tests.dossier.postgres_server import PostgresServer
from tests.dossier.store_contract import StoreContract
from tests.dossier.turns import ticking
from tests.test_proxy import free_port

POOLER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")

pytestmark = pytest.mark.skipif(
    not POOLER and os.environ.get("CI") != "true",
    reason="PgBouncer is not installed (.ci/package installs Debian's)",
)

CONFIGURED = """
[databases]
* = host={host} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
server_idle_timeout = 1
server_round_robin = 1
"""


@contextmanager
def pooling(server: str) -> Iterator[int]:
    """Run PgBouncer in front of a server; the port that it listens on."""
    there, port = conninfo_to_dict(server), free_port()
    host, user = str(there["host"]), there.get("user", "postgres")
    # It refuses to be root: it is whoever the server is, for whom alone the socket is.
    owner = pwd.getpwuid(Path(host).stat().st_uid).pw_name
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "pgbouncer.ini"
        file.write_text(CONFIGURED.format(host=host, user=user, port=port))
        as_owner = ["-u", owner] if os.geteuid() == 0 else []
        pooler = subprocess.Popen([POOLER or "pgbouncer", "-q", *as_owner, str(file)])
        try:
            yield port
        finally:
            pooler.terminate()
            pooler.wait()


@pytest.fixture(scope="module")
def pooler(postgres: PostgresServer) -> Iterator[int]:
    with pooling(postgres.url) as port:
        _wait_for(make_conninfo(host="127.0.0.1", port=port, dbname="postgres"))
        yield port


def _wait_for(address: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
        else:
            return


class TestBehindAPooler(StoreContract):
    @pytest.fixture
    async def store(self, postgres: PostgresServer, pooler: int) -> AsyncIterator[DossierStore]:
        with postgres.database() as url:
            name = conninfo_to_dict(url)["dbname"]
            address = f"postgresql://127.0.0.1:{pooler}/{name}"
            store = await asyncio.to_thread(PostgresStore, address, ticking())
            yield store
            await store.close()
