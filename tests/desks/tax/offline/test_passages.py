"""Quotes are whole sentences and whole lists, whatever the text looks like."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.loaders.starter import load
from src.desks.tax.offline.passages import LONGEST, SHORTEST, passages, sentences
from src.grounding.gate import find
from src.grounding.sentences import one_line

ARTICLE = """\
1. De ondernemer houdt een administratie bij. Hij bewaart deze zeven jaar.
2. Niet belast is de levering van:
a. goederen die eerder voor vrijgestelde prestaties zijn gebruikt;
b. medicijnen, waaronder:
1°. hoestdrank;
2°. pijnstillers; en
c. boeken.
3. Het tweede lid geldt niet bij verhuur als bedoeld in art. 11 van de Wet OB 1968, mits de huurder
instemt met die behandeling.
Overgangsrecht
"""

RULING = """\
Uitspraak
1 Procesverloop
1.1. De inspecteur heeft mr. A.B. de Vries (hierna: eiser) een aanslag van € 1.000 opgelegd.
4.1. In geschil is of de aanslag terecht is. Volgens HR 10 mei 1995, nr. 30 100, BNB 1995/1 is dat zo.
4.2. De rechtbank oordeelt als volgt:
Beslissing
De rechtbank verklaart het beroep ongegrond.
Deze uitspraak is gedaan door mr. X. en in het openbaar uitgesproken op
"""


def texts(source: str) -> list[str]:
    """Return the words of the passages."""
    return [passage.text for passage in passages(source)]


def test_an_article_is_cut_into_sentences_and_lists() -> None:
    assert texts(ARTICLE) == [
        "1. De ondernemer houdt een administratie bij.",
        "Hij bewaart deze zeven jaar.",
        "2. Niet belast is de levering van: a. goederen die eerder voor vrijgestelde prestaties zijn "
        "gebruikt; b. medicijnen, waaronder: 1°. hoestdrank; 2°. pijnstillers; en c. boeken.",
        "3. Het tweede lid geldt niet bij verhuur als bedoeld in art. 11 van de Wet OB 1968, mits de "
        "huurder instemt met die behandeling.",
    ]


def test_a_ruling_gives_its_sentences_without_headings_and_torsos() -> None:
    assert texts(RULING) == [
        "1.1. De inspecteur heeft mr. A.B. de Vries (hierna: eiser) een aanslag van € 1.000 opgelegd.",
        "4.1. In geschil is of de aanslag terecht is.",
        "Volgens HR 10 mei 1995, nr. 30 100, BNB 1995/1 is dat zo.",
        "De rechtbank verklaart het beroep ongegrond.",
    ]


def test_a_list_that_is_too_long_is_cut_into_items_under_what_introduces_them() -> None:
    items = [
        f"{letter}. de levering van soort {letter} " + "en wat daarbij hoort " * 20
        for letter in "abc"
    ]
    text = "\n".join(["1. Vrijgesteld zijn:", *(item.strip() + ";" for item in items)])
    first, second, third = passages(text)
    assert first.text.startswith("1. Vrijgesteld zijn: a. de levering")
    assert (first.lead, second.lead, third.lead) == (
        "",
        "1. Vrijgesteld zijn:",
        "1. Vrijgesteld zijn:",
    )
    assert second.text.startswith("b. de levering")
    assert second.text.endswith("wat daarbij hoort;")


def test_a_table_stays_with_what_introduces_it() -> None:
    text = "De belasting volgt uit deze tabel:\nMeer dan | maar niet meer dan | tarief\n- | € 38.441 | 35,82%"
    assert texts(text) == [one_line(text)]


def test_a_sentence_longer_than_a_quote_may_be_is_not_quoted() -> None:
    assert texts(
        "De inspecteur " + "heeft overwogen en " * 60 + "beslist. Dat is terecht en ook juist."
    ) == ["Dat is terecht en ook juist."]


@pytest.mark.parametrize(
    "sentence",
    [
        "Op grond van art. 16 AWR en nr. 5 is dat zo.",
        "De heer J.P. Jansen c.s. Balkenende stelt beroep in.",
        "Zie r.o. 4.1. Hieruit volgt niets.",
        "Volgens Stb. 2001, 123 en jo. Artikel 5 geldt dit.",
    ],
)
def test_a_point_behind_an_abbreviation_ends_no_sentence(sentence: str) -> None:
    assert sentences(sentence) == [sentence]


def test_a_point_behind_an_amount_or_a_year_does() -> None:
    assert sentences("Het is € 510.000. Vrijgesteld is 2015. Daarna niet.") == [
        "Het is € 510.000.",
        "Vrijgesteld is 2015.",
        "Daarna niet.",
    ]


def test_every_passage_of_every_digest_stands_in_it() -> None:
    for source in load(Path("data/starter")):
        found = texts(source.content)
        assert len(found) >= 2, source.title
        assert all(find(text, source.content) for text in found)
        assert all(text[0].isupper() or not text[0].isalpha() for text in found), source.title


@given(
    st.text(max_size=300)
    | st.lists(
        st.sampled_from(
            [
                "1. De wet:",
                "a. iets dat telt;",
                "b. iets; en",
                "1°. klein;",
                "– streep",
                "x | y",
                "Kop",
                "En dan.",
                "",
            ]
        )
    ).map("\n".join)
)
def test_whatever_the_text_a_passage_stands_in_it(text: str) -> None:
    for passage in passages(text):
        assert SHORTEST <= len(passage.text) <= LONGEST
        assert find(passage.text, text)


def test_a_word_that_a_line_breaks_off_is_quoted_whole() -> None:
    text = "Een kabouter van hout is vrij-\n  gesteld van de heffing."
    (passage,) = passages(text)
    assert passage.text == "Een kabouter van hout is vrij-gesteld van de heffing."
    assert find(passage.text, text)
