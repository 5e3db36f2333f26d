"""Abbreviations that the law itself defines or cites by are known to search."""

import pytest

from benchmarks.abbreviations import main, material, unknown
from tests.shared_data import real


def test_an_abbreviation_that_is_defined_or_cited_and_not_known_is_told() -> None:
    defined = "Wie een kabouterfonds (hierna: KBF) heeft, is vrijgesteld."
    cited = "Het bepaalde in artikel 3, tweede lid, van de KW 1910 geldt, als in artikel 5 AWR."
    assert unknown([defined, cited]) == {"KBF": 1, "KW 1910": 1}


def test_material_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--data", "/nowhere"])
    assert "/nowhere" in capsys.readouterr().err


@pytest.mark.benchmark
def test_the_material_has_no_abbreviation_that_is_not_known() -> None:
    assert unknown(material(real("tax-law-2015").parent)) == {}
