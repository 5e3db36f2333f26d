"""``tess eval answers`` as a person runs it, on a law of our own and on the starter corpus."""

import json
from pathlib import Path
from typing import Any

import pytest

from evals.tax.answers import holds
from src import cli
from tests.evals.tax.test_command import WORK, asked, jsonl

TEXTS = {
    "2": "De eikelheffing bedraagt per elf € 10.",
    "3": "Van de eikelheffing zijn vrijgesteld dwergen met een baard.",
    "4": "Bezwaar tegen de eikelheffing wordt gemaakt bij de boswachter.\n"
    "De termijn voor het maken van bezwaar tegen de eikelheffing bedraagt zes weken.",
}
QUESTIONS = (
    asked("right", "Hoe lang kan ik bezwaar maken?", "4", lang="nl", must=["zes weken"]),
    asked("wrong words", "Is een dwerg vrijgesteld?", "3", "whether", lang="nl", must=["een trol"]),
    asked(
        "either",
        "Wie zijn vrijgesteld van de eikelheffing?",
        "3",
        lang="nl",
        must=[["trollen", "DWERGEN"], "baard"],
    ),
    asked("no words", "Hoeveel bedraagt de eikelheffing?", "2", lang="nl"),
    asked("lost", "What is the moon made of?", "2", lang="en", must=["kaas"]),
)


def law(folder: Path) -> Path:
    rows = (
        {"bwb_id": WORK, "law_title": "Elfenwet", "article": number, "text": text}
        for number, text in TEXTS.items()
    )
    return jsonl(folder / "articles.jsonl", *rows)


def run(questions: Path, *options: str) -> int:
    return cli.main(["eval", "answers", "--questions", str(questions), *options])


def means(rows: list[dict[str, Any]]) -> dict[str, list[float]]:
    return {
        row["name"]: [row["questions"], *(one["mean"] for one in row["estimates"].values())]
        for row in rows
    }


def test_what_is_quoted_first_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = jsonl(tmp_path / "q.jsonl", *QUESTIONS)
    assert run(questions, "--corpus", str(law(tmp_path)), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert means(report["rows"]) == {
        "all": [5, 0.8, 0.8, 0.5, 0.5],
        "en": [1, 0.0, 0.0, 0.0, 0.0],
        "nl": [4, 1.0, 1.0, pytest.approx(2 / 3), pytest.approx(2 / 3)],
        "lay": [4, 0.75, 0.75, pytest.approx(2 / 3), pytest.approx(2 / 3)],
        "whether": [1, 1.0, 1.0, 0.0, 0.0],
        "gold found": [4, 1.0, 1.0, pytest.approx(2 / 3), pytest.approx(2 / 3)],
    }
    first = report["answered"][0]
    assert first["quotes"][0] == [f"{WORK.lower()}/4", TEXTS["4"].split("\n")[1]]


def test_the_table_has_a_dash_for_what_no_question_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = jsonl(tmp_path / "q.jsonl", QUESTIONS[3])
    assert run(questions, "--corpus", str(law(tmp_path))) == 0
    shown = capsys.readouterr().out
    assert "| all        | 1 | 1.000 [1.00, 1.00] | 1.000 [1.00, 1.00] | -" in shown
    assert "(0 questions say so)" in shown


def test_without_a_corpus_the_library_in_use_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path / "data"))
    gold = [{"bwb_id": "BWBR0005537", "article": "6:7"}]
    row = {"question": "Binnen welke termijn moet ik bezwaar maken?", "gold": gold}
    questions = jsonl(tmp_path / "q.jsonl", {**row, "must": ["zes weken"]})
    assert run(questions) == 0
    shown = capsys.readouterr().out
    assert "answered by the built-in model from the starter corpus" in shown
    assert shown.count("1.000 [1.00, 1.00]") == 8


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"must": "zes weken"}, "line 1: field must: input should be a valid array."),
        ({"must": [""]}, "line 1: field must: "),
        ({"must": [[]]}, "line 1: field must: "),
        ({"gold": []}, "line 1: field gold: "),
        ({"gold": ["BWBR1/2"]}, "line 1: gold bwbr1/2 is not in the corpus."),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    row: dict[str, Any], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = jsonl(tmp_path / "q.jsonl", {**QUESTIONS[0], **row})
    assert run(questions, "--corpus", str(law(tmp_path))) == 2
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert told in shown.err


@pytest.mark.parametrize(
    ("must", "is_held"),
    [
        ((("zes weken",),), True),
        ((("ZES  weken",), ("financien",)), True),
        ((("acht weken", "zes weken"),), True),
        ((("zes weken",), ("acht",)), False),
        ((), True),
    ],
)
def test_each_group_must_be_met(must: tuple[tuple[str, ...], ...], is_held: bool) -> None:
    assert holds(must, "Binnen zes\nweken aan Financiën.") is is_held
