"""The benchmarks of the whole product run, and tell what they are to tell; how fast it was stands in no test.

Those without the mark say something of the product too, and are run whatever has changed.
"""

import json
import os
import shutil
from pathlib import Path

import pytest

from benchmarks import instructions, soak, start, turn
from benchmarks.rig import plot, report
from benchmarks.rig.targets import Target, targets
from src.settings import PROJECT_ROOT


@pytest.mark.benchmark
@pytest.mark.timeout(600)
def test_a_hundredth_of_the_turns_tells_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "images").mkdir()
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{report.BEGIN}old\n{report.END}after\n", "utf-8")
    turn.main(["--small", "--json", "--write", str(tmp_path)])
    found = json.loads(capsys.readouterr().out)
    everything = [*found["clients"], *found["stream"], *found["servers"], *found["growth"]]
    assert all(row["turns"] and not row["errors"] for row in everything)
    assert {row["name"] for row in found["clients"]} == {"tess", "floor", "loop"}
    assert [row["lost"] for row in found["one"] if row["name"] == "tess"] == [0]
    assert len(targets(found)) >= 8
    text = page.read_text("utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text.split()
    assert "hand-written two-call loop" in text
    assert (tmp_path / "images" / "performance.svg").read_text("utf-8").startswith("<svg")
    assert not list((PROJECT_ROOT / "build").glob("turn-*"))


@pytest.mark.benchmark
def test_a_target_is_met_on_its_own_side_only() -> None:
    assert Target("", 1.0, "<=", 1).met
    assert not Target("", 1.1, "<=", 1).met
    assert Target("", 1.1, ">=", 1).met
    assert not Target("", 0.9, ">=", 1).met


@pytest.mark.benchmark
def test_a_plot_has_a_line_for_each_name() -> None:
    rows = [
        {"name": name, "earlier": earlier, "cpu_ms": cost}
        for name, cost in (("tess", 2.0), ("a <b>", 30.0))
        for earlier in (0, 10, 100, 1000)
    ]
    drawn = plot.growth(rows, {"tess": "TESS"})
    assert drawn.count("<polyline") == 2
    assert "a &lt;b&gt;" in drawn


@pytest.mark.timeout(300)
@pytest.mark.benchmark
def test_starts_and_imports_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--small", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert set(found["starts"]) == set(start.STARTS)
    assert all(one["warm_s"] > 0 for one in found["starts"].values())
    # What only one command needs is not imported by all.
    assert found["heavy"]["terminal client"] == []
    assert not {"openai", "streamlit", "psycopg", "docx", "typst"} & set(found["heavy"]["server"])


@pytest.mark.timeout(300)
@pytest.mark.benchmark
def test_memory_and_files_are_told_block_by_block(capsys: pytest.CaptureFixture[str]) -> None:
    soak.main(["--small", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["turns"], found["errors"]) == (200, 0)
    assert len(found["blocks"]) == soak.BLOCKS
    assert found["files_grown"] < 10


@pytest.mark.benchmark
@pytest.mark.skipif(
    not shutil.which("valgrind") and os.environ.get("CI") != "true",
    reason="valgrind is not installed (.ci/package installs Debian's)",
)
@pytest.mark.timeout(300)
@pytest.mark.benchmark
def test_instructions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    instructions.main(["--small", "--json"])
    ours, floor = json.loads(capsys.readouterr().out)
    assert (ours["name"], floor["name"]) == ("tess", "floor")
    assert ours["errors"] == floor["errors"] == {}
    assert 0 < floor["millions"] < ours["millions"]


@pytest.mark.benchmark
def test_who_has_no_valgrind_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit) as ended:
        instructions.main(["--small"])
    assert ended.value.code == 2
    assert "apt install valgrind" in capsys.readouterr().err
