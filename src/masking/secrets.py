"""Secrets in a text: keys, tokens and passwords that can be told by their form or by what stands before them. Pure.

What stands for a secret is none: a reference to a vault, a variable, an expression, a placeholder, a mark of ours.
"""

import re
from collections.abc import Iterator

from src.masking.forms import AnyOf, Check, WrittenForm, always, before
from src.masking.masking import TAKEN, Masking, SensitiveKind, SensitiveSpan

CONTEXT = 300
"""So many characters before a value may tell what it opens."""

LONGEST = 16_000
"""Characters of one value."""

# Between a name and its value: ``:``, ``=``, ``=>``, the end of an XML tag, or ``value`` of a pair of name and value.
_SEPARATOR = (
    r"""(?:\\?["'])?\]?(?:[ \t]{0,8}(?:=>|:=|={1,3}|:)[ \t]{0,8}|>"""
    r"""|(?:\\?["'])?,?\s{1,40}(?:\\?["'])?value(?:\\?["'])?\s{0,8}[:=]\s{0,8})"""
)
_QUOTED = (
    rf"""(?:\\"(?P<escaped>(?:(?!\\").){{1,{LONGEST}}})\\"|"(?P<double>(?:\\.|[^"\\\n]){{1,{LONGEST}}})\""""
    rf"""|'(?P<single>(?:\\.|[^'\\\n]){{1,{LONGEST}}})')"""
)
_BARE = rf"""(?P<bare>[^\s;"'<>‹›\\{TAKEN}]{{1,512}})"""
_BARE_END = re.compile(r"[,&]\w+=|[,).]{1,4}$")
_MAY_END = re.compile(r"[,&).]")
_VALUES = ("escaped", "double", "single", "bare", "v")

_EXPRESSION = re.compile(
    r"\$[A-Za-z_]+|\$env:\w+|\$[{(].*|\{\{.*|\{\w*\}|<.*|\[\w+\(.*|\[\w*\]|\W{1,3}|@Microsoft\.KeyVault.*|%\w+%|‹.*|[*x.•]{3,}"
    r"|(?:var|local|data|module|each|self|os|process|config|settings|params|parameters|env|args|secrets|inputs"
    r"|azurerm_\w+|random_\w+|this)\.\w.*"
    r"|null|none|nil|true|false|undefined|string|securestring|required|optional|password|secret|your.*",
    re.IGNORECASE | re.DOTALL,
)
MARK = re.compile(r"‹secret:[a-z-]{1,30}:\d{1,6}›")
_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
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
        and not _GUID.fullmatch(value)
        and value[0] != "/"
        and _is_any(match)
    )


def _after(pattern: str, holds: Check) -> Check:
    """Return what also wants this before the value, in the same line and no farther than ``CONTEXT``."""
    form = re.compile(pattern, re.IGNORECASE)

    def both(match: re.Match[str]) -> bool:
        return holds(match) and bool(form.search(before(match, CONTEXT)))

    return both


# Kinds


def _kind(name: str, *forms: WrittenForm) -> SensitiveKind:
    any_form = AnyOf(forms)

    def candidates(text: str) -> Iterator[tuple[int, int, float]]:
        return any_form(MARK.sub(lambda mark: TAKEN * len(mark[0]), text))

    return SensitiveKind(name, candidates, mark=f"‹secret:{name}:{{number}}›")


def _form(needs: str, pattern: str, holds: Check = always) -> WrittenForm:
    return WrittenForm(re.compile(pattern, re.IGNORECASE), holds, tuple(needs.split()), _span)


def _named(needs: str, names: str, holds: Check = _is_any) -> WrittenForm:
    return _form(needs, rf"(?:{names}){_SEPARATOR}(?:{_QUOTED}|{_BARE})", holds)


def _flag(flags: str, holds: Check = always) -> WrittenForm:
    def is_value(match: re.Match[str]) -> bool:
        value = _value(match)
        return not value.startswith("-") and not _EXPRESSION.fullmatch(value) and holds(match)

    pattern = rf"(?<![\w-])(?:{flags})[ \t=]{{1,4}}(?:{_QUOTED}|{_BARE})"
    return _form(" ".join(re.findall(r"[a-z-]{2,}", flags)), pattern, is_value)


