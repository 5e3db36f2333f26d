"""Computing with numbers and days that stand in the dossier."""

from dataclasses import dataclass

from pydantic import Field

from src.dossier.claims import Calculation, CalculationInput
from src.dossier.models import Dossier
from src.errors import NotCalculable
from src.grounding.calculation import (
    LONGEST_EXPRESSION,
    MOST_INPUTS,
    Operand,
    calculated,
    one_quantity,
)
from src.grounding.evidence import states
from src.grounding.formula import formula
from src.grounding.terms import NO_CALENDAR, Calendar
from src.llm.forms import EXPRESSION
from src.tools.base import Arguments, Report, Tool, ToolResult
from src.tools.read import by_number


@dataclass(frozen=True)
class Calculated(Report):
    """A calculation that a model had made: the answer tells it, once one is given."""

    made: Calculation


class InputArgs(Arguments):
    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,30}$", description="As in the expression.")
    value: str = Field(
        max_length=60, description="As written there: '1,500', '10 %', '1 maart 2026', 'zes weken'."
    )
    source: int = Field(0, ge=0, description="Its number; 0: the user told it.")


class CalculateArgs(Arguments):
    inputs: list[InputArgs] = Field(min_length=1, max_length=MOST_INPUTS)
    expression: str = Field(min_length=1, max_length=LONGEST_EXPRESSION, description=EXPRESSION)


class Calculate(Tool[CalculateArgs]):
    """Compute a number or a day from what sources or the user say."""

    args = CalculateArgs

    def __init__(self, calendar: Calendar = NO_CALENDAR) -> None:
        """Compute terms by this calendar."""
        self._calendar = calendar

    async def execute(self, dossier: Dossier, args: CalculateArgs) -> ToolResult:
        given = [Operand(one.name, one.value) for one in args.inputs]
        for one in args.inputs:
            _check(one, dossier)
        made = calculated(given, args.expression, calendar=self._calendar)
        inputs = tuple(CalculationInput(name=one.name, value=one.value) for one in args.inputs)
        kept = Calculation(
            id="c1", inputs=inputs, expression=args.expression, kind=made.kind, result=made.value
        )
        return ToolResult(Calculated(kept), output=formula(kept, dossier.language or "nl"))


def _check(one: InputArgs, dossier: Dossier) -> None:
    """Refuse a number that stands nowhere: what nobody told can't be computed with."""
    said = [message.content for message in dossier.conversation if message.role == "user"]
    where = by_number(dossier, one.source).content if one.source else "\n".join(said)
    if not states(where, one_quantity(one.value)):
        place = f"source {one.source}" if one.source else "what the user told"
        raise NotCalculable(problem=f"“{one.value}” does not stand in {place}")
