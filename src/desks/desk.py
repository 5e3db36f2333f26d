"""The shape of a desk: all that the engine asks of a field, as data and as protocols.

A plain desk fills in name, prompt, tools, budget and words; everything else has a default that does nothing.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import dropwhile
from math import inf
from operator import attrgetter
from string import Template
from typing import Any, Literal

from pydantic import BaseModel, JsonValue

from src.answering.answer import Answering
from src.answering.versions import StaleAnswer
from src.desks import kinds
from src.desks.request import HISTORY, in_brief, state_of
from src.dossier.journal import JournalEntry, Outcome
from src.dossier.models import Dossier, Language, Message
from src.dossier.postgres_rows import Lend
from src.dossier.rebasing import REBASES
from src.dossier.store import DossierStore
from src.identity.tokens import LoginTokens
from src.intake.step import Admit, IntakeStep, admit_all
from src.llm.protocol import ChatMessage, ChatReply, Llm, Models, OfflineRules, ToolCall, ToolSpec
from src.llm.state import with_state
from src.observing.spans import UNTRACED, Tracer
from src.presenter import Presenter, PresenterOf, SourceKind, Teller, plainly, says_anything
from src.presenter.plans import InWords, in_no_words
from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.search.encoder import Encoder
from src.tools.base import AnyTool, Report
from src.tools.over_mcp import McpTool
from src.tools.pictures import LookAtPictures
from src.wording import WORDINGS, Wording

ByHand = Literal["feedback", "scope"]
"""What a person may do to a dossier without words: rate an answer, choose what is searched."""


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
    tokens: int | None = None
    """Of models, after which no round is begun, as after ``soft_seconds``; None: any number."""
    spent: Outcome | None = None
    """How a turn ends whose rounds or calls are used up before its model was done: no model is asked any more then.
    None: it is asked for as long as there are rounds, and what the tools report tells how the turn ends."""


@dataclass(frozen=True)
class Standing:
    """What a desk has, for its users."""

    line: kinds.PerLanguage = field(default_factory=dict)
    """How much there is, in a few words; empty: nothing to tell."""
    note: kinds.PerLanguage = field(default_factory=dict)
    """What a user has to know of it, such as that there is nothing to search; empty: nothing."""


Facts = Mapping[str, int | bool | str]
"""What a desk has, as its ``Status`` tells."""


@dataclass(frozen=True)
class DeskWords:
    """What a client says of a desk before anybody has asked it anything, and while it works."""

    about: kinds.PerLanguage
    """What it is for, in a sentence."""
    opening: kinds.PerLanguage
    """What to say first: shown under an empty conversation."""
    examples: Mapping[Language, tuple[str, ...]]
    """Messages to try."""
    progress: Mapping[str, kinds.PerLanguage] = field(default_factory=dict)
    """What is going on, by name of the tool that runs: what TESS does, such as "searches"."""
    stages: Mapping[str, kinds.PerLanguage] = field(default_factory=dict)
    """The same by name of the stage of a tool's work that goes on, in their order."""
    commands: tuple[kinds.SlashCommand, ...] = ()
    outcomes: Mapping[Outcome, kinds.PerLanguage] = field(default_factory=dict)
    """How a turn ended, in a word; of a desk without them clients do not tell it."""
    roles: Mapping[str, kinds.PerLanguage] = field(default_factory=dict)
    """What a claim may be to its answer."""
    tagline: kinds.PerLanguage = field(default_factory=dict)
    """What it is for in a few words, to stand behind a name; empty: its title."""
    day: kinds.DayWords | None = None
    """None: no day counts in its dossiers."""
    document: kinds.PerLanguage = field(
        default_factory=lambda: {"nl": "eigen document", "en": "document of your own"}
    )
    """What a document that a user adds is called."""
    digests: kinds.PerLanguage = field(default_factory=dict)
    """What has to be said where an answer has digests of our own among its sources."""
    personal: Mapping[str, kinds.PerLanguage] = field(default_factory=dict)
    """What kinds of personal data are called that clients have no word for."""
    standing: Callable[[Facts], Standing] = lambda _: Standing()
    """Says what it has."""
    approve: kinds.PerLanguage = field(default_factory=dict)
    """A reply to sources that were shown, with which it goes on: offered as a button. Empty: it shows none to ask."""
    belongs: tuple[str, ...] = ()
    """Words that show that a message is meant for this desk, where it was sent to another."""

    def are_in(self, message: str) -> bool:
        """Return whether one of the words that belong to this desk stands in a message."""
        words = "|".join(map(re.escape, self.belongs))
        return bool(words and re.search(rf"(?<!\w)(?:{words})(?!\w)", message, re.IGNORECASE))


