"""The READMEs are short, say the same in both languages, and show what is there."""

import re
import shlex
from pathlib import Path

import pytest

from src import cli
from src.desks.catalogue import plugs
from tests import docs_reader as reader
from tests import generated_demo as generated

ROOT = Path(__file__).resolve().parents[1]
ENGLISH, DUTCH = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.nl.md"))
BOTH = pytest.mark.parametrize("page", [ENGLISH, DUTCH], ids=["English", "Dutch"])


def blocks(page: str) -> list[str]:
    """Return what stands in fences."""
    return re.findall(r"^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def shown(page: str) -> list[str]:
    """Return the commands in fences and in the table of desks, without what is said of them."""
    lines = [line for block in blocks(page) for line in block.splitlines()]
    in_table = re.findall(r"\| `(\./tess [^`]+)` \|$", page, re.MULTILINE)
    return [re.split(r" {2,}", line)[0] for line in [*lines, *in_table]]


@BOTH
def test_it_is_short_and_soon_at_the_first_command(page: str) -> None:
    assert len(page.splitlines()) <= 150
    before, _, _ = page.partition("```")
    assert len(before.split()) <= 120
    assert blocks(page)[0] == "./tess demo\n./tess test\n"


@BOTH
def test_it_shows_every_desk(page: str) -> None:
    (table,) = [one for one in reader.tables(page) if "tax" in one]
    assert len(table) == 5
    assert {one.name for one in plugs()} <= set(table)


@pytest.mark.parametrize("command", [one for one in shown(ENGLISH) if "COMMAND" not in one])
def test_its_commands_are_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, name, *rest = shlex.split(command)
    with pytest.raises(SystemExit) as ended:
        cli.main([name, "--help"])
    assert ended.value.code == 0
    told = re.findall(r"(?<![\w-])--?[\w-]+", capsys.readouterr().out)
    assert [one for one in rest if one.startswith("-") and one not in told] == []


def test_both_languages_show_the_same() -> None:
    assert shown(DUTCH) == shown(ENGLISH)
    assert re.findall(r"\]\(((?!docs/images|README)[^)]+)\)", DUTCH) == re.findall(
        r"\]\(((?!docs/images|README)[^)]+)\)", ENGLISH
    )
    assert DUTCH.count("\n## ") == ENGLISH.count("\n## ")
    assert "203 bepalingen en 32 uitspraken" in DUTCH


def test_the_picture_is_that_of_the_transcript() -> None:
    block = reader.block(generated.PAGE.read_text("utf-8"), "demo")
    assert block is not None
    transcript = block.removeprefix("```text\n").removesuffix("\n```")
    assert "ANALYSE" in transcript
    assert generated.PICTURES["nl"].read_text("utf-8") == generated.drawn(transcript, "nl")


@pytest.mark.deep  # the English picture is drawn as the Dutch one is, from a conversation of its own
def test_the_english_picture_is_that_of_a_conversation() -> None:
    found = generated.PICTURES["en"].read_text("utf-8")
    assert found == generated.drawn(generated.in_english(), "en")
