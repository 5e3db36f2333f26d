"""A command line is completed in bash and in zsh, by the very words of the help."""

import shutil
import subprocess
from pathlib import Path

import pexpect
import pytest

from src.cli import _parser
from src.commands.parser import commands_of
from src.desks.catalogue import DESKS, plugs
from tests.commands.test_overview import OLDER
from tests.in_process import captured

COMPLETED = """
read -ra COMP_WORDS <<<"$1 x"
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
COMP_WORDS[COMP_CWORD]=$2
_tess
printf '%s\\n' "${COMPREPLY[@]}"
"""
PROMPT = "ready> "


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a file with what is printed for bash."""
    path = tmp_path / "completion.bash"
    path.write_text(captured(capsys)("completion", "bash").out, "utf-8")
    return path


def completed(script: Path, line: str) -> set[str]:
    """Return what bash offers at the end of a line."""
    before, _, begun = line.rpartition(" ")
    code = script.read_text("utf-8") + COMPLETED
    told = subprocess.check_output(["bash", "-c", code, "bash", before, begun], text=True)
    return set(told.split())


def test_every_command_is_offered_but_under_an_older_name(script: Path) -> None:
    offered = completed(script, "tess ")
    assert offered == {one.dest for one in commands_of(_parser(DESKS))._choices_actions}
    assert not offered & OLDER.keys()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tess arch", {"archive"}),
        ("tess azure ", {"login", "debug", "continue", "logout"}),
        ("tess azure debug --sub", {"--subscription"}),
        ("tess token cr", {"create"}),
        ("tess add letter.pdf --mask ", {"quotes", "text", "none"}),
        ("tess add letter.pdf --mask quotes --dossier ", {"last"}),
        ("tess ask --desk ", {one.name for one in plugs(DESKS)}),
        ("tess rerun last --a", {"--as-of", "--answer"}),
        ("tess completion ", {"bash", "zsh"}),
        ("tess show --", {"--help", "--json", "--at"}),
        ("tess ingest --collection handbook ", set()),  # a file
        ("tess nosuch --", {"--help", "--version"}),
    ],
)
def test_what_can_be_typed_is_offered(line: str, offered: set[str], script: Path) -> None:
    assert completed(script, line) == offered


def at_a_terminal(shell: str, *arguments: str) -> "pexpect.spawn[str]":
    person = pexpect.spawn(shell, list(arguments), encoding="utf-8", timeout=60, echo=False)
    person.sendline(f"PS1='{PROMPT[:3]}''{PROMPT[3:]}'")
    person.expect_exact(PROMPT)
    return person


def test_a_tab_completes_in_bash(script: Path) -> None:
    person = at_a_terminal("bash", "--norc", "--noprofile", "-i")
    person.sendline(f'source {script}; tess() {{ echo "ran: $*"; }}')
    person.expect_exact(PROMPT)
    person.sendline("tess backl\twr\t--pl\tx")
    person.expect_exact("ran: backlog write --plan x")
    person.close(force=True)


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh on this machine")
def test_a_tab_completes_in_zsh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "completion.zsh"
    path.write_text(captured(capsys)("completion", "zsh").out, "utf-8")
    person = at_a_terminal("zsh", "-f", "-i")
    person.sendline(f"autoload -Uz compinit && compinit -u -d {tmp_path / 'dump'}")
    person.expect_exact(PROMPT)
    person.sendline(f'source {path}; tess() {{ echo "ran: $*"; }}')
    person.expect_exact(PROMPT)
    person.sendline("tess backl\twr\t--pl\tx")
    person.expect_exact("ran: backlog write --plan x")
    person.close(force=True)
