"""What is known of a desk before anything is built: enough for commands, settings and lists of desks.

``tess --help`` imports this and the ``PLUG`` of every desk, so neither imports anything that takes time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk, Engine
    from src.dossier.models import Language
    from src.dossier.state_file import ForeignReader
    from src.presenter import Presenter
    from src.settings import DeskSettings

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


class DemoConversation(Protocol):
    """A dossier at a server of its own, which ``tess demo`` speaks to over the wire and shows."""

    sources: list[dict[str, Any]]
    """Sources of the last reply frame."""

    @property
    def selected(self) -> list[str]:
        """Titles of the sources that are selected."""

    def say(self, message: str, gloss: str) -> str:
        """Send a message, show both sides under a line that says what happens, and return the reply."""

    def dossier(self) -> dict[str, Any]:
        """Return the whole dossier as the server holds it."""

    def must(self, happened: bool, otherwise: str) -> None:
        """End the demo as failed, for this reason, unless something happened."""


def add_nothing(_: "Commands") -> None:
    """Add no command."""


def plain_presenter() -> "Presenter":
    """Return how a desk speaks that has no words of its own."""
    from src.presenter import PLAIN

    return PLAIN


@dataclass(frozen=True)
class Plug:
    """A desk by name, and how it is made; whatever takes long to import is imported by these functions."""

    name: str
    make: "Callable[[Engine], Desk]"
    """Builds the desk with all that it needs; called once, when a server or an engine starts."""
    add_commands: "Callable[[Commands], None]" = add_nothing
    """Adds commands of ``tess``; each sets ``run``, which finds all settings by ``options.read_settings()``."""
    add_subjects: "Callable[[Commands], None]" = add_nothing
    """Adds subjects of ``tess eval``, as commands are added."""
    settings: "Callable[[], type[DeskSettings]] | None" = None
    """Returns the model of its own settings."""
    demo: Callable[[DemoConversation], Sequence[str]] | None = None
    """Holds the conversation of ``tess demo``; returns lines with what to try next."""
    presenter: "Callable[[], Presenter]" = plain_presenter
    """How the desk speaks, for what is done with its dossiers where no desk is made."""
    answer_rules: "Callable[[], AnswerRules] | None" = None
    """How its answers are defended, without a model and a library; None: it does not answer with quotes."""
    vocabulary: tuple[str, ...] = ()
    """Words of its field, in lower case, that nothing outside its own folders may say: a test holds the house to it."""
    kinds: str = ""
    """Module that defines its kinds of source; empty: it has none of its own."""
    legacy: "ForeignReader | None" = None
    """Reads the dossiers that a program before this one left; None where there was none."""
    telling: "Mapping[str, Language]" = field(default_factory=dict)
    """Words of its field that tell the language of a short message."""
    examples: "Path | None" = None
    """File with examples of requests and replies, for the description of REST."""
