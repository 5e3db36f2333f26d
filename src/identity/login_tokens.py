"""Tokens that a login at a desk brings: they are their owner's own, for that desk alone, and end with the login."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime

from pydantic import SecretStr

from src.identity.caller import current
from src.identity.registry import TokenRecord, TokenRegistry


class LoginTokens:
    """Makes tokens for whoever is calling.

    Where callers show tokens, these are among those that let them in, and are listed with the others. Where nobody is
    asked for one, they are signed with a secret of this process, and stand in no list.
    """

    def __init__(
        self, secret: SecretStr | None = None, registry: TokenRegistry | None = None
    ) -> None:
        self._secret = secret or SecretStr(secrets.token_hex(32))
        self._registry = registry

    async def issue(self, desk: str, expires: datetime) -> tuple[str, TokenRecord]:
        """Return a token of the caller at hand for one desk, until then, and what it is listed under.

        As models read it, it confirms no plan.
        """
        from src.identity.tokens import issue  # signatures take long to import, and few log in

        owner = replace(current(), desks=(desk,), confirms=False)
        lifetime = expires - datetime.now(UTC)
        text, record = issue(self._secret.get_secret_value(), owner, lifetime)
        if self._registry:
            await self._registry.add(record)
        return text, record

    async def revoke(self, token_id: str) -> None:
        """Let a token be valid no longer."""
        if self._registry:
            await self._registry.revoke(token_id, datetime.now(UTC))
