"""What a tool is, and what comes out of one.

A new tool is a class with a docstring (its description), an ``Args`` model (its schema) and ``execute``; its name is
the class name in snake case. Nothing is typed twice.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from inspect import getdoc
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from src.desks.tax.library.passages import Kind
from src.dossier.journal import HitRecord
from src.dossier.models import Answer, Dossier, Source
from src.dossier.patch import DossierPatch
from src.dossier.receipt import Receipt
from src.errors import ForModel, NothingSelected, SelectionNotShown
from src.llm.protocol import ToolSpec, Usage

Policy = Literal["strike", "refuse"]
"""What becomes of an answer with claims that may not stand: they are struck, or there is no answer."""


class Arguments(BaseModel):
    """Base of every tool's arguments; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Found:
    """A search: everything it hit, and the part that the dossier did not hold yet."""

    kind: Kind
    hits: tuple[Source, ...]
    new: tuple[Source, ...]
    missing: tuple[str, ...] = ()
    """Titles of what the query names and the library does not hold; where a whole law is missing, that of the law."""
    not_in_force: tuple[str, ...] = ()
    """Titles of hits whose text was not yet in force on the dossier's day."""
    uncertain: tuple[str, ...] = ()
    """Titles of hits whose text is of before the dossier's day and may have changed by then."""


@dataclass(frozen=True)
class Reselected:
    """Sources left out (``selected`` False) or put back (True), and titles named that are no candidates."""

    selected: bool
    words: str
    sources: tuple[Source, ...]
    ignored: tuple[str, ...]


@dataclass(frozen=True)
class Added:
    """A document of the client that is in the dossier from now on."""

    source: Source


@dataclass(frozen=True)
class Undone:
    """Changes taken back, or (``again``) made again, by the versions that made them."""

    versions: tuple[int, ...]
    again: bool


@dataclass(frozen=True)
class Answered:
    """An answer, which without claims is none, and the titles of sources of which the model was given parts only."""

    answer: Answer
    cut: tuple[str, ...] = ()
    refused: int = 0
    """Claims that held and are not given all the same, as the desk refuses an answer of which anything fails."""


@dataclass(frozen=True)
class Refused:
    """A call that did nothing, and why: a stable code and what fills its sentence."""

    code: str
    details: dict[str, str] = field(default_factory=dict)


Report = Found | Reselected | Added | Undone | Answered | Refused


@dataclass(frozen=True)
class ToolResult:
    """The change that a tool proposes, what it has to tell, what a search came upon, and the tokens that it used."""

    report: Report
    patch: DossierPatch = field(default_factory=DossierPatch)
    usage: Usage = field(default_factory=Usage)
    hits: tuple[HitRecord, ...] = ()
    receipt: Receipt | None = None
    """How the answer that the patch adds came about."""
    by: str = ""
    """Id of a model that helped in place of the tool's own; empty: none did."""


Args = TypeVar("Args", bound=Arguments)


class Tool(ABC, Generic[Args]):
    """Something that may be done to a dossier; it changes nothing itself and keeps nothing between calls."""

    args: type[Args]
    needs_shown_selection: ClassVar[bool] = False
    """True: possible only while the current selection is not empty and is exactly what the user was last shown."""

    @cached_property
    def name(self) -> str:
        """The name by which a model calls it."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as a model sees it."""
        return ToolSpec(self.name, getdoc(type(self)) or "", self.args.model_json_schema())

    def offered(self, dossier: Dossier) -> bool:
        """Return whether calling it now could make sense; what is not offered is still refused by the gate."""
        return gate(self, dossier) is None

    @abstractmethod
    async def execute(self, dossier: Dossier, args: Args) -> ToolResult:
        """Return what the tool would change and what it has to tell."""


AnyTool = Tool[Any]


def gate(tool: "Tool[Args]", dossier: Dossier) -> ForModel | None:
    """Return why the tool may not run on this dossier now, or None: sources are shown before they are used."""
    if not tool.needs_shown_selection:
        return None
    if not dossier.selected_ids:
        return NothingSelected()
    return None if dossier.selection_was_shown else SelectionNotShown()
