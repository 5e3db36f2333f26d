"""Holds tokens sealed: AES-256-GCM, with ``tid:oid`` as associated data, so that no token opens under another name.

Who is logged in with them is kept beside, in the same way: on one machine or for all servers of a database.
"""

import json
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from pydantic import SecretStr

from src.desks.azure.arm_calls import HeldToken
from src.desks.azure.errors import VaultUnreadable
from src.dossier.postgres_lease import Lend

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LONGEST = timedelta(minutes=60)
"""For which a token is held, however long it is valid."""

MOST_HELD = 10_000
"""Tokens in memory; of one more, the one that ends first is thrown away."""

KEY_BYTES = 32
NONCE_BYTES = 12

PUT = (
    "insert into sealed_values (key, sealed, expires) values (%s, %s, %s)"
    " on conflict (key) do update set sealed = excluded.sealed, expires = excluded.expires"
)
GET = "select sealed, expires from sealed_values where key = %s"
REMOVE = "delete from sealed_values where key = %s or expires <= %s"
EXPIRE = "delete from sealed_values where expires <= %s"


class SealedValues(Protocol):
    """Keeps bytes under a key until a time; it can't read them."""

    async def put(self, key: str, sealed: bytes, expires: datetime, now: datetime) -> None:
        """Keep this, in place of what was kept under this key, and nothing that is past its time."""

    async def get(self, key: str) -> tuple[bytes, datetime] | None:
        """Return what is kept, and until when."""

    async def remove(self, key: str, now: datetime) -> None:
        """Keep it no more, nor whatever else is past its time."""


class SealedInMemory:
    """Keeps ``SealedValues`` for as long as the process lives."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[bytes, datetime]] = {}

    async def put(self, key: str, sealed: bytes, expires: datetime, now: datetime) -> None:
        await self.remove(key, now)
        self._kept[key] = (sealed, expires)
        if len(self._kept) > MOST_HELD:
            del self._kept[min(self._kept, key=lambda one: self._kept[one][1])]

    async def get(self, key: str) -> tuple[bytes, datetime] | None:
        return self._kept.get(key)

    async def remove(self, key: str, now: datetime) -> None:
        self._kept.pop(key, None)
        self._kept = {one: kept for one, kept in self._kept.items() if kept[1] > now}


class SealedInDatabase:
    """Keeps ``SealedValues`` for all servers of one database, on connections that ``PostgresStore`` lends."""

    def __init__(self, lend: Lend) -> None:
        self._lend = lend

    async def put(self, key: str, sealed: bytes, expires: datetime, now: datetime) -> None:
        async with self._lend() as database:
            await database.execute(PUT, [key, sealed, expires])
            await database.execute(EXPIRE, [now])

    async def get(self, key: str) -> tuple[bytes, datetime] | None:
        async with self._lend() as database:
            row = await (await database.execute(GET, [key])).fetchone()
        return (bytes(row[0]), row[1]) if row else None

    async def remove(self, key: str, now: datetime) -> None:
        async with self._lend() as database:
            await database.execute(REMOVE, [key, now])


class Vault:
    """Holds tokens under ``tid:oid`` until the sooner of their ``exp`` and 60 minutes."""

    def __init__(
        self,
        key: bytes | None = None,
        values: SealedValues | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Seal with a key of 32 bytes, one of this process alone unless it is given; keep in memory unless told."""
        if key is not None and len(key) != KEY_BYTES:
            raise ValueError("a key of the vault has 32 bytes")
        self._key = key or secrets.token_bytes(KEY_BYTES)
        self._values = values or SealedInMemory()
        self._now = now

    async def hold(self, token: HeldToken) -> HeldToken:
        """Hold a token, in place of the one of the same holder; return it with the time until which it is held."""
        expires = min(token.expires, self._now() + LONGEST)
        said = {"token": token.secret.get_secret_value(), "tid": token.tid, "oid": token.oid}
        await self.note(token.key, json.dumps(said), expires)
        return HeldToken(token.tid, token.oid, expires, token.secret)

    async def held(self, key: str) -> HeldToken | None:
        """Return what is held under ``tid:oid``; None where nothing is, or its time is up."""
        noted = await self.noted(key)
        if noted is None:
            return None
        said, expires = json.loads(noted[0]), noted[1]
        return HeldToken(said["tid"], said["oid"], expires, SecretStr(said["token"]))

    async def drop(self, key: str) -> None:
        """Hold nothing under this key any more."""
        await self._values.remove(key, self._now())

    async def drop_token(self, token: HeldToken) -> None:
        """Hold this token no more; another one of the same holder stays, whoever sent this one in their name."""
        held = await self.held(token.key)
        if held is not None and held.secret == token.secret:
            await self.drop(token.key)

    async def note(self, key: str, text: str, expires: datetime) -> None:
        """Keep a text sealed, in place of what was kept under this key."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + _cipher(self._key).encrypt(nonce, text.encode(), key.encode())
        await self._values.put(key, sealed, expires, self._now())

    async def noted(self, key: str) -> tuple[str, datetime] | None:
        """Return the text under a key and until when it is kept; raises ``VaultUnreadable``."""
        from cryptography.exceptions import InvalidTag

        kept = await self._values.get(key)
        if kept is None:
            return None
        sealed, expires = kept
        if expires <= self._now():
            await self.drop(key)
            return None
        nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return _cipher(self._key).decrypt(nonce, rest, key.encode()).decode(), expires
        except InvalidTag:
            raise VaultUnreadable from None


def _cipher(key: bytes) -> "AESGCM":
    """Return the cipher; it is imported by who holds a token alone."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)
