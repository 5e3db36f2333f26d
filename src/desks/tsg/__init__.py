"""The desk for troubleshooting guides: raw notes in, a guide out whose every line stands somewhere or is a question."""

from typing import TYPE_CHECKING

from src.desks.plug import OwnExport, Plug
from src.desks.tsg.demo import hold

if TYPE_CHECKING:
    from src.desks.desk import Desk, Engine
    from src.desks.plug import Commands
    from src.desks.tsg.settings import TsgSettings
    from src.dossier.models import Dossier
    from src.intake.step import Admit
    from src.presenter import Presenter
    from src.settings import DeskSettings


def _make(engine: "Engine") -> "Desk":
    from src.desks.tsg.desk import make

    return make(engine)


def _add_commands(commands: "Commands") -> None:
    from src.desks.tsg.commands.guide import add_guide_command

    add_guide_command(commands)


def _settings() -> "type[DeskSettings]":
    from src.desks.tsg.settings import TsgSettings

    return TsgSettings


def _admit(settings: "TsgSettings") -> "Admit":
    from src.desks.tsg.doors import gate_of
    from src.desks.tsg.intake import NoPersonalData

    return NoPersonalData(gate_of(settings)).admit


def _exported(dossier: "Dossier", form: str, _: str) -> tuple[str, bytes]:
    from src.desks.tsg.commands.guide import exported

    return exported(dossier, form)


def _presenter() -> "Presenter":
    from src.desks.tsg.presenter import PRESENTER

    return PRESENTER


PLUG = Plug(
    "tsg",
    _make,
    _add_commands,
    settings=_settings,
    demo=hold,
    presenter=_presenter,
    admit=_admit,
    exports=(OwnExport("guide", ("md",), ("ado", "plain"), _exported),),
    vocabulary=("tsg", "troubleshooting", "symptoms", "microsoft learn"),
)
