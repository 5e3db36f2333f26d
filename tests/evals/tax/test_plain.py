"""The plain engine against scores worked out by hand."""

from math import log

import pytest

from evals.tax.plain import plain_engine
from src.desks.tax.sources import Legislation


def law(number: str, text: str) -> Legislation:
    return Legislation(id=number, title="", content=text)


def test_rare_words_and_short_texts_come_first() -> None:
    engine = plain_engine(
        [law("a", "elf dwerg dwerg"), law("b", "elf"), law("c", "dwerg elf kobold")]
    )
    assert engine.ranked("elf") == ("b", "a", "c")
    assert engine.ranked("KOBOLD, elf!") == ("c", "b", "a")
    assert engine.ranked("trol") == ()
    assert engine.ranked("?!") == ()


def test_a_score_is_what_the_formula_says() -> None:
    engine = plain_engine([law("a", "elf elf"), law("b", "dwerg dwerg dwerg dwerg")])
    idf = log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    length = 1.2 * (1 - 0.75 + 0.75 * 2 / 3)
    assert engine.scores("elf").tolist() == pytest.approx([idf * 2 / (2 + length), 0])
