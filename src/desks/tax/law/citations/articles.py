"""Finds mentions of articles in a text, in one pass over its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.desks.tax.law.citations.lawfinder import LawFinder, Named
from src.desks.tax.law.citations.model import ArticleCitation
from src.desks.tax.law.citations.numbers import Item, read_items
from src.desks.tax.law.citations.words import ARTICLE_WORDS, LINKS, PARAGRAPH_WORDS, Words
from src.desks.tax.law.laws import CIVIL_CODE, CIVIL_CODE_BOOKS, LawNames, is_listed

_NOT_AN_ARTICLE_AFTER = frozenset(
    "box boek deel lid leden onderdeel sub hoofdstuk afdeling titel paragraaf tabel bijlage post euro eur nr "
    "nummer stap punt vraag chapter part table annex number question ecli".split()
)
_RARELY_AN_ARTICLE_AFTER = frozenset(
    "jaar in sinds vanaf per op tot om na the year since from".split()
)
_BETWEEN_MENTIONS = LINKS | frozenset("in samenhang verbinding gelezen i s a van".split())
_TWO_LETTERS = 2
_LONGEST_RANGE = 60
_MOST_IMPLIED = 2_000
"""In one text, so that a short text of ranges can't become a long list of articles."""
_SAME = frozenset("dat dit that this voornoemd genoemd".split())


@dataclass(frozen=True)
class _Mention:
    """The numbers of one mention (``art. 16 en 22j``), the law with them, and where it begins and ends."""

    items: tuple[Item, ...]
    law: Named | None
    first: int
    last: int


def find_articles(text: str, laws: LawNames, within: str | None) -> list[ArticleCitation]:
    """Return every article that the text names, in the order of the text."""
    return _Reader(Words(text), laws, within).citations()


class _Reader:
    """Reads the mentions of articles in one text."""

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
            law = self.finder.known_after(last + 1)
            if law and law.work and self._is_telling(law, at) and not self._goes_on(law.last):
                return _Mention(tuple(items), law, at, law.last)
        law = self.finder.before(at)
        if law is None or not self._is_telling(law, at) or not self._is_same_line(at):
            return None
        return _Mention((items[0],), law, law.first, at)

    def _may_be_bare(self, at: int) -> bool:
        before = self.words.at(at - 1)
        if before in _NOT_AN_ARTICLE_AFTER or self.words.is_quantity(at):
            return False
        if len(before) == 1 and before.isalpha() and self.words.joined(at - 1, at):
            return False  # the second half of a number such as J 20
        return before not in _RARELY_AN_ARTICLE_AFTER or self.words.is_structured(at)

    def _is_same_line(self, at: int) -> bool:
        """Tell whether a number may belong to the law before it, and does not count a new line's paragraph."""
        return re.fullmatch(r",?[ \u00a0]{1,2}", self.words.between(at - 1, at)) is not None

    def _is_telling(self, law: Named, number: int) -> bool:
        """Tell whether a law's name may stand beside a bare number: ``2 IB`` and ``2 AOW`` may mean anything."""
        if self.words.is_structured(number):
            return True
        name = self.words.texts[law.first : law.last + 1]
        return is_listed(law.work or "") and (len(name[-1]) > _TWO_LETTERS or name[0] == "wet")

    def _goes_on(self, last: int) -> bool:
        """Tell whether a name is only the beginning of a word: ``IB-ondernemers``, ``AOW'ers``."""
        end = self.words.words[last].end
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
            article, book = _in_book(item) if work == CIVIL_CODE else (item.number, work)
            yield ArticleCitation(
                article=article,
                work=book,
                span=span,
                paragraphs=tuple(item.paragraphs),
                parts=tuple(item.parts),
                law=name,
                implied=item.implied,
            )


def _in_book(item: Item) -> tuple[str, str | None]:
    """Return the article within its book, and the book's identifier: ``6:162`` and ``162 boek 6``."""
    prefix, _, article = item.number.rpartition(":")
    return article, CIVIL_CODE_BOOKS.get(prefix or item.book)
