"""The benchmark of several processes runs on both stores; how fast it is stands in no test."""

import json
from pathlib import Path

import pytest

from benchmarks import processes

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("place", ["files", "postgres"])
def test_it_prints_a_figure_for_each_number_of_processes(
    place: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = str(tmp_path) if place == "files" else request.getfixturevalue("database_url")
    processes.main(["--at", at, "--small", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert [one["processes"] for one in figures] == [1, 2, 4]
    assert all(one["turns_per_second"] > 0 for one in figures)
