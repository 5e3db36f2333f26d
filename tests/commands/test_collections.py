"""``tess ingest``, ``search``, ``collections`` and ``eval retrieval`` over collections, as a person runs them."""

import json
import shutil
from pathlib import Path

import pytest

from src.cli import main
from tests.desks.recipes import PLUG as RECIPES
from tests.search.documents.folders import guide, written


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def ingested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = guide(tmp_path)
    assert main(["ingest", str(folder), "--collection", "guide"]) == 0
    expected = "guide: read 3 files, 0 had not changed, 0 are gone; 6 sections.\n"
    assert capsys.readouterr().out == expected
    return folder


@pytest.mark.usefixtures("ingested")
def test_what_is_found_is_shown_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "trim the wick", "--collection", "guide", "--limit", "1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("  1 ")
    assert line.endswith("Trouble > The lantern smokes (guide/deep/trouble.md#the-lantern-smokes)")


@pytest.mark.usefixtures("ingested")
def test_why_it_was_found_adds_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESS_ENCODER", "off")
    assert main(["search", "trim the wick", "--collection", "guide", "--explain", "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["hits"][0]
    terms = best["explanation"]["terms"]
    assert best["explanation"]["score"] == pytest.approx(sum(one["score"] for one in terms))
    assert main(["search", "trim the wick", "--collection", "guide", "--explain"]) == 0
    assert "(prior) x the sum of" in capsys.readouterr().out


@pytest.mark.usefixtures("ingested")
def test_nothing_found_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "the capital of France", "--collection", "guide"]) == 1
    assert capsys.readouterr().out == "Nothing was found.\n"


