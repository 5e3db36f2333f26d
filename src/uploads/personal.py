"""Personal data in a text: what can be told by its form alone. Pure.

Numbers with a check digit are checked. Names, and what is told in words (health, family, religion), have no form: none
of it is found, and whoever shows these findings has to say so.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "bsn", "payroll_tax_number", "vat_number", "iban", "email", "phone", "address", "birth_date"
]

MOST_EXAMPLES = 3

_MONTHS = (
    "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december"
    "|january|february|march|may|june|july|august|october"
)
_DATE = rf"(?:\d{{1,2}}[-/. ]\d{{1,2}}[-/. ]\d{{4}}|\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}\s(?:{_MONTHS})\s\d{{4}})"


@dataclass(frozen=True)
class PersonalDataFinding:
    """One kind of personal data: how many different ones, and a few of them masked."""

    kind: Kind
    count: int
    examples: tuple[str, ...]


def find(text: str) -> tuple[PersonalDataFinding, ...]:
    """Return what personal data a text holds, kind by kind; a number counts once, as the first kind that it fits."""
    findings: list[PersonalDataFinding] = []
    rest = text
    for form in _FORMS:
        found = dict.fromkeys(" ".join(one.split()) for one in form.all_in(rest))
        rest = form.without(rest)
        if found:
            examples = tuple(masked(one) for one in list(found)[:MOST_EXAMPLES])
            findings.append(PersonalDataFinding(form.kind, len(found), examples))
    return tuple(findings)


def masked(value: str) -> str:
    """Return a value with stars for its letters and digits, but for the first and the last two."""
    shown = {0, len(value) - 2, len(value) - 1} if len(value) > 5 else set()
    return "".join(
        sign if at in shown or not sign.isalnum() else "*" for at, sign in enumerate(value)
    )


def is_citizen_number(digits: str) -> bool:
    """Whether nine digits pass the eleven test of a BSN; an RSIN passes the same, so neither can be told apart."""
    if not re.fullmatch(r"[0-9]{9}", digits) or set(digits) == {"0"}:
        return False
    weights = (9, 8, 7, 6, 5, 4, 3, 2, -1)
    return sum(w * int(d) for w, d in zip(weights, digits, strict=True)) % 11 == 0


def is_iban(value: str) -> bool:
    """Whether a value has the form of an IBAN and its check digits; a Dutch one has 18 characters."""
    packed = re.sub(r"\s", "", value).upper()
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", packed):
        return False
    if packed.startswith("NL") and not re.fullmatch(r"NL[0-9]{2}[A-Z]{4}[0-9]{10}", packed):
        return False
    return int("".join(str(int(sign, 36)) for sign in packed[4:] + packed[:4])) % 97 == 1


def _is_spaced_citizen_number(value: str) -> bool:
    return is_citizen_number(re.sub(r"[ .]", "", value))


@dataclass(frozen=True)
class _Form:
    """How one kind of personal data is written, and what else must hold of it."""

    kind: Kind
    pattern: re.Pattern[str]
    holds: Callable[[str], bool] = field(default=bool)

    def all_in(self, text: str) -> Iterator[str]:
        return (match[0] for match in self.pattern.finditer(text) if self.holds(match[0]))

    def without(self, text: str) -> str:
        """Return the text without them, so that a part of one is not taken for another."""
        return self.pattern.sub(lambda one: "\n" if self.holds(one[0]) else one[0], text)


def _form(kind: Kind, pattern: str, holds: Callable[[str], bool] = bool) -> _Form:
    return _Form(kind, re.compile(pattern, re.IGNORECASE | re.ASCII), holds)


_FORMS = (
    _form("email", r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b"),
    _form(
        "iban",
        # In groups only in capitals: the next word would pass for a group.
        r"\b(?:[A-Z]{2}\d{2}[A-Z0-9]{11,30}|(?-i:[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?))\b",
        is_iban,
    ),
    _form("payroll_tax_number", r"\b\d{9} ?L ?\d{2}\b"),
    _form("vat_number", r"\bNL ?\d{9} ?B ?\d{2}\b"),
    _form("phone", r"(?<![\w+])(?:\+31|0031|0)[ -]?(?:\(0\))?(?:[ -]?\d){9}(?!\d)"),
    _form(
        "bsn",
        r"(?<![\d.,])(?:\d{9}|\d{4}[ .]\d{2}[ .]\d{3}|\d{3}[ .]\d{3}[ .]\d{3})(?!\d|[.,]\d)",
        _is_spaced_citizen_number,
    ),
    _form(
        "address",
        # A postcode in capitals, with a house number or a place beside it: "in 2024 is" is a year.
        r"(?-i:\b\d{1,5} ?[A-Za-z]?\s*[,\n]\s*[1-9]\d{3} ?[A-Z]{2}\b"
        r"|\b[1-9]\d{3} ?[A-Z]{2}[ ,]+(?:\d{1,5}\b|[A-Z][a-z]))",
    ),
    _form(
        "birth_date",
        r"(?:geboren|geboortedatum|geb\.|date of birth|born|d\.o\.b\.)[^\n\d]{0,40}" + _DATE,
    ),
)
"""In this order: what is taken for one kind is no other."""
