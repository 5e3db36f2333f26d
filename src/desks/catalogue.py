"""The desks that there are: the only place that names them, a line each."""

from collections.abc import Sequence
from importlib import import_module

from src.desks.plug import Plug

DESKS = ("src.desks.tax",)
"""Packages of desks; each has a ``PLUG``."""


def plugs(packages: Sequence[str] = DESKS) -> tuple[Plug, ...]:
    """Return what is known of each desk before anything is built; a name that is there twice raises ``ValueError``."""
    found = tuple(_plug(package) for package in packages)
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two desks are called {name}")
    return found


def _plug(package: str) -> Plug:
    plug = import_module(package).PLUG
    assert isinstance(plug, Plug), package
    return plug
