"""Stages of a turn as plain data: what was done within what, how long it took and how it ended.

Whoever does the work says ``with watch.stage("search"):`` and no more. Once the outermost stage has ended, the readers
of the watch (metrics, traces, the log) are given the whole tree.
"""

import time
from asyncio import CancelledError
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Literal, Self

from src.errors import TessError
from src.observing.facts import Fact

StageName = Literal[
    "turn", "accept", "load", "decide", "tool", "search", "generate", "verify", "commit"
]

_current: ContextVar["Stage | None"] = ContextVar("stage", default=None)


class Stage:
    """Something that takes time; as a context manager it lasts as long as its block."""

    __slots__ = (
        "_above",
        "_token",
        "_watch",
        "began",
        "ended",
        "error",
        "facts",
        "inner",
        "name",
        "verdicts",
        "wall",
    )

    def __init__(self, watch: "Watch", name: StageName, facts: dict[str, Fact]) -> None:
        self._watch = watch
        self._above: Stage | None = None
        self._token: Token[Stage | None] | None = None
        self.name = name
        self.facts = facts
        self.inner: list[Stage] = []
        self.verdicts: Counter[str] | None = None
        """Of quotes that were judged, where any were."""
        self.error = ""
        """The code of the error that ended it, ``cancelled``, or ``internal``; empty where none did."""
        self.wall = 0
        """When it began, in nanoseconds since 1970; only the outermost stage knows."""
        self.began = 0
        self.ended = 0
        """Nanoseconds of a clock that never jumps; an end of 0 is still to come."""

    @property
    def seconds(self) -> float:
        """How long it took."""
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
        """Note the end; that of the outermost stage is told to the readers."""
        self.ended = time.perf_counter_ns()
        self.error = error
        if self._above is None:
            self._watch.tell(self)

    def walk(self) -> Iterator["Stage"]:
        """Yield this stage and all within it that have ended, outer ones first."""
        found = [self]
        for stage in found:
            found += stage.inner
            if stage.ended:
                yield stage


Reader = Callable[[Stage], None]


def ignore(code: str) -> None:
    """Count nothing."""


class Watch:
    """Hands out stages, and tells its readers of each tree of them that is complete."""

    def __init__(self, *readers: Reader, refused: Callable[[str], None] = ignore) -> None:
        self._readers = readers
        self.refused = refused
        """To be told the code of every error that a client is told."""

    def stage(self, name: StageName, **facts: Fact) -> Stage:
        """Return a stage that is part of the one that goes on in this task, if any does."""
        return Stage(self, name, facts)

    def current(self) -> Stage | None:
        """Return the stage that goes on in this task."""
        return _current.get()

    def tell(self, root: Stage) -> None:
        """Give a whole tree to the readers."""
        for read in self._readers:
            read(root)


UNWATCHED = Watch()
"""Tells nobody."""


def _code(error: BaseException) -> str:
    if isinstance(error, TessError):
        return error.code
    return "cancelled" if isinstance(error, CancelledError) else "internal"
