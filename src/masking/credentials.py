"""Keys, tokens and passwords as people write them down in notes: besides what ``secrets`` finds in files. Pure."""

import re
from collections.abc import Mapping

from src.masking.forms import Check, WrittenForm, after, before, form, kind
from src.masking.masking import TAKEN, SensitiveKind
from src.masking.secrets import KINDS as SECRET_KINDS
from src.masking.secrets import stands_for_a_value

_IS = r"[\"'\])*_]{0,3}[ \t]{0,8}(?:={1,3}>?|:=?|=>|\bis\b|\bwas\b)[*_]{0,2}"
_ON_NEXT_LINE = r"[ \t]{0,8}(?:\r?\n[ \t]{0,16})?"
_TOKEN = rf"[\"'`]?(?P<v>[^\s;,\"'`<>(){TAKEN}]{{4,200}})"
_SIGNS = rf"[^\s\"'`<>{TAKEN}]"

_GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DRAWN = re.compile(r"[A-Za-z0-9+/=_~.%!-]{16,}")
_BASE64 = re.compile(
    r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[A-Za-z0-9+/]{24,4096}={0,2}"
)
"""What may begin with a slash and is no path."""
_SQL_PARTS = (
    "server",
    "data source",
    "addr",
    "address",
    "initial catalog",
    "database",
    "user id",
    "userid",
    "uid",
    "user",
    "driver",
    "provider",
    "host",
    "dsn",
)
_SQL_NEAR = 160
_FEWEST_SIGNS = 7
_SORTS = ("[a-z]", "[A-Z]", "[0-9]", "[!@#$%^&*?+=~_-]")
_NO_VALUE = re.compile(r"[\W_]*|[*x•.#]+|(?-i:[A-Z][a-z]+-[A-Z][A-Za-z]+)", re.IGNORECASE)
"""Signs alone, what was blotted out, and the command that asks for the value."""
_NAME_OF_ONE = re.compile(r"[a-z_]*(?:passw|pwd|secret|credential)[a-z_]*", re.IGNORECASE)
"""A variable that holds such a value, by its name."""
_FIGURES = re.compile(r"[\d.,:]+")
_PROGRAM = re.compile(
    r"(?:[\w:\\.-]*\\)?[\w-]{1,30}\.(?:exe|cmd|bat|msc|ps1|msi|cpl)\b|(?:cmd|powershell|pwsh|mmc|explorer"
    r"|notepad|regedit)$",
    re.IGNORECASE,
)


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
        and not _GUID.fullmatch(value)
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
            or _GUID.fullmatch(value)
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


def _named(needs: str, names: str) -> WrittenForm:
    return form(rf"(?<![A-Za-z])(?:{names}){_IS}{_ON_NEXT_LINE}{_TOKEN}", _is_drawn, needs)


_CUES = "pass pwd pw kennwort wachtwoord wachtzin toegangscode inlogcode ww contrase senha parola"
_PASSWORDS = (
    r"pass(?:word|wort|wd|phrase|code|key)?|pwd|pw|kennwort|wachtwoord(?:en)?|wachtzin|toegangscode|inlogcode"
    r"|ww|mot de passe|contrase[ñn]a|senha|parola"
)
_OF_WHOM = r"(?:[ ](?:for|of|voor|van)(?:[ ][^\s:=]{1,40}){1,3})?"
_BECAME = (
    r"(?:(?:is|was|has been|got|werd|wordt)[ ])?(?:re)?(?:set|changed|gewijzigd|veranderd|gezet)[ ](?:to|in"
    r"|naar|op)|is|was|to|naar|werd|wordt|="
)
_SECRET_NAMED = rf"(?:{_PASSWORDS}|secrets?|geheim|credentials?|token|sleutel|key)"
_HERE_IT_IS = (
    r"(?:it(?:[ ]is|['’]?s)|this[ ]is|that(?:[ ]is|['’]s)|here(?:[ ]it[ ]is|['’]s)?|(?:het|dit|dat|['’]t)[ ]is"
    r"|hier(?:[ ]is[ ](?:h?ij|ie|het))?|namelijk|hij[ ]is)"
)
_SECRETS = (
    r"(?:client|app(?:lication)?|aad|entra|sp|spn|service[ _-]?principal|oauth2?)[ _-]?(?:secret|key"
    r"|geheim)(?:[ _-]?(?:value|text))?"
)
_KEYS = (
    r"(?:api|access|subscription|secret|shared|signing|encryption|private|master|admin|primary|secondary"
    r"|functions?|license|toegangs|openai|cognitive|search|maps|host|webhook|speech|vision|translator)"
    r"[ _-]?(?:access[ _-]?)?(?:key|token|sleutel)(?:[ _-]?[12])?|sleutel|(?:auth|session|refresh|sas"
    r"|personal access|github|gitlab)[ _-]?token|pat"
)
_MAKERS = (
    r"sk-[\w-]{20,400}|sk-ant-[\w-]{20,400}|[rsp]k_(?:live|test)_\w{16,400}|gh[pousr]_\w{30,400}|github_pat_\w{30,400}"
    r"|glpat-[\w-]{18,400}|xox[abeoprs]-[\w-]{10,400}"
    r"|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[\w-]{35}|ya29\.[\w-]{20,400}|npm_\w{30,400}|pypi-[\w-]{30,400}|hf_\w{30,400}"
    r"|SG\.[\w-]{16,400}\.[\w-]{16,400}|dop_v1_\w{40,400}|dapi[0-9a-f]{32}"
    r"|gsk_\w{30,400}|xai-\w{30,400}|shp(?:at|ss|ca)_\w{30,400}|hvs\.[\w-]{20,400}|lin_api_\w{30,400}|EAA[A-Za-z0-9]{40,400}"
)

