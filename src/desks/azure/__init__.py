"""The desk that finds the cause of an Azure error, in the very lines that Azure Resource Manager (ARM) replied."""

from typing import TYPE_CHECKING

from src.desks.azure.demo import hold
from src.desks.plug import Plug

if TYPE_CHECKING:
    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk, Engine
    from src.desks.plug import Commands
    from src.presenter import Presenter
    from src.settings import DeskSettings


def _make(engine: "Engine") -> "Desk":
    from src.desks.azure.desk import make

    return make(engine)


def _add_commands(commands: "Commands") -> None:
    from src.desks.azure.commands.azure import add_azure_command

    add_azure_command(commands)


def _settings() -> "type[DeskSettings]":
    from src.desks.azure.settings import AzureSettings

    return AzureSettings


def _presenter() -> "Presenter":
    from src.desks.azure.presenter import PRESENTER

    return PRESENTER


def _answer_rules() -> "AnswerRules":
    from src.desks.azure.answering import RULES

    return RULES


PLUG = Plug(
    "azure",
    _make,
    _add_commands,
    _settings,
    hold,
    _presenter,
    _answer_rules,
    vocabulary=("resource manager", "resource group", "rbac", "kql", "nsg", "keyvault"),
    telling={"azure": "en"},
)
