"""The desks that there are: the only place that names them, a line each."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from src.desks.plug import Plug, plain_presenter
from src.errors import NotAnAnsweringDesk

if TYPE_CHECKING:
    from src.answering.rules import AnswerRules
    from src.presenter import Presenter

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


def presenter_of(desk: str) -> "Presenter":
    """Return how the desk of this name speaks; one that is not here speaks plainly."""
    return next((one.presenter for one in plugs() if one.name == desk), plain_presenter)()


def answer_rules(desk: str) -> "AnswerRules":
    """Return how the answers of a desk are defended; ``NotAnAnsweringDesk`` where it has none or is not there."""
    rules = next((one.answer_rules for one in plugs() if one.name == desk), None)
    if rules is None:
        raise NotAnAnsweringDesk(desk=desk)
    return rules()


def _plug(package: str) -> Plug:
    plug = import_module(package).PLUG
    assert isinstance(plug, Plug), package
    return plug
