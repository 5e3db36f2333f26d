"""The words of a text, and what kind of word each is in a citation."""

import re

from src.desks.tax.law.laws import WORD, fold
from src.language.months import MONTHS
from src.texts import beside

_LISTS = beside(__file__, "words")


def word_set(name: str) -> frozenset[str]:
    """Return the words of a list in ``words.toml``."""
    return frozenset(_LISTS[name].split())


ARTICLE_WORDS = word_set("article")
LINKS = word_set("links")
INTO_LAW = word_set("into_law")
PARAGRAPH_WORDS = word_set("paragraph")
PART_WORDS = word_set("part")
ORDINALS = {
    word: str(number)
    for words in _LISTS["ordinals"]
    for number, word in enumerate(words.split(), start=1)
}

_NUMBER = re.compile(r"[0-9]+(?:[.:][0-9]+)*(?:[a-z]{1,4}[0-9]{0,2})?")
_NUMBERED = re.compile(r"([0-9]{1,2})(?:e|de|ste|st|nd|rd|th)")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_AMOUNT = re.compile(r"[0-9]{2,3}(?:\.[0-9]{3})+|[0-9]{5,}")
_DECIMAL_RATE = re.compile(r",[0-9]+\s?(?:%|procent|percent)")
_STRUCTURED = re.compile(r"[.:a-z]")
_UNITS = word_set("units").union(MONTHS)
_GAP = re.compile(r"[\s,()'’\"°º/-]*")
_RANGE_DASH = re.compile(r"\s?[-–—]\s?")
_ABBREVIATED = ARTICLE_WORDS | {"jo", "sub", "resp", "ond"}


class Words:
    """The words of one text; a place is the index of a word."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = list(WORD.finditer(text))
        self.texts = [fold(word.group()) for word in self.words]

    def __len__(self) -> int:
        return len(self.words)

    def at(self, place: int) -> str:
        """Return the word, or nothing outside the text."""
        return self.texts[place] if 0 <= place < len(self.texts) else ""

    def is_capital(self, place: int) -> bool:
        return self.text[self.words[place].start()].isupper()

    def original(self, first: int, last: int) -> str:
        """Return the words from one place up to and with another, as they were written, on one line."""
        return " ".join(self.text[slice(*self.span(first, last))].split())

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return where these words stand; a bracket opened among them is closed."""
        start, end = self.words[first].start(), self.words[last].end()
        text = self.text[start:end]
        is_open = self.text[end : end + 1] == ")" and text.count("(") > text.count(")")
        return start, end + is_open

    def between(self, left: int, right: int) -> str:
        """Return what stands between two words; nothing at the end of the text."""
        if left < 0 or right >= len(self.words):
            return ""
        return self.text[self.words[left].end() : self.words[right].start()]

    def joined(self, left: int, right: int) -> bool:
        """Tell whether nothing but spaces, a comma, brackets or an abbreviation's point parts two words."""
        gap = self.between(left, right)
        return _GAP.fullmatch(gap) is not None or (
            self.at(left) in _ABBREVIATED and gap.strip() == "."
        )

    def is_number(self, place: int) -> bool:
        """Tell whether a word may be an article's number."""
        return _NUMBER.fullmatch(self.at(place)) is not None

    def is_structured(self, place: int) -> bool:
        """Tell whether a number looks like an article's and like nothing else: ``3.20``, ``6:7``, ``22j``."""
        return _STRUCTURED.search(self.at(place)) is not None

    def is_quantity(self, place: int) -> bool:
        """Tell whether a number is a year, an amount, a count, a day or half of a case number (``98/1312``)."""
        word, (start, end) = self.texts[place], self.words[place].span()
        return (
            _YEAR.fullmatch(word) is not None
            or _AMOUNT.fullmatch(word) is not None
            or self.at(place + 1) in _UNITS
            or _DECIMAL_RATE.match(self.text, end) is not None
            or self.text[end : end + 2].strip()[:1] in ("%", "€", "/")
            or self.text[start - 1 : start] == "/"
            or "€" in self.text[max(0, start - 2) : start]
        )

    def is_range(self, left: int, right: int) -> bool:
        """Tell whether two numbers are the ends of a range: ``16-18``, ``3.1 tot en met 3.5``."""
        linking = self.texts[left + 1 : right]
        if not linking:
            return _RANGE_DASH.fullmatch(self.between(left, right)) is not None
        return linking in (["tot", "en", "met"], ["t", "m"], ["tm"], ["tot"], ["to"], ["through"])

    def ordinal(self, place: int) -> str:
        """Return the number of ``eerste``, ``1e`` or ``2nd``, and nothing for any other word."""
        word = self.at(place)
        match = _NUMBERED.fullmatch(word)
        return ORDINALS.get(word) or (match[1] if match else "")
