"""What a text says of the law stands in its sources, or it is held back."""

import pytest

from src.desks.tax.law.bearing import states_measure, ungrounded
from tests.fakes import law, page, ruling

PAGE = page("6:7", "Port 8000 is open.")
TERM = law(
    "6:7",
    "De termijn bedraagt zes weken; zie artikel 22j van de Algemene wet inzake rijksbelastingen.",
)
RULING = ruling("ECLI:NL:HR:1995:AA3106", "Vergelijk BNB 1995/99.")


@pytest.mark.parametrize(
    "text",
    [
        "Dit volgt uit artikel 6:7 Awb.",
        "Dit volgt uit artikel 6:7.",
        "See article 6:7.",
        "Zie artikel 22j AWR.",
        "Zie ECLI:NL:HR:1995:AA3106 en BNB 1995/99.",
        "De termijn is zes weken.",
    ],
)
def test_law_of_the_sources_may_be_named(text: str) -> None:
    assert not ungrounded(text, [TERM, RULING, PAGE])


def test_a_page_of_documentation_is_no_law() -> None:
    assert ungrounded("Dit volgt uit artikel 6:7.", [PAGE])


@pytest.mark.parametrize(
    "text",
    [
        "Dit volgt uit artikel 9 Wet OB.",
        "Under Article 9 of the VAT Act the rate is 21%.",
        "Section 99 of the General Tax Act.",
        "artikel 6:7 Wet Atlantis",
        "HR 12 mei 2020, nr. 19/01234",
        "HR BNB 2020/99",
        "ECLI:NL:HR:2099:1",
    ],
)
def test_other_law_may_not(text: str) -> None:
    assert ungrounded(text, [TERM, RULING])


def test_a_rate_is_law() -> None:
    assert states_measure("Het lage tarief is 9%.")
    assert not states_measure("Goedendag, waarmee kan ik helpen?")


def test_the_ends_of_a_range_are_named_and_not_what_lies_between() -> None:
    sources = [TERM, law("6:9", "Een bezwaarschrift is op tijd ingediend als ...")]
    assert not ungrounded("Zie de artikelen 6:7 tot en met 6:9 Awb.", sources)
    assert ungrounded("Zie de artikelen 6:7 tot en met 6:10 Awb.", sources)
