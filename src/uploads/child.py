"""Reads one document in a process of its own, which can do nothing else: ``python -m src.uploads.child``.

The file comes in by standard input, what was found goes out by standard output, as JSON. Whatever a hostile file makes
a reader do, this process has no key, no network, no file to write to, and an end to its time and memory.
"""

import ctypes
import json
import os
import resource
import sys
from contextlib import suppress
from dataclasses import asdict

from src.masking import personal
from src.uploads.limits import OUT_OF_MEMORY, UploadLimits
from src.uploads.readers import Unreadable
from src.uploads.reading import read

MOST_FILES = 16
"""Open at once: the standard three, and modules that a reader imports late."""

_NEW_USERS, _NEW_NETWORK = 0x10000000, 0x40000000
"""Flags of unshare(2)."""

_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "pty.")


def main(arguments: list[str]) -> int:
    """Read a document whose name ends with ``arguments[0]``, within the limits ``arguments[1]``; return the status."""
    suffix, limits = arguments[0], UploadLimits(**json.loads(arguments[1]))
    try:
        confine(limits)
        found = outcome(sys.stdin.buffer.read(limits.size + 1), suffix, limits)
        sys.stdout.write(json.dumps(found))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def outcome(content: bytes, suffix: str, limits: UploadLimits) -> dict[str, object]:
    """Return the text of a document and the personal data in it, or why there is none, as plain data."""
    try:
        document = read(content, suffix, limits)
    except Unreadable as error:
        return {"refused": error.reason}
    findings = [asdict(one) for one in personal.find(document.text)]
    return {**asdict(document), "personal": findings}


def confine(limits: UploadLimits) -> None:
    """Give up, for good, what reading a document does not need."""
    os.nice(10)  # who chats meanwhile comes first
    with suppress(
        OSError, AttributeError
    ):  # where the system does not let us, the hook below is left
        unshare = ctypes.CDLL(None).unshare
        if unshare(_NEW_NETWORK) != 0:
            unshare(_NEW_USERS | _NEW_NETWORK)
    seconds = int(limits.seconds) + 1
    for what, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MOST_FILES),
    ):
        resource.setrlimit(what, (most, most))
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what no reader of documents does; a reader in C could still, but for the limits of the system."""
    if event.startswith(_FORBIDDEN):
        raise PermissionError(event)
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE:
        raise PermissionError(event)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
