"""The ``tess`` command as a person runs it: a process of its own, a data folder of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COURT_XML = """<open-rechtspraak xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"""


def tess(*arguments: str, data_dir: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command with nothing in its environment but what a newcomer has."""
    environment = {
        "PATH": os.environ["PATH"],
        "TESS_DATA_DIR": str(data_dir),
        "API_PORT": "1",
        **settings,
    }
    return subprocess.run(
        [sys.executable, "-m", "src.cli", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_help_names_every_command(tmp_path: Path) -> None:
    shown = tess("--help", data_dir=tmp_path)
    assert shown.returncode == 0
    for command in ("demo", "ask", "chat", "ui", "serve", "ingest", "check", "test"):
        assert f"    {command}" in shown.stdout


def test_the_demo_holds_a_whole_conversation(tmp_path: Path) -> None:
    demo = tess("demo", data_dir=tmp_path)
    assert demo.returncode == 0, demo.stderr
    assert "ANTWOORD" in demo.stdout
    (dossier,) = (tmp_path / "dossiers").glob("dos-*.json")
    assert str(dossier) in demo.stdout
    journal = dossier.with_suffix(".jsonl").read_text().splitlines()
    assert [len(json.loads(line)["tools"]) for line in journal] == [2, 1, 1, 1, 2]


def test_ask_starts_a_server_of_its_own_and_goes_on_with_a_dossier(tmp_path: Path) -> None:
    first = tess("ask", "Hoe lang is de bezwaartermijn?", "--json", data_dir=tmp_path)
    assert first.returncode == 0, first.stderr
    frame = json.loads(first.stdout)
    assert frame["sources"]
    second = tess("ask", "ja", "--dossier", frame["dossier_id"], data_dir=tmp_path)
    assert second.returncode == 0
    assert "ANALYSE" in second.stdout
    assert frame["dossier_id"] in second.stdout


def test_a_refused_question_is_told_and_ends_with_1(tmp_path: Path) -> None:
    refused = tess("ask", "Hallo", "--dossier", "../secret", data_dir=tmp_path)
    assert refused.returncode == 1
    assert "geldig dossiernummer" in refused.stderr
    assert refused.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "settings", "told"),
    [
        (("ingest", "no/such/folder"), {}, "no/such/folder can't be read: does not exist"),
        (("serve",), {"TESS_MODEL": "gpt-4.1"}, "set OPENAI_API_KEY"),
        (("serve", "--port", "70000"), {}, "API_PORT"),
        (("ask", "Hallo"), {"TESS_MODEL": "gpt-4.1"}, "set OPENAI_API_KEY"),
        (("serve", "--loud"), {}, "unrecognized arguments: --loud"),
    ],
)
def test_what_cannot_work_is_told_in_a_sentence_and_ends_with_2(
    tmp_path: Path, arguments: tuple[str, ...], settings: dict[str, str], told: str
) -> None:
    broken = tess(*arguments, data_dir=tmp_path, **settings)
    assert broken.returncode == 2
    assert told in broken.stderr
    assert "Traceback" not in broken.stderr


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    from src.api.server import listening_socket

    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        broken = tess("serve", "--port", str(port), data_dir=tmp_path)
    assert broken.returncode == 2
    assert f"can't listen on 127.0.0.1:{port}" in broken.stderr


def test_an_unusable_data_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "dossiers").write_text("a file where a folder should be")
    broken = tess("serve", "--port", "0", data_dir=tmp_path)
    assert broken.returncode == 2
    assert "could not be stored" in broken.stderr


def test_ingest_names_what_it_skipped(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "broken.xml").write_text("<toestand")
    (corpus / "empty.xml").write_text(COURT_XML)
    ingested = tess("ingest", str(corpus), data_dir=tmp_path / "data")
    assert ingested.returncode == 1
    assert "broken.xml: " in ingested.stdout
    assert "empty.xml: " in ingested.stdout


def test_the_servers_own_command_of_the_original_works(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "src/api/server.py"],
        env={
            "PATH": os.environ["PATH"],
            "TESS_DATA_DIR": str(tmp_path),
            "API_PORT": "0",
            "PYTHONUNBUFFERED": "1",
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert "TESS listens on ws://127.0.0.1:" in server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=30)
