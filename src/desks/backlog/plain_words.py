"""What code reads of a message by itself: the desk's documented commands, a plain yes, a number of a choice. Pure.

A command is what a button sends, a hint says or the documents name, word for word; all else is the model's to read.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from src.desks.backlog import knowledge
from src.desks.backlog.kept import is_unfinished, items_in, run_in
from src.dossier.clarification import KIND, replied
from src.dossier.models import Dossier
from src.dossier.plan import confirmable
from src.llm.builtin.phrases import without_phrases
from src.llm.protocol import ToolCall
from src.texts import beside

LONGEST_COMMAND = 500
"""Characters."""

CONFIRMATION = "explain_confirmation"

_ROWS = beside(knowledge.__file__, "commands")


def _given(command: Mapping[str, Any], named: Mapping[str, str], said: str) -> Mapping[str, Any]:
    """Return the arguments of a command's tool, from what it names and the whole message."""
    numbers = [int(entry) for entry in re.findall(r"\d+", named.get("numbers", ""))]
    with_it = dict(command.get("with", {}))
    match command.get("takes"):
        case "items":
            return {"items": numbers} if numbers else {}
        case "segment":
            wanted = {"instruction": named["text"]} if "text" in named else {}
            return {"segments": [int(named["number"])], **wanted}
        case "edit":
            tag = {"field": "tag", "tag": named["tag"].lower()} if "tag" in named else {}
            tag |= {"related": named["related"]} if "related" in named else {}
            edit = {"op": command["op"], command.get("of", "numbers"): numbers, "said": said}
            return {"edits": [{**edit, **tag}]}
        case str() as name:
            return with_it | ({name: named[name]} if name in named else {})
        case _:
            return with_it


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple(
        (re.compile(_pattern(form) + r"[.! ]*", re.IGNORECASE), command)
        for command in _ROWS["commands"]
        for form in command["forms"]
    )


def _pattern(form: str) -> str:
    parts = re.split(r"<(\w+)>", form)
    return "".join(
        _ROWS["slots"][text] if at % 2 else re.escape(text) for at, text in enumerate(parts)
    )


def plain_calls(dossier: Dossier) -> Sequence[ToolCall]:
    """Return the call that the newest message means without a model; none where it takes one to read it."""
    said = dossier.conversation[-1].content.strip()
    found = _command_in(replied(dossier, said)[0])
    if found:
        called, match = found
        given = {
            name: value.strip(" \"'“”‘’") for name, value in match.groupdict().items() if value
        }
        tool = str(called["tool"])
        if tool == CONFIRMATION and not confirmable(dossier):
            tool = "plan_write"
        return (_call(tool, _given(called, given, said)),)
    return _agreed(said, dossier)


def own_words(message: str) -> str:
    """Return what tells the language of the writer: a message without the names, titles and texts that it hands in."""
    found = _command_in(message)
    if found:
        named = [name for name in ("project", "title", "text") if found[1].groupdict().get(name)]
        for start, end in sorted(map(found[1].span, named), reverse=True):
            message = message[:start] + message[end:]
        return message
    said = re.sub(r"“[^”]*”|‘[^’]*’|\"[^\"]*\"", " ", message)
    handed = _HANDED.match(said)
    return handed.group() if handed else said if said.strip() else message


_HANDED = re.compile(
    r".{3,80}?\d\W+(?:to|into|as|by|with|naar|in|als|tot|door|met)\b|[^\n:]{3,80}\d:", re.IGNORECASE
)
"""What is asked for up to a number, and the title or text that is handed in behind it."""


def _command_in(text: str) -> tuple[Mapping[str, Any], re.Match[str]] | None:
    if len(text) > LONGEST_COMMAND:
        return None
    for pattern, command in _patterns():
        if match := pattern.fullmatch(text):
            return command, match
    return None


def _agreed(said: str, dossier: Dossier) -> Sequence[ToolCall]:
    """Return what goes on by "go on" or a plain yes: a plan that waits is confirmed by neither."""
    if len(said) > 60 or "?" in said or dossier.artifact(f"{KIND}-{dossier.version}") is not None:
        return ()
    phrases, rest = without_phrases(" ".join(said.split()))
    if rest or not {"yes", "answer"} & set(phrases) or not set(phrases) <= _AGREE:
        return ()
    if confirmable(dossier):
        return (_call(CONFIRMATION, {}),)
    goes_on = is_unfinished(dossier) or items_in(dossier) or run_in(dossier)
    return (_call("make_items", {}),) if goes_on else ()


_AGREE = frozenset(("yes", "answer", "fine", "filler", "lead"))


def _call(tool: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall("plain-1", tool, json.dumps(arguments, ensure_ascii=False))
