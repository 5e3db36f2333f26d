"""Edits that the built-in model makes of plain words: which items are named, and what is to become of them. Pure."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from src.desks.backlog.artifacts import ItemType, TagName
from src.desks.backlog.item_gate import LONGEST_TITLE, title_of
from src.desks.backlog.words import BUILTIN, BuiltinTexts
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.references import meant, things_in
from src.llm.builtin.table import ActRequest

ITEMS = "items"

LONGEST_SAID = 2_000

_TYPES: Mapping[ItemType, str] = {
    "bug": r"bugs?|defect\w*|fout",
    "story": r"(?:user ?)?stor(?:y|ies)|verha(?:al|len)",
    "feature": r"features?",
    "epic": r"epics?",
}
_TAGS: Mapping[TagName, str] = {
    "new": r"new|nieuw",
    "gap": r"gap|hiaat|aanvulling",
    "extend": r"extend|extension|extends|uitbreiding",
    "conflict": r"conflict|strijdig|tegenstrijdig",
    "duplicate": r"duplicate|double|dubbel\w*|duplicaat",
}
_BECOMES = r"\b(?:is|are|zijn|was|be|wordt|worden|into|to|als|as|an?|een|naar|in)\b[^.,;]{0,25}?\b"
_NOT = re.compile(r"\b(?:not|no|niet|geen|isn't|aren't)\b[^,.;]*$", re.IGNORECASE)
_LAST = re.compile(
    r"\b(?:wachten|wait|lowest|laagste|laag|low|lage|least|minst|geen haast|no hurry|later)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:urgent|haast|dringend|highest|hoogste|hoog|high|hoge|first|eerst|asap|spoed)\b",
    re.IGNORECASE,
)
_TO_TOP = re.compile(r"\b(?:top|bovenaan|omhoog|up|hoger|higher)\b", re.IGNORECASE)
_TO_BOTTOM = re.compile(r"\b(?:bottom|onderaan|omlaag|lager|down|lower)\b", re.IGNORECASE)
_PRIORITY = re.compile(r"\b(?:priority|prioriteit|prio)\b\D{0,12}([1-4])\b", re.IGNORECASE)
_TITLED = re.compile(
    r"\b(?:rename|retitle|call|hernoem|noem|(?:title|titel)\b.*?)\b.*?\s(?:to|into|as|naar|in|tot|voortaan|is|be)\b:?\s+(?P<text>.+)",
    re.IGNORECASE,
)
_HANDED = re.compile(r"\s(?:to|into|naar|tot|as|als|is|are|zijn)\s|[:“\"]", re.IGNORECASE)
_OF_TRACKER = re.compile(r"\b(?:of|van|against|tegen|on|op)\s+#\d+", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"«]([^”\"»]+)[”\"»]")
_NEW = re.compile(
    r"\b(?:an?|another|new|more|een|nieuwe?|extra)\s+(?:(?:user|new|nieuwe?|extra)\s+)?"
    r"(?:story|verhaal|item|bug|feature|epic|fout|defect)\b\s*(?:toe\b|bij\b)?\s*[:,]?\s*"
    r"(?:(?:that|saying|dat|waarin|so that|about|over)\b)?\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CRITERION = re.compile(r"\bcriteri(?:on|um|a)\b", re.IGNORECASE)
_PARTS = re.compile(r"\s*(?:,|;|\band\b|\ben\b)\s*", re.IGNORECASE)
_INTO = re.compile(r"\b(?:into|in|to|tot|naar)\s+(?P<text>.+)", re.IGNORECASE)
_COUNTS = re.compile(
    r"(?:two|three|twee|drie|tweeën|\d|stukken|parts|pieces|delen)\W*", re.IGNORECASE
)


def _texts(request: ActRequest) -> BuiltinTexts:
    return BUILTIN[request.language]


def _named_in(request: ActRequest, words: str) -> list[int]:
    """Return the numbers of the items that words name, before they hand in what is to be said instead."""
    things = tuple(one for one in things_in(request.state, ITEMS) if one.there)
    before = _HANDED.split(_OF_TRACKER.sub(" ", words), maxsplit=1)[0]
    named = meant(before, things, vocabulary=request.rules.table.words)
    return [one.n for one in named.things] if named.clear else []


def _edit(request: ActRequest, op: str, **given: Any) -> Done:
    numbers = {"numbers": request.numbers} if request.numbers else {}
    edit = {"op": op, **numbers, "said": request.message[:LONGEST_SAID], **given}
    return [PickedCall("edit_items", {"edits": [edit]})]


def _which(request: ActRequest) -> Done:
    return [PickedCall("ask", {"question": _texts(request).which_item})]


def _asks_back(question: str) -> Done:
    return [PickedCall("ask", {"question": question})]


def _on_named(op: str) -> Callable[[ActRequest], Done]:
    """Return what does this with the items that are named, and asks which where none is."""

    def do(request: ActRequest) -> Done:
        if request.things:
            return _edit(request, op)
        out = [one.n for one in things_in(request.state, ITEMS) if not one.there]
        if op == "restore" and len(out) == 1 and not re.search(r"\d", request.words):
            return _edit(request, op, numbers=out)
        return _which(request)

    return do


removed, restored = _on_named("remove"), _on_named("restore")


def merged(request: ActRequest) -> Done:
    """Merge the items that are named, which are two or more."""
    if len(request.things) < 2:
        return _which(request)
    into = re.search(r"\b(?:into|tot|to)\s+(?P<text>[^.]+)", request.words, re.IGNORECASE)
    return _edit(request, "merge", **({"texts": [_bare(into["text"])]} if into else {}))


def split(request: ActRequest) -> Done:
    """Split an item into the parts that are named; ask for them where none are."""
    if len(request.things) != 1:
        return _which(request)
    quoted = _QUOTED.findall(request.words)
    into = _INTO.search(request.words)
    named = quoted or ([*map(_bare, _PARTS.split(into["text"]))] if into else [])
    parts = [one for one in named if one and not _COUNTS.fullmatch(one)]
    if len(parts) < 2:
        return _asks_back(_texts(request).cannot_split.format(number=request.numbers[0]))
    return _edit(request, "split", texts=parts)


def moved(request: ActRequest) -> Done:
    """Put items under another one."""
    if not request.things or len(request.target) != 1:
        return _which(request)
    return _edit(request, "move", parent=request.target[0].n)


def changed(request: ActRequest) -> Done:
    """Change title, type, priority, tag or a criterion; ask what is meant where it is none of these."""
    numbers = _named_in(request, request.words) or request.numbers
    if not numbers:
        return _which(request)
    given = _wanted(request.words)
    if given is None:
        return _asks_back(_texts(request).cannot_change.format(number=numbers[0]))
    return _edit(request, "change", numbers=numbers, **given)


def _wanted(words: str) -> dict[str, Any] | None:
    """Return what of an item is to be changed; None where the words tell nothing that is known here."""
    titled = _TITLED.search(words)
    if titled:
        quoted = _QUOTED.search(titled["text"])
        return {"field": "title", "texts": [quoted[1] if quoted else _bare(titled["text"])]}
    if found := _PRIORITY.search(words):
        return {"field": "priority", "priority": int(found[1])}
    for pattern, priority in ((_LAST, 4), (_TO_BOTTOM, 4), (_FIRST, 1), (_TO_TOP, 1)):
        if pattern.search(words):
            return {"field": "priority", "priority": priority}
    if kind := _named(words, _TYPES):
        return {"field": "type", "type": kind}
    if tag := _named(words, _TAGS):
        about = re.search(r"#(\d+)\s*$", words.rstrip(" .!"))
        return {"field": "tag", "tag": tag, **({"related": int(about[1])} if about else {})}
    return None


def _named(words: str, known: Mapping[Any, str]) -> str:
    """Return which of these something becomes; none that it is said not to be ("a bug, not a story")."""
    for name, forms in known.items():
        for found in re.finditer(rf"{_BECOMES}(?:{forms})\b", words, re.IGNORECASE):
            if not _NOT.search(found.group()):
                return str(name)
    return ""


def added(request: ActRequest) -> Done:
    """Add a criterion to an item that is named, put back what was left out, or add an item of these words."""
    if _CRITERION.search(request.words):
        items = things_in(request.state, ITEMS)
        before, _, text = request.message.partition(":")
        found = meant(before, items, vocabulary=request.rules.table.words).things
        if not found or not text.strip():
            return _which(request)
        edit = {"op": "add", "field": "criteria", "numbers": [one.n for one in found]}
        said = request.message[:LONGEST_SAID]
        return [
            PickedCall("edit_items", {"edits": [{**edit, "texts": [text.strip()], "said": said}]})
        ]
    if request.things:
        return _edit(request, "restore")
    found_new = _NEW.search(request.words)
    text = _bare(found_new["text"]) if found_new else ""
    if len(text.split()) < 2:
        return request.rules.table.ask(request)
    return _edit(request, "add", **_new(request.words, text))


def _new(words: str, text: str) -> dict[str, Any]:
    """Return an item of these words, by the form of a need where they have it."""
    from src.desks.backlog.offline.needs import wish_in

    named = (
        name
        for name, forms in _TYPES.items()
        if re.search(rf"\b(?:{forms})\b", words, re.IGNORECASE)
    )
    given: dict[str, Any] = {"type": next(named, "story"), "texts": [text[:LONGEST_TITLE]]}
    persona, need, benefit = wish_in(text)
    if need:
        given |= {"persona": persona, "need": need, "benefit": benefit}
        given["texts"] = [title_of(need)]
    return given


def _bare(text: str) -> str:
    return text.strip(" .!,;:\"'“”‘’")
