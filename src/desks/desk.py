"""The shape of a desk: all that the engine asks of a field, as data and as protocols.

A plain desk fills in name, prompt, tools, budget and words; everything else has a default that does nothing.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from string import Template
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from src.answering.answer import Answering
from src.desks.manager import Manager
from src.dossier import clarification
from src.dossier.clarification import Clarification
from src.dossier.models import Document, Dossier, Language, Message, SourceBase
from src.dossier.store import DossierStore
from src.intake.step import IntakeStep
from src.llm.protocol import Models, OfflineRules, ToolSpec
from src.observing.spans import UNTRACED, Tracer
from src.presenter import Presenter, PresenterOf, SourceKind, Teller, plainly, says_anything
from src.tools.base import AnyTool, Report
from src.wording import WORDINGS, Wording

log = logging.getLogger(__name__)

HISTORY = 4_000
"""Tokens: some ten questions with their lists of sources. What the dossier holds goes with every call anyway."""

CHARACTERS_PER_TOKEN = 3
"""Dutch has some 3.5; who reckons with fewer stays within the budget."""

MESSAGE_TOKENS = 4
"""What a message costs beside its words."""

PerLanguage = Mapping[Language, str]
"""A text in every language in which replies are given."""

View = Literal["text", "table", "quote-in-source", "timeline", "difference", "form"]
"""The ways in which clients can draw an artifact: a closed set, so that a client knows no kind."""


@dataclass(frozen=True)
class Budget:
    """Limits of one turn: rounds of deciding, tool calls in all, seconds, and what a model is told again."""

    rounds: int
    calls: int
    seconds: float
    """Hard: a turn that takes longer is stopped and stores nothing."""
    history: int = HISTORY
    """Tokens of the conversation that the model is given, the oldest messages being left out; an estimate."""
    soft_seconds: float | None = None
    """After so long no round is begun: the turn is stored as ``continue`` with what it has. None: no such limit."""
    intake_seconds: float = 20
    """For each step of the intake, within ``seconds``: one that takes longer lets nothing in."""


@dataclass(frozen=True)
class Column:
    """A column of an artifact's table, or a part of its text: a field of its data, and what it is called."""

    field: str
    label: PerLanguage


@dataclass(frozen=True)
class ArtifactKind:
    """A kind of artifact that a desk makes: its data, what people call it, and how it is drawn."""

    name: str
    model: type[BaseModel]
    label: PerLanguage
    view: View = "text"
    columns: tuple[Column, ...] = ()
    """What is drawn of its data, or of each of its rows."""
    rows: str = ""
    """Field of its data that holds a list, each row of which is drawn; empty: the data is the only row."""


@dataclass(frozen=True)
class DayWords:
    """What clients say of the day that counts in a dossier of a desk that has one."""

    label: PerLanguage
    help: PerLanguage
    """What setting it does."""
    command: PerLanguage
    """The same in few words, for a list of commands."""
    of: PerLanguage
    """What comes before a day: "as of"."""
    counts: PerLanguage
    """That ``{day}`` counts."""
    latest: PerLanguage
    """That no day was set."""
    today: PerLanguage
    """What is had by setting none."""


@dataclass(frozen=True)
class Standing:
    """What a desk has, for its users."""

    line: PerLanguage = field(default_factory=dict)
    """How much there is, in a few words; empty: nothing to tell."""
    note: PerLanguage = field(default_factory=dict)
    """What a user has to know of it, such as that there is nothing to search; empty: nothing."""


Facts = Mapping[str, int | bool | str]
"""What a desk has, as its ``Status`` tells."""


def nothing_to_tell(facts: Facts) -> Standing:  # noqa: ARG001  # the shape of standing
    """Return that there is nothing to tell."""
    return Standing()


@dataclass(frozen=True)
class SlashCommand:
    """A command of the terminal that sends a message in plain words, ``{}`` in it being what was typed behind."""

    name: str
    message: PerLanguage
    help: PerLanguage


