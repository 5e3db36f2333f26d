"""A database for benchmarks: the one that is named, or one of our own."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def database(address: str | None) -> Iterator[str]:
    """Give the address of a database for as long as the block lasts; an empty one where there is none to be had."""
    if address:
        yield address
        return
    try:
        from tests.dossier.postgres_server import PostgresServer
    except ImportError:
        yield ""
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        server = PostgresServer(Path(place) / "data")
        try:
            with server.schema() as schema:
                yield schema
        finally:
            server.stop()
