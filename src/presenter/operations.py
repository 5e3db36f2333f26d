"""An operation of a plan in words: what it does, and what it writes field by field, beside what is there now.

A desk says how its operations read. Words that leave out something of what is written are not shown: then what is
stored is, to the letter.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pydantic import JsonValue

from src.dossier.models import Dossier, Language
from src.dossier.plan import Operation


@dataclass(frozen=True)
class FieldChange:
    """A field that an operation writes, as it is and as it will be."""

    label: str
    after: str
    before: str = ""
    """Empty: there is nothing yet."""


@dataclass(frozen=True)
class OperationInWords:
    """An operation as a person reads it."""

    does: str
    """In a line."""
    fields: Sequence[FieldChange] = ()
    implied: Sequence[str] = ()
    """Names of what is in the body and is said by the words themselves, such as which kind of step it is."""


InWords = Callable[[Operation, Dossier, Language], OperationInWords | None]
"""Returns how an operation of a plan reads in this dossier; None where it is to be shown as it is stored."""


def in_no_words(_: Operation, __: Dossier, ___: Language) -> None:
    """Return that an operation is shown as it is stored."""


def told_in_words(
    operation: Operation, dossier: Dossier, language: Language, in_words: InWords
) -> OperationInWords | None:
    """Return how an operation reads; None where there are no words for it, or these leave something out."""
    told = in_words(operation, dossier, language)
    return told if told and says_all(told, operation.body) else None


def says_all(told: OperationInWords, body: JsonValue) -> bool:
    """Tell whether words say each value of what is written, line by line."""
    lines = {told.does, *(line for one in told.fields for line in one.after.split("\n"))}
    said = "\n".join(lines)
    return all(
        re.search(rf"(?<!\w){re.escape(line)}(?!\w)", said) if line.isalnum() else line in said
        for value in _values(body, told.implied)
        for line in value.split("\n")
    )


def _values(body: JsonValue, implied: Sequence[str]) -> Iterator[str]:
    """Yield what stands in a body, but for what is nothing and what is implied."""
    if isinstance(body, dict):
        for name, value in body.items():
            if name not in implied:
                yield from _values(value, implied)
    elif isinstance(body, list):
        for value in body:
            yield from _values(value, implied)
    elif body is not None:
        yield str(body)


def lines_of(change: FieldChange) -> Iterator[str]:
    """Yield the lines of a field: behind a minus what goes, behind a plus what comes; its name stands before them."""
    before = change.before.split("\n") if change.before else []
    after = change.after.split("\n") if change.after else []
    yield f"{visible(change.label)}:"
    steps = SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes()
    for kind, first, last, begins, ends in steps:
        if kind == "equal":
            yield from (f"  {visible(line)}" for line in before[first:last])
        else:
            yield from (f"- {visible(line)}" for line in before[first:last])
            yield from (f"+ {visible(line)}" for line in after[begins:ends])


def visible(text: str) -> str:
    """Return a text in which a sign that can't be seen is written so that it can."""
    return "".join(
        sign if sign == "\n" or sign.isprintable() else json.dumps(sign)[1:-1] for sign in text
    )
