"""Has the text in pictures read on this machine, by a process of its own; where the extra images is installed."""

import asyncio
import json
from dataclasses import asdict
from importlib.util import find_spec

from src.dossier.models import Frozen
from src.uploads.limits import MEGABYTE, PictureLimits
from src.uploads.process import heard


class _ReadText(Frozen):
    """What a process of ours says of a picture; it read a stranger's file, so nothing of it is taken on trust."""

    lines: tuple[str, ...]


class PictureText:
    """Reads the text in pictures, one at a time: it takes seconds of all cores."""

    def __init__(self, limits: PictureLimits = PictureLimits()) -> None:  # noqa: B008  # frozen
        self.limits = limits
        self._reading = asyncio.Semaphore(1)

    @property
    def is_there(self) -> bool:
        """Whether text can be read here at all."""
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
        return _ReadText.model_validate_json(said).lines if said else None
