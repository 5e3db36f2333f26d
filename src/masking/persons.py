"""A text with odd signs folded, with the way back; and persons, where something beside a name tells of one. Pure.

A name by itself has no form. A caller that shows these findings has to say so.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from src.masking.forms import Check, after, form, kind
from src.masking.masking import TAKEN

Replacement = tuple[int, int, str]
"""From where to where of a text, and what reads there."""

_AT = r"(?:at|apestaart(?:je)?|arroba|ät)"
_DOT = r"(?:dot|punt|punkt|point|punto)"
_OPEN, _CLOSE = r"[\[({<]", r"[\])}>]"
_ODD = re.compile(
    rf"(?P<at>[ \t]{{0,3}}{_OPEN}[ \t]{{0,2}}(?:{_AT}|@)[ \t]{{0,2}}{_CLOSE}[ \t]{{0,3}}|[ ]?(?:&#64;|&#x40;"
    rf"|&commat;)[ ]?|(?<=\w)[ ]@[ ](?=[\w-]{{1,63}}\.[a-z]{{2}}))"
    rf"|(?P<dot>[ \t]{{0,3}}{_OPEN}[ \t]{{0,2}}(?:{_DOT}|\.)[ \t]{{0,2}}{_CLOSE}[ \t]{{0,3}}|&#46;|&#x2e;|&period;)"
    rf"|(?P<said>(?<=[\w.]) {_AT} (?=[\w-]{{1,63}} (?:dot|punt) [a-z]))"
    rf"|(?P<said_dot>(?<=\w) (?:dot|punt) (?=[a-z]{{2,24}}\b))"
    r"|(?P<escaped>%[2-7][0-9a-f])"
    r"|(?P<sign>[^\t\n\r -~])",
    re.IGNORECASE,
)
_SIGNS = {"at": "@", "said": "@", "dot": "."}
_WIDTHS = ("<wide>", "<narrow>", "<small>", "<font>")
_READS_AS = {
    "\u2024": ".",
    "\u2212": "-",
    "\u3002": ".",
    "\uff61": ".",
    "\u2044": "/",
    "\u2215": "/",
}
_UNSEEN = frozenset(
    {"\u034f", "\u115f", "\u1160", "\u2800", "\u3164", *map(chr, range(0xFE00, 0xFE10))}
)
_UNSEEN_CATEGORIES = ("Cf", "Cc", "Cs", "Cn", "Co")


@dataclass(frozen=True)
class Folded:
    """A text in which signs were replaced; ``original`` leads back."""

    text: str
    _after: tuple[int, ...]
    """Where, in this text, each replacement begins and each stretch that is as it was; the first at 0."""
    _source: tuple[tuple[int, int], ...]
    """Where each of these begins in the original, and where it ends."""
    _kept: tuple[bool, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the original a stretch of this text stands that is not empty."""
        return self._at(start)[0], self._at(end - 1)[1]

    def _at(self, position: int) -> tuple[int, int]:
        number = bisect_right(self._after, position) - 1
        start, end = self._source[number]
        if not self._kept[number]:
            return start, end
        start += position - self._after[number]
        return start, start + 1


def folded(text: str) -> Folded:
    """Return a text as it reads."""
    if text.isascii() and not _ODD.search(text):
        return replaced(text, ())
    return replaced(text, _odd(text))


def _odd(text: str) -> Iterator[Replacement]:
    for match in _ODD.finditer(text):
        yield *match.span(), _reading(match)


def _reading(match: re.Match[str]) -> str:
    kind = match.lastgroup or ""
    if kind == "said_dot":  # only behind what may be the name of a host: "at acme dot nl"
        before = match.string[max(0, match.start() - 80) : match.start()]
        return "." if _HOST_BEFORE.search(before) else match[0]
    if kind == "escaped":
        return chr(int(match[0][1:], 16)).replace("\x7f", "")
    return _sign(match[0]) if kind == "sign" else _SIGNS[kind]


_HOST_BEFORE = re.compile(
    rf"(?:@|{_CLOSE}| {_AT} )[ \t]{{0,3}}[\w-]{{1,40}}(?: {_DOT} [\w-]{{1,20}})?$", re.IGNORECASE
)


