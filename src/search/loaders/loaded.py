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


def require_content(content: bytes) -> None:
    """Raise NotLoaded for a file of too many bytes, or of none but white space."""
    if len(content) >= LARGEST_FILE:
        raise NotLoaded(f"the file has {LARGEST_FILE // 2**20} MiB or more")
    if not content.strip():
        raise NotLoaded("the file is empty")


def decoded(content: bytes) -> str:
    """Return the text of a file, its lines ended by ``\\n``; NotLoaded where it is not UTF-8."""
    try:
        return _END_OF_LINE.sub("\n", content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotLoaded("the text is not UTF-8") from error


MOST_ATTRIBUTES = 2_000
"""Of one tag: the time to read them grows with the square."""

_MOST_READ = 8
"""Times that each character is read at most, on average: tags in the values of others are read on their own."""

_NAME = r"""[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"""
_VALUE = r"""(?:"[^"]*+"?+|'[^']*+'?+|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)"""
_ATTRIBUTE = rf"(?:{_NAME}(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+{_VALUE}?+)?+[ \t\n\f\r/]*+)"
_OPENING = re.compile("<[a-zA-Z]")
_TAG = re.compile(
    rf"<[a-zA-Z][^ \t\n\f\r/>]*+[ \t\n\f\r/]*+{_ATTRIBUTE}{{0,{MOST_ATTRIBUTES}}}+(?P<more>{_ATTRIBUTE})?"
)
"""As HTML says that a tag is read, with an attribute too many at its end."""


def require_few_attributes(text: str) -> None:
    """Raise NotLoaded for a page with more attributes in a tag than may be, before it is parsed.

    Whatever could be the beginning of a tag is taken for one, wherever it stands, so that none is hidden.
    """
    left = _MOST_READ * len(text)
    for opening in _OPENING.finditer(text):
        tag = _TAG.match(text, opening.start())
        assert tag is not None  # it begins with what was found
        left -= tag.end() - tag.start()
        if tag["more"] or left < 0:
            raise NotLoaded(f"a tag has more than {MOST_ATTRIBUTES:,} attributes", "attributes")
