"""Notices what holds an event loop: a callback that computes for longer than others can wait for.

What counts is the processor time of the loop's own thread, so that a busy machine holds nothing up; the collector of
garbage, which has the heap of a whole test run to go through, sleeps meanwhile.
"""

import asyncio
import gc
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

MOST = 0.05
"""Seconds of one callback."""

EVERY = 0.01
"""Seconds between two looks at what the loop does."""


@contextmanager
def stalls() -> Iterator[list[str]]:
    """Give the list of callbacks that held the loop of this thread in this block, each with where it was."""
    found: list[str] = []
    run = asyncio.events.Handle._run
    ours = threading.get_ident()
    seen: list[str] = []
    over = threading.Event()

    def timed(handle: asyncio.Handle) -> None:
        if threading.get_ident() != ours:
            run(handle)
            return
        seen.clear()
        begun = time.thread_time()
        run(handle)
        took = time.thread_time() - begun
        # The callback in which the block ends is the test's own, and the collector has its arrears in it.
        if took > MOST and not over.is_set():
            found.append(f"{took * 1000:.0f} ms: {seen[-1] if seen else handle!r}")

    def look() -> None:
        while not over.wait(EVERY):
            stack = traceback.walk_stack(sys._current_frames()[ours])
            codes = [frame.f_code for frame, _ in stack]
            seen.append(
                " < ".join(code.co_qualname for code in codes if "/src/" in code.co_filename)
            )

    watcher = threading.Thread(target=look, daemon=True)
    gc.collect()
    gc.disable()
    try:
        with patch.object(asyncio.events.Handle, "_run", timed):
            watcher.start()
            yield found
    finally:
        gc.enable()
        over.set()
        watcher.join()
