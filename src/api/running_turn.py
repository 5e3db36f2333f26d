"""One turn as clients follow it, its frames kept for a while so that nobody misses the rest; and as it is traced."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Self

from src.api.replies import Final, TurnRefused
from src.api.source_frames import found_sources
from src.api.wire import MessageRequest, ProgressFrame, SuccessFrame
from src.dossier.models import Answer, Language
from src.dossier.store import Committed
from src.errors import TessError
from src.observing.spans import Span, Tracer
from src.rounds import Progress, ProgressEvent
from src.tools.base import Answered, Found, Refused, ToolResult


class TracedTurn:
    """A context manager around a turn; until ``begins`` it waits for others to end."""

    def __init__(self, tracer: Tracer, dossier_id: str, message_id: str | None) -> None:
        self._tracer = tracer
        self._span = tracer.span("turn", dossier=dossier_id)
        if message_id is not None:
            self._span.attributes["turn"] = message_id
        self._accept = tracer.span("accept")

    def __enter__(self) -> Self:
        self._span.__enter__()
        self._accept.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not self._accept.ended:
            self._accept.__exit__(kind, error, at)
        self._span.__exit__(kind, error, at)

    def begins(self) -> None:
        """Take note that it waits no longer."""
        self._accept.__exit__(None, None, None)

    def ends(self, committed: Committed) -> None:
        """Take note of what came of it."""
        entry = committed.entry
        self._span.attributes |= {
            "outcome": "repeated" if committed.repeated else "answered",
            "version": entry.version,
            "desk": entry.desk,
            "sources": len(committed.dossier.selected_ids),
        }

    def telling(self, progress: Progress) -> Progress:
        """Return a progress that takes note of tools and verdicts, and tells the given one everything."""

        async def told(event: ProgressEvent) -> None:
            if event.name == "tool" and event.tool is not None:
                self._follow_tool(event.tool)
            elif isinstance(event.report, Answered):
                judged = verdicts(event.report.answer)
                self._span.verdicts = (self._span.verdicts or Counter()) + judged
            await progress(event)

        return told

    def _follow_tool(self, tool: str) -> None:
        """Begin a span that lasts as long as the task that the tool runs in, which is all its own."""
        task: asyncio.Task[ToolResult] | None = asyncio.current_task()
        if task is not None:
            task.add_done_callback(_end_of(self._tracer.span("tool", tool=tool).__enter__()))


def _end_of(span: Span) -> Callable[["asyncio.Task[ToolResult]"], None]:
    def end(task: "asyncio.Task[ToolResult]") -> None:
        if task.cancelled() or task.exception():
            span.end("cancelled" if task.cancelled() else "internal")
            return
        report = task.result().report
        span.end(report.code if isinstance(report, Refused) else "")

    return end


def verdicts(answer: Answer) -> Counter[str]:
    """Return how often each verdict was given on the quotes of an answer, struck claims included."""
    return Counter(
        claim.verdict for claim in (*answer.claims, *answer.facts, *answer.struck) if claim.verdict
    )


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
        self.counted_as = ""
        """What its quota calls it, until it is counted as ended."""
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
