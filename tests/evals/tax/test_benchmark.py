"""The benchmark of retrieval, on slices of the real sets."""

import json

import pytest

from benchmarks import retrieval as benchmark
from evals.tax.variants import without_each_part
from src.desks.tax.library.configuration import PRODUCT
from tests.shared_data import real

pytestmark = pytest.mark.benchmark


def test_every_part_can_be_left_out() -> None:
    parts = without_each_part()
    assert {"citing=0", "pinned=0", "core_prior=1", "tax_prior=1", "bigrams=0"} <= parts.keys()
    assert "body=0" not in parts
    assert all(configuration != PRODUCT for configuration in parts.values())
    assert not parts["pinned=0"].pinned


def test_benchmark_runs_small(capsys: pytest.CaptureFixture[str]) -> None:
    data = real("tax-questions").parent
    benchmark.main(["--small", "--json", "--data", str(data)])
    tax, _, passages = json.loads(capsys.readouterr().out)
    for figures, kinds in ((tax, ["all", "lay"]), (passages, ["all"])):
        assert [row["name"] for row in figures["ours"]] == kinds
        assert figures["ours"][0]["questions"] == benchmark.SLICE_QUESTIONS
        better, plain = (figures[name][0]["estimates"]["nDCG@10"] for name in ("ours", "plain"))
        assert better["mean"] >= plain["low"]
        assert 100 < figures["sources"] < 500
        assert {*figures["without"], *figures["idle"]} == set(without_each_part())
        assert "user_query=0" in figures["idle"]
        assert not figures["without"].keys() & set(figures["idle"])


def test_the_tables_are_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    data = real("tax-questions").parent
    benchmark.main(["--small", "--data", str(data)])
    shown = capsys.readouterr().out
    for start in ("| plain ", "| ours ", "| to reach ", "| citing=0 ", "Query: p50 "):
        assert f"\n{start}" in shown


def test_missing_material_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        benchmark.main(["--data", "nowhere"])
    assert ended.value.code == 2
    assert "nowhere" in capsys.readouterr().err
