"""``tess guide check`` says what is wrong with a guide by its status, in words and as JSON."""

import json
from pathlib import Path

import pytest

from src.cli import main
from src.desks.tsg.commands.guide import check
from tests.desks.tsg.guides import sound_guide


def test_a_sound_guide_ends_with_status_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "guide.md"
    path.write_text(sound_guide(), "utf-8")
    assert check(str(path)) == 0
    assert capsys.readouterr().out == f"{path}: sound.\n"


def test_findings_end_with_status_4_and_say_line_and_cure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "guide.md"
    path.write_text(sound_guide().replace("Don't", "Don’t"), "utf-8")  # it is what is to be seen
    assert check(str(path)) == 4
    assert "apostrophe_curled: Write it with a straight apostrophe" in capsys.readouterr().out
    assert check(str(path), as_json=True) == 4
    told = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in told["problems"]] == ["apostrophe_curled"]
    assert told["problems"][0]["line"] > 1


def test_what_cant_be_read_ends_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "guide.md"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["guide", "check", str(path)]) == 2
    assert main(["guide", "check", str(tmp_path / "none.md")]) == 2
    assert "is no text in UTF-8" in capsys.readouterr().err
