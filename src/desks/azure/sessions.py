"""Logins to Azure: by the caller of the engine, for as long as their token is held."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Protocol

from pydantic import TypeAdapter

from src.desks.azure.arm_calls import AzureCaller, HeldToken
from src.desks.azure.errors import AzureLoginNeeded, VaultUnreadable
from src.desks.azure.services.login import LONGEST, Vault
from src.identity.caller import current
from src.identity.tokens import LoginTokens

DESK = "azure"
"""The only desk that a login's own token opens."""


class ProvesTokens(Protocol):
    """Proves tokens and holds them: a ``Login``."""

    async def prove(self, token: str) -> AzureCaller:
        """Return whose token it is, once Azure took it, and hold it; raises what is wrong with it."""

    async def held(self, caller: AzureCaller) -> HeldToken:
        """Return the caller's token; raises ``AzureLoginNeeded``."""

    async def logout(self, caller: AzureCaller) -> None:
        """Throw the caller's token away."""


@dataclass(frozen=True)
class Session:
    """A login, and by what its own token is known."""

    caller: AzureCaller
    token_id: str
    digest: str = field(repr=False)


_SESSION = TypeAdapter(Session)


class Sessions:
    """Logins by caller of the engine; it implements ``KnowsCaller``.

    They are kept in the vault, for all servers that share it. A turn begins with ``look``; what it found holds for
    whoever asks without waiting.
    """

    def __init__(
        self,
        login: ProvesTokens,
        vault: Vault | None = None,
        tokens: LoginTokens | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._login = login
        self._vault = vault or Vault()
        self._tokens = tokens or LoginTokens()
        self._now = now
        self._found: dict[tuple[str, str], Session] = {}

    async def begin(self, token: str) -> tuple[AzureCaller, str]:
        """Return whose token it is once it is proved, and a token of the engine that lives as long as the login."""
        caller = await self._login.prove(token)
        before = await self._kept_or_none()
        await self._forget(before)
        if before and before.caller.key != caller.key:
            await self._login.logout(before.caller)
        ends = caller.expires or self._now() + LONGEST
        text, record = await self._tokens.issue(DESK, ends)
        session = Session(caller, record.jti, _digest(text))
        await self._vault.note(_key(), _SESSION.dump_json(session).decode(), ends)
        self._found[current().key] = session
        return caller, text

    async def end(self) -> bool:
        """Throw the caller's login away; return whether there was one."""
        session = await self._kept_or_none()
        await self._forget(session)
        if session:
            await self._login.logout(session.caller)
        return session is not None

    async def look(self) -> AzureCaller | None:
        """Return who is logged in by now, on whichever server; a login whose token is held no more is thrown away."""
        session = await self._kept()
        try:
            if session:
                await self._login.held(session.caller)
        except AzureLoginNeeded:
            await self._forget(session)
            return None
        return self.known()

    def known(self) -> AzureCaller | None:
        session = self._found.get(current().key)
        if session and session.caller.expires and session.caller.expires <= self._now():
            self._found.pop(current().key, None)
            return None
        return session.caller if session else None

    def caller(self) -> AzureCaller:
        known = self.known()
        if known is None:
            raise AzureLoginNeeded
        return known

    async def check(self, token: str) -> None:
        """Raise ``AzureLoginNeeded`` unless this is the token of the login that there is."""
        session = await self._kept()
        if session is None or not compare_digest(session.digest, _digest(token)):
            raise AzureLoginNeeded

    async def token(self) -> HeldToken:
        return await self._login.held(self.caller())

    async def _kept(self) -> Session | None:
        """Return the caller's login as it is kept, and remember it; raises ``VaultUnreadable``."""
        noted = await self._vault.noted(_key())
        if noted is None:
            self._found.pop(current().key, None)
            return None
        self._found[current().key] = session = _SESSION.validate_json(noted[0])
        return session

    async def _kept_or_none(self) -> Session | None:
        """Return the same for a logout: None as well where the vault has another key by now."""
        try:
            return await self._kept()
        except VaultUnreadable:
            return None

    async def _forget(self, session: Session | None) -> None:
        self._found.pop(current().key, None)
        await self._vault.drop(_key())
        if session:
            await self._tokens.revoke(session.token_id)


def _key() -> str:
    return "login:" + ":".join(current().key)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
