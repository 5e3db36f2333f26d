"""Personal data in a text: what can be told by its form alone. Pure.

Numbers with a check digit are checked. Names, and what is told in words (health, family, religion), have no form: none
of it is found, and whoever shows these findings has to say so.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from stdnum.nl import bsn

from src.language.months import MONTHS
from src.masking.forms import FormTable
from src.masking.masking import TAKEN, Candidates, Masking, SensitiveKind

MOST_EXAMPLES = 3

_TABLE = FormTable(__file__, "personal")
_TABLE.told["parts"] = {"month": "|".join(MONTHS), "taken": TAKEN}


@dataclass(frozen=True)
class Personal:
    """One kind of personal data in a document; the examples are masked."""

    kind: str
    count: int
    """How many different ones."""
    examples: tuple[str, ...]


def find(text: str) -> tuple[Personal, ...]:
    """Return what personal data a text holds, kind by kind; a number counts once, as the first kind that it fits."""
    values: dict[str, dict[str, None]] = {}
    for span in PERSONAL_DATA.find(text):
        value = " ".join(text[span.start : span.end].split())
        values.setdefault(span.kind, {})[value] = None
    return tuple(
        Personal(kind.name, len(found), tuple(map(masked, list(found)[:MOST_EXAMPLES])))
        for kind in KINDS
        if (found := values.get(kind.name))
    )


def masked(value: str) -> str:
    """Return a value with stars for its letters and digits, but for the first and the last two."""
    shown = {0, len(value) - 2, len(value) - 1} if len(value) > 5 else set()
    return "".join(
        sign if at in shown or not sign.isalnum() else "*" for at, sign in enumerate(value)
    )


def is_iban(value: str) -> bool:
    """Whether a value has the form of an IBAN and its check digits; a Dutch one has 18 characters."""
    packed = re.sub(r"\s", "", value).upper()
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", packed):
        return False
    if packed.startswith("NL") and not re.fullmatch(r"NL[0-9]{2}[A-Z]{4}[0-9]{10}", packed):
        return False
    return int("".join(str(int(sign, 36)) for sign in packed[4:] + packed[:4])) % 97 == 1


def by_form(pattern: str, holds: Callable[[str], bool] = bool) -> Candidates:
    """Return what finds the values of a form; ``holds`` says what else must be true of one."""
    form = re.compile(pattern, re.IGNORECASE | re.ASCII)

    def candidates(text: str) -> Iterator[tuple[int, int]]:
        return (match.span() for match in form.finditer(text) if holds(match[0]))

    return candidates


_CHECKS: Mapping[str, Callable[[str], bool]] = {"": bool, "iban": is_iban, "bsn": bsn.is_valid}

KINDS = tuple(
    SensitiveKind(name, by_form(_TABLE.whole(row["pattern"]), _CHECKS[row.get("check", "")]))
    for name, row in _TABLE.told["kinds"].items()
)
"""In this order: what is taken for one kind is no other."""

PERSONAL_DATA = Masking(*KINDS)
"""Finds and masks every kind of personal data that has a form."""
