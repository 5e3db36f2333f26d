"""What people ask for at the desk in words of its own: wishes, each done only where it is plain what is meant.

The words are those of ``knowledge/wishes.toml``; what is not plain is left to the acts of any desk, which ask.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.item_gate import cleaned, title_of
from src.desks.backlog.offline.cues import patterns
from src.desks.backlog.words import BUILTIN
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.phrases import pattern
from src.llm.builtin.references import Thing, meant, things_in
from src.llm.builtin.table import ActRequest

Found = re.Match[str]
Wish = Callable[[ActRequest, Found], Done | None]

ITEMS = "items"

LONGEST_SAID = 2_000
SHORT_WISH = 4
LONGEST_WISH = 14
"""Words of a message that asks for nothing but a file, or says thanks."""

_PREFIX = 5
"""Letters that a word of a message and one of an item begin with where they are the same: "kleurtjes", "kleuren"."""

_TABLE = re.compile(r"csv|excel|spreadsheet", re.IGNORECASE)
_SOME_OF_ALL = re.compile(
    r"\b(?:everything|anything|all|alles|alle)\b.*\b(?:with|about|that|met|over|die|wat|waar)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\d|:|\b(?:add|voeg|stor(?:y|ies)|verhaal|should|must|moet)\b", re.IGNORECASE)
_PLACES = tuple(
    re.compile(rf"\b(?:{one})\b(?! (?:two|three|twee|drie|\d))", re.IGNORECASE)
    for one in (
        "first one|eerste",
        "second|tweede",
        "third|derde",
        "fourth|vierde",
        "fifth|vijfde",
        "sixth|zesde",
    )
)


def wished(request: ActRequest) -> Done | None:
    """Return what a message asks for in words of the desk; None where it has none of them, or it is not plain."""
    for name, does in _WISHES.items():
        found = _words()[name].search(request.message)
        done = does(request, found) if found else None
        if done is not None:
            return done
    return None


@cache
def _words() -> Mapping[str, re.Pattern[str]]:
    return patterns("wishes")


def named(request: ActRequest, asked: Found, *, there: bool = True) -> list[Thing]:
    """Return the items that a message names beside the wish: by place, by number, by name, or by how words begin."""
    things = tuple(one for one in things_in(request.state, ITEMS) if one.there == there)
    words = f"{request.message[: asked.start()]} … {request.message[asked.end() :]}"
    places = [n for n, form in enumerate(_PLACES, start=1) if form.search(words)]
    if len(places) == 1:
        return [one for one in things if one.n == places[0]]
    if begins := re.match(r"\W*(\d{1,3})\b(?! (?:and|en|,))", words):
        return [one for one in things if one.n == int(begins[1])]
    for text in (words, request.message):
        found = meant(text, things, vocabulary=request.rules.table.words)
        if found.things and len(found.things) < max(len(things), 2):
            return [*found.things]
    said = {one[:_PREFIX] for one in _long_words(words)}
    counts = {
        one.n: len(said & {two[:_PREFIX] for two in _long_words(one.title)}) for one in things
    }
    most = max(counts.values(), default=0)
    return [one for one in things if most and counts[one.n] == most]


def _long_words(text: str) -> list[str]:
    return [one for one in re.findall(r"[^\W\d_]+", text.casefold()) if len(one) >= _PREFIX]


def edit(request: ActRequest, op: str, *things: Thing, **given: Any) -> Done:
    """Return the call that makes one edit of these items, at the user's words."""
    numbers = {"numbers": [one.n for one in things]} if things else {}
    made = {"op": op, **numbers, "said": request.message[:LONGEST_SAID], **given}
    return [PickedCall("edit_items", {"edits": [made]})]


def _calls(tool: str, **arguments: Any) -> Wish:
    return lambda _request, _found: [PickedCall(tool, arguments)]


def _with_items(wish: Wish) -> Wish:
    """Return a wish that there must be items for."""
    return lambda request, found: wish(request, found) if request.state.get(ITEMS) else None


def _on_one(op: str, **given: Any) -> Wish:
    """Return what is done with the one item that is named; a question does nothing."""

    def do(request: ActRequest, asked: Found) -> Done | None:
        things = named(request, asked, there=op != "restore")
        asks = request.message.rstrip().endswith("?")
        return edit(request, op, things[0], **given) if len(things) == 1 and not asks else None

    return do


def _says_what_it_cannot(request: ActRequest, _: Found) -> Done:
    return request.rules.about(request.language)


def _written(request: ActRequest, _: Found) -> Done | None:
    if not request.state.get(ITEMS):
        return None
    is_planned = bool(request.state.get("plans"))
    return [PickedCall("explain_confirmation" if is_planned else "plan_write", {})]


