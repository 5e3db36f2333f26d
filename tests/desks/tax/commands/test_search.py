"""``tess search`` as a person runs it."""

import json
from pathlib import Path

import pytest

from src.cli import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))


def test_hits_are_shown_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "Binnen hoeveel weken moet ik bezwaar maken?", "--limit", "2"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "artikel 22j" in first or "artikel 6:7" in first
    assert second.startswith("  2")


def test_why_each_was_found_is_told_field_by_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "reduced rate for books", "--explain", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {run["from"] for run in told["searched"]} >= {"english", "glossary"}
    best = told["hits"][0]
    terms = best["explanation"]["terms"]
    assert best["score"] == pytest.approx(best["explanation"]["score"], rel=1e-3)
    assert all(term["score"] == pytest.approx(sum(term["fields"].values())) for term in terms)


def test_the_explanation_is_printed_under_each_hit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "deelnemingsvrijstelling", "--explain", "--limit", "1"]) == 0
    printed = capsys.readouterr().out
    assert "Searched, from words" in printed
    assert "expansion" in printed


def test_what_is_named_and_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "artikel 999 AWR", "--kind", "rulings"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Nothing was found.",
        "Not in the library: Algemene wet inzake rijksbelastingen, artikel 999",
    ]


@pytest.mark.parametrize("option", ["--as-of=gisteren", "--limit=0", "--limit=veel", "--kind=x"])
def test_a_wrong_option_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["search", "bezwaar", option])
    assert ended.value.code == 2


def test_the_day_asked_for_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "artikel 16 AWR", "--as-of", "1999-01-01"]) == 0
    printed = capsys.readouterr().out
    assert "; no text of that day in the library; this is the nearest" in printed.splitlines()[0]
    assert "not yet in force" not in printed
