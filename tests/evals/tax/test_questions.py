"""Files of questions: what is read of them, and the sentence for each thing that can be wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from evals.tax.questions import Question, read_questions
from src.errors import CorpusUnreadable
from tests.shared_data import real

ROW = {"id": "Q1", "question": "art. 3.1, Elfenwet?", "kind": "citation", "lang": "nl"}
GOLD = {"bwb_id": "BWBR0099911", "article": "3.1"}


def written(path: Path, *rows: Any) -> Path:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_gold_is_an_article_or_the_id_of_a_passage(tmp_path: Path) -> None:
    path = written(
        tmp_path / "q.jsonl",
        {**ROW, "gold": [GOLD, {"bwb_id": "BWBR0099911", "article": "II a"}]},
        "",
        {"id": 2, "question": "Wat?", "gold": ["DOC7"], "statute_terms": "eikelplicht"},
    )
    assert read_questions(path) == (
        Question(
            id="Q1",
            text="art. 3.1, Elfenwet?",
            gold=frozenset({"bwbr0099911/3.1", "bwbr0099911/ii-a"}),
            kind="citation",
            lang="nl",
            articles=frozenset({"3.1", "II a"}),
            line=1,
        ),
        Question("2", "Wat?", frozenset({"doc7"}), statute_terms="eikelplicht", line=3),
    )


@pytest.mark.parametrize(
    ("text", "is_exact"),
    [("art. 3.1, Elfenwet", True), ("ELF 3.1.", True), ("KOR grens", False), ("art. 13.1", False)],
)
def test_a_question_is_exact_that_has_the_number(text: str, is_exact: bool, tmp_path: Path) -> None:
    (asked,) = read_questions(
        written(tmp_path / "q.jsonl", {**ROW, "question": text, "gold": [GOLD]})
    )
    assert asked.is_exact is is_exact


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["{"], "line 1: invalid json"),
        ([{**ROW, "gold": [GOLD]}, {**ROW, "id": "Q2", "gold": []}], "line 2: field gold: "),
        ([{"id": "Q1", "gold": ["DOC1"]}], "line 1: field question: field required"),
        ([{**ROW, "gold": [{"bwb_id": "BWBR0099911"}]}], "line 1: field gold: "),
        ([{**ROW, "gold": [GOLD]}] * 2, "line 2: question Q1 is there twice"),
        (["", ""], "it holds no question"),
    ],
)
def test_what_is_wrong_is_named(lines: list[Any], problem: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusUnreadable) as refused:
        read_questions(written(tmp_path / "q.jsonl", *lines))
    assert refused.value.details["problem"].startswith(problem)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusUnreadable, match="nowhere"):
        read_questions(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(("name", "count"), [("tax-questions", 83), ("legalqa-nl", 51)])
def test_the_real_questions_are_read(name: str, count: int) -> None:
    assert len(read_questions(real(name) / "questions_dev.jsonl")) == count
