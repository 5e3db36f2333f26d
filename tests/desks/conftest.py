"""The stores that a desk is driven over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dossier.postgres_server import PostgresServer, started


@pytest.fixture(scope="package")
def postgres() -> Iterator[PostgresServer]:
    yield from started()


@pytest.fixture(params=["files", "database"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, object]]:
    """The settings of a store that is empty."""
    if request.param == "files":
        yield {"tess_data_dir": tmp_path}
        return
    with request.getfixturevalue("postgres").schema() as url:
        yield {"tess_data_dir": tmp_path, "database_url": url}
