"""Finds mentions of articles in a text, in one pass over its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from src.desks.tax.law.citations.lawfinder import LawFinder, Named
from src.desks.tax.law.citations.model import ArticleCitation
from src.desks.tax.law.citations.words import (
    ARTICLE_WORDS,
    LINKS,
    PARAGRAPH_WORDS,
    PART_WORDS,
    Words,
    word_set,
)
from src.desks.tax.law.laws import CIVIL_CODE, CIVIL_CODE_BOOKS, LawNames, is_listed

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
    parts = _Parts(words, items[0])
    while True:
        step = _next_number(words, parts.last, parts.ends_in_value)
        if step is None:
            return items, parts.last
        if words.is_range(items[-1].place, step):
            items += _between(items[-1].number, words.at(step), step, most_implied)
        items.append(Item(words.at(step), step))
        parts = _Parts(words, items[-1])


def _next_number(words: Words, last: int, ends_in_value: bool) -> int | None:
    """Return the place of the list's next number, not where a new thought begins (``en 3 kinderen``)."""
    step = last + 1
    while words.at(step) in LINKS:
        step += 1
    linked = step > last + 1 or words.between(last, step).strip() in (",", "-", "–", "—")
    if not linked or not words.is_number(step) or "." in words.between(step - 1, step).strip(" "):
        return None
    counts_paragraph = words.ordinal(step) and words.at(step + 1) in PARAGRAPH_WORDS | {"volzin"}
    if words.is_quantity(step) or counts_paragraph:
        return None
    if ends_in_value and not (words.is_structured(step) or _has_paragraph(words, step)):
        return None
    return step


def _has_paragraph(words: Words, place: int) -> bool:
    return words.at(place + 1) in PARAGRAPH_WORDS


def _between(first: str, last: str, place: int, most: int) -> Iterator[Item]:
    """Yield what lies between the ends of a range, as far as the numbers themselves tell."""
    for pattern, number, written in ((_COUNTED, int, str), (_LETTERED, ord, chr)):
        low, high = pattern.fullmatch(first), pattern.fullmatch(last)
        if low and high and low[1] == high[1]:
            inner = range(number(low[2]) + 1, number(high[2]))
            if len(inner) <= most:
                for entry in inner:
                    yield Item(low[1] + written(entry), place, implied=True)
            return


class _Parts:
    """Fills in the paragraphs and parts behind a number: ``, eerste lid, onderdeel a en b, onder 2°``.

    After a value a further number continues it: in ``lid 2 en 3`` the 3 is a paragraph, not an article.
    """

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
        word = self.words.at(place)
        if "." in self.words.between(place - 1, place) and self.words.at(
            place - 1
        ) not in PART_WORDS | {"lid"}:
            return False
        if word in PARAGRAPH_WORDS or word in PART_WORDS:
            is_paragraph = word in PARAGRAPH_WORDS
            self.values = self.item.paragraphs if is_paragraph else self.item.parts
            return self._done(place, False)
        if word == "boek" and self.words.is_number(place + 1):
            self.item.book = self.words.at(place + 1)
            return self._done(place, False)
        if self.words.at(place - 1) == "boek" and self.item.book:
            return self._done(place, False)
        return self._ordinal(place) or self._value(place) or self._link(place)

    def _ordinal(self, place: int) -> bool:
        """Take ``eerste`` of ``eerste lid``; the number of ``tweede volzin`` belongs to none."""
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


_NOT_AN_ARTICLE_AFTER = word_set("not_an_article_after")
_RARELY_AN_ARTICLE_AFTER = word_set("rarely_an_article_after")
_BETWEEN_MENTIONS = LINKS | word_set("between_mentions")
_TWO_LETTERS = 2
_LONGEST_RANGE = 60
_MOST_IMPLIED = 2_000
"""In one text, so that a short text of ranges can't become a long list of articles."""
_SAME = word_set("same")


@dataclass(frozen=True)
class _Mention:
    """The numbers of one mention (``art. 16 en 22j``), the law with them, and where it begins and ends."""

    items: tuple[Item, ...]
    law: Named | None
    first: int
    last: int


