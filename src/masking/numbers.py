"""Numbers that are one person's: of cards and of social security; their check digits are checked. Pure."""

import re

from stdnum import luhn
from stdnum.us import itin, ssn

from src.masking.forms import after, before, digits, form, kind, only
from src.masking.masking import Candidates
from src.masking.personal import KINDS as PERSONAL_KINDS
from src.masking.personal import is_iban

_ISSUERS = (
    (r"4", (13, 16, 19)),  # Visa
    (r"5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720", (16,)),  # Mastercard
    (r"3[47]", (15,)),  # American Express
    (r"30[0-5]|3095|36|3[89]", (14, 16, 19)),  # Diners Club
    (r"6011|64[4-9]|65", (16, 19)),  # Discover
    (r"35|1800|2131", (15, 16, 19)),  # JCB
    (r"62|81", (16, 17, 18, 19)),  # UnionPay
    (
        r"5018|502|503|5[6-8]|6304|639|67|0604",
        (12, 13, 15, 16, 19),
    ),  # Maestro; of 18 digits starting 639 are clock ticks
    (r"60|508|82|220[0-4]|9792", (16,)),  # RuPay, Mir, Troy
)
_ISSUED = re.compile(
    "|".join(
        f"(?:{'|'.join(rf'(?=[0-9]{{{length}}}$)' for length in lengths)})(?:{start})"
        for start, lengths in _ISSUERS
    )
)
_BYTES = re.compile(r"\s?(?:bytes?|[kmgt]?i?b|ms|ns|ticks|seconds|milliseconds)\b", re.IGNORECASE)
_CARD_CUE = re.compile(r"card|kaart|visa|amex|mastercard|maestro", re.IGNORECASE)
_SSN_CUE = re.compile(r"\bssn|social.?security|\bss#", re.IGNORECASE)


_COUNTRIES = (
    "AD|AE|AL|AT|AZ|BA|BE|BG|BH|BI|BR|BY|CH|CR|CY|CZ|DE|DJ|DK|DO|EE|EG|ES|FI|FK|FO|FR|GB|GE|GI|GL|GR|GT|HR|HU|IE|IL|IQ|IS|IT|JO|KW|KZ|LB|LC|LI|LT"
    "|LU|LV|LY|MC|MD|ME|MK|MN|MR|MT|MU|NI|NL|NO|OM|PK|PL|PS|PT|QA|RO|RS|RU|SA|SC|SD|SE|SI|SK|SM|SO|ST|SV|TL|TN|TR|UA|VA|VG|XK|YE"
)
_BANK_CUE = re.compile(r"iban|\bbank|rekening|\bkonto|\baccount", re.IGNORECASE)
_BSN_CUE = re.compile(r"\bbsn|burgerservice|sofi|citizen|\brsin|fiscaal", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?:size|bytes|length|offset|pid|tid|process|thread|error|code|count|handle|revision|changeset|build"
    r"|duration|elapsed|ticks|port|event|id|total|free|used|kb?)"
    r"[\"']?[\s:=#(]{0,4}$",
    re.IGNORECASE,
)
_NO_POSTCODE = re.compile(
    r"[1-9]\d{3} ?(?:[GMKTP]B|[GMK]HZ|MS|NS|VM|SA|SD|SS|\w?[FIOQUY]\w?)\b", re.IGNORECASE
)


def _is_card(match: re.Match[str]) -> bool:
    value = digits(match["v"])
    if not _ISSUED.match(value) or len(set(value)) < 2 or not luhn.is_valid(value):
        return False
    return not _BYTES.match(after(match)) or bool(_CARD_CUE.search(before(match)))


def _is_ssn(match: re.Match[str]) -> bool:
    value = "-".join((match["v"][:3], match["v"][4:6], match["v"][7:]))
    return ssn.is_valid(value) or itin.is_valid(value) or _is_said_to_be_one(match)


def _is_said_to_be_one(match: re.Match[str]) -> bool:
    return bool(_SSN_CUE.search(before(match)))


def _is_account(match: re.Match[str]) -> bool:
    value = re.sub(r"[ .-]", "", match["v"])
    return is_iban(value) or (
        sum(map(str.isdigit, value)) > 9 and bool(_BANK_CUE.search(before(match)))
    )


def _is_no_count(text: str, start: int, end: int) -> bool:
    """Whether nine digits that pass the eleven test are not plainly a number of bytes, of a process, of an event."""
    line = text[max(0, start - 40) : start].rpartition("\n")[2]
    return bool(_BSN_CUE.search(line)) or not (_COUNTED.search(line) or _BYTES.match(text, end))


def _todays(name: str) -> Candidates:
    return next(kind.candidates for kind in PERSONAL_KINDS if kind.name == name)


CARD = kind(
    "card",
    form(
        # Whole, or behind the word where the blank was lost; in a longer number, an id or a version it is none.
        r"(?:(?<![\w.-])|(?<=card)|(?<=kaart)|(?<=visa)|(?<=number)|(?<=nummer))(?P<v>\d{12,19})(?![\w-]|\.\d)",
        _is_card,
    ),
    form(
        r"(?<![\w.-])(?<!\d{4}[ ])(?P<v>\d{4}(?P<by>[ .-])\d{4}(?P=by)\d{4}(?P=by)\d{1,4}"
        r"(?:(?P=by)\d{1,3})?)(?![\w-]|[ .]\d)",
        _is_card,
    ),
    form(
        r"(?<![\w.-])(?<!\d{4}[ ])(?P<v>\d{4}(?P<by>[ .-])\d{6}(?P=by)\d{4,5})(?![\w-]|[ .]\d)",
        _is_card,
    ),
)

SSN = kind(
    "ssn",
    form(r"(?<![\w-])(?P<v>\d{3}-\d{2}-\d{4})(?![\w-])", _is_ssn),
    form(r"(?<![\w-])(?P<v>\d{3}(?P<by>[ .])\d{2}(?P=by)\d{4}|\d{9})(?![\w-])", _is_said_to_be_one),
)

IBAN = kind(
    "iban",
    _todays("iban"),
    # By its check digits in any groups, and by what stands before it where these are mistyped.
    form(
        rf"(?<![^\W_])(?P<v>(?-i:{_COUNTRIES})\d\d(?:[ .-]?(?-i:[A-Z0-9]){{4}}){{2,7}}"
        rf"(?:[ .-]?(?-i:[A-Z0-9]){{1,3}})?)(?![^\W_])",
        _is_account,
    ),
)

BSN = only("bsn", _todays("bsn"), _is_no_count)

ADDRESS = only(
    "address", _todays("address"), lambda text, start, _: not _NO_POSTCODE.match(text, start)
)
