"""Numbers that are one person's: of cards, of social security (their check digits are checked), and of phones. Pure."""

import re

from stdnum import luhn
from stdnum.us import itin, ssn

from src.masking.forms import FormTable, after, before, digits, kind, only
from src.masking.personal import KINDS as PERSONAL_KINDS
from src.masking.personal import is_iban

_TABLE = FormTable(__file__, "phones")

_ISSUED = re.compile(
    "|".join(
        f"(?:{'|'.join(rf'(?=[0-9]{{{length}}}$)' for length in issuer['lengths'])})(?:{issuer['start']})"
        for issuer in _TABLE.told["issuers"]
    )
)
_CUES = {
    name: re.compile(_TABLE.whole(said), re.IGNORECASE)
    for name, said in _TABLE.told["cues"].items()
}
"""What stands beside a number and tells what it is, by name."""


def _is_card(match: re.Match[str]) -> bool:
    value = digits(match["v"])
    if not _ISSUED.match(value) or len(set(value)) < 2 or not luhn.is_valid(value):
        return False
    return not _CUES["bytes"].match(after(match)) or bool(_CUES["card"].search(before(match)))


def _is_ssn(match: re.Match[str]) -> bool:
    value = "-".join((match["v"][:3], match["v"][4:6], match["v"][7:]))
    return ssn.is_valid(value) or itin.is_valid(value) or _is_said_to_be_one(match)


def _is_said_to_be_one(match: re.Match[str]) -> bool:
    return bool(_CUES["ssn"].search(before(match)))


def _is_account(match: re.Match[str]) -> bool:
    value = re.sub(r"[ .-]", "", match["v"])
    return is_iban(value) or (
        sum(map(str.isdigit, value)) > 9 and bool(_CUES["bank"].search(before(match)))
    )


def _is_no_count(text: str, start: int, end: int) -> bool:
    """Whether nine digits that pass the eleven test are not plainly a number of bytes, of a process, of an event."""
    line = text[max(0, start - 40) : start].rpartition("\n")[2]
    return bool(_CUES["bsn"].search(line)) or not (
        _CUES["counted_numbers"].search(line) or _CUES["bytes"].match(text, end)
    )


_TODAYS = {kind.name: kind.candidates for kind in PERSONAL_KINDS}

BSN = only("bsn", _TODAYS["bsn"], _is_no_count)

ADDRESS = only(
    "address",
    _TODAYS["address"],
    lambda text, start, _: not _CUES["no_postcode"].match(text, start),
)


_SURE_WORDS = frozenset(_TABLE.told["sure_words"].split())
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_REACH = 36
"""Characters before a number in which a word may say what it is; another number between them takes it."""


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
    if not 6 <= len(digits(value)) <= 12 or _is_time(value) or _CUES["counted"].match(after(match)):
        return False
    said = re.split(r"[\d+]", before(match, _REACH))[-1].lower()
    told = not _SURE_WORDS.isdisjoint(_WORD.findall(said)) or bool(_CUES["beside"].search(said))
    if not told:
        told = bool((_CUES["called"] if value.isdigit() else _CUES["reached"]).search(said))
    return told or bool(_CUES["word_behind"].match(after(match)))


def _is_time(value: str) -> bool:
    return bool(_CUES["date"].match(value) or _CUES["clock"].match(value))


_FORMS = _TABLE.forms(
    {
        "card": _is_card,
        "ssn": _is_ssn,
        "said_to_be_ssn": _is_said_to_be_one,
        "account": _is_account,
        "international": _is_international,
        "long_international": _is_long_international,
        "national": _is_national,
        "beside_a_word": _is_beside_a_word,
    }
)
CARD, SSN, PHONE = (kind(name, *_FORMS[name]) for name in ("card", "ssn", "phone"))
IBAN = kind("iban", _TODAYS["iban"], *_FORMS["iban"])
