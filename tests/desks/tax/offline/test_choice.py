"""Which sources plain words mean; the numbers are those in the list that the user sees."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.offline.names import LawReader
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.offline.vocabulary import LAW
from src.llm.builtin.references import Thing, meant
from src.llm.protocol import ChatMessage, ToolSpec
from src.llm.state import with_state

TITLES = {
    1: "Algemene wet bestuursrecht, artikel 6:7",
    2: "Algemene wet inzake rijksbelastingen, artikel 22j",
    3: "Algemene wet inzake rijksbelastingen, artikel 13",
    4: "Wet op de omzetbelasting 1968, artikel 13",
    5: "Wet op de omzetbelasting 1968, artikel 9",
    7: "Wet inkomstenbelasting 2001, artikel 3.120",
    8: "Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106",
    9: "Gerechtshof Amsterdam 3 april 2012, ECLI:NL:GHAMS:2012:BW1234",
    10: "Parket bij de Hoge Raad 1 maart 2015, ECLI:NL:PHR:2015:123",
    11: "Hoge Raad 6 december 1996, ECLI:NL:HR:1996:AA1964",
}
LAWS = {1, 2, 3, 4, 5, 7}
RULINGS = {8, 9, 10, 11}
ALL = LAWS | RULINGS


def chosen(words: str, titles: dict[int, str] = TITLES) -> set[int]:
    """Return the numbers of the sources that the words mean."""
    return {one.n for one in meant(words, things(titles), LawReader, LAW).things}


def things(titles: dict[int, str]) -> list[Thing]:
    """Return sources with these titles."""
    return [Thing("sources", n, title) for n, title in titles.items()]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        # articles
        ("haal artikel 13 weg", {3, 4}),
        ("haal artikel 13 AWR weg", {3}),
        ("haal artikel 13 van de Wet OB weg", {4}),
        ("haal artikel 13 van de btw-wet weg", {4}),
        ("wet omzetbelasting artikel 13", {4}),
        ("art. 13 lid 1 Wet OB", {4}),
        ("artikel 13 en 9 van de wet op de omzetbelasting 1968", {4, 5}),
        ("artikel 6:7 en 22j", {1, 2}),
        ("articles 6:7 and 22j", {1, 2}),
        ("verwijder 6:7", {1}),
        ("Awb, artikel 6:7", {1}),
        ("artikel 3.120", {7}),
        ("section 9 of the VAT act", {5}),
        ("verwijdr artikle 3.120", {7}),
        ("artikel 99", set()),
        ("artikel 99 van de Awb", set()),
        ("artikel 9 van de Awb", set()),
        ("artikel 1", set()),
        ("haal alles van artikel 99 weg", set()),
        # numbers in the list
        ("bron 2", {2}),
        ("bron 3 en 5", {3, 5}),
        ("bronnen 1, 3 en 5", {1, 3, 5}),
        ("bron 2 t/m 4", {2, 3, 4}),
        ("sources 2 through 4", {2, 3, 4}),
        ("[8]", {8}),
        ("haal [8] en [9] weg", {8, 9}),
        ("nummer 7", {7}),
        ("#5", {5}),
        ("haal 8 weg", {8}),
        ("haal 13 weg", {3, 4}),
        ("bron 6", set()),
        ("bron 99", set()),
        ("bron 2 en de Hoge Raad", {2, 8, 11}),
        # laws
        ("de Awb", {1}),
        ("haal de AWR weg", {2, 3}),
        ("alle artikelen van de AWR", {2, 3}),
        ("verwijder de inkomstenbelasting", {7}),
        ("de omzetbelasting", {4, 5}),
        # rulings
        ("haal de Hoge Raad weg", {8, 11}),
        ("haal de AWR en de Hoge Raad weg", {2, 3, 8, 11}),
        ("haal de Hoge Raad, artikel 3.120 weg", {7, 8, 11}),
        ("drop the Supreme Court rulings", {8, 11}),
        ("het hof Amsterdam", {9}),
        ("de conclusie van de A-G", {10}),
        ("de uitspraak van 10 mei 1995", {8}),
        ("de uitspraak uit 1996", {11}),
        ("ECLI:NL:HR:1995:AA3106", {8}),
        ("zet ecli:nl:hr:1995:aa3106 terug", {8}),
        ("de uitspraak ECLI:NL:HR:2000:XX1111", set()),
        ("Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106", {8}),
        # kinds and places
        ("de uitspraken", RULINGS),
        ("alle rechtspraak", RULINGS),
        ("the case law", RULINGS),
        ("de wetsartikelen", LAWS),
        ("the legislation", LAWS),
        ("de eerste uitspraak", {8}),
        ("the last ruling", {11}),
        ("de laatste bron", {11}),
        ("the second source", {2}),
        # all, all but, only
        ("alles", ALL),
        ("zet ze terug", ALL),
        ("put everything back", ALL),
        ("alles behalve de Hoge Raad", ALL - {8, 11}),
        ("alles weg behalve artikel 9", ALL - {5}),
        ("alles op artikel 6:7 na", ALL - {1}),
        ("drop everything except the Supreme Court ruling", ALL - {8, 11}),
        ("everything but the case law", LAWS),
        ("alle uitspraken behalve die van het hof", RULINGS - {9}),
        ("zet alles terug behalve artikel 3.120", ALL - {7}),
        ("zonder de Hoge Raad", {8, 11}),
        ("behalve artikel 9", {5}),
        ("alles behalve artikel 99", set()),
        ("alleen artikel 9", ALL - {5}),
        ("keep only article 9", ALL - {5}),
        ("gebruik alleen de wetgeving", RULINGS),
        ("houd artikel 9 verwijder de rest", ALL - {5}),
        ("haal alleen artikel 9 weg", {5}),
        ("zet alleen artikel 9 terug", {5}),
        ("alleen artikel 99", set()),
        ("haal artikel 9 weg laat de rest staan", {5}),
        ("remove the rulings but not the Supreme Court", {9, 10}),
        ("de rechtspraak weer terug behalve niet de Hoge Raad", {9, 10}),
        # what is said besides
        ("haal artikel 9 weg want het gaat over artikel 13", {5}),
        ("haal bron 3 weg die gaat over iets anders", {3}),
        ("haal die weg", set()),
        ("haal die over boten weg", set()),
        ("", set()),
    ],
)
def test_words_mean_these_sources(words: str, numbers: set[int]) -> None:
    assert chosen(words) == numbers


SUBJECTS = {
    8: "Bewijs uit betwiste huiszoeking",
    9: "Navordering over zakenauto",
    11: "Navordering na schenking",
}


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("haal de uitspraak over parkeren weg", set()),
        ("haal alle uitspraken over parkeren weg", set()),
        ("haal de uitspraak weg", set()),
        ("haal alle bronnen over parkeren weg", set()),
        ("ik vind de uitspraak van hof Den Haag niet relevant", set()),
        ("ik vind de uitspraak van gerechtshof Amsterdam niet relevant", {9}),
        ("ik ben het niet eens met bron 5, die is van 1996", {5}),
        ("die uitspraken zijn verouderd", RULINGS),
    ],
)
def test_a_kind_with_a_subject_that_no_title_has_means_nothing(
    words: str, numbers: set[int]
) -> None:
    assert chosen(words) == numbers


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("haal de uitspraak over huiszoeking weg", [8]),
        ("haal de huiszoekingszaak weg", [8]),
        ("haal de bron over huiszoeking weg", [8]),
        ("haal de uitspraken over navordering weg", [9, 11]),
    ],
)
def test_a_subject_is_asked_about_with_the_sources_about_it_first(
    words: str, first: list[int]
) -> None:
    listed = [
        {"n": n, "title": title, "heading": SUBJECTS.get(n, ""), "selected": True}
        for n, title in TITLES.items()
    ]
    tools = [ToolSpec(name, "", {}) for name in ("ask", "remove_sources", "show_sources")]
    heard = [ChatMessage("user", with_state(words, {"sources": listed}))]
    (call,) = OFFLINE_RULES.decision(heard, tools).tool_calls
    assert call.name == "ask"
    choices = json.loads(call.arguments)["choices"]
    for n, choice in zip(first, choices, strict=False):
        assert choice.startswith(f"haal nummer {n} weg")


def test_article_13_is_not_article_13a() -> None:
    titles = {
        1: "Wet op de loonbelasting 1964, artikel 13",
        2: "Wet op de loonbelasting 1964, artikel 13a",
    }
    assert chosen("artikel 13", titles) == {1}
    assert chosen("Wet op de loonbelasting 1964, artikel 13", titles) == {1}
    assert chosen("Wet op de loonbelasting 1964, artikel 13a", titles) == {2}


def test_a_law_that_no_list_knows_is_known_by_its_name() -> None:
    titles = {1: "Wet minimumloon en minimumvakantiebijslag, artikel 3", 2: "Zorgwet, artikel 3"}
    assert chosen("artikel 3 van de Zorgwet", titles) == {2}
    assert chosen("de zorgwet", titles) == {2}


def test_that_one_means_the_only_one() -> None:
    assert chosen("zet die terug", {4: TITLES[4]}) == {4}


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(["haal", "bron", "2", "artikel", "13", "6:7", "alles", "behalve", "en", "de Awb",
                                "alleen", "[", "1-99999", "\ue000", "ECLI:NL:HR:1995:AA3106"])).map(" ".join),
    st.lists(st.sampled_from(sorted(TITLES.values())) | st.text(max_size=40), max_size=6),
)  # fmt: skip
def test_whatever_the_words_only_candidates_are_chosen(words: str, titles: list[str]) -> None:
    every = things(dict(enumerate(titles, start=1)))
    assert set(meant(words, every, LawReader, LAW).things) <= set(every)
