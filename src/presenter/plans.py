"""Plans in words: whole, as they are to be confirmed, and how they stand once they were."""

import json
import re
from collections.abc import Sequence

from src.dossier.plan import Operation, OperationStatus, StandingPlan
from src.errors import CODES, refusal
from src.presenter.telling import Telling
from src.tools.base import CarriedOut, Planned, Report, Undone
from src.wording.markdown import inert, lead, plain

SHORT = 12
"""Digits of a digest that people compare."""


def plans_told(reports: Sequence[Report]) -> list[StandingPlan]:
    """Return the plans that a reply tells whole: those made, and those that would undo what was written."""
    found: list[StandingPlan] = []
    for report in reports:
        plan = report.inverse if isinstance(report, Undone) else report
        if isinstance(plan, Planned):
            found.append(plan.standing)
    return found


def tell_plan(standing: StandingPlan, telling: Telling) -> list[str]:
    """Return a plan whole: every operation with all that it writes, exactly as it is written."""
    words = telling.words.effects
    blocks = [f"**{words['plan']}: {plain(standing.artifact.label)}**"]
    for number, operation in enumerate(standing.plan.operations, start=1):
        head = f"{number}. **{lead(_line(operation.title))}** ({inert(_line(operation.system))})"
        blocks += [head, _body(operation)]
        if operation.based_on:
            names = "; ".join(
                f"{plain(one.id)} ({plain(one.revision)})" for one in operation.based_on
            )
            blocks.append(words["stands_on"].format(names=names))
    blocks.append(f"*{words['confirm'].format(digest=standing.plan.digest[:SHORT])}*")
    return blocks


def tell_carried_out(reports: Sequence[CarriedOut], telling: Telling) -> list[str]:
    """Return how confirmed plans stand, operation by operation."""
    return [block for report in reports for block in _carried_out(report, telling)]


def _carried_out(report: CarriedOut, telling: Telling) -> list[str]:
    words = telling.words.effects
    if report.written is None:
        return [words["forgotten"]]
    head = f"**{words['before' if report.before else 'written']}: {plain(report.title)}**"
    titles = {one.id: one.title for one in report.plan.operations} if report.plan else {}
    lines = [
        f"{number}. {lead(_line(titles.get(one.operation, one.operation)))} — {_state(one, telling)}"
        for number, one in enumerate(report.written.operations, start=1)
    ]
    blocks = [head, "\n".join(lines)]
    if report.written.is_open:
        blocks.append(f"*{words['open']}*")
    elif any(one.state == "failed" for one in report.written.operations):
        blocks.append(f"*{words['stopped']}*")
    return blocks


def _state(status: OperationStatus, telling: Telling) -> str:
    told = telling.words.effects[f"is_{status.state}"]
    if status.problem in CODES:
        details = {name: str(value) for name, value in status.result.items()}
        return f"{told} ({plain(refusal(status.problem, details, telling.language))})"
    return f"{told} ({plain(status.problem)})" if status.problem else told


def _body(operation: Operation) -> str:
    """Return what an operation writes as a block of code; what can't be seen in it is written so that it can."""
    text = json.dumps(operation.body, ensure_ascii=False, indent=2)
    seen = "".join(one if one == "\n" or one.isprintable() else _escaped(one) for one in text)
    longest = max((len(one) for one in re.findall("`+", seen)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{seen}\n{fence}"


def _escaped(sign: str) -> str:
    return json.dumps(sign)[1:-1]


def _line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
