"""A text with odd signs folded, with the way back; and persons, where something beside a name tells of one. Pure.

A name by itself has no form. A caller that shows these findings has to say so.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from src.masking.forms import Check, FormTable, after, kind

Replacement = tuple[int, int, str]
"""From where to where of a text, and what reads there."""

_TABLE = FormTable(__file__, "persons")
_ODD = re.compile(
    "|".join(f"(?P<{name}>{_TABLE.whole(said)})" for name, said in _TABLE.told["odd"].items()),
    re.IGNORECASE,
)
_HOST_BEFORE = re.compile(_TABLE.whole(_TABLE.told["host_before"]), re.IGNORECASE)
_SIGNS = {"at": "@", "said": "@", "dot": "."}
_WIDTHS = ("<wide>", "<narrow>", "<small>", "<font>")
_READS_AS: Mapping[str, str] = _TABLE.told["reads_as"]
_UNSEEN = frozenset(
    {"\u034f", "\u115f", "\u1160", "\u2800", "\u3164", *map(chr, range(0xFE00, 0xFE10))}
)
_UNSEEN_CATEGORIES = ("Cf", "Cc", "Cs", "Cn", "Co")


class ReadPiece(NamedTuple):
    """A replacement, or a stretch that is as it was: where it begins, and from where to where it was."""

    at: int
    start: int
    end: int
    is_kept: bool


@dataclass(frozen=True)
class Folded:
    """A text in which signs were replaced; ``original`` leads back."""

    text: str
    pieces: tuple[ReadPiece, ...]
    """In the order of the text; the first at 0."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the original a stretch of this text stands that is not empty."""
        return self._at(start)[0], self._at(end - 1)[1]

    def _at(self, position: int) -> tuple[int, int]:
        piece = self.pieces[bisect_right(self.pieces, position, key=attrgetter("at")) - 1]
        if not piece.is_kept:
            return piece.start, piece.end
        start = piece.start + position - piece.at
        return start, start + 1


def folded(text: str) -> Folded:
    """Return a text as it reads."""
    if text.isascii() and not _ODD.search(text):
        return replaced(text, ())
    return replaced(text, _odd(text))


def _odd(text: str) -> Iterator[Replacement]:
    for match in _ODD.finditer(text):
        yield *match.span(), _reading(match)


def _reading(match: re.Match[str]) -> str:
    kind = match.lastgroup or ""
    if kind == "said_dot":  # only behind what may be the name of a host: "at acme dot nl"
        before = match.string[max(0, match.start() - 80) : match.start()]
        return "." if _HOST_BEFORE.search(before) else match[0]
    if kind == "escaped":
        return chr(int(match[0][1:], 16)).replace("\x7f", "")
    return _sign(match[0]) if kind == "sign" else _SIGNS[kind]


@lru_cache(4096)
def _sign(sign: str) -> str:
    """Return what a sign outside ASCII, or a control, reads as."""
    category = unicodedata.category(sign)
    if sign in _UNSEEN or category in _UNSEEN_CATEGORIES:
        return ""
    if sign in _READS_AS:
        return _READS_AS[sign]
    if category == "Pd":
        return "-"
    if category.startswith("Z"):
        return "\n" if category in ("Zl", "Zp") else " "
    if category == "Nd":
        return str(unicodedata.decimal(sign))
    if unicodedata.decomposition(sign).startswith(_WIDTHS):
        plain = unicodedata.normalize("NFKC", sign)
        return _READS_AS.get(plain, plain)
    return sign


def replaced(text: str, replacements: Iterable[Replacement]) -> Folded:
    """Return a text with these replacements, which come in the order of the text and do not overlap."""
    readings: list[str] = []
    pieces: list[ReadPiece] = []
    length = done = 0
    for start, end, reading in (*replacements, (len(text), len(text), "")):
        if start < end and text[start:end] == reading:
            continue
        for said, piece in (
            (text[done:start], ReadPiece(length, done, start, True)),
            (reading, ReadPiece(length + start - done, start, end, False)),
        ):
            readings += [said]
            pieces += [piece] if said else []
            length += len(said)
        done = end
    return Folded("".join(readings), tuple(pieces))


_NO_NAMES = frozenset(_TABLE.told["no_names"].split())
_ENDS = re.compile(r"[ \t]*(?:$|[,.;:!?(<|\"'*\n\x00-])")


def _is_name(least: int, *, open_from: int) -> Check:
    """Return what wants so many words of a name, and behind fewer than ``open_from`` a sign or the end of the line."""

    def check(match: re.Match[str]) -> bool:
        words = re.findall(r"[^\W\d_][\w'’-]*", match["v"])
        if len(words) < least or any(word.casefold() in _NO_NAMES for word in words):
            return False
        if len("".join(words)) < 3 or any(_is_of_a_program(word) for word in words):
            return False
        return len(words) >= open_from or bool(_ENDS.match(after(match)))

    return check


def _is_of_a_program(word: str) -> bool:
    """Whether a word has capitals within, as ``PowerShell`` has; ``McDonald`` and ``VERMEULEN`` are names."""
    return bool(re.search(r"[a-zß-öø-ÿ](?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bVan)[A-Z]", word))


_NEVER = 99

PERSON = kind(
    "person",
    *_TABLE.forms(
        {
            "words_1_open_1": _is_name(1, open_from=1),
            "words_1_open_2": _is_name(1, open_from=2),
            "words_2_open_2": _is_name(2, open_from=2),
            "words_1_ended": _is_name(1, open_from=_NEVER),
            "words_2_ended": _is_name(2, open_from=_NEVER),
        }
    )["person"],
)
