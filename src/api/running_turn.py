"""One turn as clients follow it, its frames kept for a while so that nobody misses the rest; and as it is traced."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from src.api.replies import Final, TurnRefused
from src.api.source_frames import found_sources
from src.api.wire import MessageRequest, ProgressFrame, SuccessFrame
from src.dossier.models import Answer, Language
from src.errors import TessError
from src.observing.spans import Span, Tracer
from src.rounds import Progress, ProgressEvent
from src.tools.base import Answered, Found, Refused, ToolResult


def telling(tracer: Tracer, span: Span, progress: Progress) -> Progress:
    """Return a progress that takes note of tools and verdicts in the span of a turn, and tells the given one all."""

    async def told(event: ProgressEvent) -> None:
        if event.name == "tool" and event.tool is not None:
            _follow_tool(tracer, event.tool)
        elif isinstance(event.report, Answered):
            span.verdicts = (span.verdicts or Counter()) + verdicts(event.report.answer)
        await progress(event)

    return told


def _follow_tool(tracer: Tracer, tool: str) -> None:
    """Begin a span that lasts as long as the task that the tool runs in, which is all its own."""
    running: asyncio.Task[ToolResult] | None = asyncio.current_task()
    if running is None:
        return
    span = tracer.span("tool", tool=tool).__enter__()

    def end(task: asyncio.Task[ToolResult]) -> None:
        if task.cancelled() or task.exception():
            span.end("cancelled" if task.cancelled() else "internal")
            return
        report = task.result().report
        span.end(report.code if isinstance(report, Refused) else "")

    running.add_done_callback(end)


def verdicts(answer: Answer) -> Counter[str]:
    """Return how often each verdict was given on the quotes of an answer, struck claims included."""
    return Counter(
        claim.verdict for claim in (*answer.claims, *answer.facts, *answer.struck) if claim.verdict
    )


MOST_STEPS = 192
"""Progress frames that are kept of one turn, beside those of its reply; what happens beyond is not told."""

MOST_DELTAS = 64
"""Pieces that a reply is told in."""


@dataclass(eq=False)
class RunningTurn:
    """A turn that runs by itself, whoever follows it: all it told so far, numbered, and at last its final frame."""

    request: MessageRequest
    dossier_id: str
    language: Language
    _: KW_ONLY
    seq: int
    """The number of the last frame; at first of that after which these are numbered."""
    tenant: str = ""
    desk: str = ""
    """Of its dossier; who may not open it does not find the turn."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What kinds of sources are called."""
    task: asyncio.Task[Final] | None = None
    started: bool = False
    """False as long as it waits for others to end."""
    storing: bool = False
    """True from when nobody can tell any more, by stopping it, that it will not be stored."""
    stopped_by: TessError | None = None
    """Why it was stopped, where it was."""
    counted_as: str = ""
    """What its quota calls it, until it is counted as ended."""
    followers: int = 0
    final: Final | None = None
    _frames: list[ProgressFrame] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def _is_followed(self) -> bool:
        """Whether anybody can come for its progress: without a message id nobody else can."""
        return self.request.stream or self.request.message_id is not None

    @property
    def final_seq(self) -> int:
        """The number of the final frame."""
        return self.seq + 1

    @property
    def reply(self) -> SuccessFrame:
        """The final frame of a turn that has ended; raises ``TurnRefused`` where it is an error."""
        if isinstance(self.final, SuccessFrame):
            return self.final
        assert self.final is not None  # it has ended
        raise TurnRefused(self.final)

    async def progress(self, event: ProgressEvent) -> None:
        """Take what the agent tells; a ``Progress``."""
        report = event.report
        if event.name == "storing":
            self.storing = True
        elif not self._is_followed:
            return
        elif isinstance(report, Found):
            self.tell("retrieved", sources=found_sources(report.hits, self.kinds))
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
        self.seq += 1
        frame = ProgressFrame.model_validate({"seq": self.seq, "event": event, **fields})
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
