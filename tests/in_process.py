"""The ``tess`` command in the process of the tests, for what does not depend on its having one of its own."""

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from src import cli


def tess(*arguments: str, data_dir: Path, **settings: str) -> CompletedProcess[str]:
    """Run a command with these settings and no others; a process would take a second to import what it needs."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as environment,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        for name, value in {"TESS_DATA_DIR": str(data_dir), "API_PORT": "1", **settings}.items():
            environment.setenv(name, value)
        try:
            status = cli.main(arguments)
        except SystemExit as ended:  # wrong use, told by argparse
            status = int(ended.code or 0)
    return CompletedProcess(arguments, status, out.getvalue(), err.getvalue())