class ArticleReader:
    """Finds the articles that a text mentions; ``within`` is the law that the text is of."""

    def __init__(self, words: Words, laws: LawNames, within: str | None) -> None:
        self.words = words
        self.finder = LawFinder(words, laws, within)
        self.implied = 0

    def citations(self) -> list[ArticleCitation]:
        mentions = self._mentions()
        laws: list[Named | None] = [mention.law for mention in mentions]
        for index in reversed(range(len(mentions) - 1)):
            if laws[index] is None and self._are_linked(mentions[index], mentions[index + 1]):
                laws[index] = laws[index + 1]
        pairs = zip(mentions, laws, strict=True)
        return [citation for mention, law in pairs for citation in self._cited(mention, law)]

    def _mentions(self) -> list[_Mention]:
        mentions: list[_Mention] = []
        at = 0
        while at < len(self.words):
            mention = self._mention(at, mentions[-1] if mentions else None)
            if mention is not None:
                mentions.append(mention)
            at = mention.last + 1 if mention else at + 1
        return mentions

    def _mention(self, at: int, previous: _Mention | None) -> _Mention | None:
        if self.words.at(at) in ARTICLE_WORDS:
            if self.words.is_number(at + 1) and self._is_beside(at):
                return self._named_mention(at)
            if previous and self.words.at(at - 1) in _SAME:
                return self._repeated(at, previous)
            return None
        return self._bare_mention(at) if self.words.is_number(at) else None

    def _is_beside(self, at: int) -> bool:
        gap = self.words.between(at, at + 1).strip()
        return gap in ("", ".", ":", "(", "’", "'", "-", "(s)", "§")

    def _named_mention(self, at: int) -> _Mention:
        """Read ``art. 16 en 22j, eerste lid, AWR`` or ``AWR, artikel 16``; ``at`` is the article word."""
        items, last = self._items(at + 1)
        self._paragraph_before(at, items[0])
        after = self.finder.after(last + 1)
        if after is not None and after.work is not None:
            return _Mention(tuple(items), after, at, after.last)
        before = self.finder.before(at)
        if before is not None:
            return _Mention(tuple(items), before, before.first, last)
        return _Mention(tuple(items), after, at, last)

    def _items(self, at: int) -> tuple[list[Item], int]:
        most = min(_LONGEST_RANGE, _MOST_IMPLIED - self.implied)
        items, last = read_items(self.words, at, most)
        self.implied += sum(item.implied for item in items)
        return items, last

    def _paragraph_before(self, at: int, item: Item) -> None:
        """Read ``het eerste lid van artikel 16`` and ``lid 1 van artikel 16``."""
        if self.words.at(at - 1) not in ("van", "of"):
            return
        if self.words.at(at - 2) in PARAGRAPH_WORDS and self.words.ordinal(at - 3):
            item.paragraphs.insert(0, self.words.ordinal(at - 3))
        elif self.words.at(at - 3) in PARAGRAPH_WORDS and self.words.is_number(at - 2):
            item.paragraphs.insert(0, self.words.at(at - 2))

    def _repeated(self, at: int, previous: _Mention) -> _Mention:
        """Read ``dat artikel, tweede lid``: the article named last."""
        item = Item(previous.items[-1].number, at)
        self._paragraph_before(at - 1, item)
        return _Mention((item,), previous.law, at, at)

    def _bare_mention(self, at: int) -> _Mention | None:
        """Read ``AWR 16`` or ``9 Wet OB``: a number counts as an article only right beside a law's name."""
        if not self._may_be_bare(at):
            return None
        items, last = self._items(at)
        if len(items) == 1 or all(self.words.is_structured(item.place) for item in items):
            law = self.finder.after(last + 1, known=True)
            if law and law.work and self._is_telling(law, at) and not self._goes_on(law.last):
                return _Mention(tuple(items), law, at, law.last)
        law = self.finder.before(at)
        # It may belong to the law before it, and does not count a new line's paragraph.
        is_same_line = re.fullmatch(r",?[ \u00a0]{1,2}", self.words.between(at - 1, at))
        if law is None or not self._is_telling(law, at) or not is_same_line:
            return None
        return _Mention((items[0],), law, law.first, at)

    def _may_be_bare(self, at: int) -> bool:
        before = self.words.at(at - 1)
        if before in _NOT_AN_ARTICLE_AFTER or self.words.is_quantity(at):
            return False
        if len(before) == 1 and before.isalpha() and self.words.joined(at - 1, at):
            return False  # the second half of a number such as J 20
        return before not in _RARELY_AN_ARTICLE_AFTER or self.words.is_structured(at)

    def _is_telling(self, law: Named, number: int) -> bool:
        """Tell whether a law's name may stand beside a bare number: ``2 IB`` and ``2 AOW`` may mean anything."""
        if self.words.is_structured(number):
            return True
        name = self.words.texts[law.first : law.last + 1]
        return is_listed(law.work or "") and (len(name[-1]) > _TWO_LETTERS or name[0] == "wet")

    def _goes_on(self, last: int) -> bool:
        """Tell whether a name is only the beginning of a word: ``IB-ondernemers``, ``AOW'ers``."""
        end = self.words.words[last].end()
        behind = self.words.text[end : end + 2]
        return len(behind) == 2 and behind[0] in "-'’" and behind[1].isalpha()

    def _are_linked(self, mention: _Mention, following: _Mention) -> bool:
        """Tell whether the law of the second counts for the first as well (``art. 6:7 jo. art. 6:8 Awb``)."""
        linking = self.words.texts[mention.last + 1 : following.first]
        if not linking:
            return self.words.between(mention.last, following.first).strip() == ","
        return len(linking) <= 5 and all(word in _BETWEEN_MENTIONS for word in linking)

    def _cited(self, mention: _Mention, law: Named | None) -> Iterator[ArticleCitation]:
        span = self.words.span(mention.first, mention.last)
        work = law.work if law else None
        name = self.words.original(law.first, law.last) if law else ""
        for item in mention.items:
            article, book = item.number, work
            if work == CIVIL_CODE:  # ``6:162`` and ``162 boek 6``
                prefix, _, article = item.number.rpartition(":")
                book = CIVIL_CODE_BOOKS.get(prefix or item.book)
            yield ArticleCitation(
                article=article,
                work=book,
                span=span,
                paragraphs=tuple(item.paragraphs),
                parts=tuple(item.parts),
                law=name,
                implied=item.implied,
            )
