"""The client's own words: the same in both languages, and every command in the docs."""

import re
import string
from pathlib import Path

import pytest

from clients.terminal import dutch, english
from clients.terminal.commands import COMMANDS, EXIT_WORDS
from clients.terminal.dossier_commands import FORMATS
from clients.terminal.main import arguments_given
from clients.terminal.words import Words
from tests import docs_reader as reader

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "terminal.md").read_text("utf-8")


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_say_the_same() -> None:
    assert list(dutch.WORDS) == list(english.WORDS)
    for name, said in dutch.WORDS.items():
        assert said.strip(), name
        assert fields(said) == fields(english.WORDS[name]), name


def test_every_word_is_said_somewhere() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "clients/terminal").glob("*.py"))
    for tongue in ("dutch", "english"):
        code = code.replace((ROOT / f"clients/terminal/{tongue}.py").read_text("utf-8"), "")
    families = ("why_", "log_", "where_", "verdict_", "personal_", "/")
    unsaid = [name for name in dutch.WORDS if f'"{name}"' not in code]
    assert [name for name in unsaid if not name.startswith(families)] == []


def test_every_command_is_documented_as_it_is_typed() -> None:
    rows = reader.tables(reader.section(PAGE, "Commands"))[0]
    typed = [row.replace("`", "") for row in rows]
    assert typed == [*(command.form for command in COMMANDS), ", ".join(EXIT_WORDS)]
    (told,) = re.findall(r"The newest answer as (.+?)\. A file", PAGE)
    assert set(re.findall(r"`(\w+)`", told)) == set(FORMATS)


def test_every_option_is_documented(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["terminal_chat.py", "--help"])
    with pytest.raises(SystemExit):
        arguments_given()
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    table = "".join(reader.tables(reader.section(PAGE, "Options and environment"))[0])
    assert options == set(re.findall(r"--[a-z]+", table))


def test_what_a_newer_server_tells_is_told_as_it_is() -> None:
    words = Words("en")
    assert words.known("log", "frozen", names="x") == "frozen x"
    assert words.known("log", "answered", names="a1") == "answered: a1"
    assert words.day("2024-05-01") == "2024-05-01"
    assert Words("nl").day("2024-05-01") == "01-05-2024"
    assert words.day("soon\nish") == "soon ish"
