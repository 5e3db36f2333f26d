"""A disk that fails, or a process that dies, at the n-th call that a store makes of the operating system."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

Fault = Literal["dies", "dies half way", "ENOSPC", "EIO"]

CALLS = ("open", "write", "fsync", "ftruncate", "replace", "unlink")
DEAD = 9


class Faults:
    """Counts the calls (of a death half way: the writes), and lets the n-th one fail, or be the last."""

    def __init__(self, at: int, fault: Fault) -> None:
        self._left = at
        self._fault = fault
        self.happened = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Take the place of the calls meanwhile."""
        real = {name: getattr(os, name) for name in CALLS}
        for name, call in real.items():
            setattr(os, name, self._guarded(name, call))
        try:
            yield
        finally:
            for name, call in real.items():
                setattr(os, name, call)

    def _guarded(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*args: Any, **named: Any) -> Any:
            self._left -= self._fault != "dies half way" or name == "write"
            if self._left == 0 and not self.happened:
                self.happened = True
                self._happens(name, call, args)
            return call(*args, **named)

        return guarded

    def _happens(self, name: str, call: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if self._fault == "dies":
            os._exit(DEAD)
        if name == "write":  # a part of it is written first, as on a disk that fills up
            call(args[0], bytes(args[1])[: len(args[1]) // 2])
        if self._fault == "dies half way":
            os._exit(DEAD)
        code = getattr(errno, self._fault)
        raise OSError(code, os.strerror(code))
