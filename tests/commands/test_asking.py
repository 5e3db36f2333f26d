"""``ask`` answers: in one go where it is told to, of a file or of standard input, in the last dossier; and the list."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from src.commands.asking import confirmable
from src.commands.local_server import own_server
from src.commands.naming import meant
from src.errors import SeveralDossiers, UnknownDossier
from tests.in_process import tess as tess_here
from tests.lending import with_starter_index

QUESTION = "Hoe lang is de bezwaartermijn?"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A data folder, and the port of a server that keeps its dossiers there."""
    data_dir = with_starter_index(tmp_path_factory.mktemp("asking"))
    with own_server({"TESS_DATA_DIR": str(data_dir), "TESS_MODEL": "offline"}) as url:
        yield data_dir, url.split(":")[2].split("/")[0]


class Asking:
    """The command, beside that server."""

    def __init__(self, place: tuple[Path, str]) -> None:
        self.data_dir, self.port = place

    def __call__(self, *arguments: str, **settings: str) -> CompletedProcess[str]:
        return tess_here(*arguments, data_dir=self.data_dir, API_PORT=self.port, **settings)


@pytest.fixture
def tess(place: tuple[Path, str]) -> Asking:
    return Asking(place)


def listed(tess: Asking, *options: str) -> list[str]:
    return [line.split("\t")[3] for line in tess("dossiers", *options).stdout.splitlines()]


def test_sources_that_were_found_are_confirmed_and_the_reply_says_so(tess: Asking) -> None:
    asked = tess("ask", "--yes", QUESTION, "--label", "Jansen BV")
    assert (asked.returncode, asked.stderr.count("\n")) == (0, 2)
    assert "## ANTWOORD" in asked.stdout
    note = asked.stdout.splitlines()[0]
    assert note.startswith("Met --yes bevestigd, door niemand bekeken: Algemene wet bestuursrecht")
    log = json.loads(tess("log", "last", "--json").stdout)
    assert [one["message"] for one in log] == [QUESTION, "ja", ""]
    told = json.loads(tess("ask", "--yes", "--json", QUESTION).stdout)
    assert told["confirmed"]
    assert set(told["confirmed"]) == {one["id"] for one in told["sources"] if one["selected"]}


@pytest.mark.parametrize(
    ("reply", "is_confirmed"),
    [
        ({}, True),
        ({"outcome": "done"}, False),
        ({"plans": [{"id": "p"}]}, False),
        ({"clarification": {"question": "Which?"}}, False),
        ({"sources": [{"id": "a", "selected": False}]}, False),
        ({"status": "error"}, True),
    ],
)
def test_no_plan_and_no_question_is_ever_confirmed(
    reply: dict[str, object], is_confirmed: bool
) -> None:
    shown = {"outcome": "request", "sources": [{"id": "a", "selected": True}]}
    assert bool(confirmable({**shown, **reply})) is is_confirmed


def test_the_last_dossier_goes_on(tess: Asking) -> None:
    first = json.loads(tess("ask", QUESTION, "--json").stdout)
    ways = (["-c"], ["--dossier", "last"], ["--dossier", first["dossier_id"][4:12]])
    for version, way in enumerate(ways, start=2):
        more = json.loads(tess("ask", *way, "Laat bron 2 weg", "--json").stdout)
        assert (more["dossier_id"], more["version"]) == (first["dossier_id"], version)


def test_every_command_names_a_dossier_by_its_start_or_as_the_last(tess: Asking) -> None:
    dossier_id = json.loads(tess("ask", "--yes", QUESTION, "--json").stdout)["dossier_id"]
    for name in ("last", dossier_id[:20], dossier_id[4:20]):
        assert json.loads(tess("hash", name, "--json").stdout)["dossier_id"] == dossier_id
        assert tess("verify", name).stdout == "ok 2 entries\n"
        assert tess("check", name).returncode == tess("replay", name).returncode == 0
        assert dossier_id in tess("trace", name).stdout
        assert tess("diff", f"{name}@1", name).returncode == 3


