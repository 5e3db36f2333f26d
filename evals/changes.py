"""Changes to what the parts of a search weigh, as they are told on the command line: ``NAME=VALUE``. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import TypeVar

from evals.plain import PLAIN
from src.errors import BadSettings
from src.search.corpus import Weights

_SWITCHES = {"on": 1.0, "off": 0.0}

AnyWeights = TypeVar("AnyWeights", bound=Weights)


def changed(
    weights: AnyWeights,
    changes: Iterable[str],
    groups: Mapping[str, Callable[[AnyWeights], AnyWeights]] = MappingProxyType({}),
) -> AnyWeights:
    """Return weights with changes: ``bigrams=0``, ``pinned=off``; ``BadSettings`` for any other word.

    ``groups`` leave out several parts at once, each under its name.
    """
    for change in changes:
        name, _, told = change.partition("=")
        name, value = name.strip(), _number(change, told.strip())
        group = groups.get(name) if not value else None
        weights = group(weights) if group else _changed(weights, name, value, groups)
    return weights


def _changed(weights: AnyWeights, name: str, value: float, groups: Iterable[str]) -> AnyWeights:
    if any(one.name == name for one in weights.fields):
        kept = (replace(one, weight=value) if one.name == name else one for one in weights.fields)
        return replace(weights, fields=tuple(kept))
    numbers = [one.name for one in fields(weights) if one.name != "fields"]
    if name not in numbers:
        names = (*groups, *sorted(one.name for one in weights.fields), *numbers)
        told = ", ".join((PLAIN, *(f"{one}=VALUE" for one in names)))
        raise BadSettings(problem=f"there is no {name!r} to compare with; there is: {told}")
    return replace(weights, **{name: type(getattr(weights, name))(value)})


def _number(change: str, value: str) -> float:
    try:
        return _SWITCHES[value] if value in _SWITCHES else float(value)
    except ValueError as error:
        problem = (
            f"{change!r} is neither {PLAIN!r} nor NAME=VALUE, with as VALUE a number, on or off"
        )
        raise BadSettings(problem=problem) from error
