"""What ``tess eval backlog`` prints of tags, on rows of these tests' own."""

import argparse
import json
from pathlib import Path

import pytest

from evals.backlog.command import add_backlog_subject
from evals.backlog.tagging import (
    TaggingFigures,
    TagRow,
    UnreadableBacklogData,
    evaluate_tagging,
    f1_by_tag,
    macro_f1,
    read_rows,
    share,
)
from src.desks.backlog.forms_tags import TagDecision
from src.desks.backlog.tagging import Tagger
from src.settings import Settings
from tests.fakes import ScriptedLlm

MADE: list[dict[str, object]] = [
    {
        "id": "one",
        "story": "Members renew a loan in the app.",
        "gold_tag": "duplicate",
        "gold_related_ids": ["x1"],
        "existing": [
            {"id": "x1", "text": "As a member, I want to renew a loan in the app."},
            {"id": "x2", "text": "As a member, I want to pay fines."},
        ],
    },
    {
        "id": "two",
        "story": "A mechanic orders lunch.",
        "gold_tag": "new",
        "gold_related_ids": [],
        "existing": [{"id": "x1", "text": "As a member, I want to renew a loan in the app."}],
    },
]
NATURAL: list[dict[str, object]] = [
    {key: value for key, value in one.items() if key != "existing"} for one in MADE
]
ITEMS: list[dict[str, object]] = [
    {"id": "x1", "type": "story", "title": "Renew a loan in the app", "parent": None}
]
MEETING: dict[str, object] = {
    "id": "m1",
    "utterances": [
        {"speaker": "Ann", "text": f"We talk about loans, part {n}."} for n in range(12)
    ],
    "boundaries": [6],
}
PLANTED: dict[str, object] = {
    **MEETING,
    "gold": [{"utterances": [3, 4], "persona": "member", "need": "renew a loan"}],
    "decoys": [],
}


def lines(*rows: object) -> str:
    return "\n".join(map(json.dumps, rows))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "segmentation").mkdir()
    files: dict[str, list[dict[str, object]]] = {
        "segmentation/dev.jsonl": [{**MEETING, "id": f"m{n}"} for n in range(2)],
        "planted_dev.jsonl": [PLANTED],
        "tagging_dev.jsonl": MADE,
        "natural.jsonl": NATURAL,
        "items.jsonl": ITEMS,
    }
    for name, rows in files.items():
        (tmp_path / name).write_text(lines(*rows))
    return tmp_path


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_backlog_subject(parser.add_subparsers())
    options = parser.parse_args(["backlog", *arguments])
    options.read_settings = lambda: Settings(_env_file=None)
    status: int = options.run(options, [])
    return status


def test_all_figures_are_printed_with_their_intervals(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--data", str(data), "--natural", str(data), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["segmentation", "needs", "tagging", "natural"]
    for part in ("tagging", "natural"):
        told = found[part]
        assert (told["rows"], told["right"], told["failed"], told["model"]) == (2, 2, 0, "offline")
        assert told["macro_f1"]["mean"] == 1.0
        assert told["related"] == {
            "rows": 1,
            "first": {"mean": 1.0, "low": 1.0, "high": 1.0},
            "in_first_10": {"mean": 1.0, "low": 1.0, "high": 1.0},
        }
    assert found["segmentation"]["text_preserved"] == 2
    assert run("--data", str(data), "--natural", str(data)) == 0
    assert "macro_f1: 1.0 [1.0, 1.0]" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["tagging_dev.jsonl", "natural.jsonl", "planted_dev.jsonl"])
def test_a_file_that_can_not_be_read_is_named_and_nothing_is_printed(
    data: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / name).write_text('{"id": 1')
    assert run("--data", str(data), "--natural", str(data)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert str(data) in told.err


async def test_a_model_is_measured_with_what_it_took() -> None:
    rows = [TagRow.model_validate(one) for one in MADE]
    wrong = TagDecision(
        tag="gap", related_id="", delta=[], reason="", story_quote="", item_quote=""
    )
    llm = ScriptedLlm(forms=[wrong, wrong, wrong, wrong])
    figures: TaggingFigures = await evaluate_tagging(rows, Tagger(llm, "Tag it."), None)
    data = figures.data()
    assert (data["model"], data["failed"], data["tokens"], data["right"]) == ("scripted", 1, 4, 1)
    assert data["taken_for"]["duplicate"]["new"] == 1


def test_f1_is_the_mean_over_tags_and_stands_in_its_interval() -> None:
    gold = ["gap"] * 6 + ["new"] * 2
    told = ["gap"] * 3 + ["new"] * 5
    assert f1_by_tag(gold, told) == {"gap": 2 * 3 / 9, "new": 2 * 2 / 7}
    found = macro_f1(gold, told)
    assert found.mean == pytest.approx((6 / 9 + 4 / 7) / 2)
    assert found.low < found.mean < found.high


def test_a_tag_that_is_never_told_counts_as_nothing_found() -> None:
    assert macro_f1(["gap", "new"], ["new", "new"]).mean == pytest.approx((0 + 2 / 3) / 2)


def test_a_share_of_nothing_is_not_known() -> None:
    assert share([]).mean != share([]).mean
    assert share([True, False]).mean == 0.5


def test_rows_of_another_form_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "one"}')
    with pytest.raises(UnreadableBacklogData, match=r"rows\.jsonl"):
        read_rows(path, TagRow)
