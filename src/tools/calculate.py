"""Computing with numbers and days that stand in the dossier."""

import re
from dataclasses import dataclass

from pydantic import Field

from src.dossier.claims import Calculation
from src.dossier.models import Dossier
from src.errors import NotCalculable
from src.grounding.calculation import LONGEST_EXPRESSION, MOST_INPUTS, calculated
from src.grounding.computing import computed
from src.grounding.formula import formula
from src.grounding.material import Bearing, Material
from src.grounding.terms import NO_CALENDAR, Calendar
from src.llm.forms import CalculationDraft, InputDraft
from src.tools.base import Arguments, Report, Tool, ToolResult
from src.tools.read import by_number

IF_A_TERM = (
    ". That is a Saturday, Sunday or public holiday: where a legal term ends, use term_{unit}, "
    "which gives {end}."
)


@dataclass(frozen=True)
class Calculated(Report):
    """A calculation that a model had made: an answer tells it, or where a desk gives none, the reply."""

    made: Calculation


class InputArgs(Arguments):
    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,30}$")
    value: str = Field(max_length=60)
    """As written."""
    source: int = Field(0, ge=0)
    """0: the user."""


class CalculateArgs(Arguments):
    inputs: list[InputArgs] = Field(min_length=1, max_length=MOST_INPUTS)
    expression: str = Field(min_length=1, max_length=LONGEST_EXPRESSION)
    """+ - * /, bands, months_through, add_days, term_weeks (legal)."""


class Calculate(Tool[CalculateArgs]):
    """Compute a number or a day."""

    args = CalculateArgs

    def __init__(self, calendar: Calendar = NO_CALENDAR) -> None:
        """Compute terms by this calendar."""
        self._calendar = calendar

    async def execute(self, dossier: Dossier, args: CalculateArgs) -> ToolResult:
        language = dossier.language or "nl"
        sources = {one.source: by_number(dossier, one.source) for one in args.inputs if one.source}
        said = [message.content for message in dossier.conversation if message.role == "user"]
        material = Material(
            "", tuple(sources.values()), {}, Bearing(), language=language, told="\n".join(said),
            calendar=self._calendar, facts_apart=False,
        )  # fmt: skip
        inputs = [
            InputDraft(
                name=input_args.name,
                value=input_args.value,
                source_id=sources[input_args.source].id if input_args.source else "user",
                quote="",
            )
            for input_args in args.inputs
        ]
        draft = CalculationDraft(id="c1", inputs=inputs, expression=args.expression, result="")
        sums = computed([draft], material)
        if sums.failed:
            raise NotCalculable(problem=sums.failed[0].problem)
        made = sums.made[0]
        told = f"{formula(made, language)}{_as_term(made, self._calendar)}"
        return ToolResult(Calculated(made), output=told)


def _as_term(made: Calculation, calendar: Calendar) -> str:
    """Return which day a legal term would end that ended on the day of a plain sum, where that is another one."""
    plain = re.match(r"\s*add_(\w+)\(", made.expression)
    if plain is None or made.result.startswith("--"):  # without a year no day is known to be free
        return ""
    operands = {entry.name: entry.value for entry in made.inputs}
    term = made.expression.replace("add_", "term_", 1)
    end = calculated(operands, term, calendar=calendar)
    return "" if end.value == made.result else IF_A_TERM.format(unit=plain[1], end=end.value)
