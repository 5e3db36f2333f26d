"""Which measure a question asks for, and what says it."""

import pytest

from src.desks.tax.offline.scoring import Measure, asks_meaning, measures_asked, says


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("Hoe lang heb ik om bezwaar te maken?", "term"),
        ("Wat is de bezwaartermijn?", "term"),
        ("How many years can the inspector go back?", "term"),
        ("Wanneer moet de btw-aangifte binnen zijn?", "date"),
        ("By when must I file my return?", "date"),
        ("Hoeveel mag ik belastingvrij schenken?", "amount"),
        ("Tot welke omzet geldt de kleineondernemersregeling?", "amount"),
        ("What is the turnover limit?", "amount"),
        ("Wat betaal ik over een tweede huis?", "amount"),
        ("Onder welke waarde blijft het vrij?", "amount"),
        ("What is the lowest income that counts?", "amount"),
        ("Naar welk moment wordt gekeken?", "date"),
        ("Hoeveel procent overdrachtsbelasting betaal ik?", "rate"),
        ("What is the VAT rate on books?", "rate"),
    ],
)
def test_the_measure_that_a_question_asks_for(question: str, measure: Measure) -> None:
    assert measure in measures_asked(question)


@pytest.mark.parametrize(
    "question",
    [
        "Kan de aanslag na de bezwaartermijn nog omlaag?",
        "Onder welke voorwaarden geldt de korting?",
        "Which particulars go on it?",
        "Hoe meld ik betalingsonmacht?",
        "WKR vrije ruimte",
    ],
)
def test_a_question_that_asks_for_no_measure(question: str) -> None:
    assert measures_asked(question) == frozenset()


def test_a_question_for_a_meaning() -> None:
    assert asks_meaning("Wat is een eigen woning?")
    assert not asks_meaning("Wat is de bezwaartermijn?")


@pytest.mark.parametrize(
    ("measure", "text", "how_well"),
    [
        ("term", "De termijn bedraagt zes weken.", 1.0),
        ("term", "De termijn is kort.", 0.0),
        ("date", "Het verzoek is er uiterlijk op 1 september.", 1.0),
        ("date", "Het verzoek wordt binnen twee maanden gedaan.", 0.6),
        ("amount", "De vrijstelling bedraagt € 5.277.", 1.0),
        ("amount", "De vrijstelling bedraagt 10% van het inkomen.", 0.6),
        ("rate", "De belasting bedraagt 10,4 percent.", 1.0),
    ],
)
def test_how_well_a_passage_says_it(measure: Measure, text: str, how_well: float) -> None:
    assert says(measure, text) == how_well