def test_the_question_is_read_from_a_file_or_from_standard_input(
    tess: Asking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "vraag.txt"
    file.write_text(QUESTION, "utf-8")
    for arguments in (["-f", str(file)], [], ["-"], ["-f", "-"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO(QUESTION))
        asked = tess("ask", *arguments, "--json")
        assert json.loads(asked.stdout)["sources"], asked.stderr
        log = json.loads(tess("log", "last", "--json").stdout)
        assert [one["message"] for one in log] == [QUESTION]


def test_a_question_that_can_not_be_read_is_told(tess: Asking, tmp_path: Path) -> None:
    both = tess("ask", QUESTION, "-f", "x")
    assert (both.returncode, both.stdout) == (2, "")
    assert "not both" in both.stderr
    assert "can't be read" in tess("ask", "-f", str(tmp_path / "none.txt")).stderr
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    assert "it is no text" in tess("ask", "-f", str(tmp_path / "picture.png")).stderr


def test_an_answer_alone_is_on_standard_output_and_nothing_is_padded(tess: Asking) -> None:
    asked = tess("ask", "--yes", QUESTION)
    assert "Go on: ./tess ask" in asked.stderr
    assert "dos-" not in asked.stdout
    for told in (asked, tess("undo", "last"), tess("redo", "last")):
        assert all(line == line.rstrip() for line in told.stdout.splitlines())
    assert tess("undo", "last").stdout.startswith("Ongedaan gemaakt")


def test_dossiers_are_listed_labelled_archived_and_deleted(tess: Asking) -> None:
    labelled = tess("ask", QUESTION, "--json", "--label", "Smit")
    first = json.loads(labelled.stdout)["dossier_id"]
    second = json.loads(tess("ask", "Wat is een navordering?", "--json").stdout)["dossier_id"]
    rows = [line.split("\t") for line in tess("dossiers", "--limit", "2").stdout.splitlines()]
    assert rows == [
        ["Wat is een navordering?", "tax", "0 min", second],
        [f"{QUESTION} [Smit]", "tax", "0 min", first],
    ]
    assert listed(tess, "--label", "Smit") == [first]
    assert listed(tess, "--desk", "docs") == []
    assert "no such dossiers" in tess("dossiers", "--desk", "docs").stderr
    assert second in listed(tess, "--words", "NAVORDERING")
    assert first not in listed(tess, "--words", "navordering?")
    assert tess("archive", second[:14]).returncode == 0
    assert second not in listed(tess)
    assert second in listed(tess, "--all")
    assert listed(tess, "--archived") == [second]
    assert tess("archive", second, "--off").stdout == f"{second}: no labels; not archived\n"
    assert tess("label", second, "Smit", "2024").stdout == f"{second}: Smit, 2024; not archived\n"
    assert tess("label", second, "Smit", "--remove").stdout.startswith(f"{second}: 2024;")
    assert tess("delete", second).returncode == 1
    assert second in listed(tess)
    assert tess("delete", second, "--yes").returncode == 0
    assert second not in listed(tess, "--all")
    assert tess("log", second).returncode == 1


def test_a_start_means_one_dossier_and_no_other() -> None:
    short, one, other = "dos-0123abcd", "dos-0123abcd" + "0" * 24, "dos-0124" + "0" * 28
    ids = [short, one, other]
    assert meant("0124", ids) == meant("dos-0124", ids) == other
    assert meant("0123abcd", ids) == short
    assert meant("0123abcd0", ids) == one
    with pytest.raises(SeveralDossiers) as several:
        meant("012", ids)
    assert several.value.details["ids"] == f"{short}, {one}, {other}"
    with pytest.raises(UnknownDossier):
        meant("0123abcd1", ids)


def test_a_command_speaks_the_language_of_its_user(tess: Asking) -> None:
    for settings in (
        {"TESS_LANG": "nl"},
        {"LANG": "nl_NL.UTF-8"},
        {"LC_ALL": "nl_BE", "LANG": "C"},
    ):
        assert "bestaat niet" in tess("log", "ffff0000ffff", **settings).stderr
    assert "does not exist" in tess("log", "ffff0000ffff", LANG="nl_NL", TESS_LANG="en").stderr
    wrong = tess("undo", TESS_LANG="nl").stderr
    assert wrong.startswith("gebruik: tess undo [-h]")
    assert "hier ontbreekt nog: ID" in wrong
    helped = tess("dossiers", "--help", TESS_LANG="nl").stdout
    assert helped.startswith("gebruik: tess dossiers")
    assert "opties:" in helped
