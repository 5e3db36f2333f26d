"""A library with the small documentation, ingested once a module."""

from pathlib import Path

import pytest

from tests.desks.docs.acme import ingest, write_pages


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collection ``acme``."""
    folder = tmp_path_factory.mktemp("docs")
    write_pages(folder / "pages")
    ingest(folder / "data", folder / "pages")
    return folder / "data"
