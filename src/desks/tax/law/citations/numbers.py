"""Reads the numbers behind an article word with what is said of each: ``9, tweede lid, onderdeel a, en 11 t/m 13``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from src.desks.tax.law.citations.words import LINKS, PARAGRAPH_WORDS, PART_WORDS, Words

_MOST_PARTS = 24
"""Words that may stand between an article's number and its law."""
_COUNTED = re.compile(r"(.*?)([0-9]+)")
_LETTERED = re.compile(r"(.*?[0-9])([a-z])")


@dataclass
class Item:
    """One article's number and where it stands; ``book`` is that of a code in books."""

    number: str
    place: int
    paragraphs: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    book: str = ""
    implied: bool = False


def read_items(words: Words, at: int, most_implied: int) -> tuple[list[Item], int]:
    """Return the numbers of a list that begins here, and the place of the last word that belongs to it.

    A range with more than ``most_implied`` numbers between its ends is read as its ends.
    """
    items = [Item(words.at(at), at)]
    last, ends_in_value = _read_parts(words, items[0])
    while True:
        step = _next_number(words, last, ends_in_value)
        if step is None:
            return items, last
        if words.is_range(items[-1].place, step):
            items += _between(items[-1].number, words.at(step), step, most_implied)
        items.append(Item(words.at(step), step))
        last, ends_in_value = _read_parts(words, items[-1])


def _next_number(words: Words, last: int, ends_in_value: bool) -> int | None:
    """Return the place of the list's next number, not where a new thought begins (``en 3 kinderen``)."""
    step = last + 1
    while words.at(step) in LINKS:
        step += 1
    linked = step > last + 1 or words.between(last, step).strip() in (",", "-", "–", "—")
    if not linked or not words.is_number(step) or "." in words.between(step - 1, step).strip(" "):
        return None
    if words.is_quantity(step) or _begins_paragraph(words, step):
        return None
    if ends_in_value and not (words.is_structured(step) or _has_paragraph(words, step)):
        return None
    return step


def _begins_paragraph(words: Words, place: int) -> bool:
    """Tell whether a number counts a paragraph: ``2e lid``."""
    return bool(words.ordinal(place)) and words.at(place + 1) in PARAGRAPH_WORDS | {"volzin"}


def _has_paragraph(words: Words, place: int) -> bool:
    return words.at(place + 1) in PARAGRAPH_WORDS


def _between(first: str, last: str, place: int, most: int) -> Iterator[Item]:
    """Yield what lies between the ends of a range, as far as the numbers themselves tell."""
    for pattern, number, written in ((_COUNTED, int, str), (_LETTERED, ord, chr)):
        low, high = pattern.fullmatch(first), pattern.fullmatch(last)
        if low and high and low[1] == high[1]:
            inner = range(number(low[2]) + 1, number(high[2]))
            if len(inner) <= most:
                for one in inner:
                    yield Item(low[1] + written(one), place, implied=True)
            return


def _read_parts(words: Words, item: Item) -> tuple[int, bool]:
    """Fill in the paragraphs and parts behind a number; return the last word's place, and whether it is a value.

    After a value a further number continues it: in ``lid 2 en 3`` the 3 is a paragraph, not an article.
    """
    reader = _Parts(words, item)
    return reader.last, reader.ends_in_value


class _Parts:
    """Reads ``, eerste lid, onderdeel a en b, onder 2°`` word by word."""

    def __init__(self, words: Words, item: Item) -> None:
        self.words, self.item = words, item
        self.last = item.place
        self.values: list[str] | None = None
        """Where the next value goes: to the paragraphs, to the parts, or nowhere."""
        self.ends_in_value = False
        place = item.place + 1
        limit = min(len(words), place + _MOST_PARTS)
        while place < limit and self._take(place):
            place += 1

    def _take(self, place: int) -> bool:
        """Take one word if it belongs to the parts."""
        word = self.words.at(place)
        if "." in self.words.between(place - 1, place) and self.words.at(
            place - 1
        ) not in PART_WORDS | {"lid"}:
            return False
        if word in PARAGRAPH_WORDS or word in PART_WORDS:
            return self._keyword(
                place, self.item.paragraphs if word in PARAGRAPH_WORDS else self.item.parts
            )
        if word == "boek" and self.words.is_number(place + 1):
            self.item.book = self.words.at(place + 1)
            return self._done(place, False)
        if self.words.at(place - 1) == "boek" and self.item.book:
            return self._done(place, False)
        return self._ordinal(place) or self._value(place) or self._link(place)

    def _keyword(self, place: int, values: list[str]) -> bool:
        self.values = values
        return self._done(place, False)

    def _ordinal(self, place: int) -> bool:
        """Take ``eerste`` of ``eerste lid``; of ``tweede volzin`` the number is nobody's."""
        number = self.words.ordinal(place)
        if not number:
            return False
        counted = self._counted_by(place)
        if not counted:
            return False  # the Eerste Protocol, not a first paragraph
        if counted in PARAGRAPH_WORDS:
            self.item.paragraphs.append(number)
        return self._done(place, False)

    def _counted_by(self, place: int) -> str:
        """Return the keyword that an ordinal belongs to; ``en derde`` may stand between."""
        for step in range(place + 1, place + 7):
            word = self.words.at(step)
            if word in PARAGRAPH_WORDS | PART_WORDS:
                return word
            if word not in LINKS and not self.words.ordinal(step):
                return ""
        return ""

    def _value(self, place: int) -> bool:
        """Take the 2 of ``lid 2``, the a of ``onderdeel a``, the 1 of ``3.120(1)``."""
        word = self.words.at(place)
        bracketed = (
            self.words.between(place - 1, place) in ("(", ")(")
            and self.words.between(place, place + 1)[:1] == ")"
        )
        if bracketed and (self.words.is_number(place) or len(word) == 1):
            (self.item.paragraphs if word.isdigit() else self.item.parts).append(word)
            return self._done(place, True)
        if self.values is None or not self._fits(place):
            return False
        self.values.append(word)
        return self._done(place, True)

    def _fits(self, place: int) -> bool:
        word = self.words.at(place)
        if _has_paragraph(self.words, place):
            return False
        follows = self.words.at(place - 1) in LINKS or self.ends_in_value
        plain = not self.words.is_structured(place) or not follows
        is_letter = len(word) == 1 and word.isalpha() and word.isascii()
        is_number = self.words.is_number(place) and plain and not self.words.is_quantity(place)
        return is_letter or (is_number and self._is_beside(place))

    def _is_beside(self, place: int) -> bool:
        return self.words.joined(place - 1, place) and (
            self.words.at(place - 1) in LINKS | PARAGRAPH_WORDS | PART_WORDS
            or "," in self.words.between(place - 1, place)
        )

    def _link(self, place: int) -> bool:
        """Take ``en`` where a further paragraph or part follows."""
        if self.words.at(place) not in LINKS:
            return False
        step = place
        while self.words.at(step) in LINKS and step < place + 3:
            step += 1
        word = self.words.at(step)
        return (
            word in PARAGRAPH_WORDS
            or word in PART_WORDS
            or bool(self._counted_by(step) and self.words.ordinal(step))
            or (self.ends_in_value and self._fits(step) and self.words.at(step - 1) in LINKS)
        )

    def _done(self, place: int, is_value: bool) -> bool:
        self.last, self.ends_in_value = place, is_value
        return True
