"""A quote stands in its source word for word, or it does not stand."""

import pytest

from src.tools.tax.quotes import stands_in

TEXT = "1. De termijn bedraagt\n   zes weken.\n2. De inspecteur beslist."


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("De termijn bedraagt zes weken.", True),
        ("De termijn  bedraagt\nzes weken.", True),
        ("De termijn bedraagt acht weken.", False),
        ("de termijn bedraagt zes weken.", False),
        ("De termijn bedraagt zes weken. 3.", False),
        ("zes weken.", False),
        ("", False),
        ("   \n ", False),
    ],
)
def test_only_the_very_words_stand(quote: str, stands: bool) -> None:
    assert stands_in(quote, TEXT) is stands