@lru_cache(4096)
def _sign(sign: str) -> str:
    """Return what a sign outside ASCII, or a control, reads as."""
    category = unicodedata.category(sign)
    if sign in _UNSEEN or category in _UNSEEN_CATEGORIES:
        return ""
    if sign in _READS_AS:
        return _READS_AS[sign]
    if category == "Pd":
        return "-"
    if category.startswith("Z"):
        return "\n" if category in ("Zl", "Zp") else " "
    if category == "Nd":
        return str(unicodedata.decimal(sign))
    if unicodedata.decomposition(sign).startswith(_WIDTHS):
        plain = unicodedata.normalize("NFKC", sign)
        return _READS_AS.get(plain, plain)
    return sign


def replaced(text: str, replacements: Iterable[Replacement]) -> Folded:
    """Return a text with these replacements, which come in the order of the text and do not overlap."""
    pieces: list[str] = []
    after: list[int] = []
    source: list[tuple[int, int]] = []
    kept: list[bool] = []
    length = done = 0

    def take(piece: str, start: int, end: int, is_kept: bool) -> None:
        nonlocal length
        if piece:
            pieces.append(piece)
            after.append(length)
            source.append((start, end))
            kept.append(is_kept)
            length += len(piece)

    for start, end, reading in replacements:
        if text[start:end] == reading:
            continue
        take(text[done:start], done, start, True)
        take(reading, start, end, False)
        done = end
    take(text[done:], done, len(text), True)
    return Folded("".join(pieces), tuple(after), tuple(source), tuple(kept))


_PARTICLES = (
    r"(?:van|von|vom|de|den|der|des|het|'t|ten|ter|te|la|le|du|di|da|dos|del|della|al|el|bin|ibn|bint|af|av|zu"
    r"|y|e|v\.d\.|v/d)"
)
_WORD = (
    r"(?-i:[^\W\d_a-zß-öø-ÿ]\.(?:[ ]?[^\W\d_a-zß-öø-ÿ]\.){0,3}(?![^\W\d_])"
    r"|(?:[A-Z]['’])?[^\W\d_a-zß-öø-ÿ][^\W\d_]{0,40}(?:['’-][^\W\d_]{1,40}){0,2})"
)
_NEXT = rf"(?:,?[ \t]{{1,2}}(?:(?-i:{_PARTICLES})[ \t]{{1,2}}){{0,3}}{_WORD})"
_NAME = rf"(?P<v>(?:(?-i:{_PARTICLES})[ \t]){{0,2}}{_WORD}{_NEXT}{{0,4}})"
_ANY_CASE = r"(?P<v>[^\W\d_][^\W\d_'’-]{1,40}(?:[ \t]{1,2}[^\W\d_'’-]{1,40}){1,4})"
_TITLE = (
    r"(?:(?:mr|mrs|ms|miss|dr|prof|sir|dhr|mevr|mw|ir|drs|de heer|heer|mevrouw|meneer|herr|frau|mme"
    r"|m)\b\.?[ \t]{1,2}){0,2}"
)

_IS = r"[*_\"'\])]{0,4}[ \t]{0,4}(?:[:=|]|\bis\b|-(?=[ ]))[ \t*_\"'|]{0,6}"
_ON_NEXT_LINE = r"(?:\r?\n[ \t]{0,8}){0,2}"
_LINE_START = r"(?:^|(?<=[\n,;|(*>\"'{\[])|(?<=[:.!?\d][ ]))[ \t*_>|-]{0,8}"

