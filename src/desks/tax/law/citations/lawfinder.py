"""Tells which law stands beside an article's number: by name, by ``die wet``, by a name that nobody knows."""

import re
from dataclasses import dataclass

from src.desks.tax.law.citations.words import ARTICLE_WORDS, INTO_LAW, LINKS, Words, word_set
from src.desks.tax.law.laws import LawNames

_POINTING = word_set("pointing")
_GENERIC = word_set("generic")
_HEREAFTER = word_set("hereafter")
_CALLED = _HEREAFTER | word_set("called")
_BEHIND_DEFINED = word_set("behind_defined")
_BY_DAY = re.compile(r"van \d{1,2} [a-z]+ \d{4}")
_HEAD = re.compile(
    r"\w*(?:[Ww]et|[Bb]esluit|[Rr]egeling|[Vv]erordening|[Rr]ichtlijn|[Vv]erdrag|[Ww]etboek|[Bb]eschikking)"
    r"|Grondwet|Wet|Act|Code|Directive|Regulation|Treaty"
)
_SHORT = re.compile(
    r"(?!(?:HR|BV|NV|EU|EG|EEG|BTW|A-G|HvJ)\b)"
    r"(?:[A-Z]\w*[A-Z]\w*|[BCDFGHJ-NP-TV-Z][bcdfghj-np-tv-z]{1,3})"
)
"""An abbreviation: two capitals (``WVW``), or no vowel (``Sr``)."""
_JOINING = word_set("joining")
_MOST_WORDS = 8
_FARTHEST = 120
"""Words between a law's name and ``die wet``, at most."""
_NUMBER = re.compile(r"bwb[rv][0-9]{7}")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True)
class Named:
    """A law's name in a text: the law, or None where nobody knows it, and the places of its words."""

    work: str | None
    first: int
    last: int


