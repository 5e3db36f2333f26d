"""What a tool is, and what comes out of one.

A new tool is a class with a docstring (its description), an ``Args`` model (its schema) and ``execute``; its name is
the class name in snake case. Nothing is typed twice.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from inspect import getdoc
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from src.dossier.clarification import Clarification, asking
from src.dossier.journal import HitRecord, Outcome
from src.dossier.models import Answer, Dossier, Source
from src.dossier.patch import DossierPatch
from src.dossier.receipt import Receipt
from src.errors import NothingSelected, SelectionNotShown, TessError
from src.llm.protocol import ToolCall, ToolSpec, Usage


class Arguments(BaseModel):
    """Base of every tool's arguments; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid")


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


@dataclass(frozen=True)
class Found(Report):
    """A search: everything it hit, and the part that the dossier did not hold yet."""

    kind: str
    hits: tuple[Source, ...]
    new: tuple[Source, ...]


@dataclass(frozen=True)
class Reselected(Report):
    """Sources left out (``selected`` False) or put back (True), and titles named that are no candidates."""

    selected: bool
    words: str
    sources: tuple[Source, ...]
    ignored: tuple[str, ...]


@dataclass(frozen=True)
class Added(Report):
    """A document of the client that is in the dossier from now on."""

    source: Source


@dataclass(frozen=True)
class Undone(Report):
    """Changes taken back, or (``again``) made again, by the versions that made them."""

    versions: tuple[int, ...]
    again: bool


@dataclass(frozen=True)
class Answered(Report):
    """An answer, which without claims is none, and the titles of sources of which the model was given parts only."""

    answer: Answer
    cut: tuple[str, ...] = ()
    refused: int = 0
    """Claims that held and are not given all the same, as the desk refuses an answer of which anything fails."""


@dataclass(frozen=True)
class Asked(Report):
    """A question to the user, with which the turn ends; see ``ask``."""

    clarification: Clarification

    @property
    def turn_outcome(self) -> Outcome:
        return "request"


@dataclass(frozen=True)
class Repeated(Report):
    """A call that was made in this turn before: it did nothing, and the model is told again what it brought then."""

    @property
    def outcome(self) -> str:
        return "repeated"


@dataclass(frozen=True)
class Refused(Report):
    """A call that did nothing, and why: a stable code and what fills its sentence."""

    code: str
    details: dict[str, str] = field(default_factory=dict)

    @property
    def outcome(self) -> str:
        return self.code


@dataclass(frozen=True)
class ToolResult:
    """The change that a tool proposes, what it has to tell, what a search came upon, and the tokens that it used."""

    report: Report
    patch: DossierPatch = field(default_factory=DossierPatch)
    usage: Usage = field(default_factory=Usage)
    hits: tuple[HitRecord, ...] = ()
    receipt: Receipt | None = None
    """How the answer that the patch adds came about."""
    fallback: str = ""
    """Id of a model that helped in place of the tool's own; empty: none did."""
    output: str = ""
    """What a model that goes on deciding is told in the next round, beside the outcome; it is data there, and cut."""


def found(dossier: Dossier, kind: str, hits: Iterable[Source], output: str = "") -> ToolResult:
    """Return the result of a search: what the dossier did not hold yet comes into it and is selected."""
    hits = tuple(hits)
    new = tuple(source for source in hits if dossier.source(source.id) is None)
    patch = DossierPatch(add_sources=new, select_ids=tuple(source.id for source in new))
    return ToolResult(Found(kind, hits, new), patch, output=output)


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


SELECTION_SHOWN = Condition("selection_shown", _selection_shown)
"""The selection is not empty, and is exactly what the user was last shown: sources are shown before they are used."""


Args = TypeVar("Args", bound=Arguments)


class Tool(ABC, Generic[Args]):
    """Something that may be done to a dossier; it changes nothing itself and keeps nothing between calls."""

    args: type[Args]
    conditions: ClassVar[tuple[Condition, ...]] = ()
    """All must hold, or the tool is neither offered nor run; tools that have any run after those that have none."""

    @cached_property
    def name(self) -> str:
        """The name by which a model calls it."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def description(self) -> str:
        """What it does and when to call it, for the model that decides."""
        return getdoc(type(self)) or ""

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as a model sees it."""
        return ToolSpec(self.name, self.description, self.args.model_json_schema())

    def offered(self, dossier: Dossier) -> bool:
        """Return whether calling it now could make sense; what is not offered is still refused by the gate."""
        return gate(self, dossier) is None

    @abstractmethod
    async def execute(self, dossier: Dossier, args: Args) -> ToolResult:
        """Return what the tool would change and what it has to tell."""


AnyTool = Tool[Any]


def gate(tool: "Tool[Args]", dossier: Dossier) -> TessError | None:
    """Return why the tool may not run on this dossier now, or None where all its conditions hold."""
    return next(filter(None, (one.unmet(dossier) for one in tool.conditions)), None)
