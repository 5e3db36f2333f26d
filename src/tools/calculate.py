"""Computing with numbers and days that stand in the dossier."""

from dataclasses import dataclass

from pydantic import Field

from src.dossier.blobs import sha256_of
from src.dossier.claims import Calculation
from src.dossier.models import Artifact, Dossier
from src.dossier.patch import DossierPatch
from src.errors import NotCalculable
from src.grounding.calculation import LONGEST_EXPRESSION, MOST_INPUTS
from src.grounding.computing import as_term, computed
from src.grounding.formula import formula
from src.grounding.material import Bearing, Material
from src.grounding.terms import NO_CALENDAR, Calendar
from src.llm.forms import CalculationDraft, InputDraft
from src.tools.base import Arguments, Report, Tool, ToolResult
from src.tools.read import by_number

IF_A_TERM = (
    ". That is a Saturday, Sunday or public holiday: where a legal term ends, use {operation}, "
    "which gives {end}."
)


@dataclass(frozen=True)
class Calculated(Report):
    """A calculation that a model had made: an answer tells it, or where a desk gives none, the reply."""

    made: Calculation


CALCULATION = "calculation"
"""Kind of artifact: a calculation that is kept, so that a model may name its result in its own words."""


def calculations_kept(dossier: Dossier) -> tuple[Calculation, ...]:
    """Return the calculations that a dossier holds beside its answers."""
    kept = (artifact for artifact in dossier.artifacts if artifact.kind == CALCULATION)
    return tuple(Calculation.model_validate(artifact.data) for artifact in kept)


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

    def __init__(self, calendar: Calendar = NO_CALENDAR, *, keeps: bool = False) -> None:
        """Compute terms by this calendar; ``keeps``: what is computed comes into the dossier, the same once."""
        self._calendar = calendar
        self._keeps = keeps

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
        told, term = formula(made, language), as_term(made, self._calendar)
        name = f"{CALCULATION}-{sha256_of(told.encode())[:12]}"
        data = made.model_dump(mode="json")
        kept = Artifact(id=name, kind=CALCULATION, title=told, data=data)
        if term:
            operation, _, _ = term.expression.strip().partition("(")
            told += IF_A_TERM.format(operation=operation, end=term.result)
        patch = DossierPatch(put_artifacts=(kept,) if self._keeps else ())
        return ToolResult(Calculated(made), patch, output=told)
