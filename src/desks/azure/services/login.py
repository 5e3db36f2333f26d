"""Proves tokens of Azure: what they say is read first, and ARM is asked whether it takes them; keeps them sealed."""

import binascii
import json
import secrets
from base64 import urlsafe_b64decode
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Protocol

from pydantic import BaseModel, ConfigDict, SecretStr, StringConstraints, ValidationError

from src.desks.azure.arm_calls import ArmRequest, AzureCaller, HeldToken, allowed
from src.desks.azure.errors import (
    AzureApplicationRefused,
    AzureLoginNeeded,
    AzureTenantRefused,
    AzureTokenExpired,
    AzureTokenForged,
    AzureTokenForOther,
    AzureTokenMalformed,
    AzureTokenMissing,
    AzureTokenRevoked,
    VaultUnreadable,
)
from src.desks.azure.settings import AZURE_CLI
from src.dossier.postgres_rows import Lend
from src.errors import ServiceUnavailable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    from src.desks.azure.services.arm import Arm


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
            del self._kept[min(self._kept, key=lambda text: self._kept[text][1])]

    async def get(self, key: str) -> tuple[bytes, datetime] | None:
        return self._kept.get(key)

    async def remove(self, key: str, now: datetime) -> None:
        self._kept.pop(key, None)
        self._kept = {text: kept for text, kept in self._kept.items() if kept[1] > now}


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
        return replace(token, expires=expires)

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
    """Return the cipher; only code that holds a token imports it."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


AUDIENCES = frozenset(
    {
        "https://management.azure.com",
        "https://management.core.windows.net",
        "797f4846-ba00-4fd7-ba43-dac1f8f63013",
    }
)
"""What ARM is called in ``aud``, without a slash at the end."""

LEEWAY = timedelta(seconds=30)
"""So far may the clocks of two machines be apart."""

MOST_CHARACTERS = 16_384
"""Of a token; a longer text is none."""

_Id = Annotated[
    str,
    StringConstraints(
        pattern=r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", to_lower=True
    ),
]


class _Claims(BaseModel):
    """What a token says, as far as it is asked."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    aud: str
    exp: int
    tid: _Id
    oid: _Id
    appid: str
    upn: str = ""


@dataclass(frozen=True)
class Login:
    """Lets in who has a token that ARM takes."""

    arm: "Arm"
    vault: Vault
    applications: Collection[str] = (AZURE_CLI,)
    """``appid`` of programs whose tokens are admitted."""
    tenants: Collection[str] = ()
    """Tenants that are admitted; none named: all."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self.arm.on_refused = self.vault.drop_token

    async def prove(self, token: str) -> AzureCaller:
        """Return whose token it is, once ARM took it, and hold it.

        Raises ``AzureTokenMissing``, ``AzureTokenMalformed``, ``AzureTokenExpired``, ``AzureTokenForOther``,
        ``AzureTenantRefused``, ``AzureApplicationRefused``, ``AzureTokenForged``, and what ``Arm.read`` raises.
        """
        token = token.strip()
        claims = self._admitted(token)
        ends = datetime.fromtimestamp(claims.exp, UTC)
        candidate = HeldToken(claims.tid, claims.oid, ends, SecretStr(token))
        subscriptions = await self._shown(candidate)
        held = await self.vault.hold(candidate)
        return AzureCaller(claims.tid, claims.oid, subscriptions, claims.upn, held.expires)

    async def held(self, caller: AzureCaller) -> HeldToken:
        found = await self.vault.held(caller.key)
        if found is None:
            raise AzureLoginNeeded
        return found

    async def logout(self, caller: AzureCaller) -> None:
        await self.vault.drop(caller.key)

    def _admitted(self, token: str) -> _Claims:
        """Return what a token says, or raise why it is not even tried."""
        if not token:
            raise AzureTokenMissing
        claims = _decoded(token)
        if claims.exp <= (self.now() - LEEWAY).timestamp():
            raise AzureTokenExpired
        if claims.aud.rstrip("/") not in AUDIENCES:
            raise AzureTokenForOther
        if self.tenants and claims.tid not in {tenant.lower() for tenant in self.tenants}:
            raise AzureTenantRefused
        if claims.appid.lower() not in {application.lower() for application in self.applications}:
            raise AzureApplicationRefused
        return claims

    async def _shown(self, token: HeldToken) -> tuple[str, ...]:
        """Return the subscriptions that ARM shows for a token, or raise why it does not take it."""
        call = allowed("GET", "/subscriptions")
        assert call is not None
        try:
            reply = await self.arm.read(
                token, ArmRequest("GET", "/subscriptions", call.api_version)
            )
        except AzureTokenRevoked as error:
            raise AzureTokenForged from error
        if reply.error_code == "InvalidAuthenticationTokenTenant":
            raise AzureTenantRefused
        if reply.status != 200:
            raise ServiceUnavailable(service="Azure Resource Manager", problem="service_failing")
        rows = reply.body.get("value") if isinstance(reply.body, dict) else None
        found = rows if isinstance(rows, list) else []
        ids = [row.get("subscriptionId") for row in found if isinstance(row, dict)]
        return tuple(text.lower() for text in ids if isinstance(text, str))


def _decoded(token: str) -> _Claims:
    """Return what a token says, of itself; raises ``AzureTokenMalformed``, which holds no word of it."""
    parts = token.split(".")
    if len(token) > MOST_CHARACTERS or len(parts) != 3 or not all(parts):
        raise AzureTokenMalformed
    try:
        said = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
        json.loads(urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)))
        claims = _Claims.model_validate(said, strict=True)
        datetime.fromtimestamp(claims.exp, UTC)
    except (binascii.Error, ValueError, ValidationError, OverflowError, OSError, RecursionError):
        raise AzureTokenMalformed from None
    return claims
