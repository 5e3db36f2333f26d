"""The question that a plain yes has answered: that of the conversation, and not the last words."""

import pytest

from src.desks.tax.question import question_of

TAX = "What does a profit of 260,000 cost my BV?"
LAPTOP = "How is a second hand laptop taxed?"
LATER = "and if we sell the machines first, would that be cheaper in the end"
HOUSE = "Ons oude huis staat leeg te koop, hoe lang mag ik de rente nog aftrekken?"


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ([HOUSE], HOUSE),
        ([HOUSE, "dat was in november 2012 trouwens", "1"], f"{HOUSE}\ndat was in november 2012 trouwens"),
        ([LAPTOP, "oops, that is not what I meant"], LAPTOP),
        ([TAX, "yes", "and for 2014?"], f"{TAX}\nand for 2014?"),
        ([HOUSE, "ja", "dat klopt niet: het was in 2025"], f"{HOUSE}\ndat klopt niet: het was in 2025"),
        ([HOUSE, "ja", "that's wrong, I sold it"], f"{HOUSE}\nthat's wrong, I sold it"),
        ([HOUSE, "ja", "ik snap het niet"], HOUSE),
        ([TAX, "yes", LATER], f"{TAX}\n{LATER}"),
        ([HOUSE, "ja", "Correctie: sinds 2013. En nu?"], f"{HOUSE}\nCorrectie: sinds 2013. En nu?"),
        (["Hoe lang is de bezwaartermijn?", "haal 3 weg"], "Hoe lang is de bezwaartermijn?"),
    ],
)  # fmt: skip
def test_the_question_stays_what_it_was(said: list[str], question: str) -> None:
    assert question_of(said) == question