_KEYS = "api|access|primary|secondary|master|admin|query|subscription|functions|secret|encryption"
_ACCOUNT_KEY = r"account[_-]?key"
_SHARED_KEY = r"shared_?access_?key"
_USERINFO = r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,80}:(?P<v>[^\s/@\"'<>‹›]{1,200})@"
_SIGNED = r"(?<![\w+/])(?P<v>[A-Za-z0-9+/]{%d}(?-i:%s)[A-Za-z0-9+/]{%d}%s)(?![\w+/=])"
"""A key that tells its service by a few letters within: how many are before them, the letters, how many after."""

KINDS = (
    _kind(
        "pem",
        _form(
            "-----begin",
            r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n)*"
            r"(?P<v>(?=[\w+/=-]{16}|Proc)(?:[\w+/=:,.()\s\\]|-(?!-))+)",
        ),
    ),
    _kind("jwt", _form("eyj", r"(?<![\w.-])(?P<v>(?-i:eyJ)[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3})")),
    _kind(
        "sas", _form("sig=", r"(?:(?<![\w-])|(?<=\\u0026))sig=(?P<v>[A-Za-z0-9%+/_-]{20,}={0,2})")
    ),
    _kind(
        "cosmos-key",
        _named(
            "accountendpoint documents.azure cosmos",
            _ACCOUNT_KEY,
            _after(r"AccountEndpoint|documents\.azure|cosmos", _is_random),
        ),
        _form("acdb", _SIGNED % (76, "ACDb", 6, "==")),
    ),
    _kind(
        "storage-key",
        _named("key", rf"{_ACCOUNT_KEY}|storage_?(?:account_?)?(?:access_?)?key", _is_random),
        _form("==", r"(?<![\w+/=-])(?P<v>[A-Za-z0-9+/]{86}==)(?![\w+/=])"),
    ),
    _kind(
        "iot-key",
        _named(
            "hostname= azure-devices", _SHARED_KEY, _after(r"HostName=|azure-devices", _is_random)
        ),
        _form("aiot", _SIGNED % (33, "AIoT", 6, "=")),
    ),
    _kind(
        "service-bus-key",
        _named("key", _SHARED_KEY, _is_random),
        _form("+asb +aeh", _SIGNED % (33, r"\+ASb|\+AEh", 6, "=")),
    ),
    _kind(
        "redis-key",
        _named("redis", "password", _after("redis", _is_random)),
        _form("azca", _SIGNED % (33, "AzCa", 6, "=")),
    ),
    _kind(
        "acr-password",
        _flag("-p|--password", _after(r"azurecr\.io", always)),
        _named("azurecr", "password", _after(r"azurecr\.io", _is_any)),
        _form("+acr", _SIGNED % (42, r"\+ACR", 6, "")),
    ),
    _kind(
        "ado-pat",
        _named("pat personal", r"(?<![A-Za-z])pat|personal_?access_?token", _is_random),
        _form("azdo", _SIGNED % (76, "AZDO", 4, "")),
        _form("dev.azure visualstudio", rf"{_USERINFO}(?=[\w.-]*(?:dev\.azure|visualstudio)\.com)"),
    ),
    _kind(
        "client-secret",
        _named("secret", r"(?:client|app|sp|service_?principal)[_-]?secret", _is_random),
        _flag("--client-secret"),
        _form("q~", r"(?<![\w~.-])(?P<v>[\w~.-]{3}[0-9](?-i:Q~)[\w~.-]{31,34})(?![\w~-])"),
    ),
    _kind("publish-password", _named("userpwd publishingp", "userPWD|publishingPassword")),
    _kind("function-key", _form("code=", r"[?&]code=(?P<v>[\w%+/-]{40,}={0,2})", _is_random)),
    _kind(
        "api-key",
        _named("key", rf"(?:{_KEYS})[_-]?key|(?<![A-Za-z])key[12]", _is_random),
        _flag("--account-key|--api-key|--sas-token", _is_random),
    ),
    _kind(
        "access-token",
        _named("token", r"(?:access|refresh|id|auth|bearer|sas|session)[_-]?token", _is_random),
        _form(
            "authorization",
            r"authorization[\"']?\s{0,4}[:=]\s{0,4}[\"']?(?:basic|bearer)\s+(?P<v>[\w.~+/=-]{16,})",
        ),
    ),
    _kind(
        "password",
        _named("passw passphrase pwd", r"password|passwd|passphrase|(?<![A-Za-z])pwd"),
        _flag(r"--(?:[\w-]{1,30}-)?password"),
        _flag("-p", _after(r"\b(?:docker|az) login\b", always)),
        _form("securestring", rf"ConvertTo-SecureString\s+(?:-String\s+)?{_QUOTED}", _is_any),
        _form("://", _USERINFO, _is_any),
    ),
)
"""In this order: what is taken for one kind is no other."""

SECRETS = Masking(*KINDS)
"""Finds secrets, and masks them as ``‹secret:KIND:n›``."""

_NAMES = {
    "client-secret": r"client_?-?secret|app_?secret",
    "access-token": r"(?:access|refresh|id|auth|bearer|sas)_?-?token",
    "api-key": r"(?:api|access|primary|secondary|master|account|storage|shared_?access|function)_?-?key",
    "password": r"password|passwd|passphrase|(?<![A-Za-z])pwd|(?<![A-Za-z])secret",
}
_NAMED = re.compile(
    "|".join(f"(?P<{kind.replace('-', '_')}>{names})" for kind, names in _NAMES.items()),
    re.IGNORECASE,
)


def find(text: str) -> tuple[SensitiveSpan, ...]:
    """Return what secrets a text holds, in its order; no two spans overlap, and marks are none."""
    return SECRETS.find(text)


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
