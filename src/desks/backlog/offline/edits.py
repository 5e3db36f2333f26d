"""Edits that the built-in model makes of plain words: which items are named, and what is to become of them. Pure."""

import re
from collections.abc import Callable
from typing import Any, get_args

from src.desks.backlog.artifacts import ItemType, TagName
from src.desks.backlog.item_gate import LONGEST_TITLE
from src.desks.backlog.item_words import title_of
from src.desks.backlog.knowledge import patterns
from src.desks.backlog.words import BUILTIN
from src.llm.builtin.asking import Done, NotDone, PickedCall
from src.llm.builtin.names import with_ranges
from src.llm.builtin.references import Thing, meant, things_in
from src.llm.builtin.table import ActRequest

ITEMS = "items"

LONGEST_SAID = 2_000

_HANDED = re.compile(r"\s(?:to|into|naar|tot|as|als|is|are|zijn)\s|[:“\"]", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"«]([^”\"»]+)[”\"»]")
_PARTS = re.compile(r"\s*(?:,|;|\band\b|\ben\b)\s*", re.IGNORECASE)


def named(request: ActRequest, words: str) -> list[Thing]:
    """Return the items that words name; none where they may be others, or all are meant."""
    things = tuple(thing for thing in things_in(request.state, ITEMS) if thing.there)
    found = meant(words, things, vocabulary=request.rules.table.words)
    few = len(found.things) < max(len(things), 2)
    return [*found.things] if found.clear and few else []


def edit(request: ActRequest, op: str, *things: Thing, **given: Any) -> Done:
    """Return the call that makes one edit of these items, at the user's words."""
    numbers = {"numbers": [thing.n for thing in things]} if things else {}
    made = {"op": op, **numbers, "said": request.message[:LONGEST_SAID], **given}
    return [PickedCall("edit_items", {"edits": [made]})]


def _on_named(op: str) -> Callable[[ActRequest], Done]:
    """Return what does this with the items that are named, and asks which where none is."""

    def do(request: ActRequest) -> Done:
        if request.things:
            return edit(request, op, *request.things)
        out = [thing for thing in things_in(request.state, ITEMS) if not thing.there]
        if op == "restore" and len(out) == 1 and not re.search(r"\d", request.words):
            return edit(request, op, *out)
        return request.which()

    return do


removed, restored = _on_named("remove"), _on_named("restore")


def merged(request: ActRequest) -> Done:
    """Merge the items that are named, which are two or more."""
    if len(request.things) < 2:
        return request.which()
    into = None if request.offered else patterns("edits")["joined"].search(request.words)
    given = {"texts": [_bare(into["text"])]} if into else {}
    return edit(request, "merge", *request.things, **given)


def split(request: ActRequest) -> Done:
    """Split an item into the parts that are named, or else by its criteria; ask for them where there are none."""
    if len(request.things) != 1:
        return request.which()
    (item,) = request.things
    if apart := patterns("edits")["apart"].search(request.message):
        texts = [f"{item.title}: {group}" for group in apart.groups()]
        return edit(request, "split", item, texts=texts)
    quoted, into = _QUOTED.findall(request.words), patterns("edits")["into"].search(request.words)
    said = quoted or ([*map(_bare, _PARTS.split(into["text"]))] if into else [])
    parts = [entry for entry in said if entry and not patterns("edits")["counts"].fullmatch(entry)]
    if len(parts) > 1:
        return edit(request, "split", item, texts=parts)
    criteria = next(entry for entry in request.state[ITEMS] if entry["n"] == item.n).get("criteria")
    if isinstance(criteria, list) and len(criteria) > 1:  # what is to be is what they promise
        each = [{"title": title_of(entry), "criteria": [entry]} for entry in criteria]
        return edit(request, "split", item, parts=each)
    return NotDone(BUILTIN[request.language].cannot_split.format(number=item.n))


def moved(request: ActRequest) -> Done:
    """Put items under another one, or first or last in priority; there is no order to put them before another."""
    is_below = patterns("edits")["below"].match(request.place)
    if request.things and len(request.target) == 1 and is_below:
        return edit(request, "move", *request.things, parent=request.target[0].n)
    wanted = {} if request.target else _wanted(f"{request.words} {request.place}")
    if request.things and wanted:
        return edit(request, "change", *request.things, **wanted)
    return request.which()


def changed(request: ActRequest) -> Done:
    """Change title, type, priority, tag or a criterion; ask what is meant where it is none of these."""
    said = with_ranges(patterns("edits")["of_tracker"].sub(" ", request.words))
    before = _HANDED.split(said, maxsplit=1)[0]
    things = [] if request.offered else named(request, before)
    things = things or [*request.things]
    if not things:
        return request.which()
    if given := _wanted(request.words):
        return edit(request, "change", *things, **given)
    return NotDone(BUILTIN[request.language].cannot_change.format(number=things[0].n))


def _wanted(words: str) -> dict[str, Any]:
    """Return what of an item is to be changed; nothing where the words tell nothing that is known here."""
    found = {name: one for name, form in patterns("edits").items() if (one := form.search(words))}
    if titled := found.get("title"):
        quoted = _QUOTED.search(titled["text"])
        return {"field": "title", "texts": [quoted[1] if quoted else _bare(titled["text"])]}
    if "numbered" in found:
        return {"field": "priority", "priority": int(found["numbered"]["priority"])}
    if "low" in found or "high" in found:
        return {"field": "priority", "priority": 4 if "low" in found else 1}
    if kind := next((text for text in found if text in get_args(ItemType)), None):
        return {"field": "type", "type": kind}
    if tag := next((text for text in found if text in get_args(TagName)), None):
        about = re.search(r"#(\d+)\s*$", words.rstrip(" .!"))
        return {"field": "tag", "tag": tag, **({"related": int(about[1])} if about else {})}
    return {}


def added(request: ActRequest) -> Done:
    """Put back what was left out, or add an item of these words."""
    if request.things:
        return edit(request, "restore", *request.things)
    found = patterns("edits")["made"].search(request.words)
    text = _bare(found["text"]) if found else request.words if request.offered else ""
    if len(text.split()) < 2:
        return request.rules.table.ask(request)
    kind = next(
        (arg for arg in get_args(ItemType) if patterns("edits")[arg].search(f"a {request.words}")),
        "story",
    )
    made = {"type": kind, "texts": [text[:LONGEST_TITLE]], **need_in(text)}
    return edit(request, "add", **made | ({"texts": [title_of(text)]} if request.offered else {}))


def need_in(text: str) -> dict[str, Any]:
    """Return the fields of an item whose words have the form of a need; none where they have not."""
    from src.desks.backlog.offline.needs import wish_in

    persona, need, benefit = wish_in(text)
    told = {"persona": persona, "need": need, "benefit": benefit, "texts": [title_of(need)]}
    return told if need else {}


def _bare(text: str) -> str:
    return text.strip(" .!,;:\"'“”‘’")
