"""Numbers, rates, amounts, dates and articles that a claim has and its source has not."""

from datetime import date

import pytest

from src.desks.tax.law.bearing import measures, unsupported
from tests.fakes import law

SOURCE = law(
    "9",
    "De belasting bedraagt 21 percent. De termijn is zes weken na 1 januari 2020, zie artikel 12 en artikel 6:7 van de "
    "Algemene wet bestuursrecht. Het maximum is € 1.234,50.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "Het tarief is 21%.",
        "The rate is 21 percent, or twenty-one per cent.",
        "Het is eenentwintig procent.",
        "U heeft 6 weken.",
        "You have six weeks from 1 January 2020.",
        "Vanaf 2020-01-01, of 1-1-2020.",
        "Hoogstens 1234,50 euro.",
        "Hoogstens €1,234.50.",
        "Dit volgt uit artikel 9 en artikel 12.",
        "Zie artikel 6:7 Awb.",
        "Volgens artikel 9 Awb.",
        "Er is één uitzondering.",
    ],
)
def test_what_the_source_has_is_not_flagged(claim: str) -> None:
    assert unsupported(claim, SOURCE) == ()


@pytest.mark.parametrize(
    ("claim", "kind", "words"),
    [
        ("Het tarief is 9%.", "rate", "9%"),
        ("Het tarief is zes procent.", "rate", "zes procent"),
        ("The rate is 22.", "rate", "rate is 22"),
        ("Het is 22 pct.", "rate", "22 pct"),
        ("It is 22 per hundred.", "rate", "22 per hundred"),
        ("Het is één procent.", "rate", "één procent"),
        ("Het is honderdvijftig procent.", "rate", "honderdvijftig procent"),
        ("Hoogstens vijfduizend euro.", "amount", "vijfduizend euro"),
        ("Hoogstens tweehonderd euro.", "amount", "tweehonderd euro"),
        ("U heeft acht weken.", "number", "acht"),
        ("Vanaf 2 januari 2020.", "date", "2 januari 2020"),
        ("Hoogstens € 5.000.", "amount", "€ 5.000"),
        ("Zie artikel 25 Wet OB.", "law", "artikel 25 Wet OB"),
        ("Zie ECLI:NL:HR:2020:1.", "law", "ECLI:NL:HR:2020:1"),
    ],
)
def test_what_it_has_not_is(claim: str, kind: str, words: str) -> None:
    (flag,) = unsupported(claim, SOURCE)
    assert (flag.kind, flag.words) == (kind, words)


@pytest.mark.parametrize("rate", ["21 percent", "21%", "21 procent", "21,5 percent", "€ 21"])
def test_a_rate_behind_the_number_of_an_article_is_none_of_its_list(rate: str) -> None:
    source = law("2", f"De heffing bedraagt, naar de maatstaf van artikel 3, {rate} van de waarde.")
    assert unsupported(f"Dat is {rate}.", source) == ()
    assert [one.words for one in measures("Zie de artikelen 3, 4 en 5, en lid 6.")] == []


def test_numbers_are_one_however_they_are_written() -> None:
    for text in ("1.234,50", "1,234.5", "1234,5", "1234.50"):
        assert [one.value for one in measures(text)] == ["1234.5"]
    assert [one.value for one in measures("op 3 maart 2021")] == [date(2021, 3, 3).isoformat()]
