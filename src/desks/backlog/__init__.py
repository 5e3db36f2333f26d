"""The desk that makes of a meeting the items of a backlog, and writes them once a person said yes."""

from typing import TYPE_CHECKING

from src.desks.backlog.demo import hold
from src.desks.backlog.telling import TELLING
from src.desks.plug import OwnExport, Plug

if TYPE_CHECKING:
    from src.desks.desk import Desk, Engine
    from src.desks.plug import Commands
    from src.dossier.models import Dossier
    from src.presenter import Presenter
    from src.settings import DeskSettings


def _make(engine: "Engine") -> "Desk":
    from src.desks.backlog.desk import make

    return make(engine)


def _add_commands(commands: "Commands") -> None:
    from src.desks.backlog.commands.backlog import add_backlog_command

    add_backlog_command(commands)


def _settings() -> "type[DeskSettings]":
    from src.desks.backlog.settings import BacklogSettings

    return BacklogSettings


def _exported(dossier: "Dossier", form: str, kind: str) -> tuple[str, bytes]:
    from src.desks.backlog.exporting import exported

    return exported(dossier, form, kind)


def _presenter() -> "Presenter":
    from src.desks.backlog.presenter import PRESENTER

    return PRESENTER


PLUG = Plug(
    "backlog",
    _make,
    _add_commands,
    settings=_settings,
    demo=hold,
    presenter=_presenter,
    vocabulary=("backlog", "user story", "acceptance criteria", "work item", "azure devops"),
    telling=TELLING,
    exports=(OwnExport("backlog", ("md", "docx", "csv"), (), _exported),),
)
