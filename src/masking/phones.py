"""Numbers that are one person's: of cards, of social security (their check digits are checked), and of phones. Pure."""

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
_COUNTED_NUMBERS = re.compile(
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
    return bool(_BSN_CUE.search(line)) or not (
        _COUNTED_NUMBERS.search(line) or _BYTES.match(text, end)
    )


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


_CALLING_CODE = (
    r"(?:1|7|20|21[1-8]|2[2-6]\d|27|29[0-9]|3[0-469]|3[578]\d|4[013-9]|42[013]|5[1-8]|50\d|59\d|6[0-6]|6[789]\d"
    r"|8[1246]|8[058]\d|9[0-58]|9[679]\d)"
)
_GAP = r"(?:[ ./-]|[ ]?[(][ ]?|[ ]?[)][ -]?)?"
_EXTENSION = r"(?:\s?(?:x|ext\.?|toestel|tst\.?|#)\s?\d{1,6}(?!\w))?"
_START = (
    r"(?=[0-9(])(?:(?<![\w.:/+-])|(?<=tel)|(?<=tel[.:])|(?<=fax)|(?<=gsm)|(?<=phone)|(?<=mobile)|(?<=nummer)"
    r"|(?<=[a-z]:))(?:(?<!\d[ .])|(?=[(])|(?<=[:-]\d\d[ ])|(?<=-\d{4}[ ]))"
)
_DASH = r"(?:[ ]-[ ]|[ ./-]|[ ]?[(][ ]?|[ ]?[)][ -]?)?"
"""Between digits where what they begin with tells a phone number: a range is none."""
_END = r"(?![^\W_]|[.:/-]\d)"

_SURE_WORDS = frozenset(
    """
    phone phones telephone telephones telephonenumber phonenumber phoneno telefoon telefoonnummer telefoonnr telnr
    telefon telefonnummer telefono teléfono telefone téléphone tel tél mobilenumber mobiel mobielnummer mobil
    mobiltelefon móvil movil celular cellphone gsm faxnummer whatsapp hotline rufnummer bel bellen belt belde
    gebeld terugbellen terugbelnummer terugbelverzoek doorkiesnummer
    """.split()
)
"""With anything between them and a number."""
_LINKS = (
    r"(?:[ ,:.()]{1,3}(?:me|us|him|her|them|you|back|at|on|via|this|my|our|the|number|nummer|no|nr|phone|is|op|naar"
    r"|again|now|please|under|unter|am|au|line|office|work|home|werk))*[ :.,()]{0,3}$"
)
_NAMES = (
    r"(?<![^\W_])(?:mobiles?|cell|cellular|cel|handy|desk|landline|direct|dial(?:l?ed)?|fax|sms|office(?=:)"
    r"|[tmf](?=:))"
)
_BESIDE = re.compile(_NAMES + _LINKS)
_REACHED = re.compile(
    r"\b(?:calls?|called|calling|callback|reach|reached|reachable|answers?|answered|answering|contact|contacted"
    r"|registered|text|texted|ring|rang|bereiken|bereikbaar)" + _LINKS
)
"""With only such words between them and a number; these are said of more than phones, so digits in a row are none."""
_CALLED = re.compile(r"\bcall(?:ed|ing)? (?:me|us|him|her|them|back)\b")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_REACH = 36
"""Characters before a number in which a word may say what it is; another number between them takes it."""
_WORD_BEHIND = re.compile(
    r"[ \t]{0,2}[(\[,]?[ ]?(?:office|fax|mobile|mobiel|cell|desk|home|work|phone|tel|gsm|werk|thuis|priv[eé])"
    r"[ \t]*(?:$|[,;.)\]])",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"[ ]?(?:bytes|[kmgt]i?b|ms|seconds|times|devices|users|records|items|nodes|files|rows|requests)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:0?[1-9]|[12]\d|3[01])[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:19|20)\d\d|(?:19|20)\d\d[-./ ]?[01]\d[-./ ]?[0-3]\d"
)
_CLOCK = re.compile(r"(?:[01]\d|2[0-3])[. -][0-5]\d[. -][0-5]\d(?:[. -]\d{3,})?$")


def _is_international(match: re.Match[str]) -> bool:
    return 8 <= len(digits(match["n"])) <= 15


def _is_long_international(match: re.Match[str]) -> bool:
    return 11 <= len(digits(match["n"])) <= 16 and not _is_time(match["n"])


def _is_national(match: re.Match[str]) -> bool:
    """Whether digits that begin with a zero are a phone number: some in a row, or an area and a few groups."""
    value = match["n"]
    groups = re.findall(r"\d+", value)
    if len(groups) == 1:
        return len(value) in (10, 11)
    if not 9 <= len(digits(value)) <= 11 or _is_time(value):
        return False
    return 2 <= len(groups[0]) <= 5 and min(map(len, groups[1:])) >= 2


def _is_beside_a_word(match: re.Match[str]) -> bool:
    """Whether what stands beside says that it is a phone number; digits in a row want to be told more surely."""
    value = match["n"]
    if not 6 <= len(digits(value)) <= 12 or _is_time(value) or _COUNTED.match(after(match)):
        return False
    said = re.split(r"[\d+]", before(match, _REACH))[-1].lower()
    told = not _SURE_WORDS.isdisjoint(_WORD.findall(said)) or bool(_BESIDE.search(said))
    if not told:
        told = bool((_CALLED if value.isdigit() else _REACHED).search(said))
    return told or bool(_WORD_BEHIND.match(after(match)))


def _is_time(value: str) -> bool:
    return bool(_DATE.match(value) or _CLOCK.match(value))


PHONE = kind(
    "phone",
    # No border of a word before a plus: text read from pictures loses its blanks.
    form(
        rf"(?<![\d+])(?P<v>(?P<n>\+[ (]?{_CALLING_CODE}(?:{_DASH}\d){{5,14}}){_EXTENSION}){_END}",
        _is_international,
    ),
    form(
        rf"{_START}(?P<v>(?P<n>00{_CALLING_CODE}(?:{_DASH}\d){{6,13}}){_EXTENSION}){_END}",
        _is_long_international,
    ),
    form(rf"{_START}(?P<v>(?P<n>\(?0[1-9](?:{_DASH}\d){{7,9}}){_EXTENSION}){_END}", _is_national),
    form(
        rf"{_START}(?P<v>(?:1[-. ])?[2-9]\d\d(?P<by>[-. ])\d{{3}}(?:(?P=by)|-)\d{{4}}{_EXTENSION}){_END}"
    ),
    form(rf"{_START}(?P<v>(?:1[-. ])?\([2-9]\d\d\)[ -]?\d{{3}}[-. ]?\d{{4}}{_EXTENSION}){_END}"),
    form(rf"{_START}(?P<v>\(\d{{2,4}}\)[ -]?\d{{3,5}}[ -]\d{{3,4}}){_END}"),
    form(rf"{_START}(?P<v>(?P<n>\(?\d(?:{_GAP}\d){{5,11}}){_EXTENSION}){_END}", _is_beside_a_word),
)
