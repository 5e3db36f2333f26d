"""Has pictures read and re-encoded by processes of their own: so many at once, for so long, whatever is in them."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import PurePath
from typing import Literal

from pydantic import TypeAdapter

from src.dossier.blobs import sha256_of
from src.dossier.journal import Agreement
from src.dossier.models import Frozen, Picture
from src.errors import (
    ForUser,
    PictureNotChecked,
    PictureTooLarge,
    PictureTooSlow,
    PictureUnreadable,
)
from src.search.loaders.process import heard
from src.uploads.limits import MEGABYTE, PictureLimits, PictureReason, label, line_of

_LINES = TypeAdapter(tuple[str, ...])
"""What a process of ours says of a picture; it read a stranger's file, so nothing of it is taken on trust."""


class PictureText:
    """Reads the text in pictures, one at a time: it takes seconds of all cores."""

    def __init__(self, limits: PictureLimits = PictureLimits()) -> None:  # noqa: B008  # frozen
        self.limits = limits
        self._reading = asyncio.Semaphore(1)

    @property
    def is_there(self) -> bool:
        return find_spec("rapidocr_onnxruntime") is not None

    async def lines(self, content: bytes) -> tuple[str, ...] | None:
        """Return the lines in a picture; None where it could not be read, or not in time."""
        if not self.is_there:
            return None
        arguments = (json.dumps(asdict(self.limits)),)
        async with self._reading:
            said = await heard(
                "src.uploads.text_child", arguments, content, self.limits.text_seconds, MEGABYTE
            )
        return _LINES.validate_json(said) if said else None


MediaType = Literal["image/png", "image/jpeg", "image/webp"]

MayLeave = Literal["", "read", "unread"]
"""See ``Picture.may_leave``."""


class SavedPicture(Frozen):
    """What a process of ours says of a picture; it read a stranger's file, so nothing of it is taken on trust."""

    media_type: MediaType
    width: int
    height: int


class CheckedPicture(SavedPicture):
    """A picture that can be taken, and what would be kept of it."""

    name: str
    """A label for people."""
    sha256: str
    """Of the file; by it a user agrees to just this file."""
    size: int
    """Bytes of the file."""
    kept: bytes
    """The picture saved anew, without metadata."""

    def source(
        self, alternative: str, lines: Sequence[str] = (), may_leave: MayLeave = ""
    ) -> Picture:
        """Return the picture as a source of a dossier; ``alternative`` says what it shows, else its name does.

        ``lines`` are what was read in it.
        """
        sha256 = sha256_of(self.kept)
        return Picture(
            id=f"picture/{sha256[:32]}",
            title=self.name,
            content="\n".join([line_of(alternative) or self.name, *lines]),
            sha256=sha256,
            media_type=self.media_type,
            width=self.width,
            height=self.height,
            size=len(self.kept),
            may_leave=may_leave,
        )

    def agreed(self, sha256: str | None) -> Agreement:
        """Return the record of a user's yes to this file; ``PictureNotChecked`` where it is to another, or to none."""
        if sha256 != self.sha256:
            raise PictureNotChecked
        return Agreement(name=self.name, sha256=self.sha256, size=self.size)


class _RefusedPicture(Frozen):
    refused: PictureReason


class PictureReader:
    """Reads pictures within the limits; one for the whole server, so that the limits hold for all together."""

    def __init__(self, limits: PictureLimits = PictureLimits()) -> None:  # noqa: B008  # frozen
        self.limits = limits
        self._reading = asyncio.Semaphore(limits.at_once)

    def bound(self, size: int) -> None:
        """Raise ``PictureTooLarge`` for a file of more bytes than are taken."""
        if size > self.limits.size:
            limit = f"{self.limits.size / MEGABYTE:g} MB"
            raise PictureTooLarge(problem="picture_bytes", limit=limit)

    async def check(self, name: str, content: bytes) -> CheckedPicture:
        """Return a picture as it would be kept; nothing is stored or sent anywhere.

        Raises ``PictureTooLarge``, ``PictureTooSlow`` or ``PictureUnreadable``.
        """
        self.bound(len(content))
        async with self._reading:
            saved, kept = await self._saved(label(name), content)
        return CheckedPicture(
            name=label(name),
            sha256=sha256_of(content),
            size=len(content),
            kept=kept,
            **dict(saved),
        )

    async def _saved(self, name: str, content: bytes) -> tuple[SavedPicture, bytes]:
        arguments = PurePath(name).suffix[:12], json.dumps(asdict(self.limits))
        limits = self.limits
        said = await heard(
            "src.uploads.picturing", arguments, content, limits.seconds, limits.size + MEGABYTE
        )
        if said is None:
            raise PictureTooSlow(seconds=f"{limits.seconds:g}")
        told, _, kept = said.partition(b"\n")
        if b'"refused"' in told[:20]:
            raise self._error(_RefusedPicture.model_validate_json(told).refused)
        return SavedPicture.model_validate_json(told), kept

    def _error(self, reason: str) -> ForUser:
        limits = self.limits
        most = {
            "pixels": f"{limits.pixels / 1e6:g} megapixels",
            "kept_bytes": f"{limits.size / MEGABYTE:g} MB",
            "scans": f"{limits.scans}",
            "segments": f"{limits.segments}",
        }
        if reason in most:
            return PictureTooLarge(problem=f"picture_{reason}", limit=most[reason])
        return PictureUnreadable(problem=f"picture_{reason}")
