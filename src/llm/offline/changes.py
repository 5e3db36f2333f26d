"""Which words of a sentence leave sources out of the selection or put them back, by rules in both languages. Pure."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from src.llm.builtin.acts import Acts
from src.llm.builtin.phrases import without_phrases
from src.llm.builtin.sentences import without_approval
from src.llm.builtin.vocabulary import Vocabulary

ChangeKind = Literal["remove", "restore"]

MOST_OTHER_WORDS = 2
"""Other words that a change without a verb may hold: "zonder bron 2", not "zonder alle stukken verder gaan"."""


def _any_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


_SOURCE = (
    r"\[\d+\]|#\d+"
    r"|\b\d+(?:[.:]\d+)*[a-z]*\b|\bbron(?:nen)?\b|\bsources?\b|\bnummers?\b|\bnumbers?\b|\bnr\b"
    r"|\b(?:alles|alle|allemaal|beide|everything|all|both|de rest|the rest|the others?|overige)\b"
    r"|\b(?:eerste|tweede|derde|vierde|laatste|first|second|third|fourth|last)\b"
)
_POINTS = _any_of(
    "die", "deze", "dit", "dat", "ze", "hem", "it", "them", "that", "this", "those", "these"
)
_SMALL = (
    "de", "het", "een", "van", "uit", "en", "of", "op", "in", "er", "na", "the", "and", "or", "from", "for", "but",
    "graag", "please", "aub", "maar", "dan", "ook", "nog", "even", "niet", "not", "wel", "s",
    "houden", "behouden", "gebruiken", "meenemen", "over", "to", "keep", "use",
)  # fmt: skip
_ONLY = r"(?:alleen|enkel|slechts|uitsluitend|only|just)"
_OUT = r"(?:weg|eruit|eraf|uit de (?:selectie|lijst|bronnen)|uit het dossier)"
_BACK = r"(?:terug|weer|opnieuw|toch|erbij|back|again)"
_MAY = r"(?:mag|mogen|moet|moeten|kan|kunnen)"

_BARE: dict[ChangeKind, re.Pattern[str]] = {
    "remove": _any_of("verwijder", "schrap", "remove", "delete"),
    "restore": _any_of("restore", "undo", "maak .*ongedaan"),
}
"""Verbs that need no source behind them: nobody begins a question with them."""

_VERBS: dict[ChangeKind, re.Pattern[str]] = {
    "restore": _any_of(
        rf"(?:zet|haal|plaats|breng|neem|voeg|doe|gebruik) .*\b{_BACK}",
        r"(?:zet|haal|plaats) (?:weer )?terug",
        rf"(?:put|bring|add|include|take|use) .*\b{_BACK}",
        rf"(?:neem|gebruik) (?:(?!\b(?:niet|{_ONLY})\b).)*\bmee\b|voeg .*\btoe\b|include|add",
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
    "|remove|delete|drop|exclude|leave|take|restore|reinstate|put|bring|add|include|keep|use)"
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


@dataclass(frozen=True)
class SelectionChange:
    """A wish to leave sources out or to put them back, in the user's words."""

    kind: ChangeKind
    words: str
    instead: str = ""
    """What to look up in their place: "niet X maar Y"."""


