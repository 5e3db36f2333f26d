"""Collections of documentation over REST, what a dossier is searched in, and what readers think of its answers."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request
from pydantic import BaseModel, Field, StringConstraints, ValidationError

from src.api.desk_frames import desk_named
from src.api.history_routes import Changed, changed, json_only
from src.api.middleware import language_of
from src.api.source_frames import Frame
from src.api.wire import bad_fields
from src.bootstrap import Parts
from src.desks.desk import ByHand
from src.dossier.feedback import LONGEST_WHY
from src.dossier.models import Dossier, Language
from src.dossier.store import Committed
from src.dossier.trace import TurnTrace
from src.dossier_service import DossierService
from src.errors import NotFound
from src.review.feedback import FeedbackReport, feedback_report
from src.search.documents.collections import collections
from src.tools.base import Arguments

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CollectionLine(Frame):
    """A collection of documentation that can be searched."""

    name: str
    versions: list[str] = Field(description="Of what it documents; empty where none is known.")
    sections: int
    newest: date | None = Field(description="When the newest of its files was last changed.")
    own: bool = Field(
        False,
        description="True for the program's own: searched where it is chosen, or where there is no other.",
    )


class CollectionList(Frame):
    """The collections that there are."""

    collections: list[CollectionLine]


class Rating(Frame):
    """What a reader thinks of an answer."""

    answer: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None, description="Its id, such as `a4`; left out: the last one."
    )
    up: bool = Field(description="True: helpful.")
    why: Annotated[str, StringConstraints(max_length=LONGEST_WHY)] = ""


class ScopeChoice(Frame):
    """What a dossier is searched in from now on."""

    collections: Annotated[Sequence[Name], Field(max_length=100)] = ()
    """Names of collections; empty: all but the program's own."""
    version: Annotated[str, StringConstraints(max_length=64)] = ""
    """Of what they document; empty: any."""


class FirstScope(ScopeChoice):
    """What a dossier that is still to be made is searched in."""

    desk: Annotated[str, StringConstraints(max_length=64)] | None = None
    """Of the dossier; left out: the first there is."""


def add_documentation(app: FastAPI, parts: Parts, dossiers: DossierService) -> None:
    """Add the routes."""
    library_dir = (parts.data_dir or Path()) / "library"

    @app.get("/collections")
    async def listed() -> CollectionList:
        """Return the collections of documentation that can be searched, by name."""
        await to_thread(parts.shared.look, library_dir)
        found = await to_thread(collections, library_dir)
        return CollectionList(
            collections=[
                CollectionLine(
                    name=state.name,
                    versions=[each.version for each in state.versions if each.version],
                    sections=state.sections,
                    newest=state.newest,
                    own=state.shipped,
                )
                for state in found
            ]
        )

    @app.get("/feedback")
    async def feedback() -> FeedbackReport:
        """Return what all dossiers of the caller tell of the documentation: votes, open questions, unfound pages."""
        await to_thread(parts.shared.look, library_dir)
        return await feedback_report(parts.store, library_dir)

    @app.get("/dossiers/{dossier_id}/trace")
    async def trace(dossier_id: str, turn: int | None = Query(None, ge=1, le=10**9)) -> TurnTrace:
        """Return a turn step by step, the last one of the conversation where none is named."""
        return await dossiers.trace(dossier_id, turn)

    async def done(
        request: Request, what: ByHand, body: BaseModel, at: Dossier | str | None
    ) -> Changed:
        given = body.model_dump(exclude_none=True, exclude={"desk"})
        made = await by_hand(parts, dossiers, what, given, at, language_of(request.scope))
        return changed(made.dossier, made.entry.reply)

    @app.post("/scope", dependencies=[Depends(json_only)])
    async def begin(body: FirstScope, request: Request) -> Changed:
        """Make a dossier that is searched in these collections and this version."""
        return await done(request, "scope", body, body.desk)

    @app.post("/dossiers/{dossier_id}/feedback", dependencies=[Depends(json_only)])
    async def rate(dossier_id: str, body: Rating, request: Request) -> Changed:
        """Keep what a reader thinks of an answer, in place of what was thought of it before."""
        return await done(request, "feedback", body, await dossiers.at(dossier_id))

    @app.post("/dossiers/{dossier_id}/scope", dependencies=[Depends(json_only)])
    async def choose(dossier_id: str, body: ScopeChoice, request: Request) -> Changed:
        """Search in these collections and this version from now on."""
        return await done(request, "scope", body, await dossiers.at(dossier_id))


async def by_hand(
    parts: Parts,
    dossiers: DossierService,
    what: ByHand,
    given: Mapping[str, Any],
    at: Dossier | str | None,
    language: Language,
) -> Committed:
    """Return what a desk's tool made of what a person gave it, in a dossier or in a new one of the desk that is named.

    Raises ``BadFields``; ``NotFound`` where the desk does not do this, or is not the caller's.
    """
    name = at.desk if isinstance(at, Dossier) else desk_named(parts.agent.desks, at)
    desk = parts.agent.desks.get(name)
    named = desk.by_hand.get(what) if desk else None
    tool = next((tool for tool in desk.tools if tool.name == named), None) if desk else None
    if tool is None:
        raise NotFound
    try:
        args: Arguments = tool.args.model_validate(given)
    except ValidationError as error:
        raise bad_fields(error.errors(include_url=False, include_input=False)[0]) from None
    to = at.id if isinstance(at, Dossier) else dossiers.new(name, language)
    return await dossiers.by_hand(to, tool, args)
