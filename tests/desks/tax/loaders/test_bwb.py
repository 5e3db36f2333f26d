"""The official XML of a law becomes its articles in force, word for word."""

import threading
from collections import Counter
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from src.desks.tax.loaders import bwb
from src.desks.tax.loaders.bwb import LONGEST_PART
from src.desks.tax.loaders.loaded import LapsedArticle, LoadedLaw
from src.desks.tax.sources import Legislation
from src.search.loaders import xml_file
from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from tests.desks.tax.library.material import DATA
from tests.shared_data import real


def load(path: Path) -> LoadedLaw:
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
        since=date(1998, 4, 1),
    )


def test_paragraphs_lists_and_tables_stand_on_lines_of_their_own() -> None:
    article = articles(DATA / "law.xml")["BWBR0099901/2@2024-01-01"]
    assert article.heading == "Tarief per kabouter"
    assert article.since is None
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
    with pytest.raises(NotLoaded, match="64 MiB"):
        xml_file.parse(b"x" * (LARGEST_FILE + 1))


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


@pytest.mark.parametrize("where", ["file", "server"])
def test_no_external_dtd_is_read_or_asked_for(where: str, tmp_path: Path) -> None:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(dtd.encode())

        def log_request(self, *_: object) -> None:
            """Keep the output of the tests clean."""

    dtd = "<!ELEMENT geheim"  # broken: who reads it can't read the law
    (tmp_path / "law.dtd").write_text(dtd)
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        address = {
            "file": (tmp_path / "law.dtd").as_uri(),
            "server": f"http://127.0.0.1:{server.server_port}/law.dtd",
        }[where]
        law = (DATA / "law.xml").read_text()
        hostile = law.replace("<toestand", f'<!DOCTYPE toestand SYSTEM "{address}">\n<toestand', 1)
        root = xml_file.parse(hostile.encode())
        server.shutdown()
    assert asked == []
    assert len(bwb.load(root).sources) == 4


def test_a_bomb_of_entities_does_not_grow() -> None:
    levels = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    bomb = f'<!DOCTYPE toestand [<!ENTITY a0 "boem">{levels}]><toestand>&a9;</toestand>'
    with pytest.raises(NotLoaded):
        bwb.load(xml_file.parse(bomb.encode()))


@given(st.integers(0, 4000))
def test_a_law_that_was_cut_off_is_refused_wherever_it_was(at: int) -> None:
    content = (DATA / "law.xml").read_bytes().rstrip()
    if at < len(content):
        with pytest.raises(NotLoaded):
            xml_file.parse(content[:at])


@given(st.integers(0, 4000), st.binary(max_size=6))
def test_a_law_with_damage_anywhere_is_read_or_refused(at: int, damage: bytes) -> None:
    content = (DATA / "law.xml").read_bytes()
    try:
        loaded = bwb.load(xml_file.parse(content[:at] + damage + content[at + len(damage) :]))
    except NotLoaded:
        return
    assert all(source.content for source in loaded.sources)


@given(st.binary(max_size=200))
def test_any_bytes_are_parsed_or_refused(content: bytes) -> None:
    try:
        root = xml_file.parse(content)
    except NotLoaded:
        return
    with pytest.raises(NotLoaded):
        bwb.load(root)


HAS_WORDS = etree.XPath(
    "boolean(.//plaatje or .//text()[normalize-space() and not(ancestor::redactie or ancestor::tekstcorrectie or "
    "ancestor::meta-data or ancestor::kop or ancestor::noot or ancestor::lidnr or ancestor::li.nr)])"
)
"""Whether an article or annex has words (or images) of its own, told in another way than the loader's."""


def test_the_articles_of_all_real_laws_are_counted_as_the_xml_itself_counts_them() -> None:
    files = sorted(real("bwb-xml-2024").glob("*.xml"))
    left_out: Counter[str] = Counter()
    for path in files:
        root = xml_file.parse(path.read_bytes())
        gone = Counter(one.get("status") for one in root.iter("artikel"))
        in_force = [
            one for one in root.iter("artikel") if one.get("status") not in ("vervallen", "nogniet")
        ]
        loaded = bwb.load(root)
        articles = [source for source in loaded.sources if "&artikel=" in source.url]
        assert len(articles) == sum(HAS_WORDS(one) is True for one in in_force), path.name
        # What has no words is marked as lapsed by status or by an editor, not in force yet, or changes other laws.
        annexes_of_images = loaded.without_text - (
            gone.total() - len(articles) - len(loaded.lapsed)
        )
        assert 0 <= annexes_of_images <= len(list(root.iter("bijlage"))), path.name
        assert len(loaded.lapsed) >= gone["vervallen"], path.name
        left_out.update(lapsed=len(loaded.lapsed), without_text=loaded.without_text)
        left_out.update(articles=len(articles), parts=len(loaded.sources) - len(articles))
    assert len(files) == 272
    assert left_out["articles"] > 17_000
    assert left_out["parts"] > 20


