"""Keys, tokens and passwords as people write them down in notes: besides what ``secrets`` finds in files. Pure."""

import re
from collections.abc import Mapping

from src.masking.forms import Check, FormTable, after, before, kind
from src.masking.masking import SensitiveKind
from src.masking.secrets import GUID, stands_for_a_value
from src.masking.secrets import KINDS as SECRET_KINDS

_TABLE = FormTable(__file__, "credentials")

_DRAWN = re.compile(r"[A-Za-z0-9+/=_~.%!-]{16,}")
_BASE64 = re.compile(
    r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[A-Za-z0-9+/]{24,4096}={0,2}"
)
"""What may begin with a slash and is no path."""
_SQL_PARTS = tuple(_TABLE.told["connection_parts"])
_SQL_NEAR = 160
_FEWEST_SIGNS = 7
_SORTS = ("[a-z]", "[A-Z]", "[0-9]", "[!@#$%^&*?+=~_-]")
_NO_VALUE = re.compile(r"[\W_]*|[*x•.#]+|(?-i:[A-Z][a-z]+-[A-Z][A-Za-z]+)", re.IGNORECASE)
"""Signs alone, what was blotted out, and the command that asks for the value."""
_NAME_OF_ONE = re.compile(r"[a-z_]*(?:passw|pwd|secret|credential)[a-z_]*", re.IGNORECASE)
"""A variable that holds such a value, by its name."""
_FIGURES = re.compile(r"[\d.,:]+")
_PROGRAM = re.compile(_TABLE.told["program"], re.IGNORECASE)


def _stands_alone(value: str) -> bool:
    """Whether a value stands for itself: it is no variable, placeholder, mark or switch."""
    return (
        not stands_for_a_value(value)
        and value[0] not in "-/$("
        and not _NO_VALUE.fullmatch(value)
        and value[-1] not in "[("
        and not _NAME_OF_ONE.fullmatch(value)
    )


def _value(match: re.Match[str]) -> str:
    return match["v"].strip("\"'")


def _is_drawn(match: re.Match[str]) -> bool:
    """Whether a value looks drawn: long, of letters and digits, and no id or path."""
    value = _value(match)
    if _BASE64.fullmatch(value):
        value = value.replace("/", "")
    return (
        bool(_DRAWN.fullmatch(value))
        and any(sign.isdigit() for sign in value)
        and any(sign.isalpha() for sign in value)
        and not GUID.fullmatch(value)
        and _stands_alone(value)
    )


def _is_varied(match: re.Match[str]) -> bool:
    """Whether a token is none of those that only show its form: ``sk-xxxxxxxx``, ``AKIA...``."""
    return len(set(match["v"])) > _FEWEST_SIGNS


def _is_chosen(least: int, *, mixed: bool) -> Check:
    """Return what takes a value for a password: letters with other signs, ``mixed`` of three sorts; no word."""

    def check(match: re.Match[str]) -> bool:
        value = _value(match).rstrip(".,)")
        if (
            len(value) < least
            or after(match)[:1] in ("[", "(")
            or not _stands_alone(value)
            or GUID.fullmatch(value)
        ):
            return False
        count = sum(bool(re.search(sort, value)) for sort in _SORTS)
        return (
            not value.isalpha() and not _FIGURES.fullmatch(value) and count >= (3 if mixed else 2)
        )

    return check


def _is_argument(match: re.Match[str]) -> bool:
    if after(match)[:1] in ("[", "("):  # an element of something, or a call
        return False
    return _stands_alone(_value(match)) and not _PROGRAM.match(_value(match))


def _is_of_a_user(match: re.Match[str]) -> bool:
    """Whether what follows ``/user:NAME`` is a password: with ``net use`` always, else what is no program or word."""
    value = _value(match)
    is_net_use = re.search(r"\bnet1? use\b", before(match, 200), re.IGNORECASE)
    return (
        _is_argument(match)
        and bool(is_net_use or re.search(r"[0-9!@#$%^&*?+=]", value))
        and not value.startswith("\\\\")
    )


def _is_in_a_connection(match: re.Match[str]) -> bool:
    parts = [*before(match, _SQL_NEAR).split(";"), *after(match, _SQL_NEAR).split(";")]
    names = (name.rstrip().lower() for part in parts for name in part.split("=", 2)[:-1])
    return _stands_alone(_value(match)) and any(name.endswith(_SQL_PARTS) for name in names)


FORMS = _TABLE.forms(
    {
        "drawn": _is_drawn,
        "varied": _is_varied,
        "argument": _is_argument,
        "of_a_user": _is_of_a_user,
        "in_a_connection": _is_in_a_connection,
        "chosen_4": _is_chosen(4, mixed=False),
        "chosen_6": _is_chosen(6, mixed=False),
        "mixed_6": _is_chosen(6, mixed=True),
        "mixed_8": _is_chosen(8, mixed=True),
    }
)
"""By kind, how values are written that ``secrets`` does not find."""

AS_IN_FILES: Mapping[str, str] = _TABLE.told["as_in_files"]
"""What kinds of notes are called in files."""


def _kind(name: str) -> SensitiveKind:
    known = {SECRET_kind.name: SECRET_kind.candidates for SECRET_kind in SECRET_KINDS}
    found = [known[secret] for secret in _TABLE.told["of_secrets"].get(name, ())]
    return kind(name, *found, *FORMS[name])


KINDS = tuple(map(_kind, FORMS))
"""In this order: what is taken for one kind is no other."""

KEYS = tuple(entry for entry in KINDS if entry.name not in ("password", "sql_connection"))
"""Those whose values a line break may stand in."""
