"""A text as the words and signs that count when a quote is looked for in its source. Pure.

What does not count: the amount of white space, quotation marks, which of the dashes it is, a hyphen inside a word
with or without a line's end behind it, and, in a source, the numbers in front of its paragraphs. Everything else
does: every letter in its case, every digit, every comma.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_SIGN = r"[^\W_][\u0300-\u036f]*"
_COORDINATES = r"(?:en|of|dan|tot|noch|respectievelijk|resp|alsmede|and|or)\b"
# A hyphen or apostrophe between letters is not looked at, nor is a line's end behind the hyphen. What goes on with
# "en" or "of" is no broken word: "in- en uitvoer".
_JOINT = rf"(?:\u00ad\s*|[-‐‑–](?:\s+(?!{_COORDINATES})(?=[a-zß-ÿ]))?|['’‘ʼ`´])"
_WORD = rf"(?:{_SIGN})+(?:(?<![\d\W]){_JOINT}(?={_LETTER})(?:{_SIGN})+)*"
_NUMBER = r"\d+(?:[.,:/]\d+)+[^\W_]*"
_TOKEN = re.compile(rf"{_NUMBER}|{_WORD}|\S")
_UNSEEN = dict.fromkeys(map(ord, "\"'“”„‟‘’‚‛«»‹›`´\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_MARK = re.compile(
    r"(?:\A|(?:[.,;:?!]|\b(?:en|of|dan wel)) *\n)\s*"
    r"(?P<mark>(?:\d{1,3}[a-z]{0,3}|\d+(?:\.\d+)+|[a-z]{1,3}|[ivxIVX]{1,6}) ?[.)°º]+|[-–—•*])(?=\s)"
)
"""The number of a paragraph or an item: in front of a line, where the line before has come to an end."""


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space; wording, case and punctuation stay."""
    return " ".join(text.split())


@dataclass(frozen=True)
class Token:
    """A word, a number or a sign as it is compared, and where it stands in its text."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it has a letter or a digit."""
        return self.text[0].isalnum()


@dataclass(frozen=True)
class Normal:
    """A text's tokens in order, and the spans of the numbers in front of its paragraphs."""

    tokens: tuple[Token, ...]
    marks: tuple[tuple[int, int], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """What is compared."""
        return tuple(token.text for token in self.tokens)

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, token in enumerate(self.tokens):
            places.setdefault(token.text, []).append(place)
        return places

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    @cached_property
    def _after_mark(self) -> dict[int, int]:
        """For each token of a mark, the place of the first token behind the mark."""
        behind: dict[int, int] = {}
        for start, end in self.marks:
            last = bisect_left(self._starts, end)
            behind |= dict.fromkeys(range(bisect_left(self._starts, start), last), last)
        return behind

    def cuts_no_word(self, start: int, end: int) -> bool:
        """Return whether a span of the text begins and ends beside whole words and whole numbers."""
        return not any(self._is_inside_a_token(at) for at in (start, end))

    def _is_inside_a_token(self, at: int) -> bool:
        before = bisect_right(self._starts, at) - 1
        return before >= 0 and self.tokens[before].start < at < self.tokens[before].end

    def spans(self, words: Sequence[str], since: int = 0) -> list[tuple[int, int]]:
        """Return where in the text these words stand in a row, from ``since`` on."""
        found = []
        for place in self._places.get(words[0], ()) if words else ():
            last = self._last(words, place) if self.tokens[place].start >= since else None
            if last is not None:
                found.append((self.tokens[place].start, self.tokens[last].end))
        return found

    def _last(self, words: Sequence[str], place: int) -> int | None:
        """Return the place of the last of these words that stand here in a row; marks may be passed over."""
        last = place
        for word in words:
            while place < len(self.tokens) and self.tokens[place].text != word:
                if place not in self._after_mark:
                    return None
                place = self._after_mark[place]
            if place == len(self.tokens):
                return None
            last, place = place, place + 1
        return last


@lru_cache(maxsize=32)
def normalised(text: str) -> Normal:
    """Return a text in the form in which quotes and sources are compared."""
    return Normal(
        tuple(token for match in _TOKEN.finditer(text) for token in _tokens(match)),
        tuple(match.span("mark") for match in _MARK.finditer(text)),
    )


def _tokens(match: re.Match[str]) -> list[Token]:
    raw = match.group()
    if not raw[0].isalnum():
        signs = raw.translate(_UNSEEN).translate(_DASHES).replace("…", "...")
        return [Token(sign, *match.span()) for sign in signs]
    seen = "".join(sign for sign in raw if sign.isalnum() or unicodedata.combining(sign))
    if re.fullmatch(_NUMBER, raw):
        seen = raw  # the signs inside a number are part of it: 1,5 is not 15
    return [Token(unicodedata.normalize("NFC", seen), *match.span())]
