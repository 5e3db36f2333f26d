"""The door to the list of tokens: which were made, and which of them are revoked."""

from datetime import datetime
from typing import Protocol

from src.dossier.models import Frozen


class TokenRecord(Frozen):
    """A token that was made; the token itself is kept nowhere."""

    jti: str
    name: str
    tenant: str
    created: datetime
    expires: datetime
    revoked: datetime | None = None

    def state(self, now: datetime) -> str:
        """Return ``valid``, ``expired`` or ``revoked``."""
        if self.revoked:
            return "revoked"
        return "expired" if self.expires <= now else "valid"


class TokenRegistry(Protocol):
    """Knows every token; what one process adds or revokes, all others see at their next look.

    Every method raises ``StorageFailed`` where the list can't be read or written: then nobody is let in.
    """

    async def add(self, record: TokenRecord) -> None:
        """Take a new token in."""

    async def find(self, jti: str) -> TokenRecord | None:
        """Return the token of this id; None where none was made."""

    async def every(self) -> list[TokenRecord]:
        """Return all tokens, the oldest first."""

    async def revoke(self, jti: str, when: datetime) -> None:
        """Let a token be valid no longer; one that is revoked stays as it is."""
