"""Personal data in a text: what can be told by its form alone. Pure.

Numbers with a check digit are checked. Names, and what is told in words (health, family, religion), have no form: none
of it is found, and whoever shows these findings has to say so.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from src.language.months import MONTHS
from src.masking.masking import TAKEN, Candidates, Masking, SensitiveKind

MOST_EXAMPLES = 3

_DATE = rf"(?:\d{{1,2}}[-/. ]\d{{1,2}}[-/. ]\d{{4}}|\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}\s(?:{'|'.join(MONTHS)})\s\d{{4}})"


@dataclass(frozen=True)
class PersonalDataFinding:
    """One kind of personal data: how many different ones, and a few of them masked."""

    kind: str
    count: int
    examples: tuple[str, ...]


def find(text: str) -> tuple[PersonalDataFinding, ...]:
    """Return what personal data a text holds, kind by kind; a number counts once, as the first kind that it fits."""
    values: dict[str, dict[str, None]] = {}
    for span in PERSONAL_DATA.find(text):
        value = " ".join(text[span.start : span.end].split())
        values.setdefault(span.kind, {})[value] = None
    return tuple(
        PersonalDataFinding(kind.name, len(found), tuple(map(masked, list(found)[:MOST_EXAMPLES])))
        for kind in KINDS
        if (found := values.get(kind.name))
    )


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


def by_form(pattern: str, holds: Callable[[str], bool] = bool) -> Candidates:
    """Return what finds the values of a form; ``holds`` says what else must be true of one."""
    form = re.compile(pattern, re.IGNORECASE | re.ASCII)

    def candidates(text: str) -> Iterator[tuple[int, int, float]]:
        return ((*match.span(), 1.0) for match in form.finditer(text) if holds(match[0]))

    return candidates


def _form(name: str, pattern: str, holds: Callable[[str], bool] = bool) -> SensitiveKind:
    return SensitiveKind(name, by_form(pattern, holds))


KINDS = (
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
        rf"(?:geboren|geboortedatum|geb\.|date of birth|born|d\.o\.b\.)[^\n{TAKEN}\d]{{0,40}}{_DATE}",
    ),
)
"""In this order: what is taken for one kind is no other."""

PERSONAL_DATA = Masking(*KINDS)
"""Finds and masks every kind of personal data that has a form."""
