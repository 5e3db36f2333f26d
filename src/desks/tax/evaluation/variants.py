"""Ways to search that differ from the product's, each written as ``NAME=VALUE``."""

from collections.abc import Iterable
from dataclasses import fields, replace

from src.desks.tax.library.configuration import FIELDS, PRODUCT, Configuration
from src.errors import BadSettings

PLAIN = "plain"
"""The name under which the plain engine is compared with."""

_SWITCHES = {"on": 1.0, "off": 0.0}
_FIELDS = [field.name for field in FIELDS]


def variant(changes: Iterable[str]) -> Configuration:
    """Return the product's configuration with changes: ``citing=0``, ``pinned=off``; BadSettings for any other word."""
    configuration = PRODUCT
    for change in changes:
        name, _, value = change.partition("=")
        configuration = _changed(configuration, name.strip(), _number(change, value.strip()))
    return configuration


def names() -> tuple[str, ...]:
    """Return what may be changed."""
    parts = (part.name for part in fields(Configuration) if part.name != "fields")
    return (*sorted(_FIELDS), *parts)


def _changed(configuration: Configuration, name: str, value: float) -> Configuration:
    if name in _FIELDS:
        changed = tuple(
            replace(field, weight=value) if field.name == name else field
            for field in configuration.fields
        )
        return replace(configuration, fields=changed)
    if name not in names():
        raise BadSettings(problem=f"there is no {name!r} to compare with; there is: {_told()}")
    kept = type(getattr(configuration, name))
    return replace(configuration, **{name: kept(value)})


def _number(change: str, value: str) -> float:
    try:
        return _SWITCHES[value] if value in _SWITCHES else float(value)
    except ValueError as error:
        problem = (
            f"{change!r} is neither {PLAIN!r} nor NAME=VALUE, with as VALUE a number, on or off"
        )
        raise BadSettings(problem=problem) from error


def _told() -> str:
    return ", ".join((PLAIN, *(f"{name}=VALUE" for name in names())))


_OFF = {"core_prior": 1.0, "tax_prior": 1.0}
"""Factors: 1 is what leaves them out."""
_NO_PARTS = frozenset({"fields", "k1"})


def without_each_part() -> dict[str, Configuration]:
    """Return for each part that search now has, by its change, the configuration that leaves it out; never the text."""
    texts = [f"{name}=0" for name in _FIELDS if name != "body"]
    changes = [
        f"{part.name}={_OFF.get(part.name, 0):g}"
        for part in fields(Configuration)
        if part.name not in _NO_PARTS
    ]
    found = {change: variant([change]) for change in (*texts, *changes)}
    return {
        change: configuration for change, configuration in found.items() if configuration != PRODUCT
    }
