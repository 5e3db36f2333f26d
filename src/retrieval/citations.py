"""Finds citations of Dutch statutes and rulings in any text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.retrieval.laws import CIVIL_CODE, CIVIL_CODE_BOOKS, WORD, LawNames, fold

ECLI = re.compile(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:[0-9]{4}:[A-Z0-9.]{0,24}[A-Z0-9]", re.IGNORECASE)

_ARTICLE_WORDS = frozenset({"artikel", "artikelen", "art", "artt", "arts"})
_LINKS = frozenset({"en", "of", "jo", "juncto", "j", "tm", "t", "m", "tot", "met"})
_INTO_LAW = frozenset({"van", "uit", "in", "der", "de", "het"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ORDINALS = _words(
    "eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde"
)
_PARTS = _words(
    "lid leden onderdeel onderdelen sub onder letter aanhef volzin zin slotzin ten slot"
)
_NOT_AN_ARTICLE_AFTER = _words(
    "box boek deel lid leden onderdeel sub hoofdstuk afdeling titel paragraaf tabel bijlage post "
    "jaar in sinds vanaf per op tot euro eur nr nummer stap punt vraag"
)
_UNITS = _words(
    "jaar jaren maand maanden week weken dag dagen uur keer maal procent euro eur miljoen artikelen "
    "kinderen personen"
)
_NUMBER = re.compile(r"[0-9]+(?:[.:][0-9]+)*(?:[a-z]{1,4}[0-9]{0,2})?")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_TWO_LETTERS = 2
_MOST_PARTS = 16


@dataclass(frozen=True)
class ArticleCitation:
    """An article named in a text; ``work`` is the law's identifier, None where no known law is named with it.

    ``span`` is the whole mention, the law's name included; the articles of one list share it.
    """

    article: str
    work: str | None
    span: tuple[int, int]


@dataclass(frozen=True)
class RulingCitation:
    """A ruling named in a text by its ECLI, written in capitals."""

    ecli: str
    span: tuple[int, int]


Citation = ArticleCitation | RulingCitation


@dataclass(frozen=True)
class _Word:
    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return _NUMBER.fullmatch(self.text) is not None


@dataclass(frozen=True)
class _Mention:
    """The numbers of one mention (``art. 16 en 22j``), the law with it, and where it begins and ends."""

    numbers: tuple[_Word, ...]
    work: str | None
    first: int
    last: int
    span: tuple[int, int]


KNOWN_LAWS = LawNames()


def find_citations(text: str, laws: LawNames = KNOWN_LAWS) -> tuple[Citation, ...]:
    """Return the articles and rulings that a text names, in the order of the text."""
    rulings = [RulingCitation(m.group().upper(), m.span()) for m in ECLI.finditer(text)]
    blanked = ECLI.sub(lambda m: " " * len(m.group()), text)
    found: list[Citation] = [*rulings, *_Reader(blanked, laws).articles()]
    return tuple(sorted(found, key=lambda citation: citation.span))


def _citations(mention: _Mention, work: str | None) -> Iterator[ArticleCitation]:
    for number in mention.numbers:
        article, book = number.text, work
        if work == CIVIL_CODE:
            prefix, _, article = number.text.rpartition(":")
            book = CIVIL_CODE_BOOKS.get(prefix)
        yield ArticleCitation(article, book, mention.span)


class _Reader:
    """Reads the mentions of articles in one text."""

    def __init__(self, text: str, laws: LawNames) -> None:
        self.text = text
        self.laws = laws
        self.words = [_Word(fold(m.group()), *m.span()) for m in WORD.finditer(text)]
        self.texts = [word.text for word in self.words]

    def articles(self) -> list[ArticleCitation]:
        mentions: list[_Mention] = []
        at = 0
        while at < len(self.words):
            mention = self._mention(at)
            if mention is None:
                at += 1
                continue
            mentions.append(mention)
            at = mention.last + 1
        return [
            citation
            for index, mention in enumerate(mentions)
            for citation in _citations(mention, self._work_from_next(mentions, index))
        ]

    def _mention(self, at: int) -> _Mention | None:
        word = self.words[at]
        if word.text in _ARTICLE_WORDS and at + 1 < len(self.words):
            return self._named_mention(at) if self.words[at + 1].is_number else None
        return self._bare_mention(at) if word.is_number else None

    def _named_mention(self, at: int) -> _Mention:
        """Read ``art. 16 en 22j, eerste lid, AWR`` or ``AWR, artikel 16``; ``at`` is the article word."""
        numbers, last = self._numbers(at + 1)
        after = self._law_after(self._skip_parts(last + 1))
        if after is not None:
            return self._found(numbers, after[0], at, after[1])
        work, first = self._law_before(at) or (None, at)
        return self._found(numbers, work, first, last)

    def _bare_mention(self, at: int) -> _Mention | None:
        """Read ``AWR 16`` or ``9 Wet OB``: a number counts as an article only right beside a law's name."""
        number = self.words[at]
        before = self.words[at - 1].text if at else ""
        if before in _NOT_AN_ARTICLE_AFTER or self._is_quantity(at):
            return None
        following = self._law_after(self._skip_parts(at + 1))
        if following is not None and self._is_telling(following[1]):
            return self._found((number,), following[0], at, following[1])
        before_it = self._law_before(at)
        return self._found((number,), *before_it, at) if before_it else None

    def _found(
        self, numbers: tuple[_Word, ...], work: str | None, first: int, last: int
    ) -> _Mention:
        span = (self.words[first].start, self.words[last].end)
        return _Mention(numbers, work, first, last, span)

    def _is_telling(self, last: int) -> bool:
        """Tell whether a law's name is more than two letters: ``2 IB`` may mean anything."""
        return len(self.texts[last]) > _TWO_LETTERS or self.texts[last - 1] == "wet"

    def _numbers(self, at: int) -> tuple[tuple[_Word, ...], int]:
        """Return the numbers of a list that begins here, and the place of the last."""
        numbers, last = [self.words[at]], at
        while True:
            step = last + 1
            while step < len(self.words) and self.words[step].text in _LINKS:
                step += 1
            linked = step > last + 1 or self._between(last, step).strip() == ","
            if not (linked and self._is_next_number(step)):
                return tuple(numbers), last
            numbers.append(self.words[step])
            last = step

    def _is_next_number(self, at: int) -> bool:
        """Tell whether a list goes on with this word: not where it begins a new thought (``en 3 kinderen``)."""
        if (
            at >= len(self.words)
            or not self.words[at].is_number
            or "." in self._between(at - 1, at)
        ):
            return False
        return not self._is_quantity(at)

    def _is_quantity(self, at: int) -> bool:
        """Tell whether a number is a year, an amount, a count or half of a case number (``AWB 98/1312``)."""
        word = self.words[at]
        after = self.words[at + 1].text if at + 1 < len(self.words) else ""
        return (
            _YEAR.fullmatch(word.text) is not None
            or after in _UNITS
            or self.text[word.end : word.end + 2].strip()[:1] in ("%", "€", "/")
            or "€" in self.text[max(0, word.start - 2) : word.start]
        )

    def _skip_parts(self, at: int) -> int:
        """Return the place behind ``, eerste lid, onderdeel a, van de``."""
        start = at
        while at < len(self.words) and at - start < _MOST_PARTS and self._is_part(at):
            at += 1
        while at < len(self.words) and self.words[at].text in _INTO_LAW:
            at += 1
        return at

    def _is_part(self, at: int) -> bool:
        text = self.words[at].text
        if text in _PARTS or text in _ORDINALS or (len(text) == 1 and text.isalpha()):
            return True
        before = self.words[at - 1].text
        if before in _PARTS and self.words[at].is_number:
            return True
        followed = self.words[at + 1].text if at + 1 < len(self.words) else ""
        return text in _LINKS and (
            followed in _PARTS or followed in _ORDINALS or len(followed) == 1
        )

    def _law_after(self, at: int) -> tuple[str, int] | None:
        """Return the law whose name begins here, and the place of its last word."""
        if at >= len(self.words) or not self._joined(at - 1, at):
            return None
        found = self.laws.starting_at(self.texts, at)
        return (found[0], found[1] - 1) if found else None

    def _law_before(self, at: int) -> tuple[str, int] | None:
        """Return the law whose name ends right before this word, and the place of its first word."""
        if not at or not self._joined(at - 1, at):
            return None
        return self.laws.ending_before(self.texts, at)

    def _joined(self, left: int, right: int) -> bool:
        """Tell whether nothing but spaces, a comma, brackets or an abbreviation's point parts two words."""
        gap = self._between(left, right)
        return re.fullmatch(r"[\s,()'’\"/-]*", gap) is not None or (
            self.words[left].text in _ARTICLE_WORDS | {"jo", "sub"} and gap.strip() == "."
        )

    def _between(self, left: int, right: int) -> str:
        if right >= len(self.words):
            return ""
        return self.text[self.words[left].end : self.words[right].start]

    def _work_from_next(self, mentions: list[_Mention], index: int) -> str | None:
        """Return the law of this mention, or of the next where both are linked (``art. 6:7 jo. art. 6:8 Awb``)."""
        mention = mentions[index]
        if mention.work or index + 1 == len(mentions):
            return mention.work
        following = mentions[index + 1]
        linked = self.words[mention.last + 1 : following.first]
        return following.work if linked and all(w.text in _LINKS for w in linked) else None
