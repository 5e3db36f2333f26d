"""The benchmark of a collection that grows, on few pages."""

import json

import pytest

from benchmarks import search_scale as benchmark
from tests.shared_data import real

pytestmark = pytest.mark.benchmark


def test_benchmark_runs_small(capsys: pytest.CaptureFixture[str]) -> None:
    data = real("docs-fastapi")
    benchmark.main(["--small", "--json", "--data", str(data)])
    words, vectors = json.loads(capsys.readouterr().out)
    assert words["sections"] == vectors["sections"] > 1_000
    assert vectors["disk_mb"] > words["disk_mb"] > 0
