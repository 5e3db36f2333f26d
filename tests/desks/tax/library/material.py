"""The real material for tests, where it is there, and the small corpus of our own."""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROJECT = HERE.parents[3]
DATA = HERE / "data"
STARTER = PROJECT / "data" / "starter"
_REAL = PROJECT.parent / "shared" / "data"


def real(name: str) -> Path:
    """Return a folder of real material; without it the test is skipped, but fails on the build server."""
    folder = _REAL / name
    if not folder.is_dir():
        reason = f"the real material {name} is not on this machine"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)  # a newcomer has no such material
    return folder
