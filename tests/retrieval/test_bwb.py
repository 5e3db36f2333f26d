"""The official XML of a law becomes its articles in force, word for word."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from src.dossier.models import Legislation
from src.retrieval.loaders import bwb, xml_file
from src.retrieval.loaders.xml_file import LapsedArticle, Loaded, NotLoaded
from tests.retrieval.material import DATA, real


def load(path: Path) -> Loaded:
    return bwb.load(xml_file.parse(xml_file.read(path)))


def articles(path: Path) -> dict[str, Legislation]:
    return {one.id: one for one in load(path).sources if isinstance(one, Legislation)}


def test_an_article_is_a_whole_source() -> None:
    assert articles(DATA / "law.xml")["BWBR0099901/1@2024-01-01"] == Legislation(
        id="BWBR0099901/1@2024-01-01",
        title="Wet op de kabouterbelasting 1990, artikel 1",
        content="Wie een tuinkabouter houdt, betaalt kabouterbelasting naar artikel 2.",
        url="https://wetten.overheid.nl/jci1.3:c:BWBR0099901&artikel=1&g=2024-01-01&z=2024-01-01",
        heading="Heffing van de belasting",
        as_of=date(2024, 1, 1),
        work="BWBR0099901",
        law="Wet op de kabouterbelasting 1990",
        article="1",
        path="Hoofdstuk I Heffing van de belasting",
    )


def test_paragraphs_lists_and_tables_stand_on_lines_of_their_own() -> None:
    article = articles(DATA / "law.xml")["BWBR0099901/2@2024-01-01"]
    assert article.heading == "Tarief per kabouter"
    assert article.path == "Hoofdstuk I Heffing van de belasting > § 2 Het tarief"
    assert article.content.splitlines() == [
        "1. Het tarief is:",
        "a. drie euro voor een kleine kabouter;",
        "1°. met muts;",
        "b. zes euro voor een grote kabouter.",
        "3. CO2-arme kabouters zijn vrij.",
        "Maat | Euro",
        "klein | 3",
        "[afbeelding]",
    ]


def test_no_words_of_an_editor_get_into_the_text() -> None:
    for article in load(DATA / "law.xml").sources:
        assert not {"redactie", "redactionele", "bron", "Vervallen"} & set(article.content.split())


def test_lapsed_articles_and_those_without_text_are_counted() -> None:
    loaded = load(DATA / "law.xml")
    assert (len(loaded.sources), loaded.without_text) == (4, 2)
    assert loaded.lapsed == (LapsedArticle("3", date(2010, 7, 1)), LapsedArticle("4"))


def test_annexes_and_repeated_numbers_have_an_identity_of_their_own() -> None:
    found = articles(DATA / "law.xml")
    assert [key.split("@")[0] for key in found] == [
        "BWBR0099901/1",
        "BWBR0099901/2",
        "BWBR0099901/1~2",
        "BWBR0099901/bijlage-2-1",
    ]
    annex = found["BWBR0099901/bijlage-2-1@2024-01-01"]
    assert annex.title == "Wet op de kabouterbelasting 1990, bijlage 2, artikel 1"
    assert "&bijlage=2&artikel=1&" in annex.url


def test_a_law_without_a_short_name_goes_by_the_beginning_of_its_long_one() -> None:
    content = (DATA / "law.xml").read_bytes()
    start, end = content.index(b"<citeertitel"), content.index(b"</citeertitel>")
    root = xml_file.parse(content[:start] + content[end + len(b"</citeertitel>") :])
    first = bwb.load(root).sources[0]
    assert first.title.startswith("Wet van 1 mei 1990, houdende regels over een heffing op tuink")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"<toestand><wetgeving>", "broken"),
        (b"\xff\xfe\x00", "broken"),
        (b"<toestand/>", "no valid date"),
        (b'<toestand bwb-id="BWBR0000001" inwerkingtreding="2024-01-01"/>', "no name"),
        (
            b'<toestand bwb-id="BWBR0000001" inwerkingtreding="2024-01-01"><wetgeving>'
            b"<citeertitel>Wet</citeertitel></wetgeving></toestand>",
            "no articles",
        ),
    ],
)
def test_a_useless_file_says_why(content: bytes, reason: str) -> None:
    with pytest.raises(NotLoaded, match=reason):
        bwb.load(xml_file.parse(content))


def test_a_file_beyond_the_limit_is_not_parsed() -> None:
    with pytest.raises(NotLoaded, match="larger"):
        xml_file.parse(b"x" * (xml_file.LARGEST_FILE + 1))


def test_nothing_outside_the_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("geheim")
    law = (DATA / "law.xml").read_text()
    hostile = law.replace(
        "<toestand", f'<!DOCTYPE toestand [<!ENTITY x SYSTEM "{secret.as_uri()}">]>\n<toestand', 1
    ).replace("Kabouters van klei.", "Kabouters van klei. &x;")
    loaded = bwb.load(xml_file.parse(hostile.encode()))
    assert len(loaded.sources) == 4
    assert not any("geheim" in source.content for source in loaded.sources)


def test_a_bomb_of_entities_does_not_grow() -> None:
    levels = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    bomb = f'<!DOCTYPE toestand [<!ENTITY a0 "boem">{levels}]><toestand>&a9;</toestand>'
    with pytest.raises(NotLoaded):
        bwb.load(xml_file.parse(bomb.encode()))


@given(st.binary(max_size=200))
def test_any_bytes_are_parsed_or_refused(content: bytes) -> None:
    try:
        root = xml_file.parse(content)
    except NotLoaded:
        return
    with pytest.raises(NotLoaded):
        bwb.load(root)


def test_the_real_laws_lose_no_article_and_no_sentence() -> None:
    files = sorted(real("bwb-xml-2024").glob("*.xml"))
    for path in files[::4]:
        root = etree.parse(path).getroot()
        statuses = Counter(article.get("status") for article in root.iter("artikel"))
        loaded = load(path)
        counted = len(loaded.sources) + len(loaded.lapsed) + loaded.without_text
        assert counted == statuses.total(), path.name
        assert len(loaded.lapsed) >= statuses["vervallen"], path.name
        assert len({source.id for source in loaded.sources}) == len(loaded.sources), path.name
        lines = [line for source in loaded.sources for line in source.content.splitlines()]
        whole = {*lines, *(line.partition(" ")[2] for line in lines)}
        missing = [
            sentence
            for sentence in sentences(root)
            if sentence not in whole and not any(sentence in line for line in lines)
        ]
        assert missing == [], path.name


def test_the_real_general_tax_act_reads_as_published() -> None:
    (path,) = real("bwb-xml-2024").glob("BWBR0002320_*.xml")
    article = articles(path)["BWBR0002320/22j@2024-01-01"]
    assert article.title == "Algemene wet inzake rijksbelastingen, artikel 22j"
    assert article.short == "AWR"
    assert article.content.splitlines()[0].startswith(
        "In afwijking van artikel 6:8 van de Algemene"
    )
    assert [line[:2] for line in article.content.splitlines()[1:]] == ["a.", "b."]


def sentences(root: etree._Element) -> list[str]:
    """Return the lines of the articles in force, found in another way than the loader's: by XPath."""
    own = etree.XPath(".//text()[not(ancestor::redactie or ancestor::tekstcorrectie)]")
    texts: list[str] = []
    for article in root.iter("artikel"):
        if article.get("status") in ("vervallen", "nogniet"):
            continue
        for line in article.iter("al"):
            if next(line.iterancestors("meta-data", "kop"), None) is None:
                parts = own(line)
                assert isinstance(parts, list)
                texts.append(" ".join("".join(str(part) for part in parts).split()))
    return texts
