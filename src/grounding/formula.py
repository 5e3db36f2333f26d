"""How a calculation reads: ``€ 158.669 x 10 % + ... = € 18.887``, with a note at each number that goes in. Pure."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from src.dossier.claims import Calculation, CalculationInput
from src.dossier.models import Language
from src.grounding.calculation import CLOCK, bands, one_quantity
from src.language.months import DUTCH, ENGLISH
from src.texts import beside

Note = Callable[[CalculationInput], str]
"""Returns what stands behind a number that goes in, such as `` [2]``."""

_SIGNS: Mapping[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 1),
    ast.Sub: ("-", 1),
    ast.Mult: ("x", 2),
    ast.Div: (":", 2),
}
_WORDS = beside(__file__, "formula")
_YEAR = re.compile(r"1[6-9][0-9]{2}|2[01][0-9]{2}")
"""A year as it is written: without a point or comma for its thousands."""


def formula(made: Calculation, language: Language, note: Note = lambda given: "") -> str:  # noqa: ARG005  # no notes
    """Return a calculation as a person reads it, with its result."""
    names = {calculation_input.name: calculation_input for calculation_input in made.inputs}
    body = ast.parse(made.expression.strip(), mode="eval").body
    return f"{_Formula(names, language, note).of(body)} = {result(made, language)}"


def result(made: Calculation, language: Language) -> str:
    """Return the result of a calculation as it is written in a language."""
    if made.kind == "date":
        return _day(made.result, language)
    if made.kind == "number" and any(re.fullmatch(r"[0-9]{4,}", one.value) for one in made.inputs):
        return made.result  # a port is no amount: it is written as it was given
    number = _number(Decimal(made.result), language, cents=made.kind == "amount")
    if made.kind == "number" and all(CLOCK.fullmatch(entry.value) for entry in made.inputs):
        return f"{number} {_WORDS[language]['minutes']}"
    if made.kind == "number" and _YEAR.fullmatch(made.result):
        is_year = any(_YEAR.fullmatch(calculation_input.value) for calculation_input in made.inputs)
        return made.result if is_year else number
    return {"amount": f"€ {number}", "rate": f"{number} %", "number": number}[made.kind]


class _Formula:
    def __init__(
        self, names: Mapping[str, CalculationInput], language: Language, note: Note
    ) -> None:
        self._names, self._language, self._note = names, language, note

    def of(self, node: ast.expr, above: int = 0) -> str:
        """Return a part of an expression in words; ``above`` is how strongly what stands around it binds."""
        if isinstance(node, ast.BinOp):
            sign, strength = _SIGNS[type(node.op)]
            right = self.of(node.right, strength + (sign in "-:"))
            said = f"{self.of(node.left, strength)} {sign} {right}"
            return f"({said})" if strength < above else said
        if isinstance(node, ast.UnaryOp):
            return f"-{self.of(node.operand, 3)}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = self._call(node.func.id, node.args)
            return f"({said})" if above else said
        if isinstance(node, ast.Name):
            given = self._names[node.id]
            is_foreign = any(
                re.search(words["units"], given.value, re.IGNORECASE)
                for text, words in _WORDS.items()
                if text != self._language
            )
            value = f"“{given.value}”" if is_foreign else given.value
            return f"{value}{self._note(given)}"
        return ast.unparse(node)

    def _call(self, name: str, given: Sequence[ast.expr]) -> str:
        if name == "bands":
            return self._bands(given)
        parts = [self.of(expr) for expr in given]
        words = _WORDS[self._language]
        if name == "end_of_year" and isinstance(given[0], ast.Name):
            of = one_quantity(self._names[given[0].id].value)
            if of.kind == "date":
                return _day(f"{of.value[:-5]}12-31", self._language)
        if name in words["calls"]:
            return str(words["calls"][name]).format(*parts, all=", ".join(parts))
        kind, _, unit = name.partition("_")
        says_unit = isinstance(given[1], ast.Name) and not parts[1].split(" [")[0].isdigit()
        term = parts[1] if says_unit else f"{parts[1]} {words['terms'][unit]}"
        said = f"{parts[0]} + {term}"
        return str(words["moved"]).format(said) if kind == "term" else said

    def _bands(self, given: Sequence[ast.expr]) -> str:
        """Return a tariff as the sum of what falls in each band."""
        names = [expr.id for expr in given if isinstance(expr, ast.Name)]
        if len(names) < len(given):
            return ast.unparse(given[0])
        values = [one_quantity(self._names[name].value).number or Decimal(0) for name in names]
        rates = [*names[2::2], names[-1]]
        parts = bands(values[0], *values[1:])
        return " + ".join(
            f"€ {_number(part, self._language, cents=True)} x {self.of(ast.Name(rate))}"
            for (part, _), rate in zip(parts, rates, strict=False)
        )


def _number(value: Decimal, language: Language, *, cents: bool) -> str:
    whole = value.to_integral_value()
    broken = f"{value:,.2f}" if cents else f"{value:,f}"
    written = f"{whole:,f}" if value == whole else broken
    return written.translate(str.maketrans(",.", ".,")) if language == "nl" else written


def _day(value: str, language: Language) -> str:
    month, day = int(value[-5:-3]), int(value[-2:])
    year = "" if value.startswith("--") else f" {date.fromisoformat(value).year}"
    name = DUTCH[month - 1] if language == "nl" else ENGLISH[month - 1].capitalize()
    return f"{day} {name}{year}"
