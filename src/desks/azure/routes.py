"""The Azure desk over REST: logging in and out, files that come before a message, and what could not be looked at."""

from collections import Counter
from typing import Literal

from pydantic import BaseModel, Field, SecretStr

import src.desks.azure.trace as trace
from src.desks.azure.attached import Attachments, FilePiece
from src.desks.azure.sessions import Sessions
from src.desks.desk import Route
from src.dossier.store import DossierQuery, DossierStore

MOST_COUNTED = 500
"""Dossiers that are looked at for what is missing, the newest first."""


class TokenGiven(BaseModel):
    """A token of Azure."""

    token: SecretStr = Field(description="The `accessToken` of `az account get-access-token`.")


class LoggedIn(BaseModel):
    """The logged-in user."""

    status: Literal["done"] = "done"
    azebal_token: str = Field(
        description="Token of TESS for this desk, of the same life: a bearer, or an argument over MCP."
    )
    name: str = Field(description="Who it is, where the token says so.")
    tenant: str
    subscriptions: list[str]
    expires: str = Field(description="When to log in again.")


class LoggedOut(BaseModel):
    """Whether there was a login."""

    status: Literal["done"] = "done"
    was_logged_in: bool


class NoArguments(BaseModel):
    """Nothing."""


class FilesKept(BaseModel):
    """How a message names it; nothing before the last piece."""

    lines: list[str]


class MissingCounted(BaseModel):
    """What the desk could not look at, and how often."""

    capabilities: dict[str, int]


def routes(sessions: Sessions, attachments: Attachments, store: DossierStore) -> tuple[Route, ...]:
    """Return the routes of the desk."""

    async def login(given: TokenGiven) -> LoggedIn:
        """Log in with a token of Azure, which is proved, sealed and kept no longer than an hour."""
        return await log_in(sessions, given.token)

    async def logout(given: NoArguments) -> LoggedOut:  # noqa: ARG001  # a POST has a body
        """Throw the login away."""
        return LoggedOut(was_logged_in=await sessions.end())

    async def files(given: FilePiece) -> FilesKept:
        """Keep a file for some minutes, until a message names it by the line that its last piece returns."""
        return FilesKept(lines=attachments.add(given))

    async def missing() -> MissingCounted:
        """Count what could not be looked at in the newest dossiers."""
        page = await store.page(DossierQuery(), "", MOST_COUNTED)
        found: Counter[str] = Counter()
        for line in page.dossiers:
            dossier = await store.load(line.id) if line.desk == "azure" else None
            for artifact in dossier.artifacts if dossier else ():
                if artifact.kind == trace.MISSING:
                    found.update(trace.Missing.model_validate(artifact.data).capabilities)
        return MissingCounted(capabilities=dict(found.most_common()))

    return (
        Route("POST", "login", login),
        Route("POST", "logout", logout),
        Route("POST", "files", files),
        Route("GET", "missing", missing),
    )


async def log_in(sessions: Sessions, token: SecretStr) -> LoggedIn:
    """Return a login by a token."""
    caller, issued = await sessions.begin(token.get_secret_value())
    return LoggedIn(
        azebal_token=issued,
        name=caller.name,
        tenant=caller.tid,
        subscriptions=list(caller.subscriptions),
        expires=caller.expires.isoformat() if caller.expires else "",
    )
