"""Reads one document in a process of its own, which can do nothing else: ``python -m src.uploads.child``.

The file comes in by standard input, what was found goes out by standard output, as JSON. Whatever a hostile file makes
a reader do, this process has no key, no network, no file to write to, and an end to its time and memory.
"""

import json
import sys
from dataclasses import asdict

from src.masking import personal, typed
from src.search.loaders.confined import OUT_OF_MEMORY, confine
from src.search.loaders.readers import Unreadable
from src.uploads.limits import UploadLimits
from src.uploads.reading import read


def main(arguments: list[str]) -> int:
    """Read a document whose name ends with ``arguments[0]``, within the limits ``arguments[1]``; return the status."""
    suffix, limits = arguments[0], UploadLimits(**json.loads(arguments[1]))
    try:
        confine(limits.seconds, limits.memory)
        found = outcome(sys.stdin.buffer.read(limits.size + 1), suffix, limits)
        sys.stdout.write(json.dumps(found))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def outcome(content: bytes, suffix: str, limits: UploadLimits) -> dict[str, object]:
    """Return the text of a document, the personal data and the secrets in it, or why there is none, as plain data."""
    try:
        document = read(content, suffix, limits)
    except Unreadable as error:
        return {"refused": error.reason}
    findings = [asdict(one) for one in personal.find(document.text)]
    return {**asdict(document), "personal": findings, "secrets": typed.counts(document.text)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
