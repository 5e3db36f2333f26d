"""What the built-in model does at this desk: its table of acts and tools, and the forms that rules fill in."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from pydantic import BaseModel

from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from src.desks.backlog.forms_tags import TagDecision, TagTask
from src.desks.backlog.offline.edits import (
    ITEMS,
    added,
    asks_back,
    changed,
    merged,
    moved,
    removed,
    restored,
    split,
)
from src.desks.backlog.offline.material import looks_like_transcript, taken
from src.desks.backlog.offline.wishes import wished
from src.desks.backlog.words import BUILTIN, WORDINGS
from src.llm.builtin.acts import Act
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.phrases import pattern
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.references import meant, names_clearly, things_in
from src.llm.builtin.sources import CALLED, on_sources
from src.llm.builtin.sources import KIND as SOURCES
from src.llm.builtin.table import ActRequest, DeskTable, Does, introduced
from src.llm.builtin.vocabulary import Vocabulary
from src.search.encoder import Rows

SEGMENTS = "segments"

KINDS = {
    ITEMS: r"\b(?:items?|(?:user )?stor(?:y|ies)|verha(?:al|len)|epics?|features?|bugs?|cards?|kaart(?:je)?s?)\b",
    SEGMENTS: r"\bsegment(?:s|en)?\b",
    SOURCES: CALLED,
}

_SUBJECTS: Mapping[str, str] = {
    "load": r"backlog|board|bord|bestaande?|existing|csv|tracker|inlezen|import\w*",
    "make": r"transcript\w*|verslag|notulen|minutes|overleg|meeting",
    "plan": r"plan|versturen|verstuur\w*|push\w*|publish\w*|publiceer\w*|devops|tracker|klaar(?:zetten)?",
    "show": r"items|stories|overzicht|overview|lijst|list",
}
"""What people speak of where they want one of the desk's commands, none of which writes or removes anything."""


_NAMED_SOURCES = (
    r"bron(?:nen)?|sources?|document\w*|verslag\w*|transcript\w*|work ?items?|werkitems?"
)


def _edits(request: ActRequest) -> bool:
    return bool(request.state.get(ITEMS))


def _shown(request: ActRequest) -> Done:
    if not _edits(request):
        return introduced(request)
    is_all = not request.things or 1 < len(request.things) == len(request.state[ITEMS])
    return [PickedCall("show_items", {} if is_all else {"items": request.numbers})]


def _asked(request: ActRequest) -> Done:
    """Show the item that a question is about, or ask what is wanted; near nothing say what can be said here."""
    items = things_in(request.state, ITEMS)
    found = meant(request.words, items, vocabulary=request.rules.table.words)
    if len(found.things) == 1 and (found.exact or names_clearly(request.words, found.things[0])):
        return _about_item(request, found.things[0].n)
    near = [name for name, words in _SUBJECTS.items() if _speaks_of(words, request.words)]
    if not items and request.state.get("transcripts") and "make" not in near:
        near.append("make")  # which is what comes next
    if near == ["plan"] and items:
        return [PickedCall("plan_write", {})]
    choices = [_choice(one, request) for one in near if one not in ("plan", "show") or items]
    texts = BUILTIN[request.language]
    if choices:
        return asks_back(texts.which_is_wanted, *choices)
    if not items:
        return introduced(request)
    question = f"{introduced(request)} {texts.which_is_wanted}"
    return asks_back(question, texts.show, texts.plan)


def _about_item(request: ActRequest, number: int) -> Done:
    """Show an item that is asked about, or only numbered; of a remark on it ask what is to be different."""
    is_number = not re.search(r"[^\W\d]", request.words)
    if is_number or pattern("sentences", "question").search(request.words):
        return [PickedCall("show_items", {"items": [number]})]
    texts = BUILTIN[request.language]
    choices = [one.format(number=number) for one in (texts.show_item, texts.leave_out)]
    return asks_back(texts.cannot_change.format(number=number), *choices)


def _only_sources(does: Does) -> Does:
    """Return what does this to sources where the words call them so, and asks which item is meant where they do not."""

    def do(request: ActRequest) -> Done:
        if _speaks_of(_NAMED_SOURCES, request.words):
            return does(request)
        return request.which()

    return do


def _speaks_of(words: str, text: str) -> bool:
    return re.search(rf"\b(?:{words})\b", text, re.IGNORECASE) is not None


def _choice(name: str, request: ActRequest) -> str:
    may_read = (request.state.get("backlog") or {}).get("may_read") or ["PROJECT"]
    text: str = getattr(BUILTIN[request.language], name)
    return text.format(project=may_read[0])


def _goes_on(request: ActRequest) -> Done:
    if request.state.get("plans"):
        return [PickedCall("explain_confirmation", {})]
    if _edits(request) or (request.act == "agree" and not request.state.get("transcripts")):
        return request.acknowledged()
    return [PickedCall("make_items", {})]


def _written_again(request: ActRequest) -> Done:
    if not _speaks_of(
        KINDS[SEGMENTS], request.words
    ):  # it only sounds like what a segment is about
        return replace(request, kind=ITEMS).which()
    return [PickedCall("make_items", {"segments": request.numbers})]


_OF_SOURCES = on_sources()

DOES: Mapping[tuple[Act, str], Does] = {
    **{key: _only_sources(does) for key, does in _OF_SOURCES.items() if key[1] == SOURCES},
    ("add", ITEMS): added,
    ("change", ITEMS): changed,
    ("move", ITEMS): moved,
    ("merge", ITEMS): merged,
    ("split", ITEMS): split,
    ("remove", ITEMS): removed,
    ("restore", ITEMS): restored,
    ("show", ITEMS): _shown,
    ("change", SEGMENTS): _written_again,
    ("show", SOURCES): lambda _: [PickedCall("show_sources", {})],
    ("show", ""): _shown,
    ("go_on", ""): _goes_on,
    ("agree", ""): _goes_on,
}

TABLE = DeskTable(
    about={language: texts.about for language, texts in BUILTIN.items()},
    wordings=WORDINGS,
    words=Vocabulary(
        small=(r"\b(?:tit(?:le|el)s?|labels?|tags?|persona|criteri\w+|lage|hoge|lowest|highest)\b",)
    ),
    kinds=KINDS,
    does=DOES,
    own=wished,
    ask=_asked,
    changes=DeskTable().changes | {"edit_items", "make_items", "plan_write", "unwrite"},
    material=looks_like_transcript,
    takes=taken,
)


def backlog_rules(rows: Rows | None = None) -> BuiltinRules:
    """Return the rules of the desk; ``rows`` makes vectors of words.

    What fills in a form is imported once it is asked for.
    """

    def segments(task: str) -> BaseModel | None:
        from src.desks.backlog.offline.segments import segment_begins

        return segment_begins(task)

    def items(task: str) -> BaseModel | None:
        from src.desks.backlog.offline.needs import item_drafts

        return item_drafts(task)

    def tag(task: str) -> BaseModel | None:
        from src.desks.backlog.offline.tags import decide

        return decide(TagTask.model_validate_json(task), rows)

    forms: Mapping[type[BaseModel], Callable[[str], BaseModel | None]] = {
        SegmentBegins: segments,
        ItemDrafts: items,
        TagDecision: tag,
    }
    return BuiltinRules(replace(TABLE, forms=forms))
