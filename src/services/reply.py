"""What a foreign system said, as far as it was read. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from src.errors import ReplyUnreadable


@dataclass(frozen=True)
class ServiceReply:
    """The reply of a service; names of headers are in lower case."""

    url: str
    """Who said it, after redirects."""
    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)
    """As it came; a body that was packed unasked stays packed."""
    is_cut: bool
    """Whether there was more than is read."""

    def json(self) -> Any:
        """Return the body as the JSON that it is; raises ``ReplyUnreadable`` where it is none."""
        if self.is_cut:
            raise self._unreadable("reply_cut")
        if not self.content.strip():
            raise self._unreadable("reply_empty")
        try:
            return json.loads(self.content, parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise self._unreadable("reply_no_json") from None

    def _unreadable(self, problem: str) -> ReplyUnreadable:
        return ReplyUnreadable(service=urlsplit(self.url).hostname or "", problem=problem)


def _refuse(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON
