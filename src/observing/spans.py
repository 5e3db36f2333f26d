"""Spans of a turn as plain data: what was done within what, how long it took and how it ended.

Code that does the work says ``with tracer.span("search"):`` and no more. Once the outermost span has ended, the readers
of the tracer (metrics, traces, the log) are given the whole tree.
"""

import time
from asyncio import CancelledError
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from src.errors import TessError
from src.observing.attributes import AttributeValue

_current: ContextVar["Span | None"] = ContextVar("span", default=None)


@dataclass(slots=True, eq=False, repr=False)
class Span:
    """Something that takes time; as a context manager it lasts as long as its block."""

    tracer: "Tracer"
    name: str
    attributes: dict[str, AttributeValue]
    inner: "list[Span]" = field(default_factory=list)
    verdicts: Counter[str] | None = None
    """Of quotes that were judged, where any were."""
    error: str = ""
    """The code of the error that ended it, ``cancelled``, or ``internal``; empty where none did."""
    wall: int = 0
    """When it began, in nanoseconds since 1970; only the outermost span knows."""
    began: int = 0
    ended: int = 0
    """Nanoseconds of a clock that never jumps; an end of 0 is still to come."""
    _above: "Span | None" = None
    _token: "Token[Span | None] | None" = None

    @property
    def seconds(self) -> float:
        return (self.ended - self.began) / 1e9

    def __enter__(self) -> Self:
        self._above = _current.get()
        if self._above is None:
            self.wall = time.time_ns()
        else:
            self._above.inner.append(self)
        self._token = _current.set(self)
        self.began = time.perf_counter_ns()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        assert self._token is not None  # it was entered
        _current.reset(self._token)
        self.end(_code(error) if error else "")

    def end(self, error: str = "") -> None:
        """Note the end; that of the outermost span is told to the readers."""
        self.ended = time.perf_counter_ns()
        self.error = error
        if self._above is None:
            self.tracer.tell(self)

    def walk(self) -> Iterator["Span"]:
        """Yield this span and all within it that have ended, outer ones first."""
        found = [self]
        for span in found:
            found += span.inner
            if span.ended:
                yield span


Reader = Callable[[Span], None]


class Tracer:
    """Hands out spans, and tells its readers of each tree of them that is complete."""

    def __init__(self, *readers: Reader, refused: Callable[[str], None] = lambda _: None) -> None:
        self._readers = readers
        self.refused = refused
        """To be told the code of every error that a client is told."""

    def span(self, name: str, **attributes: AttributeValue) -> Span:
        """Return a span within the one that goes on in this task, if any does; its name is a word of the code."""
        return Span(self, name, attributes)

    def tell(self, root: Span) -> None:
        """Give a whole tree to the readers."""
        for read in self._readers:
            read(root)


UNTRACED = Tracer()
"""Tells nobody."""


def _code(error: BaseException) -> str:
    if isinstance(error, TessError):
        return error.code
    return "cancelled" if isinstance(error, CancelledError) else "internal"
