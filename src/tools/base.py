"""What a tool is, and what comes out of one.

A new tool is a class with a docstring (its description), an ``Args`` model (its schema) and ``execute``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from inspect import getdoc
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from src.dossier.clarification import Clarification, asking
from src.dossier.journal import HitRecord, Outcome
from src.dossier.models import Answer, Claim, Dossier, Language, Picture, Source
from src.dossier.patch import DossierPatch
from src.dossier.plan import Plan, StandingPlan, Written
from src.dossier.receipt import Receipt
from src.errors import CODES, NoAnswerYet, NothingSelected, SelectionNotShown, TessError
from src.llm.forms import AnswerDraft
from src.llm.protocol import ToolCall, ToolSpec, Usage
from src.llm.tool_schema import in_brief


class Arguments(BaseModel):
    """Base of every tool's arguments; unknown ones are refused, and a model is told the docstrings of fields."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Report:
    """What a tool has to tell; a desk adds reports of its own as frozen dataclasses, and says how they are told."""

    @property
    def outcome(self) -> str:
        """One word for the journal and for the deciding model: ``done``, or the code of a refusal."""
        return "done"

    @property
    def turn_outcome(self) -> Outcome | None:
        """How the turn ends that has this report, where the report decides that; None: as the rest tells."""
        return None

    @property
    def is_misuse(self) -> bool:
        """Whether it did nothing because the model called it wrongly or again, so that the user need not know."""
        return False

    asks_to_confirm = False
    """Whether the user is shown the selection for it, and asked whether that is right."""

    @property
    def changes_selection(self) -> bool:
        """Whether sources came or went by it, so that the reply shows the selection where that was not seen."""
        return False


@dataclass(frozen=True)
class Found(Report):
    """A search: everything it hit, and the part that the user has not seen among what is selected."""

    kind: str
    hits: tuple[Source, ...]
    new: tuple[Source, ...]
    weak: bool = field(default=False, kw_only=True)
    """Whether the hits may be about something else, so that the user decides which of them count."""
    passages: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    """By id of a hit: its passage that speaks to the query, where the search tells one."""
    shows: bool = field(default=True, kw_only=True)
    """Whether the user is shown what is selected by it; False where an answer of the same turn tells that."""


@dataclass(frozen=True)
class SelectionAsked(Report):
    """What is selected now, as the user asked to see it."""


@dataclass(frozen=True)
class Reselected(Report):
    """Sources left out (``selected`` False) or put back (True), and titles named that are no candidates."""

    selected: bool
    words: str
    sources: tuple[Source, ...]
    ignored: tuple[str, ...]
    already: tuple[int, ...] = ()
    """Numbers of sources that were left out, or in, before."""


@dataclass(frozen=True)
class Added(Report):
    """A document or picture of the client that is in the dossier from now on."""

    source: Source
    is_seen: bool = True
    """Whether something can look at it, where it is a picture."""
    was_pasted: ClassVar[bool] = False  # into a message, so that the user has seen it


@dataclass(frozen=True)
class Looked(Report):
    """Pictures that a model was given."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class Planned(Report):
    """A plan of what is to be written outside; it is told whole, and waits for a person who confirms it."""

    standing: StandingPlan


@dataclass(frozen=True)
class CarriedOut(Report):
    """How a confirmed plan stands, once all was done that could be."""

    title: str
    plan: Plan | None
    """None where it was forgotten."""
    written: Written | None
    before: bool = False
    """Whether it had been confirmed before."""

    @property
    def turn_outcome(self) -> Outcome:
        if self.written is None:
            return "fail"
        if self.written.is_open:
            return "continue"
        failed = any(entry.state == "failed" or entry.problem for entry in self.written.operations)
        return "fail" if failed else "done"


@dataclass(frozen=True)
class Undone(Report):
    """Changes taken back or made ``again``, by the versions that made them and what was ``said`` for them."""

    versions: tuple[int, ...]
    said: tuple[str, ...]
    again: bool
    still_written: tuple[str, ...] = ()
    """Titles of plans among them that were carried out: nothing of that is undone in the world."""
    inverse: Planned | None = None
    """The plan that would undo it there, once somebody confirms it."""
    answered: bool = False  # whether an answer is there again by it
    reselects: bool = True
    """Whether what is selected changed by it."""


@dataclass(frozen=True)
class Answered(Report):
    """An answer, which without claims is none, and the titles of sources of which the model was given parts only."""

    answer: Answer
    cut: tuple[str, ...] = ()
    refused: int = 0
    """Claims that held and are not given all the same, as the desk refuses an answer of which anything fails."""
    notes_in_brief: bool = True
    """False for an answer from before its notes took two lines, told as it was then."""
    rules: int = 1
    """Generation of the rules that judged; an answer of before is told as it was then."""
    quotes_dated: bool = True
    """False for an answer from before its quotes had their day beside them."""
    given_on: date | None = None
    """The day on which it was given, where the desk tells of it; None for an answer from before it did."""
    draft: AnswerDraft | None = None
    """What the model filled in, where that is known: the form of a desk may ask for more than the claims."""


@dataclass(frozen=True)
class Asked(Report):
    """A question to the user, with which the turn ends; see ``ask``."""

    clarification: Clarification

    turn_outcome = "request"


@dataclass(frozen=True)
class Explained(Report):
    """What must be known of an answer, as the user asked for it in full."""

    answer: Answer


Rework = Literal["claims", "summary", "plain_words", "translation", "email"]
"""Ways of saying an answer again."""


@dataclass(frozen=True)
class Reworked(Report):
    """An answer said in another way: its sentences, each on a quote of the answer, and how many were left out."""

    kind: Rework
    answer: Answer
    sentences: tuple[Claim, ...]
    language: Language
    left_out: int = 0
    to: str = ""
    """For whom a message is; empty: for the user's client."""


