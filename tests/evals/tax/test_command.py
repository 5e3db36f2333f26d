"""``tess eval retrieval`` as a person runs it, on a law of our own."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from src import cli
from src.desks.tax.library.library import ingest
from tests.desks.tax.library.material import DATA, STARTER
from tests.shared_data import real

WORK = "BWBR0099911"
TEXTS = {
    "1": "Een elf is een wezen dat in een bos woont.",
    "2": "De eikelheffing bedraagt per elf tien eikels.",
    "3": "Vrijgesteld van de heffing zijn dwergen met een baard.",
    "4": "Bezwaar wordt gemaakt bij de boswachter binnen zes weken.",
    "5": "De boswachter legt een boete op aan wie geen paddenstoel toont.",
}


def corpus(folder: Path) -> Path:
    rows = (
        {"bwb_id": WORK, "law_title": "Elfenwet", "article": number, "text": text}
        for number, text in TEXTS.items()
    )
    return jsonl(folder / "articles.jsonl", *rows)


def asked(name: str, question: str, article: str, kind: str = "lay", **more: Any) -> dict[str, Any]:
    gold = [{"bwb_id": WORK, "article": article}]
    return {"id": name, "question": question, "kind": kind, "gold": gold, **more}


QUESTIONS = (
    asked("found", "hoeveel eikels per elf?", "2"),
    asked("lost", "mag een trol dit?", "3", statute_terms="vrijgesteld dwergen baard"),
    asked("cited", "artikel 4 Elfenwet", "4", "citation"),
    asked("pinned", "geldt artikel 5 Elfenwet voor de boete?", "5"),
)


def jsonl(path: Path, *rows: Any) -> Path:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def figures(
    capsys: pytest.CaptureFixture[str], corpus_path: Path, questions: Path, *options: str
) -> dict[str, Any]:
    arguments = ["--corpus", str(corpus_path), "--questions", str(questions), "--json", *options]
    assert cli.main(["eval", "retrieval", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def means(rows: list[dict[str, Any]], measure: str) -> dict[str, tuple[int, float]]:
    return {row["name"]: (row["questions"], row["estimates"][measure]["mean"]) for row in rows}


def test_each_kind_of_question_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = figures(capsys, corpus(tmp_path), jsonl(tmp_path / "q.jsonl", *QUESTIONS))
    assert found["sources"] == len(TEXTS)
    assert means(found["rows"], "R@1") == {
        "all": (4, 0.75),
        "citation": (1, 1.0),
        "lay": (3, pytest.approx(2 / 3)),
        "exact citations": (1, 1.0),
        "in statute terms": (1, 1.0),
    }
    assert found["pins"] == {"questions": 3, "false": ["pinned"]}
    costs = found["costs"]
    assert all(costs[name] > 0 for name in ("build_seconds", "index_bytes", "query_p95_ms"))


def test_two_ways_to_search_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = jsonl(tmp_path / "q.jsonl", *QUESTIONS)
    plain = figures(capsys, corpus(tmp_path), questions, "--compare", "plain")["comparison"]
    assert means(plain["rows"], "R@1")["citation"][1] == 1.0
    found = figures(capsys, corpus(tmp_path), questions, "--compare", "pinned=off", "body=0")
    other = found["comparison"]
    assert other["name"] == "pinned=off, body=0"
    assert means(other["rows"], "R@1")["all"] == (4, 0.0)
    assert means(other["gain"], "R@1")["all"] == (4, -0.75)


def test_the_report_for_people_has_the_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = jsonl(tmp_path / "q.jsonl", *QUESTIONS)
    arguments = ["--corpus", str(corpus(tmp_path)), "--questions", str(questions)]
    assert cli.main(["eval", "retrieval", *arguments, "--compare", "citing=0"]) == 0
    shown = capsys.readouterr().out
    assert "| lay              | 3 | " in shown
    assert "Compared with search with citing=0:" in shown
    assert "Exact citations: R@1 1.000 of 1." in shown
    assert "Citations pinned in questions of other kinds: 1 of 3 (pinned)." in shown


def test_passages_are_known_by_their_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "passages.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["DOC_ID", "law_id", "law_name", "artikel", "text"])
        for number, text in TEXTS.items():
            rows.writerow([f"DOC{number}", WORK, "Elfenwet", "Artikel 1", text])
    questions = jsonl(tmp_path / "q.jsonl", {"id": "1", "question": "eikels", "gold": ["DOC2"]})
    found = figures(capsys, path, questions)
    assert means(found["rows"], "nDCG@10") == {"all": (1, 1.0)}


def test_ingested_law_and_official_files_are_corpora_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "data" / "library"
    ingest((DATA / "law.xml", DATA / "ruling.xml"), library, STARTER, lambda *_: None)
    gold = [{"bwb_id": "BWBR0099901", "article": "2"}]
    questions = jsonl(
        tmp_path / "q.jsonl",
        {"id": "1", "question": "artikel 2 Wet op de kabouterbelasting", "gold": gold},
        {"id": "2", "question": "stenen dwerg", "gold": ["ECLI:NL:HR:2099:1"]},
    )
    for path in (library, library.parent, DATA):
        assert means(figures(capsys, path, questions)["rows"], "R@1") == {"all": (2, 1.0)}


def test_what_a_corpus_cannot_use_is_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for name in ("a.xml", "b.xml"):
        shutil.copy(DATA / "law.xml", files / name)
    (files / "broken.xml").write_text("<toestand")
    (files / "page.md").write_text("# Dwergen\n\nEen stenen dwerg.\n")
    gold = [{"bwb_id": "BWBR0099901", "article": "2"}]
    questions = jsonl(tmp_path / "q.jsonl", {"question": "art. 2 Kabouterbelasting", "gold": gold})
    found = figures(capsys, files, questions)
    assert found["sources"] == 4
    assert [one for one in found["skipped"] if "broken.xml: the XML is broken" in one]
    assert sum(one.endswith("is there twice") for one in found["skipped"]) == 4


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"corpus": "nowhere.jsonl"}, "nowhere.jsonl can't be read: does not exist."),
        ({"questions": "nowhere.jsonl"}, "nowhere.jsonl can't be read: "),
        ({"corpus": "broken.jsonl"}, "broken.jsonl can't be read: line 2: not valid JSON."),
        ({"corpus": "empty.jsonl"}, "empty.jsonl can't be read: no line holds "),
        ({"corpus": "bare.csv"}, "bare.csv can't be read: line 1: there is no column DOC_ID."),
        ({"corpus": "short.csv"}, "line 3: it has not as many fields as the first."),
        ({"corpus": "folder"}, "folder can't be read: holds no .xml, .jsonl or .yaml files."),
        ({"corpus": "letter.txt"}, "holds nothing to search: "),
        ({"corpus": "folder.jsonl"}, "folder.jsonl can't be read: "),
        ({"questions": "folder"}, "folder can't be read: "),
        ({"questions": "broken.jsonl"}, "broken.jsonl can't be read: line 1: field question"),
        ({"questions": "unknown.jsonl"}, "line 2: gold bwbr0099911/77 is not in the corpus."),
        ({"compare": "trolls=1"}, "there is no 'trolls' to compare with; there is: plain, "),
        ({"compare": "citing"}, "'citing' is neither 'plain' nor NAME=VALUE"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    change: dict[str, str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus(tmp_path)
    jsonl(tmp_path / "q.jsonl", *QUESTIONS)
    jsonl(tmp_path / "broken.jsonl", (tmp_path / "articles.jsonl").read_text().split("\n")[0], "{")
    jsonl(tmp_path / "empty.jsonl")
    jsonl(tmp_path / "unknown.jsonl", QUESTIONS[0], asked("x", "Wat?", "77"))
    (tmp_path / "bare.csv").write_text("a,b\n1,2\n")
    (tmp_path / "short.csv").write_text(
        "DOC_ID,law_id,law_name,artikel,text\nD1,B,Elfenwet,Artikel 1,Een elf.\nD2,B\n"
    )
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "letter.txt").write_text("Geachte elf,")
    given = {"corpus": "articles.jsonl", "questions": "q.jsonl", "compare": "plain", **change}
    arguments = ["--corpus", str(tmp_path / given["corpus"])]
    arguments += ["--questions", str(tmp_path / given["questions"]), "--compare", given["compare"]]
    assert cli.main(["eval", "retrieval", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert told in shown.err


def test_it_works_from_any_folder(tmp_path: Path) -> None:
    articles, questions = corpus(tmp_path), jsonl(tmp_path / "q.jsonl", *QUESTIONS)
    arguments = ["--corpus", str(articles), "--questions", str(questions), "--json"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "src.cli", "eval", "retrieval", *arguments],
        cwd=elsewhere,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["sources"] == len(TEXTS)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.deep
def test_the_real_questions_are_answered_better_than_by_the_plain_engine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    articles = real("tax-law-2015") / "articles.jsonl"
    questions = real("tax-questions") / "questions_dev.jsonl"
    found = figures(capsys, articles, questions, "--compare", "plain")
    gains = {row["name"]: row["estimates"]["nDCG@10"] for row in found["comparison"]["gain"]}
    assert all(gains[kind]["high"] < 0 for kind in ("all", "lay", "english", "citation"))
    assert found["pins"]["false"] == []
