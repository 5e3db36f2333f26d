"""Which words of a sentence leave sources out of the selection or put them back, by rules in both languages. Pure."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from src.desks.tax.law.citations import find_citations
from src.desks.tax.offline.disapproval import finds_fault, without_approval
from src.llm.offline_phrases import without_phrases

ChangeKind = Literal["remove", "restore"]

MOST_OTHER_WORDS = 2
"""Other words that a change without a verb may hold: "zonder de Hoge Raad", not "zonder uitspraak in beroep gaan"."""


def _any_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


_SOURCE = re.compile(
    r"\b(?:artikel(?:en)?|art|articles?|sections?)\b\.?(?:\s*\d[\w.:]*)?|\bECLI:[\w:.]+|\[\d+\]|#\d+"
    r"|\b\d+(?:[.:]\d+)*[a-z]*\b|\bbron(?:nen)?\b|\bsources?\b|\bnummers?\b|\bnumbers?\b|\bnr\b"
    r"|\b(?:hoge raad|hr|gerechtshof|hof|rechtbank|parket|a-g|raad van state|centrale raad|crvb|cbb|supreme court)\b"
    r"|\b(?:court of appeal|district court|courts?)\b"
    r"|\b(?:rechtspraak|jurisprudentie|uitspra(?:ak|ken)|arrest(?:en)?|\w*za(?:ak|ken)|case law|cases?|rulings?)\b"
    r"|\b(?:judge?ments?|wetgeving|\w*wet(?:ten)?|legislation|statutes?|laws?|acts?|aw[rb]|awir|\w*besluit|verdrag)\b"
    r"|\b(?:alles|alle|allemaal|beide|everything|all|both|de rest|the rest|the others?|overige)\b"
    r"|\b(?:eerste|tweede|derde|vierde|laatste|first|second|third|fourth|last)\b",
    re.IGNORECASE,
)
_POINTS = _any_of(
    "die", "deze", "dit", "dat", "ze", "hem", "it", "them", "that", "this", "those", "these"
)
_SMALL = _any_of(
    "de", "het", "een", "van", "uit", "en", "of", "op", "in", "er", "na", "the", "and", "or", "from", "for", "but",
    "graag", "please", "aub", "maar", "dan", "ook", "nog", "even", "niet", "not", "lid", "wel", "s",
    "houden", "behouden", "gebruiken", "meenemen", "over", "bestuursrecht", "to", "keep", "use",
)  # fmt: skip
_ONLY = r"(?:alleen|enkel|slechts|uitsluitend|only|just)"
_OUT = r"(?:weg|eruit|eraf|uit de (?:selectie|lijst|bronnen)|uit het dossier)"
_BACK = r"(?:terug|weer|opnieuw|toch|erbij|back|again)"
_MAY = r"(?:mag|mogen|moet|moeten|kan|kunnen)"

_BARE: dict[ChangeKind, re.Pattern[str]] = {
    "remove": _any_of("verwijder", "schrap", "remove", "delete"),
    "restore": _any_of("restore", "undo", "maak .*ongedaan"),
}
"""Verbs that need no source behind them: nobody begins a question of tax law with them."""

_VERBS: dict[ChangeKind, re.Pattern[str]] = {
    "restore": _any_of(
        rf"(?:zet|haal|plaats|breng|neem|voeg|doe|gebruik) .*\b{_BACK}",
        r"(?:zet|haal|plaats) (?:weer )?terug",
        rf"(?:put|bring|add|include|take|use) .*\b{_BACK}",
        r"herstel(?! van\b)|reinstate|re-?add",
    ),
    "remove": _any_of(
        r"verwijder|schrap|wis|negeer|remove|delete|drop|exclude|discard|omit|ignore|deselect|unselect|get rid of",
        rf"(?:haal|gooi|doe) .*\b(?:{_OUT}|uit)|(?:haal|gooi|laat) (?:weg|eruit)",
        r"laat .*\b(?:weg|eruit|vallen|achterwege|buiten(?: beschouwing)?)",
        r"(?:neem|gebruik) .*\bniet(?: mee)?|(?:don't|do not) (?:use|include)",
        r"(?:leave|take|throw) .*\b(?:out|away|off)|(?:leave|take) out",
        rf"(?:houd|hou|behoud|gebruik|neem|laat|keep|use|retain|leave) {_ONLY}|{_ONLY} (?:keep|use)",
    ),
}
_ENDINGS: dict[ChangeKind, re.Pattern[str]] = {
    "restore": re.compile(
        rf"\b(?:terug(?:zetten|halen|plaatsen)?|back|(?:weer|toch|opnieuw)(?: wel)?(?: (?:meenemen|gebruiken"
        rf"|toevoegen|erbij|mee))|{_MAY} (?:weer )?terug)\b(?: in| graag| please| aub)*\W*$",
        re.IGNORECASE,
    ),
    "remove": re.compile(
        r"\b(?:weg(?:laten|halen|doen)?|eruit|eraf|verwijderen|verwijderd worden|schrappen|vervallen|out|must go"
        r"|eruit (?:kunnen )?(?:halen|laten)|niet(?: (?:meenemen|gebruiken|nodig|relevant|van toepassing|bij|mee))?"
        r"|niet ter zake|irrelevant|not (?:relevant|needed|applicable|apply|fit|belong)"
        r"|(?:should|can|must) (?:go|be (?:removed|dropped|left out)))\b(?: graag| please| aub| kunnen)*\W*$",
        re.IGNORECASE,
    ),
}
_VERBLESS = _any_of(
    "zonder", "behalve", "niet", "without", "except(?: for)?", "not", _ONLY, "alles op", "alles behalve",
    "alle .*behalve", "(?:everything|all) (?:but|except)",
)  # fmt: skip
_VERB = (
    "(?:verwijder|schrap|haal|gooi|laat|neem|zet|plaats|breng|herstel|voeg|houd|hou|behoud|gebruik"
    "|remove|delete|drop|exclude|leave|take|restore|reinstate|put|bring|add|keep|use)"
)
_STARTS = re.compile(rf"(?<!n't )(?<!not )\b{_VERB}\b", re.IGNORECASE)
_ENDS = re.compile(
    rf"(?:\b{_VERB}\s+)?\b(?P<end>weg|eruit|eraf|terug|back|out|away|weglaten|weghalen|verwijderen|schrappen"
    r"|terugzetten|terughalen)\b",
    re.IGNORECASE,
)
_LINKS = re.compile(
    r"^(?:(?:en|maar|and|but|dan|then)\b\s*)+|\s+(?:en|maar|and|but)$", re.IGNORECASE
)
_BUT_NOT = re.compile(
    rf",?\s*\b(?:maar niet|but not)(?= (?:(?:de|het|die|dat|deze|the|those|that|van|of|from) )*(?:{_SOURCE.pattern}))",
    re.IGNORECASE,
)
_NO_SOURCE = re.compile(
    r"\b(?:instruct\w+|opdracht\w*|\w*prompts?|aanwijzing\w*|rules|regels|guidelines)\b",
    re.IGNORECASE,
)
"""What a program is told; who wants that to be ignored wants no source left out."""
_INSTEAD = re.compile(
    r"(?P<out>(?:niet|not) [^,;]+?),? (?:maar|but) (?P<new>(?!niet\b|not\b).+)"
    r"|(?P<new2>.+?) (?:in plaats van|instead of) (?P<out2>.+)",
    re.IGNORECASE,
)
_RATHER = re.compile(
    rf"(?:niet|not) [^,;]+?,? (?:maar|but) (?P<change>.*\b(?:{_VERB}|weg|eruit|terug|out|back)\b.*)",
    re.IGNORECASE,
)
"""Only what stands behind "maar" is to change."""
_KEEPS = re.compile(
    r"\b(?:haal|laat|gooi|zet)\b[^,;]*\bniet (?:weg|terug|vallen|eruit)\b"
    r"|\b(?:verwijder|schrap|herstel)\b[^,;]*\bniet\W*$|\blaat\b[^,;]*\b(?:staan|erin)\b"
    r"|\b(?:don't|do not|never) (?:remove|delete|drop|exclude|restore|leave|take)\b",
    re.IGNORECASE,
)
_BUT_THIS_NOT = re.compile(
    r",?\s*\bmaar ((?:[^\s,]+ ){1,5}?)(?:toch )?niet\b(?=\W*$)", re.IGNORECASE
)
_ASKS = _any_of(
    r"wat|welke?|wie|waar\w*|wanneer|hoe\w*|geldt|what|which|who|where|when|why|how|does|do i|can i|may i"
)
_REQUESTS = _any_of(_VERB, _MAY)
_I_DO = _any_of(r"\w+ (?:ik|wij|we|i)")
_BEGINS_WITH_SOURCE = re.compile(
    rf"(?:(?:{_MAY}|is|zijn|hoort|past|de|het|die|the)\s+)*(?:{_SOURCE.pattern})", re.IGNORECASE
)


@dataclass(frozen=True)
class Change:
    """A wish to leave sources out or to put them back, in the user's words."""

    kind: ChangeKind
    words: str
    instead: str = ""
    """What to look up in their place: "niet artikel 25 maar artikel 7:10 Awb"."""