class LawFinder:
    """Finds laws in one text, read from its beginning to its end; ``within`` is the law that the text is of."""

    def __init__(self, words: Words, laws: LawNames, within: str | None = None) -> None:
        self.words, self.laws, self.within = words, laws, within
        self._latest: str | None = None
        self._latest_at = 0
        self._defined: dict[str, str | None] = {}
        self._read_to = 0

    def after(self, at: int, *, known: bool = False) -> Named | None:
        """Return the law that is named at this place, behind ``van de``; unless ``known``, also one nobody knows."""
        name = at
        while self.words.at(name) in INTO_LAW:
            name += 1
        if not self._follows(at, name):
            return None
        return self._known_here(name) or (None if known else self._unknown(name))

    def _known_here(self, at: int) -> Named | None:
        known = self._known(at)
        if known is not None:
            return self._with_brackets(known) if known.work else known
        return self._pointed_at(at) or self._defined_as(at)

    def _follows(self, start: int, name: int) -> bool:
        """Tell whether a name belongs to what stands before: not where a line begins with ``In de Wet``."""
        if name >= len(self.words):
            return False
        is_new = start < name and self.words.original(start, start).istitle()
        return not is_new and self.words.joined(start - 1, start)

    def _known(self, at: int) -> Named | None:
        """Return the law on the list whose name begins here; with another year behind it, it is another law."""
        found = self.laws.starting_at(self.words.texts, at)
        if found is None:
            return self._numbered(at)
        work, last = found[0], found[1] - 1
        if self._with_year(last) == last or not _YEAR.search(self.laws.title(work)):
            return Named(work, at, last)
        is_same = self.words.at(last + 1) in self.laws.title(work)
        return Named(work if is_same else None, at, last + 1)

    def before(self, at: int) -> Named | None:
        """Return the law whose name ends right before this place."""
        if not at or not self.words.joined(at - 1, at):
            return None
        found = self.laws.ending_before(self.words.texts, at)
        return Named(found[0], found[1], at - 1) if found else self._numbered(at - 1)

    def _numbered(self, at: int) -> Named | None:
        number = _NUMBER.fullmatch(self.words.at(at))
        return Named(number[0].upper(), at, at) if number else None

    def _with_brackets(self, named: Named) -> Named:
        """Take in the same law's other name behind it: ``article 9 VAT Act (Wet OB 1968)``."""
        behind = named.last + 1
        if self.words.between(named.last, behind).strip() != "(":
            return named
        found = self.laws.starting_at(self.words.texts, behind)
        if found is None or (named.work is not None and found[0] != named.work):
            return named
        return Named(found[0], named.first, found[1] - 1)

    def _pointed_at(self, at: int) -> Named | None:
        """Return the law that ``die wet`` stands for: the one named last; ``deze wet`` in a law is that law."""
        if self.words.at(at) not in _POINTING or self.words.at(at + 1) not in _GENERIC:
            return None
        own = self.within if self.words.at(at) in ("deze", "this") else None
        return Named(own or self._named_last(at), at, at + 1)

    def _named_last(self, at: int) -> str | None:
        """Return the law named last before this place; every word is looked at once in all."""
        place = self._read_to
        while place < at:
            found = self._known(place)
            if found is not None or self._begins_unknown(place):
                last = found.last if found else self._name_end(place)
                self._latest, self._latest_at = found.work if found else None, last
                self._define(last + 1)
            place = found.last + 1 if found else place + 1
        self._read_to = max(self._read_to, place)
        return self._latest if at - self._latest_at <= _FARTHEST else None

    def _define(self, behind: int) -> None:
        """Learn what the text calls the law named last: ``(hierna: de Wet)``."""
        if self.words.at(behind) not in _HEREAFTER:
            return
        for place in range(behind, behind + _MOST_WORDS):
            word = self.words.at(place)
            if word not in _CALLED:
                self._defined[word] = self._latest
                return

    def _defined_as(self, at: int) -> Named | None:
        self._named_last(at)
        if self.words.at(at) not in self._defined or not self.words.is_capital(at):
            return None
        if (
            self.words.between(at, at + 1).isspace()
            and self.words.at(at + 1) not in _BEHIND_DEFINED
        ):
            return None
        return Named(self._defined[self.words.at(at)], at, at)

    def _begins_unknown(self, place: int) -> bool:
        """Tell whether a law is named here that is on no list, so that ``die wet`` means none that is."""
        lone = self.words.at(place) in _GENERIC and self.words.at(place + 1) not in _JOINING
        return not lone and self.words.is_capital(place) and self._is_head(place)

    def _is_head(self, place: int) -> bool:
        return _HEAD.fullmatch(self.words.original(place, place)) is not None

    def _unknown(self, at: int) -> Named | None:
        """Return what looks like a law's name that is on no list: ``Wet op de luchtkastelen 1990``, ``WVW``."""
        for head in range(at, min(len(self.words), at + _MOST_WORDS)):
            if head > at and not self.words.joined(head - 1, head):
                return None
            if not self.words.is_capital(head) and (head > at or not self._is_head(head)):
                return None
            if self._is_head(head):
                return self._noted(self._with_brackets(Named(None, at, self._name_end(head))))
            if head == at and _SHORT.fullmatch(self.words.original(at, at)):
                return self._noted(Named(None, at, self._with_year(at)))
        return None

    def _noted(self, named: Named) -> Named:
        """Keep in mind that this law was named, so that ``die wet`` behind it means no other."""
        self._latest, self._latest_at = named.work, named.last
        self._read_to = max(self._read_to, named.last + 1)
        return named

    def _name_end(self, head: int) -> int:
        """Return the last word of an unknown name: pairs of a joining word and another, and a year."""
        end = head
        by_day = _BY_DAY.match(" ".join(self.words.texts[head + 1 : head + 5]))
        if by_day:
            return head + 4
        if self.words.at(head + 1) in LINKS:
            return head
        while end < head + _MOST_WORDS and self.words.at(end + 1) in _JOINING:
            step = end + 1
            while self.words.at(step) in _JOINING:
                step += 1
            if step >= len(self.words) or self.words.at(step) in ARTICLE_WORDS:
                break
            if self.words.is_number(step) or not self._is_one_phrase(end, step):
                break
            end = step
        return self._with_year(end)

    def _is_one_phrase(self, first: int, last: int) -> bool:
        gaps = (self.words.between(place, place + 1) for place in range(first, last))
        return all(gap.isspace() for gap in gaps)

    def _with_year(self, end: int) -> int:
        year = _YEAR.fullmatch(self.words.at(end + 1))
        return end + 1 if year and self._is_one_phrase(end, end + 1) else end
