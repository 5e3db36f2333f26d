"""Plans in words: whole, field by field beside what is there now, and how they stand once they were confirmed."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pydantic import JsonValue

from src.dossier.models import Dossier, Language
from src.dossier.plan import Operation, OperationStatus, StandingPlan
from src.errors import CODES, refusal
from src.presenter.telling import Telling, one_by_one
from src.tools.base import CarriedOut, Planned, Report, Undone
from src.wording.history import one_line
from src.wording.markdown import bullets, inert, lead, plain


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
    lines = {told.does, *(line for field in told.fields for line in field.after.split("\n"))}
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


SHORT = 12
"""Digits of a digest that people compare."""

StateInWords = Callable[[OperationStatus, Telling], str]
"""Returns how an operation stands."""

ResultInWords = Callable[[Mapping[str, JsonValue]], str]
"""Returns what the other system has, as people find it there."""


def plans_told(reports: Sequence[Report]) -> list[StandingPlan]:
    """Return the plans that a reply tells whole: those made, and those that would undo what was written."""
    found: list[StandingPlan] = []
    for report in reports:
        plan = report.inverse if isinstance(report, Undone) else report
        if isinstance(plan, Planned):
            found.append(plan.standing)
    return found


def tell_plan(
    standing: StandingPlan, telling: Telling, in_words: InWords = in_no_words
) -> list[str]:
    """Return a plan whole: every operation with all that it writes, in the words of its desk where these say it all."""
    words = telling.words.effects
    blocks = [f"**{words['plan']}: {plain(standing.artifact.label)}**"]
    for number, operation in enumerate(standing.plan.operations, start=1):
        blocks += tell_operation(number, operation, telling, in_words)
        if operation.based_on:
            names = "; ".join(
                f"{plain(each.id)} ({plain(_short(each.revision))})" for each in operation.based_on
            )
            blocks.append(words["stands_on"].format(names=names))
    blocks.append(f"*{words['confirm'].format(digest=standing.plan.digest[:SHORT])}*")
    return blocks


def tell_operation(
    number: int, operation: Operation, telling: Telling, in_words: InWords
) -> list[str]:
    """Return an operation with all that it writes."""
    told = told_in_words(operation, telling.dossier, telling.language, in_words)
    if told is None:
        stored = visible(json.dumps(operation.body, ensure_ascii=False, indent=2))
        head, block = lead(one_line(operation.title)), _block([stored])
    else:
        head = inert(one_line(told.does))  # whole: it is what is confirmed
        block = _block((line for field in told.fields for line in lines_of(field)), "diff")
    system = inert(one_line(operation.system))
    return [f"{number}. **{head}** ({system})", *([block] if block else [])]


def _result(result: Mapping[str, JsonValue]) -> str:
    known = ((name, value) for name, value in result.items() if value not in ("", None, {}, []))
    return ", ".join(f"{plain(name)}={plain(str(value))}" for name, value in known)


@one_by_one
def tell_carried_out(report: CarriedOut, telling: Telling) -> list[str]:
    """Return how a confirmed plan stands, operation by operation."""
    return tell_standing(report, telling, _state)


def tell_standing(
    report: CarriedOut, telling: Telling, state: StateInWords, result: ResultInWords = _result
) -> list[str]:
    """Return how a confirmed plan stands, operation by operation, and what is there more than once."""
    words = telling.words.effects
    if report.written is None:
        return [words["forgotten"]]
    head = f"**{words['before' if report.before else 'written']}: {plain(report.title)}**"
    titles = {entry.id: entry.title for entry in report.plan.operations} if report.plan else {}
    every = report.written.operations
    named = {
        each.operation: lead(one_line(titles.get(each.operation, each.operation))) for each in every
    }
    lines = [
        f"{number}. {named[status.operation]} — {state(status, telling)}"
        for number, status in enumerate(every, start=1)
    ]
    blocks = [head, "\n".join(lines)]
    if report.written.is_open:
        blocks.append(f"*{words['open']}*")
    elif report.written.is_stopped:
        blocks.append(f"*{words['stopped']}*")
    twins = [status for status in every if status.twins]
    if twins:
        blocks += [
            f"**{words['twins']}**",
            bullets(_twin(twin, named, telling, result) for twin in twins),
        ]
    return blocks


def _twin(
    status: OperationStatus, named: Mapping[str, str], telling: Telling, result: ResultInWords
) -> str:
    words = telling.words.effects
    more = words["came_late" if status.state == "failed" else "is_twin"]
    found = "; ".join(map(result, status.twins))
    return f"{named[status.operation]} — {more.format(count=len(status.twins))} ({found})"


def _state(status: OperationStatus, telling: Telling) -> str:
    told = telling.words.effects[f"is_{status.state}"]
    if status.problem in CODES:
        details = {name: str(value) for name, value in status.result.items()}
        return f"{told} ({plain(refusal(status.problem, details, telling.language))})"
    return f"{told} ({plain(status.problem)})" if status.problem else told


def _block(lines: Iterable[str], kind: str = "") -> str:
    """Return lines as a block of code that none of them can end; none make none."""
    text = "\n".join(lines)
    longest = max((len(found) for found in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{kind}\n{text}\n{fence}" if text else ""


def _short(revision: str) -> str:
    """Return a revision as people compare it: of a digest its first digits."""
    return revision[:SHORT] if re.fullmatch("[0-9a-f]{64}", revision) else revision
