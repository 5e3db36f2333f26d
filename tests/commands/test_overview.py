"""What a newcomer types first: the help, a command by its clearer name, an error without a verb."""

import argparse
import shlex
from collections.abc import Iterator
from functools import partial

import pytest

from src.cli import _parser, main
from src.commands.parser import commands_of
from src.commands.tables import command_at, run_at
from src.desks.catalogue import DESKS
from tests.in_process import captured

OLDER = {
    "at": "show",
    "why": "provenance",
    "own": "assign-tenant",
    "hold": "legal-hold",
    "retain": "purge",
    "whatif": "rerun",
    "retime": "rerun",
}
NAMES = sorted(commands_of(_parser(DESKS)).choices)


@pytest.mark.parametrize("name", NAMES)
def test_each_command_says_what_it_does_and_shows_an_example_that_it_can_read(name: str) -> None:
    parser = _parser(DESKS)
    command = commands_of(parser).choices[name]
    assert command.description
    example = getattr(command, "example", "")
    assert example, name
    assert example in command.format_help()
    parser.parse_args(shlex.split(example)[1:])


def test_the_help_shows_every_command_once_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    shown = captured(capsys)("--help").out
    groups = shown.split("\n\n")
    assert "demo" in groups[2]
    assert "more:" not in shown
    lines = [
        one.split()[0]
        for group in groups
        for one in group.splitlines()
        if one[:3].strip(" ") and one[:2] == "  "
    ]
    assert {one.dest for one in commands_of(_parser(DESKS))._choices_actions} <= {*lines}
    assert not OLDER.keys() & {*lines}


@pytest.mark.parametrize(("older", "name"), OLDER.items())
def test_an_older_name_is_the_same_command_and_listed_nowhere(
    older: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tess = captured(capsys)
    assert tess(older, "--help") == tess(name, "--help")
    assert f"\n  {older} " not in tess("--help").out


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("en", "chta", "do you mean chat?"),
        ("nl", "exprot", "bedoelt u export?"),
        ("en", "zzzz", "see tess --help"),
        ("nl", "zzzz", "zie tess --help"),
    ],
)
def test_a_command_that_is_not_there_names_the_nearest_and_no_list(
    language: str,
    typed: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TESS_LANG", language)
    with pytest.raises(SystemExit, match="2"):
        main([typed])
    said = capsys.readouterr().err
    assert told in said
    assert "move-store" not in said


def test_an_error_is_looked_into_without_a_verb() -> None:
    read = _parser(DESKS).parse_args(["azure", "AADSTS700016: not found", "--json"])
    assert (read.description, read.json) == ("AADSTS700016: not found", True)


def _runs(parser: argparse.ArgumentParser) -> Iterator[object]:
    if (run := parser.get_default("run")) is not None:
        yield run
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _runs(inner)


@pytest.mark.parametrize("name", NAMES)
def test_each_command_runs_something_that_is_there(name: str) -> None:
    runs = list(_runs(commands_of(_parser(DESKS)).choices[name]))
    assert runs
    for run in runs:
        found = run
        if isinstance(run, partial) and run.func is run_at:
            found = command_at(run.args[0])
        assert callable(found)
