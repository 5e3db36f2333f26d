"""Bearer tokens: signed statements of identity, for a tenant and a time; and the check that lets callers in.

The only user of PyJWT.
"""

import re
import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import SecretStr

from src.errors import TokenExpired, TokenRevoked, Unauthenticated
from src.identity.caller import Caller, current
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
    import jwt  # signatures take long to import, and few log in

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
    import jwt  # as above

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


class LoginTokens:
    """Makes tokens for whoever logs in at a desk: their own, for that desk alone, and valid as long as the login.

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
