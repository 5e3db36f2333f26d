"""Calculations by code: sums, tariffs, terms, and what can't be one."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.answering import TERMS
from src.dossier.claims import Calculation, CalculationInput
from src.dossier.models import Language
from src.errors import NotCalculable
from src.grounding.calculation import bands, calculated
from src.grounding.formula import formula

AMOUNTS = st.integers(min_value=0, max_value=10**9)


def calculation(expression: str, said: str = "", **inputs: str) -> tuple[Calculation, bool]:
    given = [
        CalculationInput(name=name, value=value, source_id="s") for name, value in inputs.items()
    ]
    made = calculated({one.name: one.value for one in given}, expression, said, TERMS)
    kept = Calculation(
        id="c1", inputs=tuple(given), expression=expression, kind=made.kind, result=made.value
    )
    return kept, made.corrects


@pytest.mark.parametrize(
    ("expression", "said", "inputs", "language", "reads"),
    [
        ("a * r", "€ 12.000", {"a": "€ 600.000", "r": "2 %"}, "nl", "€ 600.000 x 2 % = € 12.000"),
        (
            "bands(v, e, r, s)",
            "€ 18.887",
            {"v": "€ 173.772", "e": "€ 158.669", "r": "10 %", "s": "20 %"},
            "nl",
            "€ 158.669 x 10 % + € 15.103 x 20 % = € 18.887",
        ),
        ("add_weeks(d, t)", "12 april", {"d": "1 maart", "t": "zes weken"}, "nl", "1 maart + zes weken = 12 april"),
        ("add_months(d, t)", "1 april", {"d": "1 maart", "t": "één maand"}, "nl", "1 maart + één maand = 1 april"),
        (
            "term_weeks(d, t)",
            "13 April 2026",
            {"d": "1 March 2026", "t": "six weeks"},
            "en",
            "1 March 2026 + six weeks, where needed to the next working day = 13 April 2026",
        ),
        ("a * 4", "€ 228.48", {"a": "€ 57.12"}, "en", "€ 57.12 x 4 = € 228.48"),
        ("down(a / 3)", "", {"a": "€ 100"}, "en", "€ 100 : 3, rounded down = € 33"),
        (
            "(a - b) * r / 100",
            "€ 10",
            {"a": "€ 150", "b": "€ 50", "r": "10 %"},
            "nl",
            "(€ 150 - € 50) x 10 % : 100 = € 10",
        ),
        (
            "days_between(a, b)",
            "",
            {"a": "1 maart 2026", "b": "12 april 2026"},
            "nl",
            "dagen van 1 maart 2026 tot 12 april 2026 = 42",
        ),
        (
            "j * months_through(d, end_of_year(d)) / 12",
            "",
            {"j": "€ 9.206", "d": "1 maart"},
            "nl",
            "€ 9.206 x (maanden van 1 maart tot en met 31 december) : 12 = € 7.671,67",
        ),
        (
            "j * m / y",
            "€ 1.000",
            {"j": "€ 1.200", "m": "tien maanden", "y": "12"},
            "nl",
            "€ 1.200 x tien maanden : 12 = € 1.000",
        ),
        ("a / b", "25 %", {"a": "€ 1", "b": "€ 4"}, "nl", "€ 1 : € 4 = 25 %"),
        ("a * r", "€ 58.900", {"a": "310k", "r": "19 %"}, "nl", "310k x 19 % = € 58.900"),
    ],
)  # fmt: skip
def test_a_calculation_reads_as_people_write_it(
    expression: str, said: str, inputs: dict[str, str], language: Language, reads: str
) -> None:
    made, corrects = calculation(expression, said, **inputs)
    assert (formula(made, language), corrects) == (reads, False)


def test_wrong_arithmetic_is_corrected() -> None:
    made, corrects = calculation("a * r", "€ 11.000", a="€ 600.000", r="2 %")
    assert (made.result, corrects) == ("12000", True)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os')",
        "a.__class__",
        "a ** a",
        "[a]",
        "a if a else a",
        "3000 * a",
        "a +",
        "f'{a}'",
        "(lambda: a)()",
        "nothing(a)",
        "b",
        "a / 0",
        "half_up(a, 'x')",
        "a = 1",
        "a; a",
        "add_days(a, a)",
        "bands(a, a, a)",
        "min(a)",
    ],
)
def test_anything_else_is_no_calculation(expression: str) -> None:
    with pytest.raises(NotCalculable):
        calculated({"a": "€ 5"}, expression)


@pytest.mark.parametrize(
    ("expression", "inputs"),
    [
        ("a * 0.02", {"a": "€ 100"}),
        ("a * 6 / 100", {"a": "€ 100"}),
        ("add_months(d, t)", {"d": "1 maart", "t": "zes weken"}),
        ("term_weeks(d, t)", {"d": "1 maart", "t": "zes weken"}),
        ("a", {"a": "veel"}),
        ("a * 2", {"a": "1.45m"}),
        ("a", {"a": "€ 1 of € 2"}),
        ("bands(a, b, r, c, r, r)", {"a": "€ 1", "b": "€ 9", "c": "€ 3", "r": "1 %"}),
    ],
)
def test_what_is_not_clear_is_not_computed(expression: str, inputs: dict[str, str]) -> None:
    with pytest.raises(NotCalculable):
        calculation(expression, "", **inputs)


@given(AMOUNTS, AMOUNTS, st.integers(0, 100), st.integers(0, 100))
def test_bands_share_out_the_whole_amount(amount: int, end: int, low: int, high: int) -> None:
    parts = bands(Decimal(amount), Decimal(end), Decimal(low), Decimal(high))
    assert sum(part for part, _ in parts) == amount


@given(AMOUNTS, AMOUNTS)
def test_a_sum_is_exact(left: int, right: int) -> None:
    made = calculated({"a": f"€ {left}", "b": f"€ {right}"}, "a + b")
    assert Decimal(made.value) == left + right


@given(st.dates(date(1990, 1, 1), date(2090, 1, 1)), st.integers(1, 12))
def test_a_term_of_the_law_ends_on_a_working_day(day: date, weeks: int) -> None:
    value = calculated(
        {"d": day.isoformat(), "t": f"{weeks} weken"},
        "term_weeks(d, t)",
        "",
        TERMS,
    ).value
    end, plain = date.fromisoformat(value), day + timedelta(weeks=weeks)
    assert not TERMS.is_free(end)
    assert plain <= end <= plain + timedelta(days=6)


@pytest.mark.parametrize(
    "day",
    [
        date(2026, 4, 3),  # Good Friday
        date(2026, 4, 6),
        date(2026, 5, 14),
        date(2026, 5, 25),
        date(2026, 4, 27),
        date(2025, 4, 26),  # a Saturday, as the 27th is a Sunday
        date(2013, 4, 30),
        date(2026, 5, 5),
        date(2026, 12, 25),
        date(2027, 1, 1),
    ],
)
def test_recognised_holidays_move_a_term(day: date) -> None:
    assert TERMS.is_free(day)


def test_a_term_of_a_year_is_not_moved() -> None:
    end = calculated({"d": "5 mei 2025", "t": "2 jaar"}, "term_years(d, t)", "", TERMS)
    assert end.value == "2027-05-05"


@pytest.mark.parametrize(("first", "last"), [("15 maart", "31 december"), ("1 maart", "1 januari")])
def test_months_that_are_not_whole_or_whose_year_is_not_known_are_not_counted(
    first: str, last: str
) -> None:
    with pytest.raises(NotCalculable):
        calculation("months_through(a, b)", a=first, b=last)
