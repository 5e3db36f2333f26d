"""Persons, where something beside a name says that it is one: a label, a greeting, what closes a letter. Pure.

A name by itself has no form. Whoever shows these findings has to say so.
"""

import re

from src.masking.forms import Check, after, form, kind
from src.masking.masking import TAKEN

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