def changes_in(sentence: str) -> list[Change]:
    """Return the changes that a sentence asks for: "haal artikel 13 weg en zet de Hoge Raad terug" has both.

    A question ("Kan ik zonder bezwaar in beroep?") has none; a polite request ("Kun je bron 2 weghalen?") is one.
    """
    phrases, rest = without_phrases(sentence)
    if not rest or not _may_change(rest, requested="lead" in phrases):
        return []
    swap = _swap(rest)
    if swap or keeps(sentence):
        return [swap] if swap else []
    rather = _RATHER.fullmatch(rest.strip(" .!"))
    return _by_clause(rather["change"] if rather else rest)


def keeps(sentence: str) -> bool:
    """Return whether a sentence asks that something be left as it is: "haal bron 1 niet weg", "don't remove it"."""
    return _KEEPS.search(sentence) is not None


def _swap(text: str) -> Change | None:
    """Return the removal of "niet X maar Y", where X is a source and Y an article or ruling that can be looked up."""
    match = _INSTEAD.fullmatch(text.strip(" .!"))
    if match is None:
        return None
    out, new = match["out"] or match["out2"], match["new"] or match["new2"]
    if not (_names_only_sources(out) and _names_only_sources(new) and find_citations(new)):
        return None
    return Change("remove", out, instead=new)