def test_a_collection_that_is_not_there_is_told(
    ingested: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(data / "library" / "collections" / "guide")
    assert main(["search", "wick", "--collection", "guide"]) == 2
    assert "guide does not exist, or no longer" in capsys.readouterr().err.replace("\n", " ")
    assert main(["search", "wick", "--collection", "../guide"]) == 2
    assert main(["ingest", str(ingested), "--collection", "No Name"]) == 2


@pytest.mark.usefixtures("ingested")
def test_collections_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collections", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["name"], one["sections"]) == ("guide", 6)
    assert main(["collections"]) == 0
    assert capsys.readouterr().out.startswith("guide: 6 sections, newest of 20")


def test_no_collection_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collections"]) == 0
    none, own = capsys.readouterr().out.splitlines()
    assert none.startswith("There are no collections")
    assert own.startswith("tess: the documentation of TESS itself")


def test_where_no_desk_has_a_library_a_collection_must_be_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for command in (["ingest", "."], ["search", "wick"]):
        assert main(command, desks=(RECIPES,)) == 2
        assert "--collection NAME" in capsys.readouterr().err


QUESTIONS = (
    {"question": "How do I trim the wick?", "gold": ["deep/trouble.md#the-lantern-smokes"]},
    {"question": "Which folder has the wicks?", "gold": ["guide/setup.md#folder"], "kind": "x"},
    {"question": "the capital of France", "gold": []},
)


def asked(folder: Path) -> Path:
    lines = "".join(json.dumps(one) + "\n" for one in QUESTIONS)
    return written(folder, {"q.jsonl": lines}) / "q.jsonl"


@pytest.mark.usefixtures("ingested")
def test_a_collection_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = str(asked(tmp_path))
    arguments = ["eval", "retrieval", "--collection", "guide", "--questions", questions]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    row = found["rows"][0]
    assert (row["name"], row["questions"]) == ("all", 2)
    assert list(row["estimates"]) == ["nDCG@10", "MRR@3", "MRR", "R@3", "R@5", "R@10"]
    assert row["estimates"]["MRR@3"]["mean"] == 1.0
    assert (found["without_gold"], found["held_back"], found["unknown_gold"]) == (1, 1, [])
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "| all " in told
    assert "Search is poor for 1 of 1 questions that nothing answers." in told


def test_pages_are_measured_without_a_library(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [
        {"id": f"page#{name}", "content": f"All about the {name}.", "crumbs": ["Page", name]}
        for name in ("wick", "oil", "glass")
    ]
    lines = "".join(json.dumps(one) + "\n" for one in pages)
    corpus = written(tmp_path, {"pages.jsonl": lines}) / "pages.jsonl"
    question = {"question": "oil?", "gold": ["page#oil"]}
    questions = written(tmp_path, {"q.jsonl": json.dumps(question)}) / "q.jsonl"
    arguments = ["--corpus", str(corpus), "--questions", str(questions), "--json"]
    assert main(["eval", "retrieval", *arguments]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["estimates"]["MRR@3"]["mean"] == 1.0
    assert not (data / "library").exists()


@pytest.mark.usefixtures("ingested")
def test_questions_without_gold_measure_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = written(tmp_path, {"q.jsonl": '{"question": "wick?"}\n'}) / "q.jsonl"
    arguments = ["--collection", "guide", "--questions", str(questions)]
    assert main(["eval", "retrieval", *arguments]) == 2
    assert "no question with gold" in capsys.readouterr().err.replace("\n", " ")


def test_a_part_of_a_long_section_counts_as_the_section(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filler = "The lantern stands on the shelf beside the door. " * 20
    long = "# Shelf\n\n" + f"{filler}\n\n" * 40 + "At the end hangs a hammer.\n"
    folder = written(tmp_path / "shop", {"shelf.md": long, "other.md": "# Other\n\nA saw.\n"})
    assert main(["ingest", str(folder), "--collection", "shop"]) == 0
    question = {"question": "Where is the hammer?", "gold": ["shelf.md#shelf"]}
    questions = written(tmp_path, {"q.jsonl": json.dumps(question)}) / "q.jsonl"
    capsys.readouterr()
    arguments = ["--collection", "shop", "--questions", str(questions), "--json"]
    assert main(["eval", "retrieval", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sections"] > 2
    assert found["rows"][0]["estimates"]["MRR@3"]["mean"] == 1.0


@pytest.mark.parametrize(
    "command",
    [
        ["search", "wick", "--kind", "law"],
        ["search", "wick", "--as-of", "2020-01-01"],
        ["ingest", "guide", "--offline"],
        ["ingest", "guide", "--since", "2020-01-01"],
    ],
)
def test_options_of_law_are_refused_beside_a_collection(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--collection", "guide"]) == 2
    assert (
        capsys.readouterr().err
        == f"{next(one for one in command if one.startswith('--'))} can't be used with --collection.\n"
    )


def test_versions_are_listed_and_searched_alone(
    ingested: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    origin = ["--docs-version", "2.4", "--date", "2026-05-01", "--url", "https://x.example/{page}"]
    assert main(["ingest", str(ingested), "--collection", "guide", *origin]) == 0
    capsys.readouterr()
    assert main(["collections"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0].startswith("guide: 12 sections")
    assert listed[1].startswith("  without a version: 6 sections")
    assert listed[2] == "  2.4: 6 sections, newest of 2026-05-01"
    search = ["search", "trim the wick", "--collection", "guide", "--docs-version"]
    assert main([*search, "2.4", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["hits"][0]
    assert (first["version"], first["updated"]) == ("2.4", "2026-05-01")
    assert first["url"] == "https://x.example/deep/trouble"
    assert main([*search, "9"]) == 2
    assert "There is: 2.4." in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.usefixtures("ingested")
def test_levels_are_told_and_measured_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "trim the wick", "--collection", "guide", "--explain"]) == 0
    assert "by level: keywords" in capsys.readouterr().out
    arguments = ["eval", "retrieval", "--collection", "guide", "--questions", str(asked(tmp_path))]
    figures = []
    for levels in ([], ["--levels", "summary"]):
        assert main([*arguments, *levels, "--json"]) == 0
        figures.append(json.loads(capsys.readouterr().out)["rows"][0]["estimates"]["MRR"]["mean"])
    assert figures == [1.0, 0.0]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["ingest", "a", "--docs-version", "2.4"], "--docs-version needs --collection"),
        (["search", "a", "--docs-version", "2.4"], "--docs-version needs --collection"),
        (["ingest", "a", "--url", "https://x.example/{path}"], "--url needs --collection"),
        (["ingest", "a", "--collection", "b", "--url", "ftp://x"], "must be like 'https://host"),
        (["ingest", "a", "--collection", "b", "--docs-version", "a/b"], "must be like 2.4"),
    ],
)
def test_what_makes_no_sense_of_a_version_is_refused(
    command: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: int | str | None = main(command)
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert told in capsys.readouterr().err.replace("\n", " ")


def test_the_programs_own_docs_are_there_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESS_ENCODER", "off")
    search = ["search", "TESS_DATA_DIR", "--collection", "tess", "--limit", "1", "--json"]
    assert main(search) == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["file"].startswith("docs/")
