"""What code reads of a message by itself: the desk's documented commands, a plain yes, a number of a choice. Pure.

A command is what a button sends, a hint says or the documents name, word for word; all else is the model's to read.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from src.desks.backlog.kept import is_unfinished, items_in, run_in
from src.desks.backlog.words import TEXTS
from src.dossier.clarification import KIND, replied
from src.dossier.models import Dossier
from src.dossier.plan import confirmable
from src.llm.builtin.phrases import without_phrases
from src.llm.protocol import ToolCall

LONGEST_COMMAND = 500
"""Characters."""

CONFIRMATION = "explain_confirmation"

_SLOTS = {
    "number": r"#?(?P<number>\d{1,4})",
    "items": r"items? (?P<numbers>#?\d{1,4}(?:(?:, ?| and | en )#?\d{1,4})*)",
    "candidates": r"(?:candidates? |kandida(?:at|ten) )?(?P<numbers>#?\d{1,4}(?:(?:, ?| and | en )#?\d{1,4})*)",
    "waiting": r"(?:candidates?|kandida(?:at|ten)) (?P<numbers>#?\d{1,4}(?:(?:, ?| and | en )#?\d{1,4})*)",
    "tag": r"(?P<tag>new|gap|extend|conflict|duplicate)",
    "project": r"(?P<project>.{1,200}?)",
    "title": r"(?P<title>[^”]{1,200})",
    "text": r"(?P<text>.{1,400})",
}

Given = Mapping[str, str]
Made = Callable[[Given, str], Mapping[str, Any]]
"""Arguments of a tool, from what a command names and the whole message."""


class _Command(NamedTuple):
    forms: str
    """In both languages, with ``|`` between."""
    tool: str
    arguments: Made


def _project(given: Given, said: str) -> Mapping[str, Any]:  # noqa: ARG001  # the shape of Made
    return {"project": given["project"]} if given.get("project") else {}


def _items(given: Given, said: str) -> Mapping[str, Any]:  # noqa: ARG001  # the shape of Made
    named = re.findall(r"\d+", given.get("numbers", ""))
    return {"items": [int(one) for one in named]} if named else {}


def _segment(given: Given, said: str) -> Mapping[str, Any]:  # noqa: ARG001  # the shape of Made
    wanted = {"instruction": given["text"]} if given.get("text") else {}
    return {"segments": [int(given["number"])], **wanted}


def _edited(op: str, of: str = "numbers") -> Made:
    def edit(given: Given, said: str) -> Mapping[str, Any]:
        tag = {"field": "tag", "tag": given["tag"].lower()} if given.get("tag") else {}
        numbers = _items({"numbers": given.get("number", ""), **given}, said).get("items", [])
        return {"edits": [{"op": op, of: numbers, "said": said, **tag}]}

    return edit


def _with(**arguments: Any) -> Made:
    return lambda *_: arguments


_COMMANDS = (
    _Command(
        "load the backlog of {project}|load the backlog|laad de backlog van {project}|laad de backlog",
        "load_backlog",
        _project,
    ),
    _Command(
        "make the items for project {project}|make the items|maak de items voor project {project}|maak de items",
        "make_items",
        _project,
    ),
    _Command("segment|segmenteer", "make_items", _with(only_segments=True)),
    _Command(
        "write segment {number} again: {text}|write segment {number} again"
        "|schrijf segment {number} opnieuw: {text}|schrijf segment {number} opnieuw",
        "make_items",
        _segment,
    ),
    _Command("tag {items} as {tag}|tag {items} als {tag}", "edit_items", _edited("change")),
    _Command("tag {items}|tag", "tag_items", _items),
    _Command("judge {items}|judge|beoordeel {items}|beoordeel", "judge_items", _items),
    _Command(
        "make items of {candidates}|make an item of {candidates}|maak items van {candidates}"
        "|maak een item van {candidates}",
        "edit_items",
        _edited("add", "candidates"),
    ),
    _Command(
        "put struck {number} in anyway|neem geschrapt {number} toch op",
        "edit_items",
        _edited("add", "struck"),
    ),
    _Command(
        "strike {candidates}|streep {candidates} weg", "edit_items", _edited("remove", "candidates")
    ),
    _Command("show the candidates|toon de kandidaten", "show_items", _with(candidates=True)),
    _Command(
        "show what was rejected|what did we reject?|what was rejected?|toon wat is afgewezen"
        "|wat hebben we afgewezen?|wat is er afgewezen?",
        "show_items",
        _with(rejected=True),
    ),
    _Command(
        "restore {waiting}|zet {waiting} terug", "edit_items", _edited("restore", "candidates")
    ),
    _Command("leave out {items}|laat {items} weg", "edit_items", _edited("remove")),
    _Command("restore {items}|zet {items} terug", "edit_items", _edited("restore")),
    _Command("show {items}|show the items|toon {items}|toon de items", "show_items", _items),
    _Command("plan again|plan opnieuw", "plan_write", _with(again=True)),
    _Command("plan|make a plan|maak een plan", "plan_write", _with()),
    _Command("write it|schrijf het", CONFIRMATION, _with()),
    _Command("unwrite|neem alles terug", "unwrite", _with()),
    _Command(
        "|".join(texts.begins for texts in TEXTS.values()),
        "await_transcript",
        lambda given, _: {"title": given["title"]},
    ),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], _Command], ...]:
    return tuple(
        (re.compile(_pattern(form) + r"[.! ]*", re.IGNORECASE), command)
        for command in _COMMANDS
        for form in command.forms.split("|")
    )


def _pattern(form: str) -> str:
    parts = re.split(r"\{(\w+)\}", form)
    return "".join(_SLOTS[one] if at % 2 else re.escape(one) for at, one in enumerate(parts))


def plain_calls(dossier: Dossier) -> Sequence[ToolCall]:
    """Return the call that the newest message means without a model; none where it takes one to read it."""
    said = dossier.conversation[-1].content.strip()
    found = _command_in(replied(dossier, said)[0])
    if found:
        called, match = found
        given = {
            name: value.strip(" \"'“”‘’") for name, value in match.groupdict().items() if value
        }
        tool = called.tool
        if tool == CONFIRMATION and not confirmable(dossier):
            tool = "plan_write"
        return (_call(tool, called.arguments(given, said)),)
    return _agreed(said, dossier)


def own_words(message: str) -> str:
    """Return what tells the language of the writer: a message without the names, titles and texts that it hands in."""
    found = _command_in(message)
    if found:
        spans = (
            found[1].span(name)
            for name in ("project", "title", "text")
            if found[1].groupdict().get(name)
        )
        for start, end in sorted(spans, reverse=True):
            message = message[:start] + message[end:]
        return message
    said = re.sub(r"“[^”]*”|‘[^’]*’|\"[^\"]*\"", " ", message)
    handed = _HANDED.match(said)
    return handed.group() if handed else said if said.strip() else message


_HANDED = re.compile(
    r".{3,80}?\d\W+(?:to|into|as|by|with|naar|in|als|tot|door|met)\b|[^\n:]{3,80}\d:", re.IGNORECASE
)
"""What is asked for up to a number, and the title or text that is handed in behind it."""


def _command_in(text: str) -> tuple[_Command, re.Match[str]] | None:
    if len(text) > LONGEST_COMMAND:
        return None
    found = ((command, pattern.fullmatch(text)) for pattern, command in _patterns())
    return next(((command, match) for command, match in found if match), None)


def _agreed(said: str, dossier: Dossier) -> Sequence[ToolCall]:
    """Return what goes on by "go on" or a plain yes: a plan that waits is confirmed by neither."""
    if len(said) > 60 or "?" in said or dossier.artifact(f"{KIND}-{dossier.version}") is not None:
        return ()
    phrases, rest = without_phrases(" ".join(said.split()))
    if rest or not {"yes", "answer"} & set(phrases) or not set(phrases) <= _AGREE:
        return ()
    if confirmable(dossier):
        return (_call(CONFIRMATION, {}),)
    return (_call("make_items", {}),) if _goes_on(dossier) else ()


_AGREE = frozenset(("yes", "answer", "fine", "filler", "lead"))


def _goes_on(dossier: Dossier) -> bool:
    return is_unfinished(dossier) or bool(items_in(dossier) or run_in(dossier))


def _call(tool: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall("plain-1", tool, json.dumps(arguments, ensure_ascii=False))
