"""The command, and a library of one law, another with versions, and rulings."""

import shutil
from pathlib import Path

import pytest

from src import cli
from src.desks.tax.library.library import ingest
from tests.desks.tax.library.material import STARTER
from tests.desks.tax.lint.files import law_xml, ruling_xml
from tests.desks.tax.lint.linted import LAW, RULING, TWO_VERSIONS, Lint, Linted


@pytest.fixture
def lint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Lint:
    monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path / "data"))

    def run(*arguments: object) -> Linted:
        capsys.readouterr()
        try:
            status = cli.main(["lint", *map(str, arguments)])
        except SystemExit as ended:  # wrong use, told by argparse
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return Linted(status, printed.out, printed.err)

    return run


@pytest.fixture(scope="module")
def kept_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of one law, another with two versions, and one ruling; every test is given a copy."""
    corpus = tmp_path_factory.mktemp("corpus")
    files = {
        "a": law_xml("BWBR0099901", LAW, "2020-01-01", ["1", "2/3", "4:1"], lapsed="3"),
        "b": law_xml("BWBR0099902", TWO_VERSIONS, "2018-01-01", ["1", "2"]),
        "c": law_xml("BWBR0099902", TWO_VERSIONS, "2022-01-01", ["1", "5"]),
        "d": ruling_xml(RULING, "Hoge Raad", "2017-03-03"),
        "e": ruling_xml("ECLI:NL:HR:2005:AB1234", "Hoge Raad", "2005-02-04"),
    }
    for name, xml in files.items():
        (corpus / f"{name}.xml").write_text(xml, "utf-8")
    library = tmp_path_factory.mktemp("data") / "library"
    ingest((corpus,), library, STARTER, lambda *_: None)
    return library


@pytest.fixture(scope="module")
def kept_later(kept_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same library with later versions, which came one after the other."""
    folder = tmp_path_factory.mktemp("later")
    library = Path(shutil.copytree(kept_library, folder / "library"))
    later = [("2022-01-01", ["1", "5", "6/1"]), ("2024-01-01", ["1", "6/2"]), ("2024-06-01", ["1"])]
    for since, articles in later:
        path = folder / f"{since}.xml"
        path.write_text(law_xml("BWBR0099902", TWO_VERSIONS, since, articles), "utf-8")
        ingest((path,), library, STARTER, lambda *_: None)
    return library


@pytest.fixture
def library(kept_library: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept_library, tmp_path / "data" / "library"))


@pytest.fixture
def later_library(kept_later: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept_later, tmp_path / "data" / "library"))
