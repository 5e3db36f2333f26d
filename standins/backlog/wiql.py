"""The part of the Work Item Query Language that backlogs are asked by: conditions joined by AND, and an order."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from standins.backlog.refusals import refused

Fields: TypeAlias = Mapping[str, Any]

_TOKEN = re.compile(
    r"\s*(?:'((?:[^']|'')*)'|\[([^\]]+)\]|(@\w+|-?\d+|\w+(?:\.\w+)*)|(<>|<=|>=|[=<>(),]))"
)
_NAMES = {
    "id": "System.Id",
    "title": "System.Title",
    "state": "System.State",
    "tags": "System.Tags",
    "work item type": "System.WorkItemType",
    "area path": "System.AreaPath",
    "team project": "System.TeamProject",
}
_COMPARING: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda found, wanted: found == wanted,
    "<>": lambda found, wanted: found != wanted,
    "<": lambda found, wanted: found is not None and found < wanted,
    ">": lambda found, wanted: found is not None and found > wanted,
    "<=": lambda found, wanted: found is not None and found <= wanted,
    ">=": lambda found, wanted: found is not None and found >= wanted,
    "CONTAINS": lambda found, wanted: str(wanted) in str(found or ""),
    "UNDER": lambda found, wanted: f"{found}\\".startswith(f"{wanted}\\"),
    "IN": lambda found, wanted: found in wanted,
    "NOT IN": lambda found, wanted: found not in wanted,
}


@dataclass(frozen=True)
class WiqlQuery:
    """A query as it was read."""

    columns: tuple[str, ...]
    conditions: tuple[Callable[[Fields], bool], ...]
    order: tuple[tuple[str, bool], ...]
    """Fields, and whether from the last to the first."""

    def found(self, items: Sequence[Fields]) -> list[Fields]:
        """Return those of the fields of work items that it asks for, in its order."""
        kept = [one for one in items if all(fits(one) for fits in self.conditions)]
        for name, descends in reversed(self.order):
            kept.sort(key=lambda one: _sortable(one.get(name)), reverse=descends)
        return kept


def read_query(text: str, project: str) -> WiqlQuery:
    """Return a query of work items; raises ``Refusal`` where it is none of those that are understood."""
    return _WiqlReader(text, project).query()


def columns_of(names: Sequence[str], base: str) -> list[Any]:
    """Return columns as a result tells of them."""
    return [
        {
            "referenceName": one,
            "name": re.sub(r"(?<=[a-z])(?=[A-Z])", " ", one.rpartition(".")[2]),
            "url": f"{base}/_apis/wit/fields/{one}",
        }
        for one in names
    ]


class _WiqlReader:
    """Reads a query from its beginning to its end."""

    def __init__(self, text: str, project: str) -> None:
        self._text = text
        self._project = project
        self._tokens = self._split()
        self._at = 0

    def query(self) -> WiqlQuery:
        self._word("SELECT")
        columns = [self._field()]
        while self._has(","):
            columns.append(self._field())
        self._word("FROM")
        self._word("WORKITEMS")
        conditions = [self._condition()] if self._has("WHERE") else []
        while conditions and self._has("AND"):
            conditions.append(self._condition())
        order: list[tuple[str, bool]] = []
        if self._has("ORDER"):
            self._word("BY")
            order.append(self._ordered())
            while self._has(","):
                order.append(self._ordered())
        if self._at < len(self._tokens):
            raise self._wrong()
        return WiqlQuery(tuple(columns), tuple(conditions), tuple(order))

    def _split(self) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        at, end = 0, len(self._text.rstrip())
        while at < end:
            match = _TOKEN.match(self._text, at)
            if match is None:
                raise self._wrong()
            quoted, field, word, sign = match.groups()
            if quoted is not None:
                found.append(("value", quoted.replace("''", "'")))
            elif field is not None:
                found.append(("field", _NAMES.get(field.lower(), field)))
            else:
                found.append(("word", (word or sign)))
            at = match.end()
        return found

    def _condition(self) -> Callable[[Fields], bool]:
        name = self._field()
        sign = str(self._next("word")).upper()
        if sign == "NOT":
            self._word("IN")
            sign = "NOT IN"
        compare = _COMPARING.get(sign)
        if compare is None:
            raise self._wrong()
        wanted = self._several() if sign.endswith("IN") else self._value()
        if name == "System.Tags" and sign == "CONTAINS":  # a whole tag, whatever its capitals
            sought = str(wanted).casefold()
            return lambda fields: sought in [one.casefold() for one in _tags(fields)]
        return lambda fields: compare(_folded(fields.get(name)), _folded(wanted))

    def _several(self) -> list[Any]:
        self._word("(")
        values = [self._value()]
        while self._has(","):
            values.append(self._value())
        self._word(")")
        return values

    def _value(self) -> Any:
        kind, value = self._peek()
        self._at += 1
        if kind == "value":
            return value
        if kind == "word" and value.lower() == "@project":
            return self._project
        if kind == "word" and value.lstrip("-").isdecimal():
            return int(value)
        raise self._wrong()

    def _ordered(self) -> tuple[str, bool]:
        name = self._field()
        descends = self._has("DESC")
        if not descends:
            self._has("ASC")
        return name, descends

    def _field(self) -> str:
        return str(self._next("field"))

    def _word(self, wanted: str) -> None:
        if not self._has(wanted):
            raise self._wrong()

    def _has(self, wanted: str) -> bool:
        kind, value = self._peek()
        if kind == "word" and value.upper() == wanted:
            self._at += 1
            return True
        return False

    def _next(self, wanted: str) -> Any:
        kind, value = self._peek()
        if kind != wanted:
            raise self._wrong()
        self._at += 1
        return value

    def _peek(self) -> tuple[str, Any]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def _wrong(self) -> Exception:
        text = (
            f"TF51006: The query statement is missing a part or is not understood: «{self._text}»."
        )
        return refused(400, text, "SyntaxException")


def _tags(fields: Fields) -> list[str]:
    return [one.strip() for one in str(fields.get("System.Tags") or "").split(";")]


def _folded(value: Any) -> Any:
    """Return a value, or each of a list, without its capitals: no comparison looks at them."""
    if isinstance(value, list):
        return [_folded(one) for one in value]
    return value.casefold() if isinstance(value, str) else value


def _sortable(value: Any) -> tuple[bool, Any]:
    return (value is not None, value if isinstance(value, int) else str(value))
