"""A data folder with a library, a dossier and one answer; and ``tess``, as a person runs it."""

import asyncio
from pathlib import Path

import pytest

from tests.in_process import Tess, captured
from tests.lending import with_library
from tests.review.fixture_law import (
    SAYS_RATE,
    SAYS_WOOD,
    dossiers_in,
    drafted,
    scripted,
    sources_in,
    talked,
    two_versions,
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.setenv("OPENAI_API_KEY", "")
    (tmp_path / "files").mkdir()
    laws = two_versions(tmp_path / "files")
    with_library(tmp_path, laws)
    draft = drafted(SAYS_RATE, SAYS_WOOD, conclusion="Het tarief is 21%.")
    asyncio.run(talked(dossiers_in(tmp_path), scripted(draft), sources_in(*laws)))
    return tmp_path


@pytest.fixture
def tess(capsys: pytest.CaptureFixture[str]) -> Tess:
    return captured(capsys)
