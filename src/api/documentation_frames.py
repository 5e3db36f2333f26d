"""What the routes of ``documentation_routes`` take and return."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from src.dossier.feedback import LONGEST_WHY

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class _DocumentationFrame(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CollectionLine(_DocumentationFrame):
    """A collection of documentation that can be searched."""

    name: str
    versions: list[str] = Field(description="Of what it documents; empty where none is known.")
    sections: int
    newest: date | None = Field(description="When the newest of its files was last changed.")
    own: bool = Field(
        False,
        description="True for the program's own: searched where it is chosen, or where there is no other.",
    )


class CollectionList(_DocumentationFrame):
    """The collections that there are."""

    collections: list[CollectionLine]


class Rating(_DocumentationFrame):
    """What a reader thinks of an answer."""

    answer: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None, description="Its id, such as `a4`; left out: the last one."
    )
    up: bool = Field(description="True: helpful.")
    why: Annotated[str, StringConstraints(max_length=LONGEST_WHY)] = ""


class ScopeChoice(_DocumentationFrame):
    """What a dossier is searched in from now on."""

    collections: Annotated[Sequence[Name], Field(max_length=100)] = Field(
        (), description="Names of collections; empty: all but the program's own."
    )
    version: Annotated[str, StringConstraints(max_length=64)] = Field(
        "", description="Of what they document; empty: any."
    )


class FirstScope(ScopeChoice):
    """What a dossier that is still to be made is searched in."""

    desk: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None, description="Of the dossier; left out: the first there is."
    )
