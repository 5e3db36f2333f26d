"""The benchmark of collections, on few sections."""

import json

import pytest

from benchmarks import collections as benchmark

pytestmark = pytest.mark.benchmark


def test_benchmark_runs_small(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--small", "--json"])
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["sections"], found["changed"]) == (200, 10)
    seconds = (found["build_seconds"], found["change_seconds"], found["unchanged_seconds"])
    assert all(one > 0 for one in seconds)
    benchmark.main(["--small"])
    assert "| 200 " in capsys.readouterr().out
