"""Calculations as data: named inputs, an expression, and the result by code. Pure.

``simpleeval`` walks the expression, with decimals, days and the functions below and nothing else of Python.
"""

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, DecimalException, localcontext
from functools import partial
from typing import Any, Literal

from dateutil.relativedelta import relativedelta
from simpleeval import InvalidExpression, SimpleEval

from src.errors import NotCalculable
from src.grounding.terms import NO_CALENDAR, Calendar, Unit
from src.language.measures import measures
from src.language.numbers import Quantity, counted, quantities
from src.llm.forms import EXPRESSION

Kind = Literal["amount", "rate", "number", "date"]
Value = Decimal | date

LONGEST_EXPRESSION = 500
MOST_INPUTS = 20
LARGEST = Decimal(10) ** 15

CONSTANTS = frozenset(
    map(Decimal, (0, 1, 2, 3, 4, 7, 10, 12, 13, 24, 52, 60, 100, 360, 365, 366, 1000))
)
"""Numbers of the method, which need no evidence: months of a year, parts of a hundred."""

_YEARS = range(2001, 2029)
"""Years that begin on each day of the week, leap years among them: a day without a year must come out alike in all."""

_UNITS: tuple[Unit, ...] = ("days", "weeks", "months", "years")

CLOCK = re.compile(
    r"(?<![\w:.,-])~?(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\w:])(?: ?(?:uur|u|h)\b)?"
)
"""A time of the day; one taken from another gives minutes."""

COUNTS = frozenset(("days_between", "months_through"))
"""Functions that count what lies between two days."""

METHOD = frozenset("0 1 2 3 4 6 7 12 52 365 366".split())
"""Numbers of periods, of shares and of places: no rate, threshold or amount can be said by one alone."""

_OPERATORS: Mapping[type[ast.operator | ast.unaryop], Callable[..., Value]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.USub: lambda value: -value,
}


@dataclass(frozen=True)
class Result:
    """What code came to."""

    kind: Kind
    value: str
    """A decimal number, of a rate the per cents; a day as ISO 8601, ``--04-12`` where no year is known."""
    corrects: bool = False
    """Whether the model had said something else."""


def calculated(
    inputs: Mapping[str, str], expression: str, said: str = "", calendar: Calendar = NO_CALENDAR
) -> Result:
    """Return the result of an expression over inputs by name; ``said`` is what the model makes it.

    Inputs are as they are written, with their sign: ``€ 158.669``, ``10 %``, ``1 maart 2026``, ``zes weken``.
    What is said stands where it is the result rounded, half up or down. Raises ``NotCalculable``.
    """
    if len(expression) > LONGEST_EXPRESSION or len(inputs) > MOST_INPUTS:
        raise NotCalculable(problem="the calculation is too long: give it in parts")
    read = {name: one_quantity(value) for name, value in inputs.items()}
    _check_units(inputs, expression)
    known = METHOD | ({"100"} if any(entry.kind == "rate" for entry in read.values()) else set())
    for number in _constants(expression):
        if number not in known:  # such as a rate, which something has to state
            problem = f"“{number}” is no input: name it as one, with where it is written"
            raise NotCalculable(problem=problem)
    claimed = one_quantity(said) if said.strip() else None
    if any(quantity.kind == "date" and quantity.day is None for quantity in read.values()):
        dated = [{name: _in_year(entry, year) for name, entry in read.items()} for year in _YEARS]
        came = [_evaluated(_values(each, parts=True), expression, calendar) for each in dated]
        days = {value for value in came if isinstance(value, date)}
        if days:
            return _of_any_year(days, claimed)
        # Below zero a day of another year is meant.
        if len({*came}) > 1 or any(isinstance(value, Decimal) and value < 0 for value in came):
            raise NotCalculable(problem="name the year of each day")
        read = dated[0]
    for parts in (True, False):  # a rate is a part of one; some write "/ 100" behind it themselves
        value = _evaluated(_values(read, parts), expression, calendar)
        if claimed is not None and _says(claimed, value):
            kind = _kind(read, value, claimed)
            # Of a day its year may be said.
            return Result(kind, claimed.value if claimed.kind == kind else _plain(value, kind))
    value = _evaluated(_values(read, parts=True), expression, calendar)
    kind = _kind(read, value, claimed)
    _check_said_unit(said, inputs.values(), kind)
    return Result(kind, _plain(value, kind), corrects=claimed is not None)


def one_quantity(text: str) -> Quantity:
    """Return the only number or day of a text; raises ``NotCalculable`` where there is none, or more."""
    if clock := CLOCK.fullmatch(text.strip()):
        return Quantity("number", clock_time(clock), text, (0, len(text)))
    found = quantities(counted(text))
    # Millions, minutes or metres: nobody can tell.
    is_short = re.fullmatch(r"[0-9.,]+\s?m", text.strip(), re.IGNORECASE)
    if len(found) != 1 or is_short:
        raise NotCalculable(
            problem=f"“{text}” is not one number or day: give each as it is written"
        )
    return found[0]


