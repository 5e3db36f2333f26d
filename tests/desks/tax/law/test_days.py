"""The day that a message names, and the day whose law it asks for."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.law.days import (
    DateReference,
    asks_law_alone,
    day_named,
    law_asked,
    without_days,
)

TODAY = date(2026, 5, 20)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Wat was het tarief in 2018?", date(2018, 12, 31)),
        ("Mijn aangifte over 2019", date(2019, 12, 31)),
        ("Welke aftrek geldt voor belastingjaar 2023?", date(2023, 12, 31)),
        ("Hoe hoog is het in het belastingjaar 2023?", date(2023, 12, 31)),
        ("voor het jaar 2020", date(2020, 12, 31)),
        ("Gold dit op 1 maart 2022?", date(2022, 3, 1)),
        ("Het tarief per 1 januari 2020", date(2020, 1, 1)),
        ("Het tarief per 01-07-2021", date(2021, 7, 1)),
        ("the rate on 1 March 2022", date(2022, 3, 1)),
        ("the rate on March 1st, 2022", date(2022, 3, 1)),
        ("the law as of 2022-03-01", date(2022, 3, 1)),
        ("in maart 2022 verkocht", date(2022, 3, 31)),
        ("What was the VAT rate in 2018?", date(2018, 12, 31)),
        ("for tax year 2023", date(2023, 12, 31)),
        ("the 2023 tax year", date(2023, 12, 31)),
        ("Wat geldt in 2026?", TODAY),
        ("Wat geldt in 2027?", date(2027, 12, 31)),
        ("op 29 februari 2024", date(2024, 2, 29)),
        ("In 2018, dus over 2018", date(2018, 12, 31)),
    ],
)
def test_a_day_is_named(text: str, day: date) -> None:
    assert day_named(text, TODAY) == day


@pytest.mark.parametrize(
    "text",
    [
        "Wat regelt artikel 3.120 Wet IB 2001?",
        "in de Wet inkomstenbelasting 2001",
        "HR 3 maart 2017, ECLI:NL:HR:2017:345",
        "het arrest van 3 maart 2017",
        "een huis van vóór 2001",
        "een lening sinds 2013",
        "Ik kocht in 2016 en verkocht in 2020",
        "in 2018 euro",
        "Ik kreeg 2.013 euro terug",
        "de winst is in 2024 EUR",
        "een aanslag van 2013 gulden",
        "Hoeveel belasting betaal ik over 2000 aandelen?",
        "over 2024 uren",
        "over 2000,50",
        "op 31 februari 2022",
        "op 1-13-2022",
        "ja",
        "",
    ],
)
def test_no_day_is_named(text: str) -> None:
    assert day_named(text, TODAY) is None


@pytest.mark.parametrize(
    "text", ["En naar huidig recht?", "de nu geldende regels", "under current law"]
)
def test_the_law_as_it_is_now(text: str) -> None:
    assert law_asked(text, TODAY) == DateReference(None)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Wat was het recht van 2013?", date(2013, 12, 31)),
        ("Ja, het recht van 2013", date(2013, 12, 31)),
        ("naar het recht van 1 maart 2013: hoe lang?", date(2013, 3, 1)),
        ("de regels zoals die golden in 2016", date(2016, 12, 31)),
        ("de wetgeving op 1-7-2021", date(2021, 7, 1)),
        ("Yes, the law of 2012", date(2012, 12, 31)),
        ("the law as it stood on 1 March 2013", date(2013, 3, 1)),
        ("the rules in tax year 2019", date(2019, 12, 31)),
    ],
)
def test_the_law_of_a_day_is_asked_for(text: str, day: date) -> None:
    assert law_asked(text, TODAY) == DateReference(day)


@pytest.mark.parametrize(
    "text",
    [
        "In 2013 heb ik een huis gekocht",
        "Mijn aangifte over 2019",
        "de WOZ-waarde op peildatum 1 januari 2013",
        "het recht van 2013 of het recht van 2014?",
        "het recht van overpad",
        "I bought shares in 2016",
    ],
)
def test_a_year_in_a_case_asks_for_the_law_of_no_day(text: str) -> None:
    assert law_asked(text, TODAY) is None


@pytest.mark.parametrize(
    "text",
    [
        "Ja, het recht van 2013",
        "het recht van 2013 graag",
        "Yes, the law of 1 March 2013",
        "huidig recht",
    ],
)
def test_a_reply_that_only_says_whose_law(text: str) -> None:
    assert asks_law_alone(text)


@pytest.mark.parametrize("text", ["ja", "", "Wat zei het recht van 2013 over boeken?", "in 2013"])
def test_a_reply_that_says_more_or_less(text: str) -> None:
    assert not asks_law_alone(text)


@given(st.dates(date(1900, 1, 1), date(2025, 12, 31)))
def test_every_day_is_understood_in_every_form(day: date) -> None:
    for form in ("op {0.day}-{0.month}-{0.year}", "on {0}", "op {0.day} {1} {0.year}"):
        month = "januari februari maart april mei juni juli augustus september oktober november december"
        text = form.format(day, month.split()[day.month - 1])
        assert day_named(f"Wat gold {text}?", TODAY) == day


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    day_named(text, TODAY)
    law_asked(text, TODAY)
    asks_law_alone(text)
    without_days(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Binnen hoeveel weken kon ik bezwaar maken in 2014?",
            "Binnen hoeveel weken kon ik bezwaar maken ?",
        ),
        ("Wat was het tarief op 1 maart 2022 voor boeken?", "Wat was het tarief voor boeken?"),
        ("What does the current law say of books?", "What does the say of books?"),
        ("Een huis van vóór 2001 kost 2014 euro.", "Een huis van vóór 2001 kost 2014 euro."),
        ("Wat gold op 31 februari 2014?", "Wat gold op 31 februari 2014?"),
        ("Zij kreeg op 3 mei een aanslag.", "Zij kreeg op een aanslag."),
        ("the assessment of May 3rd", "the assessment of"),
        ("met dagtekening 3-5-2024, hoe lang nog?", "met dagtekening , hoe lang nog?"),
        ("de peildatum 1 januari of 31 december", "de peildatum 1 januari of 31 december"),
        ("Hoge Raad 3 mei 2017", "Hoge Raad 3 mei 2017"),
        ("you may 5% of it, box 3 in mei", "you may 5% of it, box 3 in mei"),
    ],
)
def test_the_words_that_name_a_day_are_left_out(text: str, left: str) -> None:
    assert " ".join(without_days(text).split()) == left
