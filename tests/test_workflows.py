"""The workflows run what a newcomer runs, on every system and Python that is supported, and actionlint is content."""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.generated_locks import PYTHONS
from tests.mcp_server.node_clients import NODE, PLACE, environment, needed

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TESTS = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
JOBS: dict[str, dict[str, Any]] = yaml.safe_load(TESTS)["jobs"]

NOT_YET_KNOWN = 'label "ubuntu-24.04-arm" is unknown'
"""This release of actionlint is older than the machine; a job of the workflow runs a newer one."""


def commands(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def test_every_supported_python_runs_on_linux_on_arm64_and_on_macos() -> None:
    matrix = JOBS["unix"]["strategy"]["matrix"]
    assert tuple(matrix["python"]) == PYTHONS
    assert {re.sub(r"-(latest|24\.04)", "", name) for name in matrix["os"]} == {
        *("ubuntu", "ubuntu-arm", "macos")
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={PYTHONS[0]}"


def test_the_workflow_does_nothing_that_cannot_be_done_at_home() -> None:
    assert commands("unix") == [".ci/run"]
    assert commands("windows")[-1].endswith(" .ci/run")
    assert all(line.startswith(("wsl ", "git config ")) for line in commands("windows"))


def test_no_workflow_may_write_or_is_given_a_secret() -> None:
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
        assert "secrets." not in text
        assert "pull_request_target" not in text


@pytest.mark.timeout(300)
@pytest.mark.parametrize("broken", [False, True])
def test_actionlint_finds_nothing(broken: bool, tmp_path: Path) -> None:
    needed()
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        misspelt = text.replace("matrix.python", "matrix.pyton") if broken else text
        (tmp_path / path.name).write_text(misspelt, "utf-8")
    command = [str(NODE), "lint.mjs", *map(str, tmp_path.iterdir())]
    found = json.loads(subprocess.check_output(command, cwd=PLACE, env=environment()))
    told = [one["message"] for one in found if not one["message"].startswith(NOT_YET_KNOWN)]
    assert bool(told) == broken, told
