"""Secrets in a text: keys, tokens and passwords that can be told by their form or by what stands before them. Pure.

What stands for a secret is none: a reference to a vault, a variable, an expression, a placeholder, a mark of ours.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from src.masking.forms import AnyOf, Check, FormTable, WrittenForm, always, before, form
from src.masking.masking import TAKEN, Masking, SensitiveKind

CONTEXT = 300
"""So many characters before a value may tell what it opens."""

_TABLE = FormTable(__file__, "secrets")
_BARE_END = re.compile(r"[,&]\w+=|[,).]{1,4}$")
_MAY_END = re.compile(r"[,&).]")
_VALUES = ("escaped", "double", "single", "bare", "v")

_EXPRESSION = re.compile(_TABLE.whole(_TABLE.told["expression"]), re.IGNORECASE | re.DOTALL)
MARK = re.compile(r"‹secret:[a-z-]{1,30}:\d{1,6}›")
GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_PROSE = re.compile(r"[A-Za-z]+(?: [A-Za-z,.]+){2,}")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"\w[\w.]*[(\[]")
_NEXT_ARGUMENT = re.compile(r"\)|, ")
_LINES_END = re.compile(r"(?:\s|\\[rn]|\\)+$")
_PATH = re.compile(r"[/~]|[A-Za-z]:\\")


# What a value must be like


def _group(match: re.Match[str]) -> str:
    known = match.groupdict()
    return next(name for name in _VALUES if known.get(name) is not None)


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Return where the value is: without what follows it in a list of settings or a sentence."""
    group = _group(match)
    start, end = match.span(group)
    if group == "bare" and _MAY_END.search(match.string, start + 1, end):
        after = _BARE_END.search(match.string, start + 1, end)
        end = after.start() if after else end
    if group == "v":
        end = start + len(_LINES_END.sub("", match[group]))
    return start, end


def _value(match: re.Match[str]) -> str:
    return match.string[slice(*_span(match))]


def _is_any(match: re.Match[str]) -> bool:
    """Tell whether a value stands for itself; what is written without quotes may be code or prose."""
    value = _value(match)
    if _EXPRESSION.fullmatch(value) or _PROSE.fullmatch(value):
        return False
    return _group(match) != "bare" or _is_bare_value(match, value)


def _is_bare_value(match: re.Match[str], value: str) -> bool:
    start, end = _span(match)
    rest = match.string[end : end + CONTEXT].partition("\n")[0]
    is_argument = _IDENTIFIER.fullmatch(value) and _NEXT_ARGUMENT.match(rest)
    if _CALL.match(value) or _PATH.match(value) or is_argument:
        return False
    if match.string[start - 1] not in " \t":
        return True
    rest = rest.strip()
    is_alone = not rest or rest[0] in "#;,&" or rest.startswith("//")
    return is_alone and bool(re.search(r"[0-9!@#$%^&*+/=~?]", value)) and len(value) > 4


def _is_random(match: re.Match[str]) -> bool:
    """Tell whether a value looks drawn: long, of letters and digits, and no id or path."""
    value = _value(match)
    return (
        len(value) >= 16
        and bool(re.fullmatch(r"[A-Za-z0-9+/=_~.%-]+", value))
        and bool(re.search(r"[0-9]", value))
        and bool(re.search(r"[A-Za-z]", value))
        and not GUID.fullmatch(value)
        and value[0] != "/"
        and _is_any(match)
    )


def _after(pattern: str, holds: Check) -> Check:
    """Return what also wants this before the value, in the same line and no farther than ``CONTEXT``."""
    wanted = re.compile(pattern, re.IGNORECASE)

    def both(match: re.Match[str]) -> bool:
        return holds(match) and bool(wanted.search(before(match, CONTEXT)))

    return both


# Kinds


def _kind(name: str, *forms: WrittenForm) -> SensitiveKind:
    any_form = AnyOf(forms)

    def candidates(text: str) -> Iterator[tuple[int, int]]:
        return any_form(MARK.sub(lambda mark: TAKEN * len(mark[0]), text))

    return SensitiveKind(name, candidates, mark=f"‹secret:{name}:{{number}}›")


_CHECKS: Mapping[str, Check] = {"": always, "any": _is_any, "random": _is_random}


def _written(
    *,
    pattern: str | Sequence[str] = "",
    named: str = "",
    option: str = "",
    check: str = "",
    behind: str = "",
    needs: str = "",
) -> WrittenForm:
    holds = _after(behind, _CHECKS[check]) if behind else _CHECKS[check]
    if option:
        return _option(option, holds)
    whole = _TABLE.whole(pattern or f"(?:{named}){{separator}}(?:{{quoted}}|{{bare}})")
    return form(whole, holds, needs, _span)


def _option(names: str, holds: Check) -> WrittenForm:
    def is_value(match: re.Match[str]) -> bool:
        value = _value(match)
        return not value.startswith("-") and not _EXPRESSION.fullmatch(value) and holds(match)

    pattern = _TABLE.whole(rf"(?<![\w-])(?:{names})[ \t=]{{1,4}}(?:{{quoted}}|{{bare}})")
    return form(pattern, is_value, " ".join(re.findall(r"[a-z-]{2,}", names)), _span)


KINDS = tuple(_kind(name, *forms) for name, forms in _TABLE.forms_by(_written).items())
"""In this order: what is taken for one kind is no other."""

SECRETS = Masking(*KINDS)
"""Finds secrets, and masks them as ``‹secret:KIND:n›``."""

_NAMED = re.compile(
    "|".join(f"(?P<{kind}>{names})" for kind, names in _TABLE.told["names"].items()), re.IGNORECASE
)


def mask(text: str) -> str:
    """Return the text with a mark in the place of each secret, every other character as it was."""
    return SECRETS.mask(text)


def stands_for_a_value(text: str) -> bool:
    """Tell whether a text only stands for a value: a variable, an expression, a placeholder, a mark."""
    return bool(_EXPRESSION.fullmatch(text))


def kind_by_name(name: str, value: str) -> str | None:
    """Return the kind of secret that a named value is by its name alone; None where it is none, or stands for one."""
    found = None
    for match in _NAMED.finditer(name):
        if match.end() == len(name):
            found = match.lastgroup
    if found is None or not value or _EXPRESSION.fullmatch(value):
        return None
    return found.replace("_", "-")
