"""Bearer tokens: signed statements of identity, for a tenant and a time; and the check that lets callers in.

The only user of PyJWT.
"""

import re
import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
from pydantic import SecretStr

from src.errors import TokenExpired, TokenRevoked, Unauthenticated
from src.identity.caller import Caller
from src.identity.registry import TokenRecord, TokenRegistry

ALGORITHM = "HS256"
ISSUER = AUDIENCE = "tess"
CLAIMS = ("iss", "aud", "sub", "tenant", "exp", "iat", "jti")
"""All of them are required."""

CONFIRM = "confirm"
"""The claim of whether plans may be confirmed; tokens of before lack it, and may."""

LEEWAY = timedelta(seconds=30)
"""So far may the clocks of two machines be apart."""

ODD = (TypeError, ValueError, OverflowError, OSError, RecursionError)
"""What a date raises that is none, or so far off that no machine has it, and JSON that is nested too deep."""

LONGEST = 2048
"""Characters; a longer text is refused unread."""

NAME = re.compile(r"(?!(?:local|import)$)[A-Za-z0-9][A-Za-z0-9@._-]{0,63}")
"""Names of persons and programs; the journal has two of its own that mean something else."""

TENANT = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
TENANT_RULE = "A tenant has 1 to 64 of a-z, 0-9 and . _ -, and begins with a letter or digit."


def issue(
    secret: str, caller: Caller, lifetime: timedelta, now: datetime | None = None
) -> tuple[str, TokenRecord]:
    """Return a new token, and how it is to be listed."""
    issued = (now or datetime.now(UTC)).replace(microsecond=0)
    record = TokenRecord(
        jti=secrets.token_hex(8),
        name=caller.name,
        tenant=caller.tenant,
        created=issued,
        expires=issued + lifetime,
        desks=caller.desks,
    )
    said = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": caller.name,
        "tenant": caller.tenant,
        "jti": record.jti,
        CONFIRM: caller.confirms,
        "iat": issued,
        "exp": record.expires,
    }
    return jwt.encode(said, secret, ALGORITHM), record


def read(secret: str, token: str) -> tuple[TokenRecord, Caller]:
    """Return how a token is listed, and whose it says it is, once its signature, times and addressee were checked.

    Raises ``TokenExpired``, or ``Unauthenticated`` for whatever else is wrong with it.
    """
    if len(token) > LONGEST:
        raise Unauthenticated(problem="bad_token")
    try:
        said = jwt.decode(
            token,
            secret,
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            leeway=LEEWAY,
            options={"require": list(CLAIMS)},
        )
        return _claims(said)
    except jwt.ExpiredSignatureError:
        raise TokenExpired from None
    except jwt.InvalidAudienceError:
        raise Unauthenticated(problem="other_audience") from None
    except (jwt.InvalidTokenError, *ODD):
        raise Unauthenticated(problem="bad_token") from None


def _claims(said: dict[str, Any]) -> tuple[TokenRecord, Caller]:
    name, tenant, jti, confirms = said["sub"], said["tenant"], said["jti"], said.get(CONFIRM, True)
    # Signed with our secret, but not by us: no other tenant than one that could be named may come of it.
    is_named = isinstance(tenant, str) and TENANT.fullmatch(tenant) and NAME.fullmatch(name)
    if not (is_named and isinstance(confirms, bool)):
        raise Unauthenticated(problem="bad_token")
    issued, expires = (datetime.fromtimestamp(said[name], UTC) for name in ("iat", "exp"))
    record = TokenRecord(jti=jti, name=name, tenant=tenant, created=issued, expires=expires)
    return record, Caller(name, tenant, confirms=confirms)


@dataclass(frozen=True)
class Authentication:
    """Lets in who has a token that was signed with our secret, is listed, and is neither expired nor revoked."""

    secret: SecretStr
    registry: TokenRegistry

    async def caller(self, token: str) -> Caller:
        """Return whose token it is; raises ``Unauthenticated``, ``TokenExpired`` or ``TokenRevoked``."""
        if not token:
            raise Unauthenticated(problem="no_token")
        said, caller = read(self.secret.get_secret_value(), token)
        record = await self.registry.find(said.jti)
        # A secret that leaked signs what was never listed.
        if record is None or (record.name, record.tenant) != (said.name, said.tenant):
            raise Unauthenticated(problem="bad_token")
        if record.revoked:
            raise TokenRevoked
        # Nor does it make one that is listed live longer.
        if record.expires + LEEWAY <= datetime.now(UTC):
            raise TokenExpired
        return replace(caller, desks=record.desks)
