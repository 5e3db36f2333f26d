"""The passage that is shown under a source: the sentence that states the rule, and never from the middle of one."""

import pytest

from src.search.snippet import snippet

MORTGAGE = (
    "De eigen woning kent twee soorten kosten. Aftrekbaar zijn alleen: de rente van de lening; de kosten van de "
    "taxatie. Andere kosten, bijv. van onderhoud, zijn dat niet."
)


def test_a_passage_begins_with_its_sentence() -> None:
    assert snippet(MORTGAGE, ["kosten taxatie"], 110) == (
        "Aftrekbaar zijn alleen: de rente van de lening; de kosten van de taxatie."
    )


def test_an_abbreviation_ends_no_sentence() -> None:
    assert snippet(MORTGAGE, ["onderhoud"]) == (
        "Andere kosten, bijv. van onderhoud, zijn dat niet."
    )


def test_of_a_long_list_its_beginning_stands_before_the_part_that_is_meant() -> None:
    items = "\n".join(f"{letter}. de levering van {letter * 9};" for letter in "abcdefgh")
    found = snippet(f"Vrijgesteld zijn:\n{items}", ["levering ggggggggg"], 80)
    assert found == "Vrijgesteld zijn: … g. de levering van ggggggggg;"


def test_the_number_of_the_next_item_ends_no_passage() -> None:
    text = (
        "1. De termijn is zes weken.\n2. De griffier meldt dat.\n10. " + "De rechtbank wacht. " * 20
    )
    assert snippet(text, ["griffier"], 55) == "2. De griffier meldt dat. 10. De rechtbank wacht."
    assert snippet(text, ["griffier"], 40) == "2. De griffier meldt dat."


TARIFF = """Het tarief bedraagt bij een waarde van:
| meer dan | maar niet meer dan | tarief |
|:---|:---|:---|
| – | € 12.500 | nihil |
| € 12.500 | € 75.000 | 0,60% van deze waarde |
| € 75.000 | € 1 050 000 | 0,75% van deze waarde |
| € 1 050 000 | – | € 7.875 en 2,05% van het meerdere |"""


@pytest.mark.parametrize("amount", ["€ 350.000", "350,000 euro", "€ 75 001,50"])
def test_of_a_tariff_the_row_stands_that_has_the_amount_asked_for(amount: str) -> None:
    found = snippet(TARIFF, [f"tarief bij een waarde van {amount}"], 110)
    assert found.startswith(
        "Het tarief bedraagt bij een waarde van: … | € 75.000 | € 1 050 000 | 0,75%"
    )
    assert "0,60%" in snippet(TARIFF, ["waarde 75.000 in 1999"], 110)
    assert "0,60%" not in snippet(TARIFF, ["waarde van 2015"], 110)


@pytest.mark.parametrize("text", ["", " \n ", "woord" * 100, "a; " * 300, "\n\n;\n"])
def test_a_passage_is_never_much_longer_than_asked(text: str) -> None:
    assert len(snippet(text, ["woord"], 50)) <= 52