_NAMES = (
    r"(?:customer|client|contact|caller|employee|account(?: ?holder)?|requester|reporter|user'?s?|full|first"
    r"|last|sur|family|given|display ?person"
    r"|person|patient|manager|owner'?s?|engineer)[ _-]?names?|contact[ _-]?persons?|points? of contact"
    r"|(?:klant|voor|achter|familie|gebruikers|medewerkers?|contact)naam|volledige naam"
    r"|naam (?:van de )?(?:klant|melder|gebruiker|contactpersoon|aanvrager)"
    r"|contactpersoo?n(?:en)?|klantcontact|ansprechpartner|kundenname|nom du client"
)
_DONE_BY = (
    r"(?:reported|raised|submitted|opened|logged|requested|escalated|written|created|filed|handled|entered) by"
    r"|assigned to"
    r"|on behalf of|attn|attention of|requester|requestor|reporter|caller"
    r"|(?:gemeld|aangemeld|aangevraagd|ingediend|geschreven|opgesteld|behandeld) door|toegewezen aan|namens"
    r"|t\.?a\.?v\.?|ter attentie van|aanvrager|melder|indiener|behandelaar|klant is"
)
_MET = (
    r"spoke (?:with|to)|talked to|(?:call|mail|message) (?:with|from)|my name is|i am called|gesproken met"
    r"|gebeld (?:met|door)|mijn naam is|ik heet|ik ben"
)
_WEAK = (
    r"name|naam|from|van|to|aan|cc|bcc|sender|afzender|owner|eigenaar|user(?: ?name)?|gebruiker|author|auteur"
    r"|engineer|customer|klant|client|contact"
    r"|manager|approver|employee|medewerker|who|wie|by|door|person|persoon|signed|getekend|ondertekend"
)
_BESIDE = (
    r"(?-i:customer|klant|engineer|consultant|colleague|collega|gebruiker|user|manager|medewerker|beheerder|technician"
    r"|monteur|contact)|u spreekt met|told by|contactpersoon|contact person"
    r"|klantnaam|customer name"
)
"""With a name right behind; in capitals they begin what a program is called: "User Account Control"."""
_GREETINGS = (
    r"hi|hello|hey|dear|hoi|hallo|beste|geachte|dag|lieve|good (?:morning|afternoon|evening|day)|goede(?:morgen"
    r"|middag|navond|ndag)"
    r"|sehr geehrte[rs]?|liebe[rs]?|bonjour|hola"
)
_CLOSINGS = (
    r"(?:(?:with )?(?:kind(?:est)?|best|warm(?:est)?|many)[ ])?(?:regards|wishes|greetings|thanks)|cheers"
    r"|sincerely(?: yours)?|yours(?: (?:sincerely|truly|faithfully))?"
    r"|thank you|thanks(?: a lot| again| in advance)?|thx|rgds|br|kr|best(?=,)|signed"
    r"|(?:met )?(?:vriendelijke|hartelijke|beste)[ ]groet(?:en|jes)?|groet(?:en|jes)?|gr\.?(?=[, \n])"
    r"|m\.?v\.?g\.?|hoogachtend|(?:alvast |met )?(?:bedankt|dank)"
    r"|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|viele gr(?:ü|ue)(?:ß|ss)e|cordialement|saludos"
)

_NO_NAMES = frozenset(
    """
    a access account action active address admin administrator administrators agent alert alerts all also an
    and any api app application are arc at automation aws azure backup best build business calls care case
    center centre chat check client clients cloud cluster collega collegas collega's colleague colleagues
    command community config configuration connection contact contoso controller corp corporation crm
    customer customers dag data database defender department desk detail details device devices directory
    disk dns docs domain driver edge email engineer engineering engineers entra error event everybody
    everyone exchange explorer fabrikam failed file files firewall folder folks for from gateway github
    google group groups guest guys health help helpdesk home host hosts how http https hub hyper-v i if in
    incident info information inc infrastructure intune is issue issues iedereen it job kubernetes ladies
    linux local log logs ltd machine machines madam mail manager management member message meneer mevrouw
    microsoft model module monitor my n/a na name names network node nodes none not note notes null number
    of office on onbekend operations operator or oracle our outlook owner page path people please pod policy
    portal portal's power powershell practices problem process product production project proxy question
    queue reader redacted redhat registry release report request resource resources role root rule script
    security see sent server servers service services session set settings sharepoint sir site software sql
    staff status step storage sub subject subscription supplier support switch system systems task tbd team
    teams tech tenant test that the their there these they this ticket time to tool type ubuntu unknown
    update updates upgrade url us user users vendor version via virtual vm vmm vmware volume wac we web
    website what when where which who why windows with workload you your zone een beheer beheerder bestuur
    afdeling klant klanten medewerker netwerk opslag systeem systeembeheer gebruiker gebruikers
    klantenservice leverancier team's wij jij u jullie allen heren dames onze uw via niet nee ja yes no
    january february march july september october november december world defender sentinel terraform
    ansible jenkins zabbix nagios splunk old new value values default primary secondary standard basic
    premium high low medium critical warning success passed enabled disabled required optional example
    sample demo internal external public private global remote live migration availability intent cmdlet
    admins guide step fix known cause state status mode level license agreement key keys datadog grafana
    prometheus dynatrace solarwinds servicenow jira veeam citrix cisco dell hpe lenovo intel nvidia docker
    python java chrome firefox teams monday tuesday wednesday thursday friday saturday sunday true false
    """.split()
)
_ENDS = re.compile(r"[ \t]*(?:$|[,.;:!?(<|\"'*\n\x00-])")


