"""``tess add``, as a person runs it: shown first, asked, and only then added."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from src import cli
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier
from tests.dossier.turns import DOSSIER, saying
from tests.in_process import drawn
from tests.uploads.site import PAGE_TEXT, serving

DEED = "De koopsom bedraagt 350.000 euro. BSN 111222333."


@pytest.fixture
def deed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document, beside a data folder with one dossier."""
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DATABASE_URL", "")
    asyncio.run(store(tmp_path).commit(saying("Hoeveel belasting?")))
    file = tmp_path / "akte.txt"
    file.write_text(DEED, "utf-8")
    return file


def store(folder: Path) -> JsonStore:
    return JsonStore(folder / "data" / "dossiers")


def dossier(folder: Path) -> Dossier:
    loaded = asyncio.run(store(folder).load(DOSSIER))
    assert loaded is not None
    return loaded


def tess_add(file: Path, *options: str) -> int:
    return cli.main(["add", str(file), "--dossier", DOSSIER, *options])


def test_what_is_in_it_is_shown_and_nothing_is_added_unasked(
    deed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tess_add(deed) == 1
    told = capsys.readouterr()
    assert "akte.txt: txt, 48 characters\n  bsn: 1 (1******33)\n" in told.err
    assert "Names" in told.err
    assert "111222333" not in told.err
    assert told.out == ""
    assert "Nothing was added" in told.err
    assert dossier(tmp_path).version == 1


def test_the_reply_is_drawn_on_a_terminal(deed: Path) -> None:
    shown = drawn("add", str(deed), "--dossier", DOSSIER, "--yes")
    assert "akte.txt" in shown
    assert "\\[" not in shown


def test_what_was_found_may_be_masked_at_once(deed: Path, tmp_path: Path) -> None:
    assert tess_add(deed, "--yes", "--mask", "text") == 0
    (source,) = dossier(tmp_path).sources
    assert source.content == DEED.replace("111222333", "<bsn-1>")
    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file())
    assert b"111222333" not in kept


def test_with_a_yes_it_is_added(
    deed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tess_add(deed, "--yes") == 0
    assert "akte.txt *(document van de cliënt)*" in capsys.readouterr().out
    (source,) = dossier(tmp_path).sources
    assert (source.kind, source.title, source.content) == ("document", "akte.txt", DEED)


def test_programs_get_data(deed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tess_add(deed, "--yes", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["dossier_id"], told["version"]) == (DOSSIER, 2)
    assert told["personal"] == [{"kind": "bsn", "count": 1, "examples": ["1******33"]}]
    assert "text" not in told


def test_a_page_is_added_by_its_address(
    deed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving() as site:
        address = f"{site.url}/bezwaar"
        assert cli.main(["add", address, "--dossier", "last", "--yes"]) == 1
        assert "in a private network or on this machine" not in capsys.readouterr().err
        monkeypatch.setenv("TESS_FETCH", site.url)
        assert cli.main(["add", address, "--dossier", "last"]) == 1
        told = capsys.readouterr().err
        assert f"Bezwaar maken: html, {len(PAGE_TEXT)} characters\n  {address}\n" in told
        assert "“Bezwaar De termijn voor bezwaar bedraagt zes weken" in told
        assert dossier(tmp_path).version == 1
        assert cli.main(["add", address, "--dossier", "last", "--yes"]) == 0
    (source,) = dossier(tmp_path).sources
    assert (source.content, source.url) == (PAGE_TEXT, address)
    assert source.as_of


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://127.0.0.1:1/x", "unless the operator names this address (TESS_FETCH)"),
        ("http://127.0.0.1/x", "the operator does not name it (TESS_FETCH)"),
        ("ftp://example.com/x", "only addresses with http:// or https:// are fetched"),
    ],
)
def test_an_address_that_is_not_fetched_says_what_would_let_it(
    address: str, told: str, deed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["add", address, "--dossier", "last", "--yes"]) == 1
    assert told in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(deed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tess_add(deed.with_name("weg.txt"), "--yes") == 2
    assert "weg.txt can't be read" in capsys.readouterr().err


def test_a_document_that_can_not_be_added_is_refused(
    deed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESS_UPLOAD_MEGABYTES", "1")
    deed.write_bytes(b"a " * 600_000)
    assert tess_add(deed, "--yes") == 1
    assert "larger than 1 MB" in capsys.readouterr().err
    assert cli.main(["add", str(deed), "--dossier", "dos-00000000", "--yes"]) == 1
    assert "does not exist" in capsys.readouterr().err


def test_the_command_is_as_quick_to_start_as_the_others() -> None:
    program = "import sys, src.cli; sys.exit(bool({'pypdf', 'lxml', 'src.uploads.reader'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
