"""Citations of articles and rulings in any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.law.citations import ArticleCitation, RulingCitation, find_citations
from src.desks.tax.law.laws import LAWS, Law, LawNames

AWR, AWB, IB, OB, WBR = "BWBR0002320", "BWBR0005537", "BWBR0011353", "BWBR0002629", "BWBR0002740"


def cited(text: str, laws: LawNames | None = None) -> list[tuple[str, str | None]]:
    found = find_citations(text, laws) if laws else find_citations(text)
    return [(one.article, one.work) for one in found if isinstance(one, ArticleCitation)]


@pytest.mark.parametrize(
    ("text", "article", "work"),
    [
        ("artikel 16 AWR", "16", AWR),
        ("Art. 16 van de AWR", "16", AWR),
        ("art.16 awr", "16", AWR),
        ("art. 3.120 lid 1 Wet IB 2001", "3.120", IB),
        (
            "artikel 3.119a, eerste lid, onderdeel a, van de Wet inkomstenbelasting 2001",
            "3.119a",
            IB,
        ),
        ("artikel 6:7 van de Algemene wet bestuursrecht", "6:7", AWB),
        ("9 Wet OB", "9", OB),
        ("AWR 16", "16", AWR),
        ("Awb 6:7", "6:7", AWB),
        ("IB 3.120", "3.120", IB),
        ("Wet IB 2001 3.120", "3.120", IB),
        ("artikel 12a Wet op de loonbelasting", "12a", "BWBR0002471"),
        ("Algemene wet inzake rijksbelastingen, artikel 22j", "22j", AWR),
        ("Gemeentewet artikel 220", "220", "BWBR0005416"),
        ("(art. 8:75 Awb)", "8:75", AWB),
        ("artikel 2:19 BW", "19", "BWBR0003045"),
    ],
)
def test_an_article_with_its_law(text: str, article: str, work: str) -> None:
    assert cited(text) == [(article, work)]


@pytest.mark.parametrize(
    ("text", "articles"),
    [
        ("de artikelen 14, 15 en 16 WBR", ["14", "15", "16"]),
        ("art. 14 jo. 15 WBR", ["14", "15"]),
        ("art. 14 jo. art. 15 WBR", ["14", "15"]),
    ],
)
def test_articles_of_one_law_in_a_row(text: str, articles: list[str]) -> None:
    assert cited(text) == [(article, WBR) for article in articles]


@pytest.mark.parametrize(
    "text",
    [
        "haal artikel 13 weg",
        "Wat zegt de AWR? Artikel 13 moet weg",
        "artikel 13 en de Hoge Raad",
        "artikel 13 Wet op de luchtkastelen",
    ],
)
def test_an_article_without_a_known_law(text: str) -> None:
    assert cited(text) == [("13", None)]


@pytest.mark.parametrize(
    "text",
    [
        "de 3 kinderen",
        "box 3",
        "in 2018",
        "box 3 Wet IB 2001",
        "Wet inkomstenbelasting 2001",
        "de AWR 3 jaar later",
        "OB 21%",
        "Boek 7 BW",
        "zaak AWB 98/1312",
        "2 IB-ondernemers",
        "€ 500 Wet OB",
        "artikel",
        "Hoeveel mag ik mijn 2 kinderen belastingvrij schenken in 2024?",
    ],
)
def test_a_plain_question_cites_nothing(text: str) -> None:
    assert find_citations(text) == ()


@pytest.mark.parametrize(
    "text", ["ECLI:NL:HR:1995:AA3106", "zie ecli:nl:hr:1995:aa3106.", "(ECLI:NL:HR:1995:AA3106)"]
)
def test_a_ruling_in_any_case(text: str) -> None:
    (found,) = find_citations(text)
    assert isinstance(found, RulingCitation)
    assert found.ecli == "ECLI:NL:HR:1995:AA3106"


def test_the_span_is_the_whole_mention() -> None:
    text = "Vervang artikel 16, eerste lid, van de AWR door Awb 6:7 en ECLI:NL:HR:1995:AA3106."
    spans = [text[slice(*one.span)] for one in find_citations(text)]
    assert spans == ["artikel 16, eerste lid, van de AWR", "Awb 6:7", "ECLI:NL:HR:1995:AA3106"]


def test_names_of_other_laws_can_be_given() -> None:
    laws = LawNames({"Wet op de luchtkastelen": "BWBR0099900"})
    assert cited("artikel 13 van de Wet op de luchtkastelen", laws) == [("13", "BWBR0099900")]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.work)
def test_every_name_of_a_law_is_found(law: Law) -> None:
    for name in (law.title, law.short, *law.aliases):
        assert cited(f"Wat staat in artikel 9a van de {name}?") == [("9a", law.work)]


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for one in find_citations(text):
        start, end = one.span
        assert 0 <= start < end <= len(text)


@given(
    st.lists(
        st.sampled_from("artikel art. 16 6:7 AWR lid 1 en , van de Wet IB 2001 jo. € %".split())
    )
)
def test_any_row_of_citation_words_can_be_read(words: list[str]) -> None:
    text = " ".join(words)
    found = find_citations(text)
    assert list(found) == sorted(found, key=lambda one: one.span)


@pytest.mark.parametrize(
    "text", ["artikel 1 BWBR0003420", "BWBR0003420, artikel 1", "art. 1 van bwbr0003420"]
)
def test_a_law_is_named_by_its_number_too(text: str) -> None:
    (found,) = find_citations(text)
    assert isinstance(found, ArticleCitation)
    assert (found.work, found.article) == ("BWBR0003420", "1")


def test_a_number_of_the_wrong_length_names_no_law() -> None:
    assert cited("artikel 1 BWBR00034201") == [("1", None)]
