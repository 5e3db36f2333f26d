"""What a process gives up before it reads a stranger's file, whatever the file makes a reader do."""

import ctypes
import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress

OUT_OF_MEMORY = 3
"""Exit status of a process that reads a document, where it asked for more than it may have."""

MOST_FILES = 16
"""Open at once: the standard three, and modules that a reader imports late."""

_NEW_USERS, _NEW_NETWORK = 0x10000000, 0x40000000
"""Flags of unshare(2)."""

_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "pty.")


def confine(seconds: float, memory: int) -> None:
    """Give up, for good, what reading a document does not need; ``memory`` is in bytes of address space."""
    os.nice(10)  # who chats meanwhile comes first
    with suppress(
        OSError, AttributeError
    ):  # where the system does not let us, the hook below is left
        unshare = ctypes.CDLL(None).unshare
        if unshare(_NEW_NETWORK) != 0:
            unshare(_NEW_USERS | _NEW_NETWORK)
    most_seconds = int(seconds) + 1
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, most_seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MOST_FILES),
    ):
        resource.setrlimit(what, (most, most))
    sys.addaudithook(_refuse)


def replied(size: int, seconds: float, memory: int, reply: Callable[[bytes], bytes]) -> int:
    """Say on standard output what comes of standard input, one byte over ``size`` at most; return the exit status."""
    try:
        confine(seconds, memory)
        sys.stdout.buffer.write(reply(sys.stdin.buffer.read(size + 1)))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what no reader of documents does; a reader in C could still, but for the limits of the system."""
    if event.startswith(_FORBIDDEN):
        raise PermissionError(event)
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE:
        raise PermissionError(event)