class Changes:
    """Finds the changes that sentences ask for, by what sources are called in a field."""

    def __init__(self, words: Vocabulary, acts: Acts) -> None:
        source = "|".join((*words.sources, _SOURCE))
        self._source = re.compile(source, re.IGNORECASE)
        self._begins_with_source = re.compile(
            rf"(?:(?:{_MAY}|is|zijn|hoort|past|de|het|die|the)\s+)*(?:{source})", re.IGNORECASE
        )
        self._but_not = re.compile(
            r",?\s*\b(?:maar niet|but not)"
            rf"(?= (?:(?:de|het|die|dat|deze|the|those|that|van|of|from) )*(?:{source}))",
            re.IGNORECASE,
        )
        self._small = _any_of(*_SMALL, *words.small)
        self._cites = words.cites
        self._finds_fault = acts.finds_fault

    def of(self, sentence: str) -> list[SelectionChange]:
        """Return the changes that a sentence asks for: "haal bron 3 weg en zet bron 5 terug" has both.

        A question ("Kan ik zonder bron 2 verder?") has none; a polite request ("Kun je bron 2 weghalen?") is one.
        """
        phrases, rest = without_phrases(sentence)
        if not rest or not self._may_change(rest, requested="lead" in phrases):
            return []
        swap = self._swap(rest)
        if swap or keeps(sentence):
            return [swap] if swap else []
        rather = _RATHER.fullmatch(rest.strip(" .!"))
        return self._by_clause(rather["change"] if rather else rest)

    def _swap(self, text: str) -> SelectionChange | None:
        """Return the removal of "niet X maar Y", where X is a source and Y names one that can be looked up."""
        match = _INSTEAD.fullmatch(text.strip(" .!"))
        if match is None:
            return None
        out, new = match["out"] or match["out2"], match["new"] or match["new2"]
        only_sources = self._names_only_sources(out) and self._names_only_sources(new)
        return (
            SelectionChange("remove", out, instead=new)
            if only_sources and self._cites(new)
            else None
        )

    def _by_clause(self, text: str) -> list[SelectionChange]:
        if self._finds_fault(text):
            text = without_approval(text)
        changes: list[SelectionChange] = []
        before = ""
        for clause in _clauses(
            self._but_not.sub(" behalve", _BUT_THIS_NOT.sub(r" behalve \1", text))
        ):
            kind = self._kind(clause, first=not changes)
            if kind:
                changes.append(SelectionChange(kind, f"{before} {clause}".strip()))
                before = ""
            elif changes:  # "zet alles terug | behalve bron 3"
                changes[-1] = SelectionChange(changes[-1].kind, f"{changes[-1].words} {clause}")
            else:  # "houd bron 1 en | verwijder de rest"
                before = clause
        if changes or not self._finds_fault(text):
            return changes
        return [SelectionChange("remove", text.rstrip(" .!"))]

    def _may_change(self, rest: str, requested: bool) -> bool:
        if requested:
            return True
        if rest.endswith("?"):
            return self._names_a_source(rest) and _REQUESTS.match(rest) is not None
        return _ASKS.match(rest) is None

    def _kind(self, clause: str, first: bool) -> ChangeKind | None:
        """Return what a clause changes; one without a verb ("zonder bron 2") only where no other came before it."""
        if _NO_SOURCE.search(clause):
            return None
        kind = self._by_verb(clause) or self._by_ending(clause)
        if kind:
            return kind
        if self._finds_fault(clause):
            return "remove"
        verbless = first and _VERBLESS.match(clause) and self._names_only_sources(clause)
        return "remove" if verbless else None

    def _by_verb(self, clause: str) -> ChangeKind | None:
        for kind, verbs in _BARE.items():
            if verbs.match(clause):
                return kind
        if self._names_a_source(clause) or _POINTS.search(clause):
            for kind, verbs in _VERBS.items():
                if verbs.match(clause) and not _I_DO.match(clause):
                    return kind
        return None

    def _by_ending(self, clause: str) -> ChangeKind | None:
        if self._begins_with_source.match(clause):
            return next((kind for kind, end in _ENDINGS.items() if end.search(clause)), None)
        return None

    def _names_a_source(self, text: str) -> bool:
        return self._source.search(text) is not None

    def _names_only_sources(self, clause: str) -> bool:
        other = self._small.sub(" ", self._source.sub(" ", _VERBLESS.sub(" ", clause)))
        return self._names_a_source(clause) and len(re.findall(r"\w+", other)) <= MOST_OTHER_WORDS


def keeps(sentence: str) -> bool:
    """Return whether a sentence asks that something be left as it is: "haal bron 1 niet weg", "don't remove it"."""
    return _KEEPS.search(sentence) is not None


def _clauses(text: str) -> list[str]:
    """Return the text cut before each verb that begins a change and behind each word that ends one."""
    cuts = {0, len(text), *(match.start() for match in _STARTS.finditer(text))}
    cuts |= {match.end() for match in _ENDS.finditer(text) if match.start() == match.start("end")}
    places = sorted(cuts)
    parts = (text[start:end].strip(" ,;.:!?") for start, end in pairwise(places))
    return [clause for part in parts if (clause := _LINKS.sub("", part))]
