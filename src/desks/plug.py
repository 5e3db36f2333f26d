"""What is known of a desk before anything is built: enough for commands, settings and lists of desks.

``tess --help`` imports this and the ``PLUG`` of every desk, so neither imports anything that takes time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from src.cli_types import Commands

if TYPE_CHECKING:
    from pathlib import Path

    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk, Engine
    from src.dossier.models import Dossier, Language
    from src.dossier.state_file import ForeignReader
    from src.intake.step import Admit
    from src.presenter import Presenter
    from src.settings import DeskSettings


def value_of(place: str) -> Callable[[], Any]:
    """Return a function that returns what ``module:name`` names, imported when it is called."""

    def found() -> Any:
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)

    return found


def call_of(place: str) -> Callable[..., Any]:
    """Return a function that calls what ``module:name`` names, imported when it is called."""
    return lambda *given: value_of(place)()(*given)


NO_STANDIN = "what stands in for its foreign system is not installed"
"""Why a demo that needs it can't be held."""


class DemoConversation(Protocol):
    """A dossier at a server of its own, which ``tess demo`` speaks to over the wire and shows."""

    sources: list[dict[str, Any]]
    """Sources of the last reply frame."""

    @property
    def selected(self) -> list[str]:
        """Titles of the sources that are selected."""

    def say(self, message: str, gloss: str) -> str:
        """Send a message, show both sides under a line that says what happens, and return the reply."""

    environment: Mapping[str, str]
    """The settings of the stand-in that the server was given; none where it has none."""

    outcome: str
    """How the last turn ended."""
    tells_outcome: bool
    """Whether that is shown."""

    def refused(self, message: str, gloss: str, shown: str = "") -> str:
        """Send a message that is to be refused, show both sides, and return the code of the refusal.

        ``shown`` is shown in the place of a message that nobody should read.
        """

    def post(self, path: str, body: Mapping[str, object], gloss: str) -> dict[str, Any]:
        """Post to a route of the desk's own, show how that ends under what happens, and return the reply."""

    plan: str
    """Digest of the last plan that was shown; empty where none was."""

    def bring(self, name: str, text: str, gloss: str) -> str:
        """Add a text as a document of the user's, who agrees to it, and return the reply."""

    def confirm(self, digest: str, gloss: str) -> str:
        """Confirm a plan as a person does, show how that ends, and return the reply."""

    def begin(self) -> None:
        """Go on with a dossier that is still to be made."""

    def dossier(self) -> dict[str, Any]:
        """Return the whole dossier as the server holds it."""

    def must(self, happened: bool, otherwise: str) -> None:
        """End the demo as failed, for this reason, unless something happened."""


plain_presenter: "Callable[[], Presenter]" = value_of("src.presenter:PLAIN")
"""Returns how a desk speaks that has no words of its own."""


@dataclass(frozen=True)
class OwnExport:
    """What a desk hands over beside memos: ``tess export ID --NAME FORMAT --form FORM``."""

    name: str
    formats: tuple[str, ...]
    forms: tuple[str, ...]
    """What ``--form`` may be; the first where none is named. None: there is one form."""
    made: "Callable[[Dossier, str, str], tuple[str, bytes]]"
    """Returns the name of a file and what is in it, of a form and in a format; raises a ``TessError`` where there is
    nothing."""


@dataclass(frozen=True)
class Plug:
    """A desk by name, and how it is made; whatever takes long to import is imported by these functions."""

    name: str
    make: "Callable[[Engine], Desk]"
    """Builds the desk with all that it needs; called once, when a server or an engine starts."""
    add_commands: "Callable[[Commands], None]" = lambda _: None
    """Adds commands of ``tess``; each sets ``run``, which finds all settings by ``options.read_settings()``."""
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
    admit: "Callable[[Any], Admit] | None" = None
    """Returns, by its settings, what looks at what a user adds where no desk is made; None: nothing does."""
    exports: tuple[OwnExport, ...] = ()
    """What it hands over beside memos."""