def test_the_annexes_of_all_real_laws_are_there_to_the_last_line() -> None:
    annexes = 0
    for path in sorted(real("bwb-xml-2024").glob("*.xml")):
        content = path.read_bytes()
        if b"<bijlage" not in content:
            continue
        root = xml_file.parse(content)
        parts = [source for source in bwb.load(root).sources if "&artikel=" not in source.url]
        text = "\n".join(source.content for source in parts)
        for annex in root.iter("bijlage"):
            if annex.get("status") != "vervallen" and annex.find(".//artikel") is None:
                annexes += 1
                notes = [
                    " ".join("".join(map(str, note.itertext())).split())
                    for note in annex.iter("noot.al")
                ]
                missing = [line for line in [*paragraphs(annex), *notes] if line not in text]
                assert missing == [], path.name
        assert all(len(source.content) < 2 * LONGEST_PART for source in parts)
    assert annexes > 10


def test_an_annex_without_articles_is_a_source() -> None:
    annex = (
        '<bijlage status="goed"><kop><label>Tabel</label><nr>I</nr><titel>Vrije kabouters</titel></kop>'
        "<table><tgroup><thead><row><entry><al>Soort</al></entry><entry><al>Euro</al></entry></row></thead>"
        "<tbody><row><entry><al>klei</al></entry><entry><al>1</al></entry></row></tbody></tgroup></table>"
        "<divisie><kop><titel>A. Bijzondere</titel></kop><lijst><li><li.nr>1.</li.nr><al>van zout</al></li></lijst>"
        "</divisie></bijlage>"
        '<bijlage status="vervallen"><kop><label>Tabel</label><nr>II</nr></kop></bijlage>'
        '<bijlage><kop><label>Tabel</label><nr>III</nr></kop><plaatje><illustratie naam="1.png"/></plaatje></bijlage>'
    )
    law = (DATA / "law.xml").read_text().replace("</wettekst>", f"</wettekst>{annex}")
    loaded = bwb.load(xml_file.parse(law.encode()))
    found = [source for source in loaded.sources if "tabel" in source.title]
    assert [(one.id, one.title, one.heading, one.content) for one in found] == [
        (
            "BWBR0099901/tabel-I-deel-1@2024-01-01",
            "Wet op de kabouterbelasting 1990, tabel I, deel 1",
            "Vrije kabouters",
            "Soort | Euro\nklei | 1",
        ),
        (
            "BWBR0099901/tabel-I-deel-2@2024-01-01",
            "Wet op de kabouterbelasting 1990, tabel I, deel 2",
            "A. Bijzondere",
            "1. van zout",
        ),
    ]
    assert found[0].url.endswith("BWBR0099901&bijlage=I&g=2024-01-01&z=2024-01-01")
    assert loaded.without_text == 3, "an annex that is all images has no text either"


def test_a_long_annex_is_cut_between_its_lines() -> None:
    lines = [f"{number} " + "kabouter " * 40 for number in range(100)]
    annex = "<bijlage>" + "".join(f"<al>{line}</al>" for line in lines) + "</bijlage>"
    law = (DATA / "law.xml").read_text().replace("</wettekst>", f"</wettekst>{annex}")
    parts = [
        source
        for source in bwb.load(xml_file.parse(law.encode())).sources
        if ", bijlage, deel" in source.title
    ]
    assert all(len(part.content) <= LONGEST_PART for part in parts)
    assert "\n".join(part.content for part in parts).splitlines() == [
        line.strip() for line in lines
    ]


def test_a_file_that_is_nested_without_end_is_refused() -> None:
    deep = "<toestand>" + "<al>" * 300 + "</al>" * 300 + "</toestand>"
    with pytest.raises(NotLoaded, match="broken"):
        xml_file.parse(deep.encode())


def test_a_file_as_deep_as_is_allowed_is_read() -> None:
    deep = "<lijst><li>" * 110 + "<al>diep</al>" + "</li></lijst>" * 110
    law = (DATA / "law.xml").read_text().replace("Kabouters van klei.", f"Klei.</al>{deep}<al>")
    assert any(
        "diep" in source.content for source in bwb.load(xml_file.parse(law.encode())).sources
    )


def test_the_real_laws_lose_no_article_and_no_sentence() -> None:
    files = sorted(real("bwb-xml-2024").glob("*.xml"))
    for path in files[::4]:
        root = etree.parse(path).getroot()
        loaded = load(path)
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
    in_force = (
        one for one in root.iter("artikel") if one.get("status") not in ("vervallen", "nogniet")
    )
    return [line for article in in_force for line in paragraphs(article)]


OWN_WORDS = etree.XPath(
    ".//text()[not(ancestor::redactie or ancestor::tekstcorrectie or ancestor::noot)]"
)


def paragraphs(element: etree._Element) -> list[str]:
    texts: list[str] = []
    for line in element.iter("al"):
        if next(line.iterancestors("meta-data", "kop"), None) is None:
            parts = OWN_WORDS(line)
            assert isinstance(parts, list)
            texts.append(" ".join("".join(str(part) for part in parts).split()))
    return texts