def _by_clause(text: str) -> list[Change]:
    if finds_fault(text):
        text = without_approval(text)
    changes: list[Change] = []
    before = ""
    for clause in _clauses(_BUT_NOT.sub(" behalve", _BUT_THIS_NOT.sub(r" behalve \1", text))):
        kind = _kind(clause, first=not changes)
        if kind:
            changes.append(Change(kind, f"{before} {clause}".strip()))
            before = ""
        elif changes:  # "zet alles terug | behalve artikel 3"
            changes[-1] = Change(changes[-1].kind, f"{changes[-1].words} {clause}")
        else:  # "houd artikel 9 en | verwijder de rest"
            before = clause
    return changes or ([Change("remove", text.rstrip(" .!"))] if finds_fault(text) else [])


def _may_change(rest: str, requested: bool) -> bool:
    if requested:
        return True
    if rest.endswith("?"):
        return _names_a_source(rest) and _REQUESTS.match(rest) is not None
    return _ASKS.match(rest) is None


def _clauses(text: str) -> list[str]:
    """Return the text cut before each verb that begins a change and behind each word that ends one."""
    cuts = {0, len(text), *(match.start() for match in _STARTS.finditer(text))}
    cuts |= {match.end() for match in _ENDS.finditer(text) if match.start() == match.start("end")}
    places = sorted(cuts)
    parts = (text[start:end].strip(" ,;.:!?") for start, end in pairwise(places))
    return [clause for part in parts if (clause := _LINKS.sub("", part))]


def _kind(clause: str, first: bool) -> ChangeKind | None:
    """Return what a clause changes; one without a verb ("zonder bron 2") only where no other clause came before it."""
    if _NO_SOURCE.search(clause):
        return None
    for kind, verbs in _BARE.items():
        if verbs.match(clause):
            return kind
    if _names_a_source(clause) or _POINTS.search(clause):
        for kind, verbs in _VERBS.items():
            if verbs.match(clause) and not _I_DO.match(clause):
                return kind
    if _BEGINS_WITH_SOURCE.match(clause):
        for kind, ending in _ENDINGS.items():
            if ending.search(clause):
                return kind
    if finds_fault(clause):
        return "remove"
    return "remove" if first and _VERBLESS.match(clause) and _names_only_sources(clause) else None


def _names_a_source(text: str) -> bool:
    return _SOURCE.search(text) is not None


def _names_only_sources(clause: str) -> bool:
    other = _SMALL.sub(" ", _SOURCE.sub(" ", _VERBLESS.sub(" ", clause)))
    return _names_a_source(clause) and len(re.findall(r"\w+", other)) <= MOST_OTHER_WORDS
