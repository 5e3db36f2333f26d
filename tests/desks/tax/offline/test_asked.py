"""What kind of thing a question asks for, and what says it."""

import pytest

from src.desks.tax.offline.asked import Kind, asked_kinds, says


@pytest.mark.parametrize(
    ("question", "kind"),
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
        ("Wanneer krijg ik de combinatiekorting?", "conditions"),
        ("Vereisten voor de aftrek", "conditions"),
        ("Which particulars go on it?", "conditions"),
        ("Under what conditions is a bad debt relieved?", "conditions"),
        ("Hoe meld ik betalingsonmacht?", "how"),
        ("Wat is een eigen woning?", "meaning"),
        ("Is kinderalimentatie aftrekbaar?", "whether"),
        ("Ik ben student. Moet ik aangifte doen?", "whether"),
        ("Ik werk mee. Levert dat iets op?", "whether"),
    ],
)
def test_the_kind_that_a_question_asks_for(question: str, kind: Kind) -> None:
    assert kind in asked_kinds(question)


def test_a_question_of_yes_or_no_that_names_a_measure_does_not_ask_for_it() -> None:
    assert asked_kinds("Kan de aanslag na de bezwaartermijn nog omlaag?") == {"whether"}


def test_conditions_are_no_amount() -> None:
    assert asked_kinds("Onder welke voorwaarden geldt de korting?") == {"conditions"}


def test_a_question_without_any_form_asks_for_no_kind() -> None:
    assert asked_kinds("WKR vrije ruimte") == frozenset()


@pytest.mark.parametrize(
    ("kind", "text", "how_well"),
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
def test_how_well_a_passage_says_it(kind: Kind, text: str, how_well: float) -> None:
    assert says(kind, text) == how_well
