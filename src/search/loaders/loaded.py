"""What every loader asks of a file, and how it says that the file is left out."""

import re
from typing import Literal

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes from which on a file is left out; the largest official one that we met is well under 10 MB."""

_END_OF_LINE = re.compile(r"\r\n?")


Reason = Literal[
    "damaged",
    "locked",
    "no_text_file",
    "other_kind",
    "no_text",
    "pages",
    "unpacked",
    "characters",
    "tags",
    "attributes",
]


class NotLoaded(Exception):
    """The file was left out; the message says why, in words for a person, and ``reason`` for a program."""

    def __init__(self, told: str, reason: Reason = "damaged") -> None:
        super().__init__(told)
        self.reason: Reason = reason


def require_size(size: int) -> None:
    """Raise NotLoaded for a file of so many bytes, where that is too many."""
    if size >= LARGEST_FILE:
        raise NotLoaded(f"the file has {LARGEST_FILE // 2**20} MiB or more")


def decoded(content: bytes) -> str:
    """Return the text of a file, its lines ended by ``\\n``; NotLoaded where it is too large or not UTF-8."""
    require_size(len(content))
    try:
        return _END_OF_LINE.sub("\n", content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotLoaded("the text is not UTF-8") from error
