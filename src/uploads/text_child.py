"""Reads the text in one picture, in a process of its own: ``python -m src.uploads.text_child``; needs the extra images.

The picture comes in by standard input, re-encoded. What goes out is JSON: the lines, from top to bottom. The
models are read before anything of the picture is, and then the process gives up what it does not need.
"""

import json
import sys
from typing import Any

from src.search.loaders.confined import replied
from src.uploads.limits import PictureLimits

MEMORY = 4 * 1024**3
"""Bytes of address space: the models map more than they use."""


def main(arguments: list[str]) -> int:
    """Print the lines in a picture, within limits, the first argument; return the status."""
    limits = PictureLimits(**json.loads(arguments[0]))
    from rapidocr_onnxruntime import RapidOCR  # type: ignore[import-not-found, import-untyped, unused-ignore]  # an extra, and it has no types

    read = RapidOCR(intra_op_num_threads=2, inter_op_num_threads=1)

    def reply(content: bytes) -> bytes:
        found, _ = read(content)
        return json.dumps(lines_of(found or [])).encode()

    return replied(limits.size, limits.text_seconds, MEMORY, reply)


def lines_of(found: list[Any]) -> list[str]:
    """Return the texts that were found, each with its box, in the order of reading."""
    placed = sorted(found, key=lambda entry: (round(entry[0][0][1] / 10), entry[0][0][0]))
    return [str(entry[1]) for entry in placed]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
