"""Lets a model describe many things, some at a time; what does not fit is left out and named."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from src.errors import (
    LimitReached,
    ModelGaveNoAnswer,
    ModelKeyRefused,
    ModelUnavailable,
    TessError,
    refusal,
)

AT_ONCE = 4
"""Things that the model describes at the same time."""

Progress = Callable[[int, int, str], None]
"""Called before each thing with its number (from 1), the number of things and its title."""

Described = TypeVar("Described")


@dataclass
class DescribeReport:
    """What became of the things that nobody had described."""

    wanted: int = 0
    described: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """Titles of things, each with why the model's reply could not be used."""
    stopped: str = ""
    """Why it ended before all were tried, in a sentence; what was described by then is kept."""


async def describe_each(
    things: Sequence[Described],
    describe: Callable[[Described], Awaitable[None]],
    title: Callable[[Described], str],
    progress: Progress,
) -> DescribeReport:
    """Describe things, ``AT_ONCE`` at a time; ``describe`` asks the model and keeps what it says, as it comes.

    It raises ValueError, which says what is wrong, where a reply does not fit. Where the model can't be asked any more
    the rest is not tried.
    """
    report = DescribeReport(wanted=len(things))
    waiting = enumerate(things, start=1)

    async def work() -> None:
        for number, thing in waiting:
            if report.stopped:
                return
            progress(number, len(things), title(thing))
            try:
                await describe(thing)
            except (ModelUnavailable, ModelKeyRefused, LimitReached) as error:
                report.stopped = _told(error)
            except (ModelGaveNoAnswer, ValueError) as error:
                why = _told(error) if isinstance(error, TessError) else str(error)
                report.left_out.append((title(thing), why))
            else:
                report.described += 1

    async with asyncio.TaskGroup() as tasks:
        for _ in range(AT_ONCE):
            tasks.create_task(work())
    return report


def _told(error: TessError) -> str:
    return refusal(error.code, error.details, "en")
