"""What a message at this desk is: a word on what is to be done with a meeting and its items. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.telling import TELLING
from src.llm.offline.conversation import ConversationRules

MessageKind = Literal[
    "begun",
    "load",
    "run",
    "go_on",
    "segment",
    "write_items",
    "tag",
    "judge",
    "remove",
    "restore",
    "show",
    "plan",
    "write",
    "unwrite",
    "change",
    "pasted",
    "talk",
]
"""``begun``: a transcript follows; ``write``: a plan that was shown; ``pasted``: a transcript as a message; ``talk``:
what any desk is told."""

LONGEST_WISH = 2_000
"""Characters above which a message asks for nothing that is done by a word."""

FEWEST_SPEAKERS = 3
"""Lines with a speaker that make a message a transcript."""

RULES = ConversationRules(
    about={
        "nl": "Ik ben TESS en maak van het verslag van een overleg items voor de backlog, elk met de woorden waar het "
        "op staat. Voeg het verslag toe als document, lees de backlog in (laad de backlog van PROJECT), en zeg: maak "
        "de items. Zonder taalmodel herken ik behoeften aan hun vorm, en schrijf ik geen acceptatiecriteria.",
        "en": "I am TESS and make backlog items of the transcript of a meeting, each with the words that it stands on. "
        "Add the transcript as a document, read the backlog (load the backlog of PROJECT), and say: make the items. "
        "Without a language model I know needs by their form, and write no acceptance criteria.",
    },
)
"""The rules of any conversation: leaving sources out and putting them back, undo, redo."""

_NUMBERS = r"(?P<numbers>#?\d{1,4}(?:\s*(?:,|-|–|&|\band\b|\ben\b|\bt/m\b|\bto\b)\s*(?:items?\s+)?#?\d{1,4})*)"
_ITEMS = (
    r"(?:(?:the |de |all |alle )*(?:items?|stor(?:y|ies)|epics?|features?|userstor(?:y|ies)) ?)"
)
_ENDS = r"[.! ]*"
_PLEASE = r"(?:(?:please|ok|okay|yes|ja|goed|now|nu)[,.! ]+)*"

_PATTERNS: tuple[tuple[MessageKind, str], ...] = (
    (
        "begun",
        r"(?:the transcript|het verslag) “(?P<meeting>[^”]+)” (?:follows as a document|volgt als document)",
    ),
    (
        "load",
        r"(?:load|read|refresh|laad|lees|ververs|herlaad|reload) (?:the |de )?backlog(?: (?:in|again|opnieuw))?"
        r"(?: (?:of|from|for|van|uit|voor) (?:project |het project )?(?P<project>.+?))?"
        r"(?:,? types? (?P<types>.+?))?(?:,? area (?P<area>.+?))?",
    ),
    (
        "write_items",
        r"(?:re)?(?:write|make|schrijf|herschrijf|maak) (?:the |de )?(?:items )?(?:of |for |from |van |voor |uit )?"
        rf"segment(?:s|en)? {_NUMBERS}(?: again| opnieuw)?(?:[:,;] ?(?P<instruction>.+))?",
    ),
    (
        "run",
        r"(?:run|start|begin"
        r"|(?:make|write|generate|create|draft) (?:the |all |me )?(?:backlog )?(?:items|backlog|stories)"
        r"|(?:maak|schrijf) (?:de |alle )?(?:backlog)?-?(?:items|backlog|stories))"
        r"(?: (?:for|of|from|in|voor|van|uit|against) (?:the )?project (?P<project>.+?))?",
    ),
    (
        "segment",
        r"segment(?:eer|ate)?(?: (?:it|the|het|de|transcript|verslag|document|again|opnieuw))*",
    ),
    (
        "tag",
        rf"(?:re)?tag(?: {_ITEMS}?{_NUMBERS}?| (?:it|them|ze|everything|alles))?(?: ?(?:again|opnieuw))?",
    ),
    (
        "judge",
        rf"(?:judge|assess|rate|beoordeel)(?: {_ITEMS}?{_NUMBERS}?| (?:it|them|ze|everything|alles))?"
        r"(?: ?(?:again|opnieuw))?",
    ),
    (
        "remove",
        rf"(?:remove|leave out|drop|skip|laat|verwijder|schrap) {_ITEMS}{_NUMBERS}(?: (?:out|weg))?",
    ),
    (
        "restore",
        rf"(?:restore|put back|bring back|zet|herstel) {_ITEMS}{_NUMBERS}(?: (?:back|terug))?",
    ),
    (
        "show",
        rf"(?:show|list|toon|bekijk|laat(?: me| mij)?(?: zien)?)? ?(?:me )?(?:the |de |all |alle )?"
        rf"(?:items?|stories|story){_ENDS}{_NUMBERS}?(?: zien)?",
    ),
    (
        "plan",
        r"(?:make |show |maak |toon )?(?:a |an |the |een |het )?(?:new |nieuw )?plan"
        r"(?: (?:it|to write|om te schrijven))?"
        r"(?P<again> again| everything again| opnieuw| alles opnieuw)?"
        r"(?:[: ]+(?:only |alleen |for |voor |with |met )*"
        r"(?P<tags>(?:new|gap|extend)(?:(?:,| and| en| )+(?:new|gap|extend))*))?"
        rf"(?:[: ]+(?:only |alleen |for |voor |with |met )*{_ITEMS}{_NUMBERS})?",
    ),
    (
        "write",
        r"(?:write|confirm|execute|schrijf|bevestig|voer)"
        r"(?: (?:it|this|that|the|het|dit|dat|de|plan|backlog|uit|now|nu|to|tracker|naar))*",
    ),
    (
        "unwrite",
        r"unwrite(?: (?:it|all|everything))?|take (?:it|that|all|everything) back(?: .*)?|roll ?back"
        r"|(?:neem|draai) (?:het|dat|alles)? ?terug(?: .*)?|ongedaan in de tracker",
    ),
    ("go_on", r"(?:go on|continue|resume|ga door|ga verder|verder)"),
)
_READ = tuple(
    (kind, re.compile(rf"{_PLEASE}(?:{pattern}){_ENDS}", re.IGNORECASE | re.DOTALL))
    for kind, pattern in _PATTERNS
)

_ONLY_NUMBERS = re.compile(rf"{_NUMBERS}{_ENDS}", re.IGNORECASE)

_CHANGE = re.compile(
    r"\b(?:items?|stor(?:y|ies)|epics?|features?|criteri\w+|titles?|titels?)\b[^\n]{0,40}?\d"
    r"|^\W*(?:rename|retitle|amend|split|merge|combine|add|change|replace|hernoem|splits|voeg|wijzig|verander|vervang|tag"
    r"|describe|beschrijf|leave out|remove|restore|laat|verwijder)\b[^\n]*?\d",
    re.IGNORECASE,
)
_HANDED = re.compile(
    r"(?P<command>(?:[^\W\d]+\W{1,3}){1,7}?#?\d{1,4}(?:(?:\W{1,3}[^\W\d]+){0,4}?\W{1,3}#?\d{1,4}\b)*"
    r"(?:\s+(?:again|opnieuw|back|terug|out|weg|toe|to|into|as|by|with|naar|in|als|tot|door|met)\b)*)(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A command up to the last number that it names, and the title or text that it hands in."""
