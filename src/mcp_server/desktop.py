"""What callers have brought over MCP and not yet added."""

import asyncio

from src.api.inside import Inside
from src.identity.caller import current
from src.uploads.pages import KEPT_SECONDS, PageReader
from src.uploads.picture_reader import CheckedPicture, PictureReader, PictureText
from src.uploads.reader import CheckedDocument, DocumentReader

MOST_KEPT = 16
"""Files that wait for more parts or for a yes; the oldest goes first."""

PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")

Brought = bytes | CheckedDocument | CheckedPicture


class Desktop:
    """What callers have brought and not yet added, in memory alone."""

    def __init__(self, behind: Inside) -> None:
        limits = behind.limits
        self.documents = DocumentReader(limits.uploads)
        self.pages = PageReader(behind.parts.page_guard, self.documents)
        self.pictures = PictureReader(limits.pictures)
        self.texts = PictureText(limits.pictures)
        self._kept: dict[tuple[str, str, str], Brought] = {}

    def keep(self, name: str, brought: Brought) -> None:
        """Have it at hand for its caller, for a while."""
        caller = current()
        key = (caller.tenant, caller.principal, name)
        self._kept.pop(key, None)
        while len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = brought
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._kept.pop, key, None)

    def find(self, name: str) -> Brought | None:
        """Return what the caller brought under this name; None where it is gone."""
        caller = current()
        return self._kept.get((caller.tenant, caller.principal, name))

    async def checked(self, name: str, content: bytes) -> CheckedDocument | CheckedPicture:
        """Return a file as it was read."""
        reader = self.pictures if content.startswith(PICTURES) else self.documents
        return await reader.check(name, content)
