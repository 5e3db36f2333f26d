"""Personal data that can be told by its form is found, counted once, and never shown whole."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.masking import personal

SECRET = "van de heer Jansen"


def counts(text: str) -> dict[str, int]:
    return {one.kind: one.count for one in personal.find(text)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("BSN 111222333, geldig", "bsn"),
        ("BSN: 1112.22.333.", "bsn"),
        ("burgerservicenummer 111 222 333", "bsn"),
        ("RSIN 111222333", "bsn"),  # the same test: neither can be told apart
        ("op NL91ABNA0417164300 te storten", "iban"),
        ("op NL91 ABNA 0417 1643 00 te storten", "iban"),
        ("BE68 5390 0754 7034", "iban"),
        ("mail j.jansen+belasting@voorbeeld.nl.", "email"),
        ("bel 06-12345678", "phone"),
        ("bel +31 20 123 45 67", "phone"),
        ("bel 0031612345678", "phone"),
        ("Dorpsstraat 12a, 1234 AB Utrecht", "address"),
        ("Dorpsstraat 12\n1234AB", "address"),
        ("1234 AB 12", "address"),
        ("geboren te Utrecht op 12 maart 1970", "birth_date"),
        ("Geboortedatum: 12-03-1970", "birth_date"),
        ("date of birth 1970-03-12", "birth_date"),
        ("loonheffingennummer 123456789L01", "payroll_tax_number"),
        ("btw-id NL123456789B01", "vat_number"),
    ],
)
def test_each_kind_is_found_by_its_form(text: str, kind: str) -> None:
    assert counts(text) == {kind: 1}


@pytest.mark.parametrize(
    "text",
    [
        "BSN 111222334",  # a digit too high
        "NL92ABNA0417164300",
        "in 2024 is het tarief 21 procent, dus 123.456.782,00 euro",
        "artikel 3.111 van 1 januari 2001, ECLI:NL:HR:2021:1963",
        "de wet van 12 maart 1970",
        "de heer Jansen lijdt aan een ziekte",  # names and meaning have no form: told as a limit
        "",
    ],
)
def test_what_has_no_such_form_is_left_alone(text: str) -> None:
    assert counts(text) == {}


def test_a_number_counts_once_and_examples_are_few() -> None:
    text = "111222333 en weer 111222333; mail a@b.nl, b@b.nl, c@b.nl, d@b.nl"
    found = {one.kind: one for one in personal.find(text)}
    assert (found["bsn"].count, found["bsn"].examples) == (1, ("1******33",))
    assert (found["email"].count, len(found["email"].examples)) == (4, personal.MOST_EXAMPLES)


def test_a_part_of_one_kind_is_not_taken_for_another() -> None:
    assert counts("NL111222333B01 en 111222333L01") == {"payroll_tax_number": 1, "vat_number": 1}


@given(st.integers(0, 99_999_999))
def test_the_last_digit_of_a_citizen_number_follows_from_the_others(first: int) -> None:
    digits = [d for d in range(10) if counts(f"{first:08}{d}").get("bsn")]
    total = sum((9 - at) * int(d) for at, d in enumerate(f"{first:08}"))
    assert digits == ([] if total % 11 == 10 or first == 0 else [total % 11])


@given(st.text("ABCDEFGHIJ", min_size=4, max_size=4), st.integers(0, 10**10 - 1))
def test_of_all_check_digits_only_those_of_the_account_make_an_iban(
    bank: str, account: int
) -> None:
    rest = f"{bank}{account:010}NL00"
    check = 98 - int("".join(str(int(sign, 36)) for sign in rest)) % 97
    for digits in (check, (check + 1) % 100, (check + 10) % 100):
        assert personal.is_iban(f"NL{digits:02}{bank}{account:010}") == (digits == check)


@given(st.text(min_size=1))
def test_three_letters_or_digits_are_shown_at_most(value: str) -> None:
    shown = [sign for sign in personal.masked(value) if sign.isalnum()]
    assert len(shown) <= 3
    assert len(personal.masked(value)) == len(value)


@given(st.text(alphabet="0123456789 .@NLBABCabc-+/\n", max_size=300))
def test_any_text_is_looked_through(text: str) -> None:
    for one in personal.find(text):
        assert one.count >= len(one.examples) >= 1
        assert all(re.search(r"\*", example) for example in one.examples)
