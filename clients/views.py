"""The ways in which an artifact is drawn: a closed set, which knows no kind. Pure; each client draws the drawings."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from clients.desk import told
from tess_client.wire import Frame, Language, harmless

MOST_ROWS = 500
"""Rows that are drawn; of the others the number is told."""

MOST_LINES = 2_000
"""Lines of each text that are compared."""

DEEPEST = 4
"""Levels of lists and objects in a value that are told."""


@dataclass(frozen=True)
class Text:
    """A text under a heading; the heading may be empty."""

    heading: str
    text: str


@dataclass(frozen=True)
class Field:
    """A field of a form and what is filled in."""

    label: str
    value: str


@dataclass(frozen=True)
class Table:
    """Rows under headings; every row has as many cells as there are headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Quote:
    """Words that stand in a source, by its id, with what they are quoted for."""

    text: str
    quote: str
    source_id: str


@dataclass(frozen=True)
class Moment:
    """Something that happened, and when."""

    when: str
    what: str


@dataclass(frozen=True)
class Difference:
    """Two texts line by line: what both have, what only the first has (``-``), what only the second (``+``)."""

    heading: str
    lines: tuple[tuple[Literal[" ", "-", "+"], str], ...]


@dataclass(frozen=True)
class More:
    """So many rows that are not drawn."""

    count: int


Drawing = Text | Field | Table | Quote | Moment | Difference | More
Columns = list[tuple[str, str]]
"""Fields and what they are called."""


def drawings(artifact: Frame, kind: Frame, language: Language) -> list[Drawing]:
    """Return an artifact as it is drawn; one of an unknown kind as the text of all that it has."""
    data = artifact.get("data")
    data = data if isinstance(data, dict) else {}
    rows = _rows(data, kind.get("rows"))
    columns = _columns(rows, kind.get("columns"), language)
    draw = VIEWS.get(str(kind.get("view")), _texts)
    left = len(rows) - MOST_ROWS
    return draw(rows[:MOST_ROWS], columns) + ([More(left)] if left > 0 else [])


def _rows(data: Frame, name: object) -> list[Frame]:
    if not name:
        return [data]
    rows = data.get(str(name))
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _columns(rows: list[Frame], columns: object, language: Language) -> Columns:
    named = columns if isinstance(columns, list) else []
    found = [
        (str(one.get("field")), told(one.get("label"), language))
        for one in named
        if isinstance(one, dict)
    ]
    return found or [
        (name, harmless(name)) for name in dict.fromkeys(key for row in rows for key in row)
    ]


def _texts(rows: list[Frame], columns: Columns) -> list[Drawing]:
    texts = [
        Text(label if len(columns) > 1 else "", shown(row.get(name)))
        for row in rows
        for name, label in columns
    ]
    return [one for one in texts if one.text]


def _form(rows: list[Frame], columns: Columns) -> list[Drawing]:
    return [Field(label, shown(row.get(name))) for row in rows for name, label in columns]


def _table(rows: list[Frame], columns: Columns) -> list[Drawing]:
    cells = tuple(tuple(shown(row.get(name)) for name, _ in columns) for row in rows)
    return [Table(tuple(label for _, label in columns), cells)]


def _quotes(rows: list[Frame], columns: Columns) -> list[Drawing]:
    return [
        Quote(_said(row, columns), shown(row.get("quote")), str(row.get("source_id")))
        for row in rows
    ]


def _timeline(rows: list[Frame], columns: Columns) -> list[Drawing]:
    return [_moment(row, columns) for row in rows]


def _moment(row: Frame, columns: Columns) -> Moment:
    """Return when a row happened, which is its ``time`` or the first moment among its columns, and what happened."""
    named = ("time", *(name for name, _ in columns))
    when = next((name for name in named if MOMENT.match(shown(row.get(name)))), "time")
    rest = [(name, label) for name, label in columns if name != when]
    return Moment(shown(row.get(when)), _said(row, rest))


def _differences(rows: list[Frame], columns: Columns) -> list[Drawing]:
    return [Difference(_said(row, columns), tuple(_compared(row))) for row in rows]


def _compared(row: Frame) -> list[tuple[Literal[" ", "-", "+"], str]]:
    before, after = (shown(row.get(name)).splitlines()[:MOST_LINES] for name in ("before", "after"))
    lines: list[tuple[Literal[" ", "-", "+"], str]] = []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for _, start, end, from_, to in matcher.get_opcodes():
        if before[start:end] == after[from_:to]:
            lines += [(" ", line) for line in before[start:end]]
        else:
            lines += [("-", line) for line in before[start:end]]
            lines += [("+", line) for line in after[from_:to]]
    return lines


def waits(artifact: Frame, kind: Frame) -> bool:
    """Return whether an artifact waits for what is to be typed; one to which nothing is typed always does."""
    field, data = typed_field(kind), artifact.get("data")
    return not (field and isinstance(data, dict) and data.get(field))


def typed_field(kind: Frame) -> str:
    """Return the field of a kind's data that a person types; empty where nothing is typed."""
    reply = kind.get("reply")
    return str(reply.get("field") or "") if isinstance(reply, dict) else ""


def message_of(reply: Frame, number: int | str, typed: str, language: Language) -> str:
    """Return the message that replies to the artifact or row of this number, or to several with commas between."""
    return told(reply.get("message"), language, number=number).replace("{}", typed)


def editable(artifact: Frame, kind: Frame) -> list[Frame]:
    """Return the rows of an artifact whose text a person may type over, in the way that the desk says."""
    edit = kind.get("edit")
    if not isinstance(edit, dict):
        return []
    rows = [artifact.get("data")]
    for name in str(edit.get("rows")).split("."):
        lists = [row.get(name) for row in rows if isinstance(row, dict)]
        rows = [row for one in lists if isinstance(one, list) for row in one]
    field, unless = str(edit.get("field")), str(edit.get("unless"))
    found = [row for row in rows if isinstance(row, dict) and not row.get(unless)]
    return [row for row in found if isinstance(row.get(field), str)][:MOST_ROWS]


def edit_message(edit: Frame, row: Frame, typed: str, language: Language) -> str:
    """Return the message in which a person would say that the text of a row is another now."""
    text = harmless(row.get(str(edit.get("field"))))
    values = {"": typed, "number": str(row.get("number", "")), "text": text}
    return re.sub(
        r"\{(number|text|)\}", lambda name: values[name[1]], told(edit.get("message"), language)
    )


MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")

OWN = ("quote", "source_id", "time", "before", "after")
"""Fields that a view draws in a way of its own."""


def _said(row: Frame, columns: Columns) -> str:
    """Return what the row says beside that."""
    return " · ".join(
        filter(None, (shown(row.get(name)) for name, _ in columns if name not in OWN))
    )


def shown(value: object, level: int = 0) -> str:
    """Return a value of an artifact's data as text."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, int | float):
        return str(value)
    if level >= DEEPEST:
        return "…"
    if isinstance(value, list):
        if all(isinstance(one, int | float) for one in value):
            return ", ".join(map(str, value))
        items = [shown(one, level + 1) for one in value]
        return "\n".join(f"- {one}" for one in items if one)
    if isinstance(value, dict):
        pairs = [(harmless(key), shown(one, level + 1)) for key, one in value.items()]
        return "; ".join(f"{key}: {one}" for key, one in pairs if one)
    return ""


VIEWS: Mapping[str, Callable[[list[Frame], Columns], list[Drawing]]] = {
    "text": _texts,
    "table": _table,
    "quote-in-source": _quotes,
    "timeline": _timeline,
    "difference": _differences,
    "form": _form,
}
