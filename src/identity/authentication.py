"""From a token to the one who is calling."""

from dataclasses import dataclass

from pydantic import SecretStr

from src.errors import TokenRevoked, Unauthenticated
from src.identity import tokens
from src.identity.caller import Caller
from src.identity.registry import TokenRegistry


@dataclass(frozen=True)
class Authentication:
    """Lets in who has a token that was signed with our secret, is listed, and is neither expired nor revoked."""

    secret: SecretStr
    registry: TokenRegistry

    async def caller(self, token: str) -> Caller:
        """Return whose token it is; raises ``Unauthenticated``, ``TokenExpired`` or ``TokenRevoked``."""
        if not token:
            raise Unauthenticated(problem="no_token")
        claims = tokens.read(self.secret.get_secret_value(), token)
        record = await self.registry.find(claims.jti)
        # A secret that leaked signs what was never listed.
        if record is None or Caller(record.name, record.tenant) != claims.caller:
            raise Unauthenticated(problem="bad_token")
        if record.revoked:
            raise TokenRevoked
        return claims.caller
