"""Reads one picture in a process of its own, which can do nothing else: ``python -m src.uploads.picture_child``.

Like ``child``: the file comes in by standard input. What goes out is a line of JSON, and behind it the picture.
"""

import json
import sys

from src.search.loaders.confined import OUT_OF_MEMORY, confine
from src.uploads.limits import PictureLimits
from src.uploads.picturing import NoPicture, saved_anew


def main(arguments: list[str]) -> int:
    """Re-encode a picture whose name ends with the first argument, within limits, the second; return the status."""
    suffix, limits = arguments[0], PictureLimits(**json.loads(arguments[1]))
    try:
        confine(limits.seconds, limits.memory)
        sys.stdout.buffer.write(outcome(sys.stdin.buffer.read(limits.size + 1), suffix, limits))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def outcome(content: bytes, suffix: str, limits: PictureLimits) -> bytes:
    """Return what is said of a picture, and the picture."""
    try:
        saved = saved_anew(content, suffix, limits)
    except NoPicture as error:
        return json.dumps({"refused": error.reason}).encode() + b"\n"
    told = {"kind": saved.kind, "width": saved.width, "height": saved.height}
    return json.dumps(told).encode() + b"\n" + saved.content


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
