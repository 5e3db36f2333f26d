"""One turn as clients follow it: frames that stay for a while, so that who lost the connection gets the rest."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from types import MappingProxyType
from typing import Any

from src.api.replies import Final
from src.api.source_frames import found_sources
from src.api.wire import MessageRequest, ProgressFrame, SuccessFrame
from src.dossier.models import Language
from src.errors import TessError
from src.rounds import ProgressEvent
from src.tools.base import Answered, Found

MOST_STEPS = 192
"""Progress frames that are kept of one turn, beside those of its reply; what happens beyond is not told."""

MOST_DELTAS = 64
"""Pieces that a reply is told in."""


UNNAMED: Mapping[Any, Any] = MappingProxyType({})
"""No word for any kind of source."""


class RunningTurn:
    """A turn that runs by itself, whoever follows it: all it told so far, numbered, and at last its final frame."""

    def __init__(
        self,
        request: MessageRequest,
        dossier_id: str,
        language: Language,
        *,
        after: int,
        tenant: str = "",
        desk: str = "",
        kinds: Mapping[str, str] = UNNAMED,
    ) -> None:
        self.request = request
        self.dossier_id = dossier_id
        self.language = language
        self.tenant = tenant
        self.desk = desk
        """Of its dossier; who may not open it does not find the turn."""
        self._kinds = kinds
        """What kinds of sources are called."""
        self.task: asyncio.Task[Final] | None = None
        self.started = False
        """False as long as it waits for others to end."""
        self.storing = False
        """True from when nobody can tell any more, by stopping it, that it will not be stored."""
        self.stopped_by: TessError | None = None
        """Why it was stopped, where it was."""
        self.followers = 0
        self.final: Final | None = None
        self._is_followed = request.stream or request.message_id is not None
        """Without a message id nobody else can come for its progress."""
        self._frames: list[ProgressFrame] = []
        self._seq = after
        self._news = asyncio.Event()

    @property
    def final_seq(self) -> int:
        """The number of the final frame."""
        return self._seq + 1

    async def progress(self, event: ProgressEvent) -> None:
        """Take what the agent tells; a ``Progress``."""
        report = event.report
        if event.name == "storing":
            self.storing = True
        elif not self._is_followed:
            return
        elif isinstance(report, Found):
            self.tell("retrieved", sources=found_sources(report.hits, self._kinds))
        elif isinstance(report, Answered):
            self.tell(
                "verified", claims=len(report.answer.claims), dropped=len(report.answer.struck)
            )
        elif event.name != "ran":
            left_out = event.history_truncated
            going_on = {"tool": event.tool, "stage": event.stage, "label": event.label}
            self.tell(event.name, **going_on, left_out=left_out, pieces=event.pieces)

    def tell(self, event: str, **fields: Any) -> None:
        """Number and keep a progress frame."""
        if not self._is_followed or (event != "delta" and len(self._frames) >= MOST_STEPS):
            return
        self._seq += 1
        frame = ProgressFrame.model_validate({"seq": self._seq, "event": event, **fields})
        self._frames.append(frame)
        self._wake()

    def finish(self, final: Final) -> None:
        """Tell the reply piece by piece, and then whole."""
        if isinstance(final, SuccessFrame) and self._frames:
            for piece in pieces(final.response):
                self.tell("delta", text=piece)
        self.final = final
        self._wake()

    async def follow(self, after: int) -> AsyncIterator[ProgressFrame]:
        """Yield every progress frame beyond ``after``, until there is a final one."""
        told = 0
        while True:
            news = self._news
            for frame in self._frames[told:]:
                if frame.seq > after:
                    yield frame
                told += 1
            if self.final and told == len(self._frames):
                return
            await news.wait()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def pieces(text: str) -> list[str]:
    """Return the text cut behind its blank lines, into at most ``MOST_DELTAS`` pieces that add up to it."""
    blocks = re.findall(r".+?(?:\n\n+|\Z)", text, re.DOTALL)
    head, rest = blocks[: MOST_DELTAS - 1], blocks[MOST_DELTAS - 1 :]
    return [*head, "".join(rest)] if rest else head
