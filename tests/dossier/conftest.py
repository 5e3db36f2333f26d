"""A database for tests, where they ask for one."""

from collections.abc import Iterator

import pytest

from tests.dossier.postgres_server import PostgresServer, started


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    yield from started()


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a schema of this test's own."""
    with postgres.schema() as url:
        yield url
