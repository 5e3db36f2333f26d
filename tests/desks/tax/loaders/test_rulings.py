"""The open data of the judiciary becomes rulings with their text and what they cite."""

from datetime import date

import pytest

from src.desks.tax.loaders import rulings
from src.desks.tax.sources import CaseLaw
from src.search.loaders import xml_file
from src.search.loaders.loaded import NotLoaded
from tests.desks.tax.library.material import DATA
from tests.shared_data import real


def test_a_ruling_is_a_whole_source() -> None:
    loaded = rulings.load(xml_file.parse(xml_file.read(DATA / "ruling.xml")))
    assert loaded.sources == (
        CaseLaw(
            id="ECLI:NL:HR:2099:1",
            title="Hoge Raad 10 mei 2099, ECLI:NL:HR:2099:1",
            content="Kabouterbelasting. Is een stenen dwerg een tuinkabouter?\n"
            "HOGE RAAD\n"
            "1 Het geding\n"
            "1.1. De inspecteur legde een naheffingsaanslag op, zie artikel 20 AWR (zaak AWB 98/1312).\n"
            "het beroep is gegrond;",
            url="https://deeplink.rechtspraak.nl/uitspraak?id=ECLI:NL:HR:2099:1",
            heading="Kabouterbelasting. Is een stenen dwerg een tuinkabouter?",
            as_of=date(2099, 5, 10),
            ecli="ECLI:NL:HR:2099:1",
            court="Hoge Raad",
            subject="Bestuursrecht; Belastingrecht",
            cites=("BWBR0099901/2", "BWBR0002320/20"),
        ),
    )


def test_a_long_summary_gives_a_short_heading() -> None:
    content = (DATA / "ruling.xml").read_text().replace("tuinkabouter?", "tuinkabouter? " * 30)
    (ruling,) = rulings.load(xml_file.parse(content.encode())).sources
    assert ruling.heading.endswith("...")
    assert len(ruling.heading) < 170


def test_without_a_summary_the_assessment_is_the_heading_or_else_the_field_of_law() -> None:
    content = (DATA / "ruling.xml").read_text()
    start, end = content.index("<inhoudsindicatie"), content.index("</inhoudsindicatie>")
    bare = content[:start] + content[end + len("</inhoudsindicatie>") :]
    (ruling,) = rulings.load(xml_file.parse(bare.encode())).sources
    assert ruling.heading == "Bestuursrecht; Belastingrecht"
    named = bare.replace("</emphasis> op", "</emphasis> in de kabouterbelasting op")
    (ruling,) = rulings.load(xml_file.parse(named.encode())).sources
    assert ruling.heading == "Naheffingsaanslag in de kabouterbelasting"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("ECLI:NL:HR:2099:1</dcterms", "zaak 1</dcterms", "no ECLI"),
        ("rdf:Description", "rdf:Other", "no description"),
    ],
)
def test_a_useless_file_says_why(old: str, new: str, reason: str) -> None:
    content = (DATA / "ruling.xml").read_text().replace(old, new)
    with pytest.raises(NotLoaded, match=reason):
        rulings.load(xml_file.parse(content.encode()))


def test_a_ruling_of_thirty_thousand_words_is_read_whole() -> None:
    paragraphs = "".join(f"<para>{number}. {'kabouter ' * 99}</para>" for number in range(300))
    content = (
        (DATA / "ruling.xml")
        .read_text()
        .replace("<uitspraak.info>", paragraphs + "<uitspraak.info>")
    )
    (source,) = rulings.load(xml_file.parse(content.encode())).sources
    assert len(source.content.split()) > 30_000


def test_a_ruling_without_text_is_refused() -> None:
    content = (DATA / "ruling.xml").read_text()
    empty = content[: content.index("<inhoudsindicatie")] + "</open-rechtspraak>"
    with pytest.raises(NotLoaded, match="no text"):
        rulings.load(xml_file.parse(empty.encode()))


def test_every_real_ruling_is_read_with_all_its_words() -> None:
    for path in sorted(real("rulings-xml").glob("*.xml"))[::4]:
        root = xml_file.parse(xml_file.read(path))
        (ruling,) = rulings.load(root).sources
        assert isinstance(ruling, CaseLaw)
        assert ruling.ecli.replace(":", ".") == path.stem
        assert ruling.court
        assert ruling.as_of
        parts = [part for part in root if not str(part.tag).endswith("RDF")]
        words = "".join("".join(str(text) for text in part.itertext()) for part in parts)
        assert pure(ruling.content) == pure(words), path.name


def pure(text: str) -> str:
    return "".join(text.replace("-", "").split())
