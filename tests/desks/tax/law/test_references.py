"""A source can be cited for good, as others resolve it too."""

from datetime import date
from pathlib import Path

from lxml import etree

from src.desks.tax.loaders import bwb
from src.desks.tax.sources import CaseLaw, Legislation
from src.search.loaders import xml_file
from tests.desks.tax.library.material import DATA
from tests.shared_data import real


def test_an_article_is_cited_by_law_place_and_version() -> None:
    references = [one.reference for one in laws(DATA / "law.xml")]
    assert references[0] == "jci1.3:c:BWBR0099901&artikel=1&g=2024-01-01&z=2024-01-01"
    assert references[-1] == "jci1.3:c:BWBR0099901&bijlage=2&artikel=1&g=2024-01-01&z=2024-01-01"


def test_an_article_with_a_page_of_its_own_is_cited_too() -> None:
    digest = Legislation(
        id="BWBR0011353/3.120@2026-01-01#digest",
        title="Wet inkomstenbelasting 2001, artikel 3.120",
        content="...",
        url="https://wetten.overheid.nl/BWBR0011353/2026-01-01",
        as_of=date(2026, 1, 1),
        work="BWBR0011353",
        article="3.120",
    )
    assert digest.reference == ("jci1.3:c:BWBR0011353&artikel=3.120&g=2026-01-01&z=2026-01-01")


def test_a_ruling_is_cited_by_its_ecli() -> None:
    ecli = "ECLI:NL:HR:2099:1"
    assert CaseLaw(id=ecli, title="", content="", ecli=ecli).reference == ecli


def test_where_nothing_is_known_there_is_no_reference() -> None:
    assert Legislation(id="x", title="", content="").reference == ""


def test_our_references_name_the_law_and_the_article_as_the_publisher_does() -> None:
    (path,) = real("bwb-xml-2024").glob("BWBR0002320_*.xml")
    theirs = {
        jci.get("korte-verwijzing")
        for jci in etree.parse(path).getroot().iter("jci")
        if jci.get("versie") == "1.3"
    }
    ours = {one.reference.partition("&g=")[0] for one in laws(path)}
    assert len(ours) > 100
    assert ours <= theirs


def laws(path: Path) -> list[Legislation]:
    content = xml_file.read(path)
    loaded = bwb.load(xml_file.parse(content))
    return [one for one in loaded.sources if isinstance(one, Legislation)]
