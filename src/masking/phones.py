"""Phone numbers of any country: by a plus or zeros, by an area code with groups, or by what stands beside. Pure."""

import re

from src.masking.forms import after, before, digits, form, kind

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
