"""The door to language models: what is sent, what comes back, nothing of any provider."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

OFFLINE = "offline"
"""Id of the built-in model, which answers with quotes only."""

WRITES: ContextVar[Callable[[int], Awaitable[None]] | None] = ContextVar("writes", default=None)
"""Is told how many pieces of a reply have come, each time some do: a model of this turn is writing. A piece is a token
or a few."""


@dataclass
class ModelTurn:
    """What a turn lets its model have: time, until another model has to take over, which it then does to the end."""

    seconds_left: Callable[[], float]
    """Less than none: the rest of the turn's time is for the one that takes over."""
    can_be_left: bool = False
    """Whether there is another; who stands in says so."""
    is_left: bool = False
    """Whether the other one decides from now on."""


MODEL_TURN: ContextVar[ModelTurn | None] = ContextVar("model_turn", default=None)
"""Of the turn that is running; outside one a model may take its own time."""

Reply = TypeVar("Reply", bound=BaseModel)


@dataclass(frozen=True)
class ToolSpec:
    """A tool as the model sees it; ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class ToolCall:
    """A tool that the model picked; ``arguments`` is the model's own text and may be anything."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class ChatPicture:
    """A picture as a model is given it, under what people call it."""

    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class ChatMessage:
    """One message of a prompt; ``tool_calls`` on an assistant's, ``tool_call_id`` on a tool's, pictures on a user's.

    A model that can't see is given the words alone.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    pictures: tuple[ChatPicture, ...] = ()


@dataclass(frozen=True)
class Usage:
    """Tokens of one or more calls, as the provider counts them; zero where it does not say."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def total(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True)
class ChatReply:
    """What a model decided: words for the user, tools to call, or both."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    """Id of the model that replied in place of the one asked; empty: the one asked."""


@dataclass(frozen=True)
class StructuredReply(Generic[Reply]):
    """A reply in the shape that was asked for."""

    value: Reply
    usage: Usage = field(default_factory=Usage)
    raw: str = ""
    """The very text that it was read from; empty where there is none."""
    repaired: bool = False
    """Whether the model was asked again, because its first reply did not fit."""
    fallback: str = ""
    """As in a ``ChatReply``."""


class Drafter(Protocol):
    """The half of an ``Llm`` that fills in forms: an answer needs no more of one, and has no tools to offer."""

    @property
    def id(self) -> str:
        """Name of the model as shown to users: ``offline``, or the provider's own name of it."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What besides the prompt steers its replies, e.g. the temperature; kept in the journal."""

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        """Return a reply of the given shape; one that does not fit is asked for again once, or not without ``repair``.

        The content of the last message is the task's data as one JSON object (see ``llm/forms.py``), so that no
        text in it can be taken for an instruction.
        """


class Llm(Drafter, Protocol):
    """A model that picks tools and fills in forms.

    Both calls raise ``ModelKeyRefused``, ``ModelUnavailable`` or ``ModelGaveNoAnswer``; texts of a provider never
    pass through them.
    """

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        """Return the model's decision on the last message."""


class OfflineRules(Protocol):
    """What the built-in model asks a desk: how a message is read, and how forms are filled in. Pure."""

    def decision(self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec]) -> ChatReply:
        """Return the decision on the last message, of what has been said so far."""

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return the form, filled in from the task's data (JSON); None where the rules know no such form."""


@dataclass(frozen=True)
class Models:
    """The models of a desk by role; small forms are filled in by the main one where nothing else is set."""

    main: Llm
    small: Llm
    """Fills in small forms."""
    vision: Llm | None = None
    """Looks at pictures; None where no model is set that does: they are kept then, and not looked at."""
