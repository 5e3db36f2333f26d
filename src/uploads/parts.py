"""What every reader of documents gives, and how it says that it can't."""

from typing import Literal

LONGEST_TEXT = 20_000_000
"""Characters; some 8,000 pages."""

Part = tuple[str, str]
"""A place (``line 3``, ``page 2``, ``footnote 5``) and the text that stands there."""

Kind = Literal["pdf", "docx", "txt", "md"]

Reason = Literal[
    "damaged", "locked", "no_text_file", "other_kind", "no_text", "pages", "unpacked", "characters"
]


class Unreadable(Exception):
    """The document could not be read; the message says why, in words for a person, and ``reason`` for a program."""

    def __init__(self, told: str, reason: Reason = "damaged") -> None:
        super().__init__(told)
        self.reason: Reason = reason
