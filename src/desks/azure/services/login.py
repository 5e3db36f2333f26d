"""Proves tokens of Azure: what they say is read first, and ARM is asked whether it takes them."""

import binascii
import json
from base64 import urlsafe_b64decode
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import BaseModel, ConfigDict, SecretStr, StringConstraints, ValidationError

from src.desks.azure.arm_calls import ArmReply, ArmRequest, AzureCaller, HeldToken, allowed
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
)
from src.desks.azure.services.arm import Arm
from src.desks.azure.services.vault import Vault
from src.errors import ServiceUnavailable

AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
"""``appid`` of the Azure CLI."""

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

    arm: Arm
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
        if self.tenants and claims.tid not in {one.lower() for one in self.tenants}:
            raise AzureTenantRefused
        if claims.appid.lower() not in {one.lower() for one in self.applications}:
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
        return _subscriptions(reply)


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


def _subscriptions(reply: ArmReply) -> tuple[str, ...]:
    rows = reply.body.get("value") if isinstance(reply.body, dict) else None
    found = rows if isinstance(rows, list) else []
    ids = [row.get("subscriptionId") for row in found if isinstance(row, dict)]
    return tuple(one.lower() for one in ids if isinstance(one, str))