def _unwritten(request: ActRequest, found: Found) -> Done | None:
    if request.state.get("written_items"):
        return [PickedCall("unwrite", {})]
    if (
        request.state.get(ITEMS)
        and len(request.message.split()) <= SHORT_WISH
        and not named(request, found)
    ):
        return [PickedCall("ask", {"question": BUILTIN[request.language].which_item})]
    return None


def _exported(request: ActRequest, _: Found) -> Done | None:
    if _OTHER.search(request.message) or len(request.message.split()) > LONGEST_WISH:
        return None
    is_table = _TABLE.search(request.message)
    return [PickedCall("export_items", {"form": "csv" if is_table else "md"})]


def _merged(request: ActRequest, found: Found) -> Done | None:
    things = named(request, found)
    return edit(request, "merge", *things) if 1 < len(things) < 5 else None


def _split(request: ActRequest, found: Found) -> Done | None:
    things = named(request, found)
    if len(things) != 1:
        return None
    (item,) = things
    parts = [one for one in (found["one"], found["two"]) if one]
    if parts:
        return edit(request, "split", item, texts=[f"{item.title}: {one}" for one in parts])
    criteria = next(one for one in request.state[ITEMS] if one["n"] == item.n).get("criteria")
    if isinstance(criteria, list) and len(criteria) > 1:  # what is to be is what they promise
        each = [{"title": title_of(one), "criteria": [one]} for one in criteria]
        return edit(request, "split", item, parts=each)
    question = BUILTIN[request.language].cannot_split.format(number=item.n)
    return [PickedCall("ask", {"question": question})]


def _labelled(request: ActRequest, found: Found) -> Done | None:
    label = found["label"] or found["label2"] or found["label3"]
    if label.casefold() in get_args(TagName):
        return None
    before = request.message.replace(label, " ")
    things = tuple(one for one in things_in(request.state, ITEMS) if one.there)
    some = meant(before, things, vocabulary=request.rules.table.words).things
    if not some or _SOME_OF_ALL.search(before):
        question = BUILTIN[request.language].which_item
        return [PickedCall("ask", {"question": question})]
    return edit(request, "add", *some, field="label", texts=[label.strip()])


def _handed(name: str, **given: Any) -> Wish:
    """Return what changes the one item that is named by the text that is handed in."""

    def do(request: ActRequest, found: Found) -> Done | None:
        things = named(request, found)
        texts = [one for key, one in found.groupdict().items() if one and key.startswith(name)]
        text = texts[0].strip(" .,!") if texts else ""
        if not text or len(things) != 1 or request.message.rstrip().endswith("?"):
            return None
        return edit(request, given["op"], things[0], field=given["field"], texts=[text])

    return do


def _added(request: ActRequest, found: Found) -> Done:
    from src.desks.backlog.offline.needs import wish_in

    text = cleaned(found["add"] or found["add2"]).strip(" .,;")
    persona, need, benefit = wish_in(text)
    told = {"persona": persona, "need": need, "benefit": benefit} if need else {}
    return edit(request, "add", type="story", texts=[title_of(text)], **told)


def _made(request: ActRequest, _: Found) -> Done | None:
    if request.state.get(ITEMS) or not request.state.get("transcripts"):
        return None
    return [PickedCall("make_items", {"instruction": request.message[:LONGEST_SAID]})]


def _thanked(request: ActRequest, _: Found) -> Done | None:
    is_short = len(request.message.split()) <= LONGEST_WISH
    asks = pattern("sentences", "question", whole_words=False).search(request.message)
    return request.wording.thanks if is_short and not asks else None


def _of_persona(request: ActRequest, found: Found) -> Done | None:
    who = (found["ones"] or found["whose"] or found["owner"])[:_PREFIX].casefold().rstrip("s")
    items = [one for one in request.state[ITEMS] if not one.get("removed")]
    own = [one["n"] for one in items if str(one.get("persona", "")).casefold().startswith(who)]
    return [PickedCall("show_items", {"items": own})] if own else None


_WISHES: Mapping[str, Wish] = {
    "cannot": _says_what_it_cannot,
    "write": _written,
    "undo": _calls("undo", turns=1),
    "unwrite": _unwritten,
    "export": _with_items(_exported),
    "show_all": _with_items(_calls("show_items")),
    "whose": _with_items(_of_persona),
    "restore": _on_one("restore"),
    "merge": _merged,
    "split": _split,
    "label": _with_items(_labelled),
    "persona": _handed("persona", op="change", field="persona"),
    "criterion": _handed("criterion", op="add", field="criteria"),
    "last": _on_one("change", field="priority", priority=4),
    "first": _on_one("change", field="priority", priority=1),
    "remove": _on_one("remove"),
    "add": _with_items(_added),
    "make": _made,
    "thanks": _thanked,
}
"""In the order in which they are tried."""