@dataclass(frozen=True)
class Repeated(Report):
    """A call that was made in this turn before: it did nothing, and the model is told again what it brought then."""

    outcome = "repeated"
    is_misuse = True


@dataclass(frozen=True)
class Refused(Report):
    """A call that did nothing, and why: a stable code and what fills its sentence."""

    code: str
    details: dict[str, str] = field(default_factory=dict)

    @property
    def outcome(self) -> str:
        return self.code

    @property
    def error(self) -> type[TessError]:
        """The error of this code; of one that this server does not know, any."""
        return CODES.get(self.code, TessError)

    @property
    def is_misuse(self) -> bool:
        return self.error.is_misuse


@dataclass(frozen=True)
class ToolResult:
    """The change that a tool proposes, what it has to tell, what a search found, and the tokens that it used."""

    report: Report
    patch: DossierPatch = field(default_factory=DossierPatch)
    usage: Usage = field(default_factory=Usage)
    hits: tuple[HitRecord, ...] = ()
    receipt: Receipt | None = None
    """How the answer that the patch adds came about."""
    fallback: str = ""
    """Id of a model that helped in place of the tool's own; empty: none did."""
    pictures: tuple[str, ...] = ()
    """SHA-256 of the pictures that a model was given, in their order; kept in the journal with the call."""
    output: str = ""
    """What a model that goes on deciding is told in the next round, beside the outcome; it is data there, and cut."""
    ends: bool = False
    """Whether the turn is done with it, so that no further decision is asked for, where all calls of its round are."""
    closes: bool = False
    """Whether the turn is done with it whatever was called beside: its report is the reply."""
    asks: Clarification | None = None
    """What the user is asked besides; the turn ends with it."""


def found(
    dossier: Dossier,
    kind: str,
    hits: Iterable[Source],
    output: str = "",
    passages: Mapping[str, str] | None = None,
) -> ToolResult:
    """Return the result of a search: what the dossier did not hold yet comes into it and is selected."""
    hits = tuple(hits)
    new = tuple(source for source in hits if dossier.source(source.id) is None)
    patch = DossierPatch(add_sources=new, select_ids=tuple(source.id for source in new))
    return ToolResult(Found(kind, hits, new, passages=passages or {}), patch, output=output)


def ask(dossier: Dossier, clarification: Clarification) -> ToolResult:
    """Return the result of a tool that must ask the user something before it can go on."""
    return ToolResult(Asked(clarification), asking(dossier, clarification))


@dataclass(frozen=True)
class ToolOutcome:
    """A call and what came out of it."""

    call: ToolCall
    result: ToolResult


@dataclass(frozen=True)
class Condition:
    """What must hold of a dossier before a tool may run; code, so that no model can talk its way past it."""

    name: str
    unmet: Callable[[Dossier], TessError | None]
    """Returns why the tool may not run on this dossier now, or None."""


def _selection_shown(dossier: Dossier) -> TessError | None:
    if not dossier.selected_ids:
        return NothingSelected()
    return None if dossier.selection_was_shown else SelectionNotShown()


SOMETHING_SELECTED = Condition(
    "something_selected", lambda dossier: None if dossier.selected_ids else NothingSelected()
)
"""At least one source is selected."""


SELECTION_SHOWN = Condition("selection_shown", _selection_shown)
"""The selection is not empty, and the user was shown all of it: sources are shown before they are used.

Whoever then leaves some of them out by name has seen what is left.
"""


ANSWERED = Condition("answered", lambda dossier: None if dossier.answers else NoAnswerYet())
"""There is an answer."""


Args = TypeVar("Args", bound=Arguments)


class Tool(ABC, Generic[Args]):
    """Something that may be done to a dossier; it changes nothing itself and keeps nothing between calls."""

    name: str
    """The name by which a model calls it: that of its class, unless the class says another."""
    args: type[Args]
    conditions: tuple[Condition, ...] = ()
    """All must hold, or the tool is not run; tools that have any run after those that have none."""
    edits: bool = False
    """Whether it changes artifacts or sources: these calls of a round run in order, each on what those before made."""
    sums_up: bool = False
    """Whether it is made of what the edits of its round make: it runs behind them."""
    by_hand: bool = False
    """Whether a person alone calls it, over a route: a model is not told of it, and may not."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "name" not in vars(cls):
            cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def description(self) -> str:
        """What it does and when to call it, for the model that decides."""
        return getdoc(type(self)) or ""

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as a model sees it."""
        return ToolSpec(self.name, self.description, in_brief(self.args.model_json_schema()))

    @abstractmethod
    async def execute(self, dossier: Dossier, args: Args) -> ToolResult:
        """Return what the tool would change and what it has to tell."""


AnyTool = Tool[Any]


def gate(tool: "Tool[Args]", dossier: Dossier) -> TessError | None:
    """Return why the tool may not run on this dossier now, or None where all its conditions hold."""
    return next(filter(None, (condition.unmet(dossier) for condition in tool.conditions)), None)
