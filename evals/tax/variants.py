"""Ways to search that differ from the product's, each written as ``NAME=VALUE``."""

from collections.abc import Iterable
from dataclasses import fields

from evals.changes import changed
from src.desks.tax.library.configuration import FIELDS, PRODUCT, Configuration

_FIELDS = [field.name for field in FIELDS]


def variant(changes: Iterable[str]) -> Configuration:
    """Return the product's configuration with changes: ``citing=0``, ``pinned=off``; BadSettings for any other word."""
    return changed(PRODUCT, changes)


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
