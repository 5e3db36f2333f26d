"""The benchmark of a library that grows, on few articles."""

import json

import pytest

from benchmarks import scale as benchmark
from tests.shared_data import real

pytestmark = pytest.mark.benchmark


def test_benchmark_runs_small(capsys: pytest.CaptureFixture[str]) -> None:
    data = real("tax-law-2015").parent
    benchmark.main(["--small", "--json", "--data", str(data)])
    words, vectors = json.loads(capsys.readouterr().out)
    assert (words["articles"], vectors["articles"]) == (300, 300)
    assert (words["vectors"], vectors["vectors"]) == (False, True)
    assert vectors["index_mb"] > words["index_mb"] > 0


def test_copies_are_articles_of_their_own() -> None:
    article = {"bwb_id": "BWBR0000001", "article": "1", "doc_id": "x", "text": "een twee drie " * 9}
    rows = [*benchmark.library([article], 3)]
    assert rows[0] == article
    assert len({one["doc_id"] for one in rows}) == len({one["bwb_id"] for one in rows}) == 3
    assert len(rows[1]["text"]) == pytest.approx(len(article["text"]), rel=0.3)