def _is_name(least: int, *, open_from: int) -> Check:
    """Return what wants so many words of a name, and behind fewer than ``open_from`` a sign or the end of the line."""

    def check(match: re.Match[str]) -> bool:
        words = re.findall(r"[^\W\d_][\w'’-]*", match["v"])
        if len(words) < least or any(word.casefold() in _NO_NAMES for word in words):
            return False
        if len("".join(words)) < 3 or any(_is_of_a_program(word) for word in words):
            return False
        return len(words) >= open_from or bool(_ENDS.match(after(match)))

    return check


def _is_of_a_program(word: str) -> bool:
    """Whether a word has capitals within, as ``PowerShell`` has; ``McDonald`` and ``VERMEULEN`` are names."""
    return bool(re.search(r"[a-zß-öø-ÿ](?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bVan)[A-Z]", word))


_NEVER = 99

PERSON = kind(
    "person",
    form(rf"(?<![^\W_])(?:{_NAMES}){_IS}{_ON_NEXT_LINE}{_TITLE}{_NAME}", _is_name(1, open_from=2)),
    form(
        rf"(?<![^\W_])(?:{_NAMES}){_IS}{_TITLE}{_ANY_CASE}(?=[ \t\"'*|]*(?:\r?$|\n|,))",
        _is_name(2, open_from=_NEVER),
    ),
    form(
        rf"(?<![^\W_])(?:{_DONE_BY})(?:{_IS}|[ \t]{{1,2}}){_TITLE}{_NAME}", _is_name(1, open_from=2)
    ),
    form(rf"(?<![^\W_])(?:{_MET})[ \t:]{{1,3}}{_TITLE}{_NAME}", _is_name(1, open_from=1)),
    form(rf"(?<![\w-])(?:{_BESIDE})[ ]{_NAME}", _is_name(2, open_from=2)),
    form(
        rf"{_LINE_START}(?:{_WEAK})[*_]{{0,3}}:[ \t*_]{{0,6}}{_TITLE}{_NAME}",
        _is_name(2, open_from=_NEVER),
    ),
    form(
        rf"{_LINE_START}(?:{_GREETINGS})[ ,]{{1,2}}{_TITLE}{_NAME}", _is_name(1, open_from=_NEVER)
    ),
    form(
        rf"{_LINE_START}(?:{_CLOSINGS})(?![^\W_])[ \t]?[,.!]?[ \t]{{0,4}}(?:\r?\n[ \t]{{0,8}}(?:--?[ ])?){{0,3}}"
        rf"{_TITLE}{_NAME}",
        _is_name(1, open_from=_NEVER),
    ),
    form(
        rf"(?<!\w)(?-i:Mr|Mrs|Ms|Miss|Dr|Prof|Dhr|Mevr|Mw|dhr|mevr|mw|De heer|de heer|Mevrouw|mevrouw|Meneer"
        rf"|meneer|Herr|Frau)\.?[ ]{_NAME}",
        _is_name(1, open_from=1),
    ),
    form(
        rf"(?<!\w){_NAME}[ ]{{1,2}}[<(\[](?=(?:mailto:)?{TAKEN})",
        _is_name(2, open_from=2),
        needs=TAKEN,
    ),
)
