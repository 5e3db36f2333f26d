"""A quote stands in its source word for word, or it does not stand; and it is shown with its whole sentence."""

import pytest

from src.tools.tax.quotes import stands_in, whole_sentences

TEXT = "1. De termijn bedraagt\n   zes weken.\n2. De inspecteur beslist. Niet in aftrek komen de kosten van vervoer."


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("De termijn bedraagt zes weken.", True),
        ("De termijn  bedraagt\nzes weken.", True),
        ("De termijn bedraagt acht weken.", False),
        ("de termijn bedraagt zes weken.", False),
        ("De termijn bedraagt zes weken. 3.", False),
        ("ermijn bedraagt zes weken", False),
        ("De termijn bedraagt zes wek", False),
        ("De inspecteur", False),
        ("", False),
        ("   \n ", False),
    ],
)
def test_only_the_very_words_stand(quote: str, stands: bool) -> None:
    assert stands_in(quote, TEXT) is stands


@pytest.mark.parametrize(
    ("quote", "whole"),
    [
        ("in aftrek komen de kosten van vervoer", "Niet in aftrek komen de kosten van vervoer."),
        ("bedraagt zes weken", "De termijn bedraagt zes weken."),
        ("De inspecteur beslist.", "De inspecteur beslist."),
        ("stond hier nooit", "stond hier nooit"),
    ],
)
def test_a_quote_is_shown_with_its_whole_sentence(quote: str, whole: str) -> None:
    assert whole_sentences(quote, TEXT) == whole


def test_a_sentence_that_is_too_long_to_show_is_left_as_it_was_quoted() -> None:
    long = "Dit is het begin " + "en dit gaat maar door " * 60 + "tot hier."
    assert whole_sentences("Dit is het begin", long) == "Dit is het begin"
