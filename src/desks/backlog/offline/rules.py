"""What the built-in model does at this desk: its table of acts and tools, and the forms that rules fill in."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel

from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from src.desks.backlog.forms_tags import TagDecision, TagTask
from src.desks.backlog.knowledge import patterns
from src.desks.backlog.offline.edits import (
    ITEMS,
    added,
    changed,
    merged,
    moved,
    removed,
    restored,
    split,
)
from src.desks.backlog.transcript import utterances
from src.desks.backlog.words import BUILTIN, WORDINGS
from src.desks.plug import call_of
from src.llm.builtin.acts import Act, Is
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sources import CALLED, on_sources
from src.llm.builtin.sources import KIND as SOURCES
from src.llm.builtin.table import ActRequest, DeskTable, Does, introduced
from src.llm.builtin.vocabulary import Vocabulary
from src.llm.state import State
from src.search.encoder import Rows

SEGMENTS = "segments"

KINDS = {
    ITEMS: r"\b(?:items?|(?:user )?stor(?:y|ies)|verha(?:al|len)|epics?|features?|bugs?|cards?|kaart(?:je)?s?)\b",
    SEGMENTS: r"\bsegment(?:s|en)?\b",
    SOURCES: CALLED,
}

FEWEST_SPEAKERS = 3
"""Lines with a speaker that make a message a transcript; as many of another kind may be notes of a meeting."""

LONGEST_BEGINNING = 60
"""Characters by which the beginning of a transcript is named."""

_ANNOUNCED = re.compile(
    r"\b(?:said|gezegd|transcript|transcriptie|verslag|notulen|minutes)\b[^:\n]{0,40}:\s*(?=[A-Z][^\W\d_]{1,20}:\s)"
    r"|\A[^\n]*\b(?i:transcript|transcriptie|verslag|notulen|minutes|notes|notities|aantekeningen)\b[^\n]*:[ \t]*\n\s*"
)
_SPEAKS = re.compile(r"(?:^|(?<=[.!?:]\s)|(?<=\n))(?=[A-Z][^\W\d_]{1,20}:\s)")


def looks_like_transcript(message: str, state: State) -> Is:  # noqa: ARG001  # the shape of what looks like material
    """Tell whether a message holds a transcript."""
    spoken = sum(bool(two.speaker) for text in message.splitlines() for two in utterances(text)[:1])
    said = len(_SPEAKS.findall(message))
    if _ANNOUNCED.search(message) or max(spoken, said) >= FEWEST_SPEAKERS:
        return "surely"
    return "maybe" if len(message.split("\n")) >= FEWEST_SPEAKERS else ""


def taken(request: ActRequest) -> Done:
    """Return the call that takes the transcript in, from where it was announced or somebody speaks first.

    Items are made at once where the words before it ask for them.
    """
    found = _ANNOUNCED.search(request.message)
    speaks = None if found else _SPEAKS.search(request.message)
    first = found.end() if found else speaks.start() if speaks else 0
    before = request.message[:first].strip()
    wanted = re.search(request.rules.table.kinds[ITEMS], before, re.IGNORECASE)
    if not (found or wanted or before.endswith((":", "?", ".", "!"))):
        first = 0  # a title, and who was there: they are lines of the transcript
    if not (first or request.offered):
        return [PickedCall("take_transcript", {})]
    begins = request.message[first:][:LONGEST_BEGINNING]
    call = PickedCall("take_transcript", {"begins": begins})
    return [call, PickedCall("make_items", {})] if wanted else [call]


def _shown(request: ActRequest) -> Done:
    if not request.state.get(ITEMS):
        return introduced(request)
    is_all = not request.things or 1 < len(request.things) == len(request.state[ITEMS])
    return [PickedCall("show_items", {} if is_all else {"items": request.numbers})]


def _only_sources(does: Does) -> Does:
    """Return what does this to sources where the words call them so, and asks which item is meant where they do not."""

    def do(request: ActRequest) -> Done:
        if patterns("subjects")["sources"].search(request.words):
            return does(request)
        return request.which()

    return do


def _goes_on(request: ActRequest) -> Done:
    if request.state.get("plans"):
        return [PickedCall("explain_confirmation", {})]
    if request.state.get(ITEMS) or (
        request.act == "agree" and not request.state.get("transcripts")
    ):
        return request.acknowledged()
    return [PickedCall("make_items", {})]


def _written_again(request: ActRequest) -> Done:
    # Else it only sounds like what a segment is about.
    if not re.search(KINDS[SEGMENTS], request.words, re.IGNORECASE):
        return replace(request, kind=ITEMS).which()
    return [PickedCall("make_items", {"segments": request.numbers})]


def _found(request: ActRequest) -> Done:
    """Quote the lines nearest to a question about what was said."""
    if not (request.state.get("transcripts") or request.state.get(ITEMS)):
        return introduced(request)
    return [PickedCall("answer_from_meeting", {"near": request.message})]


DOES: Mapping[tuple[Act, str], Does] = {
    **{(act, ""): _found for act in ("find", "explain")},
    **{key: _only_sources(does) for key, does in on_sources().items() if key[1] == SOURCES},
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
        small=(
            r"\b(?:tit(?:le|el)s?|labels?|tags?|persona|criteri\w+|lage|hoge|low|high|laag|hoog|lowest|highest)\b",
        )
    ),
    kinds=KINDS,
    does=DOES,
    changes=DeskTable().changes | {"edit_items", "make_items", "plan_write", "unwrite"},
    material=looks_like_transcript,
    takes=taken,
    menu=(Path(__file__).parents[1] / "knowledge" / "menu.toml",),
)


def backlog_rules(rows: Rows | None = None) -> BuiltinRules:
    """Return the rules of the desk; ``rows`` makes vectors of words.

    What fills in a form is imported once it is asked for.
    """
    decide = call_of("src.desks.backlog.offline.tags:decide")
    forms: Mapping[type[BaseModel], Callable[[str], BaseModel | None]] = {
        SegmentBegins: call_of("src.desks.backlog.offline.segments:segment_begins"),
        ItemDrafts: call_of("src.desks.backlog.offline.needs:item_drafts"),
        TagDecision: lambda task: decide(TagTask.model_validate_json(task), rows),
    }
    return BuiltinRules(replace(TABLE, forms=forms))