@dataclass(frozen=True)
class DeskWords:
    """What a client says of a desk before anybody has asked it anything, and while it works."""

    about: PerLanguage
    """What it is for, in a sentence."""
    opening: PerLanguage
    """What to say first: shown under an empty conversation."""
    examples: Mapping[Language, tuple[str, ...]]
    """Messages to try."""
    progress: Mapping[str, PerLanguage] = field(default_factory=dict)
    """What is going on, by name of the tool that runs: what TESS does, such as "searches"."""
    commands: tuple[SlashCommand, ...] = ()
    tagline: PerLanguage = field(default_factory=dict)
    """What it is for in a few words, to stand behind a name; empty: its title."""
    day: DayWords | None = None
    """None: no day counts in its dossiers."""
    document: PerLanguage = field(
        default_factory=lambda: {"nl": "eigen document", "en": "document of your own"}
    )
    """What a document that a user adds is called."""
    digests: PerLanguage = field(default_factory=dict)
    """What has to be said where an answer has digests of our own among its sources."""
    personal: Mapping[str, PerLanguage] = field(default_factory=dict)
    """What kinds of personal data are called that clients have no word for."""
    standing: Callable[[Facts], Standing] = nothing_to_tell
    """Says what it has."""
    belongs: tuple[str, ...] = ()
    """Words that show that a message is meant for this desk, where it was sent to another."""

    def are_in(self, message: str) -> bool:
        """Return whether one of the words that belong to this desk stands in a message."""
        words = "|".join(map(re.escape, self.belongs))
        return bool(words and re.search(rf"(?<!\w)(?:{words})(?!\w)", message, re.IGNORECASE))


class Status(BaseModel):
    """How a desk stands: for health, readiness, ``tess doctor`` and the banner."""

    facts: dict[str, int | bool | str] = {}
    """What it has, for operators: numbers of sources and the like."""
    problems: tuple[str, ...] = ()
    """What keeps it from answering, a sentence each; a desk with problems makes the server not ready."""
    summary: str = ""
    """What it has in a few words, for the line that a server says at its start."""
    told: str = ""
    """What it has in a sentence or two, for ``tess doctor``."""
    advice: str = ""
    """What could be done about it, for ``tess doctor``; empty: nothing."""


async def well() -> Status:
    """Return that there is nothing to say."""
    return Status()


DOCUMENTS = SourceKind(
    Document,
    {"nl": "Documentatie", "en": "Documentation"},
    group="collection",
    described={"nl": "documentatie", "en": "documentation"},
)
CLARIFICATION = ArtifactKind(
    clarification.KIND,
    Clarification,
    {"nl": "Vraag aan u", "en": "Question to you"},
    "text",
    (
        Column("question", {"nl": "Vraag", "en": "Question"}),
        Column("choices", {"nl": "Keuzes", "en": "Choices"}),
    ),
)
"""Kinds that a dossier of any desk may have."""