def desk_words(told: Mapping[str, Any], **more: Any) -> DeskWords:
    """Return the words of a desk as its file of words for clients tells them, with what only code can say."""
    words = dict(told)
    return DeskWords(
        examples={of: tuple(messages) for of, messages in words.pop("examples").items()},
        commands=tuple(kinds.SlashCommand(**command) for command in words.pop("commands", ())),
        belongs=tuple(words.pop("belongs", ())),
        day=kinds.DayWords(**words.pop("day")) if "day" in words else None,
        **words,
        **more,
    )


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


async def nothing_to_close() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Route:
    """A route of a desk over REST, below ``/desks/NAME/``: for callers who have the desk, errors as everywhere.

    The handler is handed a pydantic model (for GET of the query, for POST of the body, beside a ``file`` of the query
    too) or nothing, as text what its path has in braces, and a ``RestCall`` where it asks for one; it returns a model.
    Its annotations and its docstring are what the OpenAPI document says.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[..., Awaitable[BaseModel]]
    at_root: bool = False
    """Whether it is below ``/NAME/``, where others look for it, in place of ``/desks/NAME/``."""
    body: Literal["json", "file"] = "json"
    """Of a POST."""


@dataclass(frozen=True)
class Desk:
    """For whom the engine works now. Everything that differs between desks is in here."""

    name: str
    template: Template
    """The system prompt, which is the same in every turn."""
    tools: tuple[AnyTool, ...]
    budget: Budget
    words: DeskWords
    llm: Llm
    """The model that decides."""
    title: kinds.PerLanguage
    sources: tuple[SourceKind, ...] = ()
    artifacts: tuple[kinds.ArtifactKind, ...] = ()
    intake: tuple[IntakeStep, ...] = ()
    """What is done with a message before anything decides, in this order."""
    refuses_secrets: bool = False
    """Whether its intake refuses a message that holds a secret, which is masked before that at every other desk."""
    admit: Admit = admit_all
    """Looks at what a user adds beside messages, before it is kept."""
    lost: Callable[[Dossier], Awaitable[Sequence[StaleAnswer]]] | None = None
    """Looks which quotes of what it made stand outside no more; raises ``ServiceUnavailable``. None: nothing does."""
    reads_pictures: bool = False
    """Whether the text in pictures is read on this machine, where it can be, and kept as what they show."""
    shows_pictures: bool = False
    """Whether a tool of its own gives pictures to a model."""
    wordings: Mapping[Language, Wording] = field(default_factory=lambda: WORDINGS)
    """What every desk says, in its own words where its field has others."""
    tell: Mapping[type[Report], Teller] = field(default_factory=dict)
    """How reports of its own are told, and those that it tells otherwise than any desk."""
    may_say: Callable[[str, Dossier], bool] = says_anything
    """Whether the model may say this in its own words."""
    read_own: Callable[[ChatReply, Sequence[ChatMessage], Dossier], Awaitable[ChatReply]] | None = (
        None
    )
    """Reads a model's reply to messages a second time before it is told; None: it is told as it is."""
    state: Callable[[Dossier], Mapping[str, JsonValue]] = lambda _: {}
    """What a model is told of the dossier beside what it is told at every desk."""
    plain_calls: Callable[[Dossier], Sequence[ToolCall]] = lambda _: ()
    """Calls that the newest message means without a model, such as a plain yes to what was shown; none for most."""
    calls_left: Callable[[Dossier], float] = lambda _: inf
    """How many tools may yet be called in a dossier, all its turns together; those of a turn are in ``budget``."""
    question_reason: str = ""
    """Why the user is asked, where the model calls nothing and its words end with a question, which is then kept as
    one; empty: it stays words."""
    otherwise: Outcome | None = None
    """How a turn ends of which neither a tool, a question nor a budget says so; None: as the journal derives it."""
    in_words: InWords = in_no_words
    """How an operation of a plan reads; what it tells no words for is shown as it is stored."""
    answering: Answering | None = None
    """How it answers with quotes; None: it does not."""
    status: Callable[[], Awaitable[Status]] = well
    """Looks how it stands now; raises a ``TessError`` where that can't be told, which counts as a problem."""
    routes: tuple[Route, ...] = ()
    one_at_a_time: bool = False
    """Whether a turn waits until the one before it on the dossier has ended: where that one's calls count in this."""
    by_hand: Mapping[ByHand, str] = field(default_factory=dict)
    """Tools of its own that a person has run without words, over a route of every desk."""
    own_words: Callable[[str], str] = str
    """Leaves of a message what tells the language of its user: no titles, no texts that they hand in."""
    reply_language: Callable[[JournalEntry], str] = attrgetter("language")
    """Tells the language of a reply, as a code of ISO 639; for a desk that replies in more than the engine's two."""
    mcp_tools: tuple[McpTool, ...] = ()
    """What it offers MCP clients beside the tools of all desks."""
    close: Callable[[], Awaitable[None]] = nothing_to_close
    """Lets go of what the desk opened when it was made; called once, at the end."""

    def __post_init__(self) -> None:
        REBASES.update({(self.name, kind.name): kind.rebase for kind in self.artifact_kinds})

    @property
    def source_kinds(self) -> tuple[SourceKind, ...]:
        """The kinds of source that its dossiers may have: its own, and those of every desk."""
        named = {kind.name for kind in self.sources}
        return (
            *self.sources,
            *(kind for kind in (kinds.DOCUMENTS, kinds.PICTURES) if kind.name not in named),
        )

    @property
    def sees_pictures(self) -> bool:
        """Whether one of its tools looks at pictures."""
        return self.shows_pictures or any(
            isinstance(tool, LookAtPictures) and tool.vision for tool in self.tools
        )

    @property
    def artifact_kinds(self) -> tuple[kinds.ArtifactKind, ...]:
        """The kinds of artifact that its dossiers may have: its own, and those of every desk."""
        named = {kind.name for kind in self.artifacts}
        return (*self.artifacts, *(kind for kind in kinds.OF_EVERY_DESK if kind.name not in named))

    def request(
        self, dossier: Dossier, messages: Sequence[Message], today: date
    ) -> tuple[ChatMessage, ...]:
        """Return what a model is sent at the start of a turn: the prompt, the conversation, and what stands now.

        Later calls of the turn only add to it.
        """
        # What the program said before the user said anything replies to nothing, and may be in another language.
        *earlier, last = dropwhile(lambda message: message.role == "assistant", messages)
        state = {**state_of(dossier, today), **self.state(dossier)}
        return (
            ChatMessage("system", self.template.substitute()),
            *(ChatMessage(message.role, in_brief(message)) for message in earlier),
            ChatMessage("user", with_state(last.content, state)),
        )

    @cached_property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools that a model may call, in one order."""
        return tuple(tool.spec for tool in self.tools if not tool.by_hand)

    @cached_property
    def presenter(self) -> Presenter:
        """How the desk speaks."""
        return Presenter(self.wordings, self.sources, self.tell, self.may_say, self.in_words)


def presenters(desks: Mapping[str, Desk]) -> PresenterOf:
    """Return what finds how a desk speaks among these; one that is not among them speaks plainly."""
    return lambda name: desks[name].presenter if name in desks else plainly(name)


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
    encoder: Encoder | None = None
    """Makes vectors of texts, to search by meaning; None where search goes by words. The engine closes it."""
    lend: Lend | None = None
    """Lends connections of the database that dossiers are kept in; None where they are files."""
    shared: SharedCollections = NOT_SHARED
    """Brings the collections that other servers ingested; the engine closes it."""
    login_tokens: LoginTokens = field(default_factory=LoginTokens)
    """Makes tokens for who logs in at the desk."""
    support: bool = False
    """Whether answers are read a second time: if their evidence supports each claim and sentence."""