FORMS: Mapping[str, tuple[WrittenForm, ...]] = {
    "pem": (
        form(
            r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn]){0,8}(?P<v>[\w+/=]{4,4096})",
            needs="-----begin",
        ),
    ),
    "bearer": (
        form(
            r"\bbearer[ \t:]{1,4}[\"']?(?P<v>(?=[^\s\"']{0,400}?[0-9])[\w.~+/-]{16,4096}={0,2})",
            _is_drawn,
            needs="bearer",
        ),
        form(
            r"\bauthorization[\"']?\s{0,4}[:=]\s{0,4}[\"']?(?:basic|token|negotiate|digest"
            r"|apikey)\s{1,4}(?P<v>[\w.~+/-]{8,4096}={0,2})",
            needs="authorization",
        ),
    ),
    "sas": (
        form(
            r"(?<![A-Za-z])sig(?:nature)?\s{0,4}[=:]\s{0,16}(?P<v>[A-Za-z0-9+/_-]{20,512}={0,2})",
            needs="sig",
        ),
    ),
    "cosmos_key": (
        form(
            rf"AccountEndpoint\s{{0,2}}=[^\n]{{1,200}}?AccountKey\s{{0,2}}={_TOKEN}",
            _is_drawn,
            "accountendpoint",
        ),
    ),
    "storage_key": (
        _named(
            "key",
            r"(?:storage[ _-]?)?account[ _-]?key|storage[ _-]?(?:account[ _-]?)?(?:access[ _-]?)?key",
        ),
    ),
    "iot_connection": (
        form(
            rf"HostName\s{{0,2}}=[^\n]{{1,200}}?SharedAccessKey\s{{0,2}}={_TOKEN}",
            _is_drawn,
            "hostname",
        ),
    ),
    "service_bus_key": (_named("key", r"shared[ _-]?access[ _-]?key"),),
    "sql_connection": (
        form(
            r"(?<![A-Za-z])(?:password|pwd)\s{0,4}=\s{0,4}(?P<v>\"[^\"\n]{1,128}\"|'[^'\n]{1,128}'"
            r"|[^;\"'\n<>]{1,128}(?=;)|[^;\"'\s<>]{1,128})",
            _is_in_a_connection,
            needs="password pwd",
        ),
    ),
    "client_secret": (_named("secret key geheim", _SECRETS),),
    "api_key": (
        form(rf"(?<![A-Za-z0-9])(?P<v>(?-i:{_MAKERS}))(?![A-Za-z0-9])", _is_varied),
        _named("key token sleutel pat", _KEYS),
    ),
    "password": (
        form(
            rf"(?<![A-Za-z])(?:{_PASSWORDS}){_OF_WHOM}[\"'\])*_]{{0,3}}(?:[ ]?\([^()\n]{{1,40}}\))?[ \t]{{0,8}}(?:="
            rf"|:)[ \t]{{0,8}}{_TOKEN}",
            _is_chosen(4, mixed=False),
            _CUES,
        ),
        form(
            rf"(?<![A-Za-z])(?:{_PASSWORDS})=(?P<v>[^\s;,\"'<>(){{}}\[\]{TAKEN}]{{3,128}})",
            _is_argument,
            _CUES,
        ),
        form(
            rf"(?<![A-Za-z])(?:{_PASSWORDS}){_OF_WHOM}[ \t]{{1,4}}(?:{_BECAME})[ \t:]{{1,4}}(?:now |nu )?{_TOKEN}",
            _is_chosen(6, mixed=False),
            _CUES,
        ),
        form(
            rf"(?<![A-Za-z])(?:{_PASSWORDS})[ \t]{{1,4}}{_TOKEN}", _is_chosen(8, mixed=True), _CUES
        ),
        form(
            rf"(?<![A-Za-z]){_SECRET_NAMED}(?![A-Za-z])[^\n{TAKEN}]{{0,80}}?(?<![A-Za-z])"
            rf"{_HERE_IT_IS}[ \t:,]{{1,4}}{_TOKEN}",
            _is_chosen(6, mixed=True),
            f"{_CUES} secret geheim credential token sleutel key",
        ),
        form(
            rf"(?<![\w/])/u(?:ser)?:(?:\"[^\"\n]{{1,80}}\""
            rf"|[^\s\"]{{1,80}})[ \t]{{1,4}}(?P<v>\"[^\"\n]{{1,80}}\"|{_SIGNS}{{3,80}})",
            _is_of_a_user,
            needs="/u",
        ),
        form(
            rf"\bnet1? use [^\n]{{0,40}}\\\\{_SIGNS}{{1,120}}[ \t]{{1,4}}(?P<v>\"[^\"\n]{{1,80}}\""
            rf"|{_SIGNS}{{3,80}})[ \t]{{1,4}}/u",
            _is_argument,
            needs="/u",
        ),
        form(
            rf"(?<![\w/-])(?:/|--?)(?:[a-z]{{1,20}}-?)?(?:pass(?:word|wd|phrase)?|pwd|pw"
            rf"|rp)[ \t:=]{{1,3}}(?P<v>\"[^\"\n]{{1,80}}\"|'[^'\n]{{1,80}}'|{_SIGNS}{{3,80}})",
            _is_argument,
            needs="pass pwd pw rp",
        ),
        form(
            rf"\b(?:sshpass|sqlcmd|osql|bcp|psexec\w{{0,4}}|mysql\w{{0,8}}|mongo\w{{0,8}}|smbclient|winexe"
            rf"|docker login)\b[^\n]{{0,160}}?[ ]-p[ =]?"
            rf"(?P<v>\"[^\"\n]{{1,80}}\"|'[^'\n]{{1,80}}'|{_SIGNS}{{3,80}})",
            _is_argument,
            needs="sshpass sqlcmd osql bcp psexec mysql mongo smbclient winexe docker",
        ),
        form(
            rf"\b(?:curl|wget|http)\b[^\n]{{0,160}}?[ ](?:-u"
            rf"|--user)[ =]?[\"']?[^\s:\"']{{1,80}}:(?P<v>{_SIGNS}{{3,80}})",
            _is_argument,
            needs="curl wget http",
        ),
        form(
            rf"(?<![A-Za-z])(?:login|log ?on|credentials?|creds?|inlog(?:gegevens)?"
            rf"|aanmelding)\s{{0,3}}[:=]\s{{0,3}}{_SIGNS}{{2,60}}?[ ]?[/|][ ]?{_TOKEN}",
            _is_chosen(6, mixed=False),
            needs="login log cred inlog aanmelding",
        ),
    ),
}
"""By kind, how values are written that ``secrets`` does not find."""

_OF_SECRETS: Mapping[str, tuple[str, ...]] = {
    "pem": ("pem",),
    "bearer": ("jwt", "access-token"),
    "sas": ("sas",),
    "cosmos_key": ("cosmos-key",),
    "storage_key": ("storage-key",),
    "iot_connection": ("iot-key",),
    "service_bus_key": ("service-bus-key",),
    "client_secret": ("client-secret",),
    "api_key": ("api-key", "redis-key", "ado-pat", "function-key"),
    "password": ("acr-password", "publish-password", "password"),
}
"""Which kinds of ``secrets`` go under which name here."""


def _kind(name: str) -> SensitiveKind:
    known = {SECRET_kind.name: SECRET_kind.candidates for SECRET_kind in SECRET_KINDS}
    found = [known[secret] for secret in _OF_SECRETS.get(name, ())]
    return kind(name, *found, *FORMS[name])


KINDS = tuple(map(_kind, FORMS))
"""In this order: what is taken for one kind is no other."""

KEYS = tuple(entry for entry in KINDS if entry.name not in ("password", "sql_connection"))
"""Those whose values a line break may stand in."""