def clock_time(found: re.Match[str]) -> str:
    """Return a time of the day as it is compared: ``08:05`` for "8:05 uur"."""
    return f"{int(found['hour']):02}:{found['minute']}"


def _constants(expression: str) -> list[str]:
    """Return what an expression has that is no name; nothing of one that can't be read, as it is not computed."""
    try:
        parsed = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError):
        return []
    return [str(node.value) for node in ast.walk(parsed) if isinstance(node, ast.Constant)]


def _check_units(inputs: Mapping[str, str], expression: str) -> None:
    """Refuse a term in weeks that is added as months."""
    for name, value in inputs.items():
        units = _units(value)
        used = re.findall(
            rf"_(days|weeks|months|years)\((?:[^()]|\([^()]*\))*,\s*{re.escape(name)}\s*\)",
            expression,
        )
        if units and set(used) - units:
            unit = min(units)
            raise NotCalculable(
                problem=f"“{value}” is counted in {unit}: use add_{unit} or term_{unit}"
            )


def _check_said_unit(said: str, given: Iterable[str], kind: Kind) -> None:
    """Refuse a result in days that code can only give in weeks: its number would get the wrong unit."""
    units = {unit for value in given for unit in _units(value)}
    if kind == "number" and _units(said) and units and _units(said) != units:
        raise NotCalculable(
            problem=f"“{said}” is not counted in {', '.join(sorted(units))}, as what goes in is: say it in those"
        )


def _units(text: str) -> set[Unit]:
    counted_in = {f"{entry.unit}s" for entry in measures(text)}
    return {unit for unit in _UNITS if unit in counted_in}


def in_place_of(given: str, right: str) -> str:
    """Return a right result with the words around the wrong number: "7 weeks" for "8 weeks"."""
    (start, end), said = one_quantity(given).span, counted(given)
    return f"{said[:start]}{right}{said[end:]}"


def _values(read: Mapping[str, Quantity], parts: bool) -> dict[str, Value]:
    return {name: _value(quantity, parts) for name, quantity in read.items()}


def _value(quantity: Quantity, parts: bool) -> Value:
    if quantity.day is not None:
        return quantity.day
    if clock := CLOCK.fullmatch(quantity.value):
        return datetime(1, 1, 1, int(clock["hour"]), int(clock["minute"]))  # noqa: DTZ001  # of any day and zone
    if quantity.number is None:
        raise NotCalculable(problem=f"“{quantity.words}” can't be read as a number")
    if quantity.kind == "rate" and parts:
        return quantity.number / (1000 if "‰" in quantity.words else 100)
    return quantity.number


def _of_any_year(days: set[date], claimed: Quantity | None) -> Result:
    """Return the day of the year that a term ends, where that is the same in every year."""
    ends = {f"-{day.isoformat()[4:]}" for day in days}
    if len(ends) > 1:
        raise NotCalculable(problem="name the year: the result depends on it")
    end = ends.pop()
    return Result("date", end, corrects=claimed is not None and claimed.value[-5:] != end[-5:])


def _in_year(quantity: Quantity, year: int) -> Quantity:
    if quantity.kind != "date" or quantity.day is not None:
        return quantity
    return Quantity("date", f"{year}{quantity.value[1:]}", quantity.words, quantity.span)


