"""What is known of a desk before anything is built: enough for commands, settings and lists of desks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel

if TYPE_CHECKING:
    import argparse

    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk, Engine
    from src.presenter import Presenter

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def no_commands(commands: "Commands") -> None:
    """Add no command."""


def plain_presenter() -> "Presenter":
    """Return how a desk speaks that has no words of its own."""
    from src.presenter import PLAIN

    return PLAIN


@dataclass(frozen=True)
class Plug:
    """A desk by name, and how it is made; whatever takes long to import is imported by these functions."""

    name: str
    make: "Callable[[Engine], Desk] | None" = None
    add_commands: Callable[["Commands"], None] = no_commands
    answer_rules: "Callable[[], AnswerRules] | None" = None
    """How its answers are defended, without a model and a library; None: it does not answer with quotes."""
    settings: type[BaseModel] | None = None
    """Settings of its own, each beginning with ``tess_NAME_``."""
    presenter: "Callable[[], Presenter]" = plain_presenter
    """How the desk speaks, for what is done with its dossiers where no desk is made."""
    vocabulary: tuple[str, ...] = ()
    """Words of its field, in lower case, that nothing outside its own folders may say: a test holds the house to it."""