async def nothing_to_close() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Route:
    """A route of a desk over REST, below ``/desks/NAME/``: for callers who have the desk, errors as everywhere.

    The handler is handed one pydantic model (for GET of the query, for POST of the body) or nothing, and returns one;
    its annotations and its docstring are what the OpenAPI document says.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[..., Awaitable[BaseModel]]


class Recent(NamedTuple):
    """The newest messages of a conversation, and how many older ones are left out."""

    messages: tuple[Message, ...]
    truncated: int


def recent(conversation: tuple[Message, ...], tokens: int) -> Recent:
    """Return as many of the newest messages as so many tokens are reckoned to hold; the last one in any case."""
    first, left = len(conversation), tokens
    while first:
        left -= MESSAGE_TOKENS + len(conversation[first - 1].content) // CHARACTERS_PER_TOKEN
        if left < 0 and first < len(conversation):
            break
        first -= 1
    return Recent(conversation[first:], first)


@dataclass(frozen=True)
class Desk:
    """For whom the engine works now. Everything that differs between desks is in here."""

    name: str
    template: Template
    """The system prompt; ``$selected``, ``$left_out``, ``$shown`` and ``$as_of`` are filled in, strictly."""
    tools: tuple[AnyTool, ...]
    budget: Budget
    words: DeskWords
    manager: Manager
    """Who decides the next call: ``ModelManager(llm)`` for most."""
    title: PerLanguage
    sources: tuple[SourceKind, ...] = ()
    artifacts: tuple[ArtifactKind, ...] = ()
    intake: tuple[IntakeStep, ...] = ()
    """What is done with a message before anything decides, in this order."""
    wordings: Mapping[Language, Wording] = field(default_factory=lambda: WORDINGS)
    """What every desk says, in its own words where its field has others."""
    tell: Mapping[type[Report], Teller] = field(default_factory=dict)
    """How reports of its own are told, and those that it tells otherwise than any desk."""
    may_say: Callable[[str, Dossier], bool] = says_anything
    """Whether the model may say this in its own words."""
    answering: Answering | None = None
    """How it answers with quotes; None: it does not."""
    status: Callable[[], Awaitable[Status]] = well
    """Looks how it stands now; raises a ``TessError`` where that can't be told, which counts as a problem."""
    routes: tuple[Route, ...] = ()
    close: Callable[[], Awaitable[None]] = nothing_to_close
    """Lets go of what the desk opened when it was made; called once, at the end."""

    @property
    def source_kinds(self) -> tuple[SourceKind, ...]:
        """The kinds of source that its dossiers may have: its own, and those of every desk."""
        named = {kind.name for kind in self.sources}
        return (*self.sources, *(() if DOCUMENTS.name in named else (DOCUMENTS,)))

    @property
    def artifact_kinds(self) -> tuple[ArtifactKind, ...]:
        """The kinds of artifact that its dossiers may have: its own, and those of every desk."""
        named = {kind.name for kind in self.artifacts}
        return (*self.artifacts, *(() if CLARIFICATION.name in named else (CLARIFICATION,)))

    def prompt(self, dossier: Dossier) -> str:
        """Return the system prompt: the desk's rules, and what the dossier holds, by title only."""
        return self.template.substitute(
            selected=_titles(dossier.selected),
            left_out=_titles(dossier.unselected),
            shown="yes" if dossier.selection_was_shown else "no",
            as_of=dossier.as_of or "today",
        )

    @cached_property
    def presenter(self) -> Presenter:
        """How the desk speaks."""
        return Presenter(self.wordings, self.sources, self.tell, self.may_say)

    def tools_for(self, dossier: Dossier) -> tuple[ToolSpec, ...]:
        """Return the tools that the model is offered in this state of the dossier."""
        return tuple(tool.spec for tool in self.tools if _is_offered(tool, dossier))


def _is_offered(tool: AnyTool, dossier: Dossier) -> bool:
    try:
        return tool.offered(dossier)
    except Exception:  # a border: a tool that can't be looked at is closed, others stay open
        log.exception("a tool failed", extra={"tool": tool.name})
        return False


def kind_labels(desks: Iterable[Desk]) -> dict[Language, dict[str, str]]:
    """Return what the kinds of sources of all desks are called, by language and kind."""
    kinds = [kind for desk in desks for kind in desk.source_kinds]
    languages: tuple[Language, ...] = ("nl", "en")
    return {spoken: {kind.name: kind.label[spoken] for kind in kinds} for spoken in languages}


def _titles(sources: tuple[SourceBase, ...]) -> str:
    return "\n".join(f"- {' '.join(source.title.split())}" for source in sources) or "- (none)"


def presenters(desks: Mapping[str, Desk]) -> PresenterOf:
    """Return what finds how a desk speaks among these; one that is not among them speaks plainly."""

    def found(name: str) -> Presenter:
        return desks[name].presenter if name in desks else plainly(name)

    return found


@dataclass(frozen=True)
class Engine:
    """What a desk is handed to be made from; nothing in here is of any field."""

    models: Callable[[OfflineRules | None], Models]
    """Returns the models, of which the built-in one goes by the desk's rules."""
    store: DossierStore
    """The dossiers of whoever is calling."""
    settings: Any
    """An object of the model that ``Plug.settings`` returns; None where it has none."""
    tracer: Tracer = UNTRACED
    """Is told what takes time: ``with tracer.span("search"):``."""
