"""The desks that there are: the only place that names them, a line each."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from src.desks.plug import Plug, plain_presenter
from src.errors import BadSettings, CodeTaken, NotAnAnsweringDesk

if TYPE_CHECKING:
    from pathlib import Path

    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk
    from src.dossier.models import Dossier, SourceBase
    from src.dossier.state_file import ForeignReader
    from src.intake.step import Admit
    from src.presenter import Presenter
    from src.settings import Settings

Installed = Sequence[str | Plug]
"""Desks that are there: packages with a ``PLUG``, or plugs."""

DESKS: Installed = (
    "src.desks.tax",
    "src.desks.docs",
    "src.desks.azure",
    "src.desks.tsg",
    "src.desks.backlog",
)
"""The first is the one for whoever names none."""


def plugs(desks: Installed = DESKS) -> tuple[Plug, ...]:
    """Return what is known of each desk before anything is built; raises ``BadSettings`` where two have one name."""
    found = tuple(_plug(desk) for desk in desks)
    _refuse_twice([plug.name for plug in found], "two desks are called {}")
    return found


def presenter_of(desk: str, desks: Installed = DESKS) -> "Presenter":
    """Return how the desk of this name speaks; one that is not here speaks plainly."""
    known = plugs(desks)
    return next((plug.presenter for plug in known if plug.name == desk), plain_presenter)()


def admitting(settings: "Settings", desks: Installed = DESKS) -> "Admit":
    """Return what looks at a document before it is kept in a dossier, by the dossier's desk."""

    async def admit(dossier: "Dossier", source: "SourceBase") -> None:
        for plug in plugs(desks):
            if plug.name == dossier.desk and plug.admit:
                own = settings.of(plug.settings()) if plug.settings else None
                await plug.admit(own)(dossier, source)

    return admit


def answer_rules(desk: str, desks: Installed = DESKS) -> "AnswerRules":
    """Return how the answers of a desk are defended; ``NotAnAnsweringDesk`` where it has none or is not there."""
    rules = next((plug.answer_rules for plug in plugs(desks) if plug.name == desk), None)
    if rules is None:
        raise NotAnAnsweringDesk(desk=desk)
    return rules()


def read_settings(desks: Installed = DESKS, /, **overrides: object) -> "Settings":
    """Return the settings of this process, those of the desks among them; raises ``BadSettings``."""
    from src.settings import read_settings as read

    models = [plug.settings() for plug in plugs(desks) if plug.settings]
    return read(models, **overrides)


def made(make: "Callable[[Plug], Desk]", desks: Installed = DESKS) -> "Mapping[str, Desk]":
    """Return the desks by name, in their order; raises ``BadSettings`` where two have one code or one route."""
    try:
        found = [make(plug) for plug in plugs(desks)]
    except CodeTaken as clash:
        raise BadSettings(problem=str(clash)) from None
    paths = [f"{one.method} /desks/{desk.name}/{one.path}" for desk in found for one in desk.routes]
    _refuse_twice(paths, "two routes are {}")
    return {desk.name: desk for desk in found}


def load_kinds(desks: Installed = DESKS) -> None:
    """Make the desks' kinds of source known: what is read before is opaque; and the words that tell a language."""
    from src.intake.language import register_telling

    for plug in plugs(desks):
        register_telling(plug.telling)
        if plug.kinds:
            import_module(plug.kinds)


def examples(desks: Installed = DESKS) -> "tuple[Path, ...]":
    """Return the files with examples for the description of REST."""
    return tuple(plug.examples for plug in plugs(desks) if plug.examples)


def legacy_readers(desks: Installed = DESKS) -> "tuple[ForeignReader, ...]":
    """Return what reads the dossiers that programs before this one left."""
    return tuple(plug.legacy for plug in plugs(desks) if plug.legacy)


def _plug(desk: str | Plug) -> Plug:
    plug = desk if isinstance(desk, Plug) else import_module(desk).PLUG
    assert isinstance(plug, Plug), desk
    return plug


def _refuse_twice(names: Sequence[str], sentence: str) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadSettings(problem=sentence.format(twice))
