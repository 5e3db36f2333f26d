"""The calculations of a draft: each number that goes in stands somewhere, and code computes the result. Pure."""

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from src.dossier.claims import Calculation, CalculationInput
from src.dossier.models import Language, is_of_client
from src.errors import NotCalculable
from src.grounding.calculation import (
    CLOCK,
    CONSTANTS,
    COUNTS,
    METHOD,
    calculated,
    clock_time,
    in_place_of,
    one_quantity,
)
from src.grounding.evidence import are_equal, states
from src.grounding.formula import result
from src.grounding.gate import find
from src.grounding.material import Material
from src.grounding.pieces import USER
from src.grounding.terms import Calendar
from src.language.numbers import Quantity, quantities, states_term
from src.llm.forms import CalculationDraft, FailedSentence, InputDraft

CONSTANT = "constant"


@dataclass(frozen=True)
class Computed:
    """What became of the calculations of a draft."""

    made: tuple[Calculation, ...] = ()
    failed: tuple[FailedSentence, ...] = ()

    @property
    def put_right(self) -> list[str]:
        """Which results the model had wrong, each with the right one."""
        return [f"{each.id}: {each.given} -> {each.result}" for each in self.made if each.given]

    def covers(self, words: str) -> bool:
        """Return whether each number and day in these words is a result, or goes into one."""
        wanted = quantities(words)
        known = [value for made in self.made for value in _values(made)]
        return bool(wanted) and all(
            any(are_equal(entry, other) for other in known) for entry in wanted
        )

    def corrected(self, text: str, language: Language) -> str:
        """Return a text with the right results in place of wrong ones that the model had computed."""
        for each in self.made:
            if each.given:
                right = in_place_of(each.given, result(each, language))
                text = right.join(re.split(rf"(?<![\w.,]){re.escape(each.given)}(?![.,]?\w)", text))
        return text


NOTHING_COMPUTED = Computed()


def computed(drafts: Sequence[CalculationDraft], material: Material) -> Computed:
    """Return the calculations that can be made, and why the others can't."""
    made: list[Calculation] = []
    failed: list[FailedSentence] = []
    missing: set[str] = set()
    for draft in drafts:
        try:
            needed = missing.intersection(input_draft.source_id for input_draft in draft.inputs)
            if needed:
                raise NotCalculable(problem=f"it needs {min(needed)}, which can't be computed")
            made.append(_made(draft, made, material))
        except NotCalculable as fault:
            missing.add(draft.id)
            problem = fault.details["problem"]
            told = f"{draft.id}: {draft.expression} = {draft.result}"
            failed.append(FailedSentence(text=told, problem=problem, not_in_source=[]))
    return Computed(tuple(made), tuple(failed))


def as_term(made: Calculation, calendar: Calendar) -> Calculation | None:
    """Return a plain day of a sum as the end of a legal term; None where that is the same day, or nothing is known."""
    if not made.expression.strip().startswith("add_") or made.result.startswith("--"):
        return None  # without a year no day is known to be free
    expression = made.expression.replace("add_", "term_", 1)
    given = {entry.name: entry.value for entry in made.inputs}
    end = calculated(given, expression, calendar=calendar).value
    term = made.model_copy(update={"expression": expression, "result": end})
    return None if end == made.result else term


def _made(
    draft: CalculationDraft, before: Sequence[Calculation], material: Material
) -> Calculation:
    if not re.fullmatch(r"\w{1,20}", draft.id) or any(entry.id == draft.id for entry in before):
        raise NotCalculable(problem="give each calculation an id of its own: c1, c2")
    inputs = tuple(_input(input_draft, before, material) for input_draft in draft.inputs)
    given = {entry.name: entry.value for entry in inputs}
    came = calculated(given, draft.expression, draft.result, material.calendar)
    return Calculation(
        id=draft.id,
        inputs=inputs,
        expression=draft.expression,
        kind=came.kind,
        result=came.value,
        given=draft.result if came.corrects else "",
    )


def _input(each: InputDraft, before: Sequence[Calculation], material: Material) -> CalculationInput:
    """Return a number that goes in; raises where it does not stand where it is said to."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,30}", each.name):
        raise NotCalculable(problem=f"“{each.name}” is no name for an input: use small letters")
    earlier = next((made for made in before if made.id == each.source_id), None)
    if earlier is not None:
        return CalculationInput(
            name=each.name, value=result(earlier, material.language), source_id=earlier.id
        )
    wanted = one_quantity(each.value)
    source = material.by_id.get(each.source_id)
    by_user = each.source_id in USER and source is None
    # What the user told of the case stays theirs, whichever source a model names for it.
    may_be = by_user or (wanted.kind != "rate" and each.source_id != CONSTANT)
    stands = source is not None and _states(source.content, wanted)
    told = f"{material.question}\n{material.told}"
    try:
        if may_be and not stands and _states(told, wanted):
            return CalculationInput(name=each.name, value=each.value)
        if not by_user:
            return _of_source(each, wanted, material)
        problem = "compute it, such as by months_through, or give what was told"
        raise NotCalculable(problem=f"the user did not tell “{each.value}”: {problem}")
    except NotCalculable:
        # Twelve months are a year, whoever says so.
        is_named = each.source_id == CONSTANT and wanted.number in CONSTANTS
        if wanted.kind != "number" or not (is_named or wanted.value in METHOD):
            raise
        return CalculationInput(name=each.name, value=each.value, source_id=CONSTANT)


def _of_source(one: InputDraft, wanted: Quantity, material: Material) -> CalculationInput:
    source = material.by_id.get(one.source_id)
    if source is None:
        raise NotCalculable(problem=f"there is no source {one.source_id}")
    is_fact = material.facts_apart and is_of_client(source)
    if is_fact and (wanted.kind == "rate" or states_term(one.value)):
        raise NotCalculable(problem=f"“{one.value}” stands in a document of the user's alone")
    place = find(one.quote, source.content) if one.quote.strip() else None
    within = source.content[place.start : place.end] if place else source.content
    if not _states(within, wanted):
        raise NotCalculable(problem=f"“{one.value}” does not stand in the quote of {one.source_id}")
    return CalculationInput(
        name=one.name,
        value=one.value,
        source_id=source.id,
        quote=within if place else "",
        start=place.start if place else None,
        end=place.end if place else None,
    )


def _states(text: str, wanted: Quantity) -> bool:
    if CLOCK.fullmatch(wanted.value):
        return wanted.value in map(clock_time, CLOCK.finditer(text))
    return states(text, wanted)


def _values(made: Calculation) -> Iterable[Quantity]:
    yield Quantity(made.kind, made.result, made.result, (0, 0))
    for calculation_input in made.inputs:
        yield from quantities(calculation_input.value)
    given = {entry.name: entry.value for entry in made.inputs}
    for part in ast.walk(ast.parse(made.expression.strip(), mode="eval")):
        if (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in COUNTS
        ):
            came = calculated(given, ast.unparse(part))
            yield Quantity(came.kind, came.value, came.value, (0, 0))
