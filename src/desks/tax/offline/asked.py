"""What kind of thing a question asks for, and what a passage looks like that has it. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "term", "date", "amount", "rate", "conditions", "who", "where", "how", "meaning", "whether"
]

MEASURES: frozenset[Kind] = frozenset({"term", "date", "amount", "rate"})
"""Kinds that nothing without a number or a day answers."""

_SECOND_BEST = 0.6
"""A share where an amount is asked, a period where a day is: it may be the answer, and the other is sooner."""

_TIMES = r"dagen|weken|maanden|jaar|jaren|uur|uren|kwartalen|days|weeks|months|years|hours|quarters"
_UNIT = r"(?:dag|dagen|week|weken|maand|maanden|(?:kalender|boek)?ja(?:ar|ren)|uur|uren|kwartaal|kwartalen)"
_NUMERAL = (
    r"(?:\d[\d.]*|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien"
    r"|twintig|dertig)"
)
_MONTH = (
    r"(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)"
)
_PERIOD = rf"\b{_NUMERAL} (?:[a-zë]+ ){{0,2}}{_UNIT}\b"
_DAY = (
    rf"\b\d{{1,2}} {_MONTH}\b|\b(?:\d{{1,2}}e|laatste|eerste|vijftiende|dertigste) dag\b"
    r"|\bmaand na (?:afloop|het einde)\b|\bde dag (?:na|nadat|vóór|waarop)\b"
)
_COUNTED = re.compile(
    r"\b(?:hoeveel|how many) (?P<noun>[a-zë]{3,})\b|\b(?P<age>hoe oud|how old)\b", re.IGNORECASE
)
_DUTCH_UNITS = {
    "years": "jaar", "jaren": "jaar", "months": "maand", "maanden": "maand", "weeks": "weken",
    "days": "dagen", "hours": "uur", "uren": "uur", "kilometers": "kilometer",
}  # fmt: skip
_MONEY = r"[€ƒ] ?\d|\b\d[\d.,]* (?:euro|gulden)\b"
_SHARE = r"\d ?(?:%|‰|procent\b|percent\b)"


@dataclass(frozen=True)
class _Form:
    """How a kind is asked for, and how it is said."""

    asked: re.Pattern[str]
    said: re.Pattern[str]
    named: re.Pattern[str] | None = None
    """Words that ask for it ("wat is de termijn?"), unless the question is one of yes or no ("mag dat daarna?")."""
    best: re.Pattern[str] | None = None
    """What says it better than the rest of ``said``."""


def _form(asked: str, said: str, named: str = "", best: str = "") -> _Form:
    found = [re.compile(one, re.IGNORECASE) if one else None for one in (named, best)]
    return _Form(re.compile(asked, re.IGNORECASE), re.compile(said, re.IGNORECASE), *found)


_WHETHER = re.compile(
    r"(?:^|[.!?,;] )\W*(?:is|zijn|ben|mag|mogen|moet|moeten|kan|kun|kunnen|heb|heeft|krijg|krijgt|wordt|word|telt"
    r"|geldt|hoef|hoeft|betaal|betaalt|valt|vallen|blijft|klopt|levert|gaat|komt|worden|tellen|gelden|do|does|is|are|am|can|may|must|should|will|has|have)\b"
    r"|\b(?:kan|mag|hoeft) dat\b|\bvraag me af of\b|\bwonder (?:if|whether)\b",
    re.IGNORECASE,
)
_FORMS: dict[Kind, _Form] = {
    "term": _form(
        r"\bhoe ?(?:lang|snel|vaak|oud|ver terug)\b"
        rf"|\b(?:hoeveel|how (?:many|much)|number of) (?:tijd|time|{_TIMES})\b"
        r"|\bbinnen (?:welke|wat)\b|\bwithin what\b|\bhow (?:long|soon|quickly|fast|often|old|far back)\b",
        rf"{_PERIOD}|{_DAY}",
        r"\b\w*termijn\w*\b|\b(?:deadline|period|time limit)\b",
        best=r"\b(?:is|bedraagt|binnen|gedurende|heeft|hoogstens|hoogste|minste|minstens|uiterlijk|tot|van) "
        rf"{_PERIOD}",
    ),
    "date": _form(
        r"\b(?:tot|vanaf|per) (?:wanneer|welke (?:dag|datum)|welk moment)\b"
        r"|\b(?:op|naar) (?:welke (?:dag|datum)|welk moment)\b"
        r"|\b(?:until|by|since|from) (?:when|what (?:day|date))\b|\b(?:what|which) (?:day|date)\b"
        r"|\bwanneer (?:moet(?:en)?|uiterlijk|begint|eindigt|loopt|gaat|vervalt|verjaart)\b|\bwanneer .*\bbinnen\b"
        r"|\bsinds wanneer\b|\bwhen (?:must|should|do (?:i|we) have to)\b"
        r"|\bwhen .*\b(?:due|start|begin|end|expire)s?\b",
        rf"{_DAY}|{_PERIOD}",
        r"\buiterlijk\b|\bat the latest\b|\b(?:peil)?datum\b|\bdue date\b",
        best=_DAY,
    ),
    "rate": _form(
        r"\bhoeveel (?:procent|percent|rente|btw|\w*belasting)\b|\bhow much (?:interest|vat|\w* ?tax)\b"
        r"|\b(?:welk|what|which) (?:percentage|deel|share|part)\b|\bhow (?:many|much) per ?cent\b",
        _SHARE,
        r"\b\w*tarie(?:f|ven)\b|\bpercentages?\b|\brates?\b",
    ),
    "amount": _form(
        rf"\bhoe ?(?:hoog|groot|veel)\b(?! (?:tijd|{_TIMES}|procent|percent)\b)|\b(?:tot|vanaf|boven) welke?\b"
        r"|\bonder welke? (?:bedrag|grens|waarde|inkomen|omzet)\b"
        r"|\bwat (?:betaal|krijg|scheelt)\w*\b|\bwat mag (?:ik|je|iemand|een \w+) .*\b(?:geven|schenken|\w*verdienen)\b"
        r"|\bwhat is the (?:highest|lowest|largest|smallest|maximum|minimum|tax-free)\b"
        r"|\b(?:een|welke?|a|any|what) (?:grens|limiet|drempel|maximum|minimum|limit|threshold|cap)\b"
        rf"|\bhow (?:much|many|high|large|big)\b(?! (?:time|{_TIMES})\b)|\bwat kost\b|\bkost(?:en)? (?:het|een|de)\b"
        r"|\bwhat (?:does|do) .* cost\b",
        rf"{_MONEY}|{_SHARE}",
        r"\b\w*bedrag(?:en)?\b|\bdrempel\w*|\bgrens\b|\b(?:max|min)im(?:aal|aal|ale|um)\b|\bboete\b"
        r"|\b(?:amounts?|threshold|limit|penalty)\b",
        best=_MONEY,
    ),
    "conditions": _form(
        r"\bvoorwaarden?\b|\bvereisten\b|\bwat moet er\b|\bwhat (?:must|needs? to)\b"
        r"|\b(?:welke|what|which) (?:\w+ )?(?:eisen|gegevens|conditions|requirements|particulars|information)\b"
        r"|\bwanneer (?:heb|heeft|krijg|krijgt|kan|kun|mag|is|ben|wordt|word|geldt|telt|hoef)\b"
        r"|\bwhen (?:is|am|are|do|does|can|may)\b|\bin welke? geval(?:len)?\b|\bin (?:what|which) cases?\b"
        r"|\b(?:in aanmerking|qualify|need to meet|waaraan|aan welke)\b|\bunder what\b",
        r"\b(?:indien|als|mits|wanneer|voor ?zover|tenzij|vereist|criterium|bedoeld voor|alleen)\b"
        r"|\b(?:moet(?:en)?|bevat(?:ten)?|vermeld(?:t|en))\b|\ba\. .*\bb\. ",
    ),
    "who": _form(
        r"(?:^|[.!?,;:] |\b(?:door|aan|bij|van|met|voor|en|maar|of|for|to|by|and|but) )\W*(?:wie|who|whom|whose)\b"
        r"|\b(?:welke|which) (?:persoon|personen|partner|ouder|instantie|rechter|court|parent|partner|spouse)\b",
        r"\b(?:aansprakelijk|bevoegd|degene|iedereen|ieder|\w+plichtige?n?)\b|\b\w+(?:ambtenaar|inspecteur|ontvanger)\b",
    ),
    "where": _form(
        r"\b(?:waar|where)\b(?! (?:van|mee|om)\b)|\b(?:in|bij) welke? (?:land|box|gemeente|rechter|kantoor)\b",
        r"\b(?:waar|plaats|land|box \d)\b",
    ),
    "how": _form(
        r"^\W*(?:hoe|how)\b|\bhoe (?:kan|moet|vraag|doe|krijg|dien|meld|maak|regel|bereken|wordt|worden|werkt)\b"
        r"|\b(?:what|wat) (?:must|can|should|do|moet|kan|doe) (?:i|we|you|ik|je|u|hij|zij)\b"
        r"|\bhow (?:do|can|must|should|is|are)\b",
        r"\b(?:schriftelijk|elektronisch|verzoekt|aanvraag|aanvragen|meldt?|melden|melding|indienen|ingediend)\b"
        r"|\bverzoek (?:om|tot|moet)\b"
        r"|\bword(?:t|en) (?:\w+ ){0,6}(?:bepaald|berekend|gesteld|vastgesteld|gewaardeerd)\b|\bbereken(?:t|d)\b",
    ),
    "meaning": _form(
        r"\b(?:wie|wat|who|what) (?:is|zijn|are)\b|\bwanneer (?:is|ben) (?:er|ik|je|iemand|iets) |\bsprake van\b"
        r"|\bwat (?:betekent|wordt (?:er )?verstaan)|\bwhat does .* mean\b|\bwhen (?:is|am|are)\b",
        r"\bwordt (?:\w+ ){0,6}verstaan\b|\bhoudt in dat\b|\bbetekent\b"
        r"|^(?:1\. )?(?:(?:de|het|een) )?(?:[\w-]+ ){1,3}?(?:(?:voor|in|van) (?:de|het) [\w ]{1,30})?(?:\([^)]*\) )?"
        r"(?:is|zijn) (?:een|iedereen|degene|ieder|wie|het|de)\b",
    ),
    "whether": _Form(
        _WHETHER,
        re.compile(
            r"\b(?:niet|geen|mag|mogen|moet|moeten|kan|kunnen|hoeft|verplicht|vrijgesteld|aftrekbaar|belast|onbelast|vergoed"
            r"|recht op|verschuldigd|gratis|uitgesloten|ook)\b",
            re.IGNORECASE,
        ),
    ),
}


def asked_kinds(question: str) -> frozenset[Kind]:
    """Return what kinds of things a question asks for; one that asks for a measure asks for nothing else."""
    is_whether = _WHETHER.search(question) is not None
    kinds = {kind for kind, form in _FORMS.items() if form.asked.search(question)}
    if not is_whether:
        kinds |= {
            kind for kind, form in _FORMS.items() if form.named and form.named.search(question)
        }
    return frozenset(kinds & MEASURES or kinds)


def says(kind: Kind, text: str) -> float:
    """Return how well a passage has the form of what a question of a kind asks for, from 0 to 1."""
    form = _FORMS[kind]
    if form.best and form.best.search(text):
        return 1.0
    if form.said.search(text) is None:
        return 0.0
    return _SECOND_BEST if form.best else 1.0


def says_how_many(question: str, text: str) -> bool:
    """Tell whether a passage has a number of what a question counts: of hours, kilometres, years of age."""
    counted = _COUNTED.search(question)
    if counted is None:
        return False
    noun = (counted["noun"] or "jaar").lower()
    of_noun = rf"\b{_NUMERAL} (?:[a-zë]+ ){{0,2}}\w*{_DUTCH_UNITS.get(noun, noun)}"
    return re.search(of_noun, text, re.IGNORECASE) is not None
