"""The causes that reading can prove, and the steps against them, as data: the shapes of the tables, and the tables."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import BeforeValidator, model_validator

from src.desks.azure.knowledge import BilingualText, Pattern, TableEntry, knowledge, table

Role = Literal["cause", "contributing", "ruled_out"]
Types = Annotated[
    tuple[str, ...], BeforeValidator(lambda one: (one,) if isinstance(one, str) else one)
]


class Stage(TableEntry):
    """Calls that would tell more; a stage has one kind of them."""

    of: str = ""
    at: Literal["", "named", "group"] = ""
    aspects: tuple[str, ...] = ()
    listed: bool = True
    """Whether the group is listed where no resource of the type is known."""
    region: Literal["", "usages", "skus"] = ""
    provider: bool = False
    log: bool = False
    subscriptions: bool = False
    deployments: bool = False
    roles: bool = False


class Proof(TableEntry):
    """Which lines of which replies show something, and what they show."""

    of: Types = ()
    """Types of resources; empty: any."""
    tool: str = ""
    aspect: str = ""
    any_status: bool = False
    """Whether refusals of Azure count, too."""
    fields: tuple[str, ...] = ()
    values: Pattern = ""
    lines: Pattern = ""
    under: Pattern = ""
    element: Pattern = ""
    whole: bool = False
    """Whether a field is the whole path, and not its end."""
    about: bool = False
    """Whether only elements count that are about what the error names, where it names anything."""
    check: str = ""
    beside: bool = False
    else_: bool = False
    most: int = 3
    role: Role = "cause"
    nl: str
    en: str


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
    not_: str
    steps: tuple[str, ...]

    @model_validator(mode="before")
    @classmethod
    def _reserved_word(cls, given: dict[str, object]) -> dict[str, object]:
        return {"not_" if key == "not" else key: value for key, value in given.items()}


class ResourceKind(TableEntry):
    """By which words an error names a resource of a type."""

    type: str
    hosts: Pattern = "(?!)"
    nouns: Pattern


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
        named = {one for error in knowledge().code for one in error.causes}
        names = [one.name for one in self.cause]
        steps = {one for cause in self.cause for one in cause.steps}
        if named != set(names) or len(names) != len(set(names)):
            raise ValueError(f"causes of codes.toml and causes.toml differ: {named ^ set(names)}")
        if steps != set(self.step):
            raise ValueError(
                f"steps of causes.toml and steps.toml differ: {steps ^ set(self.step)}"
            )
        return self

    def named(self, name: str) -> Cause | None:
        return next((one for one in self.cause if one.name == name), None)

    def proofs(self, cause: Cause) -> Iterator[Proof]:
        """Yield what shows a cause, a closed firewall first."""
        if cause.closed:
            yield from (one.model_copy(update={"of": (cause.closed,)}) for one in self.closed_proof)
        yield from cause.proof


@cache
def causes() -> Causes:
    """Return the tables; raises ``ValidationError`` where they are not what they should be."""
    return Causes.model_validate({**table("causes"), "step": table("steps")})
