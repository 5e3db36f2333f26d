"""Data that lies beside the project, such as official texts and what people marked, for the tests of every desk."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


def real(name: str) -> Path:
    """Return a file or folder of this data, which lies in ``../shared/data`` or where ``TESS_MATERIAL_DIR`` says.

    Without it the test is skipped, but fails on the build server.
    """
    folder = Path(os.environ.get("TESS_MATERIAL_DIR") or PROJECT.parent / "shared" / "data")
    path = folder.resolve() / name
    if not path.exists():
        reason = f"no {name} in {folder}: point TESS_MATERIAL_DIR to a folder that has it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)  # a newcomer has no such data; a build without it fails, just above
    return path
