"""The causes that reading can prove, and the steps against them, as data: the shapes of the tables, and the tables."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from src.desks.azure.knowledge import (
    BilingualText,
    ErrorCode,
    Pattern,
    TableEntry,
    knowledge,
    table,
)

Role = Literal["cause", "contributing", "ruled_out"]
Types = Annotated[
    tuple[str, ...], BeforeValidator(lambda entry: (entry,) if isinstance(entry, str) else entry)
]


class Stage(TableEntry):
    """Calls of a tool that would tell more: of each resource of a type that the error is tied to, or as they stand."""

    tool: str = "read_resource"
    of: str = ""
    listed: bool = True
    """Whether the group is listed where no resource of the type is known."""
    aspects: tuple[str, ...] = ()
    arguments: Mapping[str, str | int | bool] = {}
    """Facts stand in braces; no call lacks one, unless a question mark says that it may."""


class LineTest(TableEntry):
    """What a line says, and where; facts stand in braces, and what is unknown is not held against a line."""

    tool: str = ""
    of: Types = ()
    """Types of resources; empty: any."""
    aspect: str = ""
    fields: tuple[str, ...] = ()
    values: Pattern = ""
    lines: Pattern = ""
    under: Pattern = ""
    covers: str = ""
    """A fact that the value, with its wildcards, stands for."""
    spans: str = ""
    """A fact that is a number within the value."""
    above: str = ""
    """A field of the same element than which the value is no less, or with a fact beside it more."""
    beside_it: str = ""


class Proof(LineTest):
    """Which lines of which replies show something, and what they show."""

    any_status: bool = False
    """Whether refusals of Azure count, too."""
    own: bool = False
    """Whether it is told of whoever is logged in alone."""
    within: Pattern = ""
    """The list whose elements are looked at; empty: the outer one."""
    where: tuple[LineTest, ...] = ()
    """What lines of the same element say."""
    lowest: str = ""
    """A number by which the first of these elements counts alone, for each value of ``each``."""
    each: str = ""
    then: tuple[LineTest, ...] = ()
    """What lines of such an element say."""
    named: tuple[str, ...] = ()
    """Fields by which elements are called: those that the error calls so count before others."""
    some: tuple[LineTest, ...] = ()
    """What a line somewhere says; ``value`` is a fact, too."""
    none: tuple[LineTest, ...] = ()
    """What no element says, of this reply or of those of another call, which was made."""
    referred: str = ""
    """An aspect whose proofs show in the reply about what each line refers to."""
    about: bool = False
    """Whether only elements count that are about what the error names, where it names anything."""
    beside: bool = False
    else_: bool = False
    unseen: bool = False
    """Whether only values count that no line before shows."""
    most: int = 3
    role: Role = "cause"
    says: Mapping[str, tuple[str, ...]] = {}
    """What of the element its words name, by the fields that tell it."""
    text: BilingualText
    told: Pattern = "(?!)"
    """How a user says so in words, beside its field with the value."""
    steps: tuple[str, ...] = ()
    """Those of the steps of its cause that it calls for; empty: all."""


class Cause(TableEntry):
    """A cause: the calls that tell it, the lines that show it, the steps against it."""

    name: str
    title: BilingualText
    anywhere: bool = False
    """Whether it can be read without a subscription."""
    read: tuple[Stage, ...]
    proof: tuple[Proof, ...] = ()
    closed: str = ""
    """The type of a resource whose firewall it is."""
    not_: str = Field(alias="not")
    steps: tuple[str, ...]


class ResourceKind(TableEntry):
    """By which words an error names a resource of a type."""

    type: str
    hosts: Pattern = "(?!)"
    nouns: Pattern = "(?!)"

    def named_in(self, text: str) -> set[str]:
        """Return the names of such resources in a text, in lower case: by an address, or by what they are called."""
        called = rf"\b(?:{self.nouns})\b(?:[ -]name)?[:=]? ?(?:is |named |called |genaamd |heet )?"
        forms = (
            rf"([a-z0-9][a-z0-9-]*){self.hosts}\b",
            rf"{called}['\"`‘]([\w.-]+?)(?:{self.hosts})?['\"`’]",
            rf"{called}((?=[\w-]*[\d-])[a-z][\w-]*\w)\b(?!\.)",
        )
        return {found.lower() for form in forms for found in re.findall(form, text, re.IGNORECASE)}


class StepTemplate(TableEntry):
    """A thing to do: a command whose gaps are filled by what Azure said, and the page of the portal that does it."""

    command: str
    of: str = ""
    """The type of the resource that it is done to; empty: any."""
    what: BilingualText
    portal: str
    shows: str = ""
    """What a user learns by it, where it only shows something."""


class Causes(TableEntry):
    """The tables of causes and steps; what one names, another has."""

    cause: tuple[Cause, ...]
    closed_proof: tuple[Proof, ...]
    kind: tuple[ResourceKind, ...]
    step: Mapping[str, StepTemplate]

    @model_validator(mode="after")
    def _names_are_there(self) -> "Causes":
        named = {text for error in knowledge().code for text in error.causes}
        names = [cause.name for cause in self.cause]
        steps = {step for cause in self.cause for step in cause.steps}
        if named != set(names) or len(names) != len(set(names)):
            raise ValueError(f"causes of codes.toml and causes.toml differ: {named ^ set(names)}")
        if steps != set(self.step):
            raise ValueError(
                f"steps of causes.toml and steps.toml differ: {steps ^ set(self.step)}"
            )
        return self

    def of(self, *errors: ErrorCode) -> list[Cause]:
        """Return the causes that errors may have, in their order, each once."""
        by_name = {cause.name: cause for cause in self.cause}
        return [
            by_name[name] for name in dict.fromkeys(name for each in errors for name in each.causes)
        ]

    def proofs(self, cause: Cause) -> Iterator[Proof]:
        """Yield what shows a cause, a closed firewall first."""
        if cause.closed:
            yield from (one.model_copy(update={"of": (cause.closed,)}) for one in self.closed_proof)
        yield from cause.proof


def kind_of(type_of_resource: str) -> ResourceKind:
    """Return how an error names resources of a type: by their ids alone where the table has no words for it."""
    fitting = (kind for kind in causes().kind if kind.type.lower() == type_of_resource.lower())
    return next(fitting, ResourceKind(type=type_of_resource))


@cache
def causes() -> Causes:
    """Return the tables; raises ``ValidationError`` where they are not what they should be."""
    return Causes.model_validate({**table("causes"), "step": table("steps")})
