"""What people ask for at the desk in words of its own: wishes, each done only where it is plain what is meant.

The words are those of ``knowledge/wishes.toml``; what is not plain is left to the acts of any desk, which ask.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.item_gate import cleaned, title_of
from src.desks.backlog.knowledge import patterns
from src.desks.backlog.offline.edits import ITEMS, LONGEST_SAID, edit, named, need_in
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.sentences import clauses
from src.llm.builtin.table import ActRequest, introduced

Found = re.Match[str]
Wish = Callable[[ActRequest, Found], Done | None]

SHORT_WISH = 4
LONGEST_WISH = 14
"""Words of a message that asks for nothing but a file."""

_TABLE = re.compile(r"csv|excel|spreadsheet", re.IGNORECASE)
_SOME_OF_ALL = re.compile(
    r"\b(?:everything|anything|all|alles|alle)\b.*\b(?:with|about|that|met|over|die|wat|waar)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\d|:|\b(?:add|voeg|stor(?:y|ies)|verhaal|should|must|moet)\b", re.IGNORECASE)


def wished(request: ActRequest) -> Done | None:
    """Return what a message asks for in words of the desk; None where it has none of them, or it is not plain."""
    for name, does in _WISHES.items():
        found = patterns("wishes")[name].search(request.message)
        done = does(request, found) if found else None
        if done is not None:
            return done
    return None


def _calls(tool: str, **arguments: Any) -> Wish:
    return lambda _request, _found: [PickedCall(tool, arguments)]


def _with_items(wish: Wish) -> Wish:
    """Return a wish that there must be items for."""
    return lambda request, found: wish(request, found) if request.state.get(ITEMS) else None


def _written(request: ActRequest, _: Found) -> Done | None:
    if not request.state.get(ITEMS):
        return None
    is_planned = bool(request.state.get("plans"))
    return [PickedCall("explain_confirmation" if is_planned else "plan_write", {})]


def _unwritten(request: ActRequest, found: Found) -> Done | None:
    if request.state.get("written_items"):
        return [PickedCall("unwrite", {})]
    words = f"{request.message[: found.start()]} {request.message[found.end() :]}"
    is_bare = len(request.message.split()) <= SHORT_WISH and not named(request, words)
    return request.which() if is_bare and request.state.get(ITEMS) else None


def _exported(request: ActRequest, _: Found) -> Done | None:
    if _OTHER.search(request.message) or len(request.message.split()) > LONGEST_WISH:
        return None
    is_table = _TABLE.search(request.message)
    return [PickedCall("export_items", {"form": "csv" if is_table else "md"})]


def _labelled(request: ActRequest, found: Found) -> Done | None:
    label = found["label"] or found["label2"] or found["label3"]
    if label.casefold() in get_args(TagName):
        return None
    things = named(request, before := request.message.replace(label, " "))
    is_more = any(label not in clause for clause in clauses(request.message))
    if not things or is_more or _SOME_OF_ALL.search(before):
        return request.which()
    return edit(request, "add", *things, field="label", texts=[label.strip()])


def _handed(**given: Any) -> Wish:
    """Return what changes the one item that is named by the text that is handed in."""

    def do(request: ActRequest, found: Found) -> Done | None:
        key = next((key for key, text in found.groupdict().items() if text), "")
        text, (start, end) = found[key].strip(" .,!") if key else "", found.span(key or 0)
        things = named(request, f"{request.message[:start].rstrip(' :')} … {request.message[end:]}")
        if not text or len(things) != 1 or request.message.rstrip().endswith("?"):
            return None
        return edit(request, given["op"], things[0], field=given["field"], texts=[text])

    return do


def _added(request: ActRequest, found: Found) -> Done:
    text = cleaned(found["add"] or found["add2"]).strip(" .,;")
    return edit(request, "add", **{"type": "story", **need_in(text), "texts": [title_of(text)]})


def _made(request: ActRequest, _: Found) -> Done | None:
    if request.state.get(ITEMS) or not request.state.get("transcripts"):
        return None
    return [PickedCall("make_items", {"instruction": request.message[:LONGEST_SAID]})]


_WISHES: Mapping[str, Wish] = {
    "cannot": lambda request, _: introduced(request),
    "write": _written,
    "unwrite": _unwritten,
    "export": _with_items(_exported),
    "show_all": _with_items(_calls("show_items")),
    "label": _with_items(_labelled),
    "persona": _handed(op="change", field="persona"),
    "criterion": _handed(op="add", field="criteria"),
    "add": _with_items(_added),
    "make": _made,
}
"""In the order in which they are tried."""
