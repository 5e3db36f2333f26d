"""Numbers and days are the same however they are written, in two languages."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.language.months import DUTCH
from src.language.numbers import FIRST, NUMBER_WORDS, is_same_day, numerals, quantities


def _dutch(number: int, separator: str) -> str:
    return f"{number:,}".replace(",", separator)


@given(
    st.integers(min_value=1000, max_value=10**9),
    st.sampled_from([".", ",", " ", "\u00a0", "\u202f"]),
)
def test_thousands_are_apart_in_any_way(number: int, separator: str) -> None:
    (found,) = quantities(f"Het is {_dutch(number, separator)} kg.")
    assert (found.kind, found.number) == ("number", Decimal(number))


@given(st.integers(min_value=0, max_value=10**8), st.integers(min_value=0, max_value=99))
def test_an_amount_is_one_in_dutch_and_in_english(whole: int, cents: int) -> None:
    dutch = f"€ {_dutch(whole, '.')},{cents:02}"
    english = f"€{whole:,}.{cents:02}"
    values = {one.number for text in (dutch, english) for one in quantities(text)}
    assert values == {Decimal(whole) + Decimal(cents) / 100}


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 12, 31)))
def test_a_day_is_one_however_it_is_written(day: date) -> None:
    written = (
        f"{day.day} {DUTCH[day.month - 1]} {day.year}",
        f"{day.day}-{day.month}-{day.year}",
        f"{day:%B} {day.day}, {day.year}",
        day.isoformat(),
    )
    assert {one.day for text in written for one in quantities(text)} == {day}


@given(st.sampled_from(sorted(NUMBER_WORDS)))
def test_a_word_is_its_number(word: str) -> None:
    assert [one.number for one in quantities(f"Dat zijn {word}.")] == [Decimal(NUMBER_WORDS[word])]


@given(st.text(alphabet="0123456789., €%\u00a0-/:abcdefg", max_size=40))
def test_any_text_is_read(text: str) -> None:
    for one in quantities(text):
        assert text[slice(*one.span)].split() == one.words.split()


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("€ 11.000,-", "amount", "11000"),
        ("310k", "number", "310000"),
        ("EUR 1.45m", "amount", "1450000"),
        ("2,5 ton", "number", "250000"),
        ("310 duizend", "number", "310000"),
        ("1,3mln", "number", "1300000"),
        ("64KB", "number", "64"),
        ("5m", "number", "5"),
        ("drie maart negentienhonderd vijfentachtig", "date", "1985-03-03"),
        ("twaalf juni tweeduizend vijftien", "date", "2015-06-12"),
        ("3 March nineteen eighty-five", "date", "1985-03-03"),
        ("vierhonderdduizend euro", "amount", "400000"),
        ("four hundred and twenty thousand euro", "amount", "420000"),
        ("vijfentwintig procent", "rate", "25"),
        ("11 000", "number", "11000"),
        ("€ 1,5 miljoen", "amount", "1500000"),
        ("2.5 million euro", "amount", "2500000"),
        ("10,4 %", "rate", "10.4"),
        ("zes procent", "rate", "6"),
        ("12 april", "date", "--04-12"),
        ("April 12", "date", "--04-12"),
    ],
)
def test_each_is_read(text: str, kind: str, value: str) -> None:
    (found,) = quantities(text)
    assert (found.kind, found.value) == (kind, value)


def test_a_day_without_its_year_is_that_of_any_year() -> None:
    assert is_same_day("--04-12", "2026-04-12")
    assert not is_same_day("--04-12", "2026-04-13")
    assert not is_same_day("2025-04-12", "2026-04-12")


def test_what_was_read_at_first_can_still_be_read_so() -> None:
    assert [one.value for one in quantities("11 000 op 12 april", FIRST)] == ["11", "0", "12"]


def test_numerals_are_found_inside_names_and_dates() -> None:
    assert {"8080", "1", "2026", "11000", "6"} <= numerals(
        "localhost:8080, v1, 2026-01-02, 11 000, six"
    )


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("een miljoen", 1_000_000),
        ("a million", 1_000_000),
        ("half a million", 500_000),
        ("anderhalf miljoen", 1_500_000),
        ("one and a half million", 1_500_000),
        ("één miljoen tweehonderdduizend", 1_200_000),
        ("one million two hundred thousand", 1_200_000),
        ("1,2 mio", 1_200_000),
        ("1.2M euro", 1_200_000),
    ],
)
def test_millions_are_read_in_words(words: str, value: int) -> None:
    (found,) = quantities(f"Ik kreeg {words} van mijn vader.")
    assert found.number == value


@pytest.mark.parametrize(
    "words", ["two and a half million", "twee en een half miljoen", "a quarter of a million"]
)
def test_a_part_of_a_number_in_words_is_not_taken_for_the_whole(words: str) -> None:
    assert all((found.number or 0) < 10 for found in quantities(f"I got {words}."))
