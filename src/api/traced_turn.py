"""A turn as it is traced: from its acceptance to its end, with the tools that it runs."""

import asyncio
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Self

from src.dossier.models import Answer
from src.dossier.store import Committed
from src.observing.spans import Span, Tracer
from src.rounds import Progress, ProgressEvent
from src.tools.base import Answered, Refused, ToolResult


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
