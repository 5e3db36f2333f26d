"""Who asks Azure: what a token says of its holder, and a token as it is held; no text of either holds the token."""

from dataclasses import dataclass, field
from datetime import datetime

from pydantic import SecretStr


@dataclass(frozen=True)
class AzureCaller:
    """A person or program whose token ARM has taken, and the subscriptions that it showed for it."""

    tid: str
    """Its tenant."""
    oid: str
    """Itself; unique within its tenant only."""
    subscriptions: tuple[str, ...] = ()
    name: str = ""
    """``upn`` of the token; empty for guests and programs, who have none."""
    expires: datetime | None = None
    """When it has to log in again."""

    @property
    def key(self) -> str:
        """What its token is held under."""
        return f"{self.tid}:{self.oid}"


@dataclass(frozen=True)
class HeldToken:
    """A token to ask ARM with; ``repr`` and logs show no sign of it."""

    tid: str
    oid: str
    expires: datetime
    secret: SecretStr = field(repr=False)

    @property
    def key(self) -> str:
        """What it is held under."""
        return f"{self.tid}:{self.oid}"