_QUOTED = re.compile(r"“[^”]*”|‘[^’]*’|\"[^\"]*\"")
_SOURCES = re.compile(
    r"\b(?:sources?|bron(?:nen)?|documents?|documenten|work items?|werkitems?)\b", re.IGNORECASE
)
_SPEAKER = re.compile(r"(?m)^\s*(?:\[[\d:.,]+\]\s*)?[^\W\d_][^:\n]{0,60}:\s+\S")
_RANGE = re.compile(r"#?(\d{1,4})(?:\s*(?:-|–|t/m|to)\s*(?:items?\s+)?#?(\d{1,4}))?", re.IGNORECASE)
_TAG = re.compile(r"new|gap|extend", re.IGNORECASE)

MOST_NUMBERS = 500
"""Of a range that somebody types."""


@dataclass(frozen=True)
class BacklogMessage:
    """A message as it is understood."""

    kind: MessageKind
    numbers: tuple[int, ...] = ()
    project: str = ""
    types: tuple[str, ...] = ()
    area: str = ""
    tags: tuple[TagName, ...] = ()
    again: bool = False
    text: str = ""
    """What is to be changed, or wanted besides."""


def read_message(message: str, *, has_items: bool) -> BacklogMessage:
    """Return what a message is, where there are items or none yet."""
    text = message.strip()
    if len(_SPEAKER.findall(text)) >= FEWEST_SPEAKERS:
        return BacklogMessage("pasted")
    if len(text) > LONGEST_WISH:
        return BacklogMessage("talk")
    for kind, pattern in _READ:
        if found := pattern.fullmatch(text):
            return _read(kind, found)
    if has_items and (found := _ONLY_NUMBERS.fullmatch(text)):
        return _read("show", found)
    if has_items and not _SOURCES.search(text) and _CHANGE.search(text):
        return BacklogMessage("change", text=text)
    return BacklogMessage("talk")


def own_words(message: str) -> str:
    """Return what tells the language of who writes: a command without the names, titles and texts that it hands in."""
    text = message.strip()
    for _, pattern in _READ:
        if found := pattern.fullmatch(text):
            given = [found.span(name) for name in _NAMED if found.groupdict().get(name)]
            kept = [text[max(0, a) : b] for a, b in _between(given, len(text))]
            return " ".join(kept)
    said = _QUOTED.sub(" ", text)
    if _CHANGE.search(text) and (handed := _HANDED.match(said)):
        verb = handed["command"].split()[0].strip(".,!:;").lower()
        return verb if verb in TELLING else handed["command"]
    return said if said.strip() else text


_NAMED = ("meeting", "project", "types", "area", "instruction")
"""What a command may name, in whatever language it is."""


def _between(given: list[tuple[int, int]], end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text that are none of these."""
    at = 0
    for first, last in sorted(given):
        yield at, first
        at = last
    yield at, end


def _read(kind: MessageKind, found: re.Match[str]) -> BacklogMessage:
    named = {name: (value or "").strip(" .!") for name, value in found.groupdict().items()}
    return BacklogMessage(
        kind,
        numbers=tuple(dict.fromkeys(_numbers(named.get("numbers", "")))),
        project=named.get("project", "").strip("\"'“”‘’"),
        types=tuple(filter(None, re.split(r"\s*(?:,|\band\b|\ben\b)\s*", named.get("types", "")))),
        area=named.get("area", ""),
        tags=tuple(_tag(one) for one in _TAG.findall(named.get("tags", ""))),
        again=bool(named.get("again")),
        text=named.get("instruction") or named.get("meeting", ""),
    )


def _tag(word: str) -> TagName:
    known: dict[str, TagName] = {"new": "new", "gap": "gap", "extend": "extend"}
    return known[word.lower()]


def _numbers(text: str) -> Iterator[int]:
    for first, last in _RANGE.findall(text):
        start = int(first)
        yield from range(start, min(int(last or first), start + MOST_NUMBERS) + 1)