def _evaluated(values: Mapping[str, Value], expression: str, calendar: Calendar) -> Value:
    evaluator = SimpleEval(dict(_OPERATORS), functions(calendar), dict(values))
    evaluator.nodes = {
        kind: handler
        for kind, handler in evaluator.nodes.items()
        if kind in (ast.Name, ast.UnaryOp, ast.BinOp, ast.Call)
    } | {ast.Constant: lambda node: Decimal(str(node.value))}
    try:
        with localcontext(prec=40):
            parsed = ast.parse(expression.strip(), mode="eval").body
            value = evaluator.eval(expression, parsed)
    except NotCalculable:
        raise
    except (
        InvalidExpression,
        SyntaxError,
        AttributeError,
        TypeError,
        ValueError,
        ArithmeticError,
        RecursionError,
    ):
        raise NotCalculable(
            problem=f"the expression can't be computed: use the names of the inputs, and {EXPRESSION}"
        ) from None
    if isinstance(value, int):
        value = Decimal(value)
    if isinstance(value, timedelta):  # what ends at an earlier time than it began ended a day on
        value = Decimal((value + timedelta(days=value < timedelta())) // timedelta(minutes=1))
    is_clock = isinstance(value, date) and value.year == 1
    if (
        is_clock
        or not isinstance(value, Decimal | date)
        or (isinstance(value, Decimal) and not (value.is_finite() and abs(value) < LARGEST))
    ):
        raise NotCalculable(problem="the result is no number and no day")
    return value


def functions(calendar: Calendar) -> dict[str, Callable[..., Any]]:
    """Return the functions that an expression may call."""
    terms: dict[str, Callable[..., Any]] = {}
    for unit in _UNITS:
        terms[f"add_{unit}"] = partial(added, unit=unit)
        terms[f"term_{unit}"] = _term(unit, calendar)
    return {
        "half_up": lambda value, places=0: _rounded(value, places, ROUND_HALF_UP),
        "down": lambda value, places=0: _rounded(value, places, ROUND_DOWN),
        "min": min,
        "max": max,
        "bands": lambda amount, *tariff: sum(part * rate for part, rate in bands(amount, *tariff)),
        "days_between": lambda first, last: Decimal((last - first).days),
        "months_through": months_through,
        "end_of_year": end_of_year,
        **terms,
    }


def bands(amount: Decimal, *tariff: Decimal) -> list[tuple[Decimal, Decimal]]:
    """Return what of an amount falls in each band, with its rate: ``bands(x, 158669, 0.10, 0.20)``.

    ``tariff`` is the end of a band and its rate, in turn, and in the end the rate above all.
    """
    if len(tariff) % 2 == 0:
        raise NotCalculable(
            problem="bands: give the end and the rate of each band, and last the rate above them"
        )
    ends = [Decimal(0), *tariff[:-1:2], max(amount, *tariff[:-1:2], Decimal(0))]
    if ends != sorted(ends):
        raise NotCalculable(problem="bands: name the ends from low to high")
    rates = [*tariff[1::2], tariff[-1]]
    parts = (
        (min(amount, end) - start, rate)
        for start, end, rate in zip(ends[:-1], ends[1:], rates, strict=True)
    )
    return [(part, rate) for part, rate in parts if part > 0]


def _term(unit: Unit, calendar: Calendar) -> Callable[[date | Decimal, Decimal], date]:
    return lambda day, count: calendar.end_of_term(added(day, count, unit), count, unit)


def months_through(first: date, last: date) -> Decimal:
    """Return the months from one day through another, both counted."""
    span = relativedelta(last + timedelta(days=1), first)
    if span.days or last < first:
        raise NotCalculable(problem=f"{first} through {last} are no whole months: count days")
    return Decimal(12 * span.years + span.months)


def end_of_year(year: date | Decimal) -> date:
    """Return the last day of a year, or of that of a day."""
    if isinstance(year, date):
        return date(year.year, 12, 31)
    if year != int(year) or not 1600 <= year <= 2199:
        raise NotCalculable(problem=f"{year} is neither a day nor a year")
    return date(int(year), 12, 31)


def added(day: date | Decimal, count: Decimal, unit: Unit) -> date:
    """Return the day so many days, weeks, months or years on; a month that lacks the day has its last.

    A year as such is a period: what is counted from it is counted from its end.
    """
    day = day if isinstance(day, date) else end_of_year(day)
    if count != int(count) or abs(count) > 10_000:
        raise NotCalculable(problem="a term is a whole number of days, weeks, months or years")
    whole = int(count)
    if unit in ("days", "weeks"):
        return day + timedelta(days=whole * (7 if unit == "weeks" else 1))
    return day + (relativedelta(months=whole) if unit == "months" else relativedelta(years=whole))


def _rounded(value: Decimal, places: Decimal | int, how: str) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-int(places)), rounding=how)


def _says(claimed: Quantity, value: Value) -> bool:
    """Return whether a number or day that was said is a value, or that value rounded."""
    if isinstance(value, date):
        is_year = (value.month, value.day) == (12, 31) and claimed.number == value.year
        return is_year or claimed.day == value or claimed.value == f"-{value.isoformat()[4:]}"
    if claimed.number is None:
        return False
    if claimed.kind == "rate":
        value *= 1000 if "‰" in claimed.words else 100
    places = len(claimed.value.partition(".")[2])
    written = re.search(r"[.,]([0-9]{1,2})\D*\Z", claimed.words)
    places = max(places, len(written[1])) if written else places
    try:
        return claimed.number in {
            _rounded(abs(value), places, how) for how in (ROUND_HALF_UP, ROUND_DOWN)
        }
    except DecimalException:
        return False


def _kind(read: Mapping[str, Quantity], value: Value, claimed: Quantity | None) -> Kind:
    if isinstance(value, date):
        return "date"
    kinds = {quantity.kind for quantity in read.values()}
    if claimed is not None and claimed.kind != "date":
        return claimed.kind
    if "amount" in kinds:
        return "amount"
    if "date" in kinds:
        return "number"
    return "rate" if kinds == {"rate"} else "number"


def _plain(value: Value, kind: Kind) -> str:
    """Return a value as it is kept: of an amount at most its cents, of any other number six decimals."""
    if isinstance(value, date):
        return value.isoformat()
    value = value * 100 if kind == "rate" else value
    short = _rounded(value, 2 if kind == "amount" else 6, ROUND_HALF_UP)
    return f"{short.normalize():f}"
