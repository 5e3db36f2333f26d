"""Finds which of a list of titles a text names: by title, number, place in the list, subject or words. Pure.

A desk whose sources go by other names, too, derives from ``NameReader`` and says what these are.
"""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from src.language.numbers import NUMBER_WORDS
from src.search.snippet import words_of

_LONGEST_RANGE = 50

_RANGE = re.compile(
    r"(?<![\w.:-])(\d{1,3})\]?\s*(?:t/m|tot en met|through|to|-)\s*"
    r"\[?(\d{1,3})(?![\w.:-]|\s*\w+ \d{4})"
)
_NUMBER_LIST = (
    r"\d{1,3}(?![\w:]|\.\d)\]?(?:\s*(?:,|en|of)\s*(?:en\s*)?[#\[]?\d{1,3}(?![\w:]|\.\d)\]?)*"
)
_PLACES = re.compile(
    rf"(?:\b(?:bron(?:nen)?|nummers?|nrs?|sources?|numbers?|no)\b\.?\s*|#|\[)[#\[]?({_NUMBER_LIST})"
)
_BARE = re.compile(
    r"(?<![\w.:€/-])\d{1,3}"
    r"(?![\w:%/-]|\.\d|\s*(?:jan|feb|maart|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec))"
)
_ORDINALS = {
    "eerste": 0, "first": 0, "bovenste": 0, "top": 0, "tweede": 1, "second": 1, "derde": 2, "third": 2, "vierde": 3,
    "fourth": 3, "vijfde": 4, "fifth": 4, "zesde": 5, "sixth": 5, "zevende": 6, "seventh": 6, "achtste": 7,
    "eighth": 7, "voorlaatste": -2, "penultimate": -2, "laatste": -1, "last": -1, "onderste": -1, "bottom": -1,
}  # fmt: skip
_ORDINAL = re.compile(
    rf"\b(?:(?:the|that|this|those|these|de|het|die|dat|deze) (?P<the>{'|'.join(_ORDINALS)})\b"
    rf"|(?P<one>{'|'.join(_ORDINALS)})(?= (?:ones?|items?|bron(?:nen)?|sources?|stap(?:pen)?|steps?|lines?|regels?)\b))"
    r"(?! (?:year|week|month|night|time|day|moment|thing|jaar|maand|keer|dag|avond|instantie|plaats))"
)
"""A place in a list; "first remove 3" and "last year" name none."""
COUNTS = {words: count for words, count in NUMBER_WORDS.items() if 2 <= count <= 5}
_NUMBERS = {"een": 1, "één": 1, "one": 1} | {
    words: count for words, count in NUMBER_WORDS.items() if 2 <= count <= 8
}
_IN_WORDS = re.compile(
    rf"\b(nummers?|numbers?|nr|bron|source|item|stap|step|regel|line|vraag|question) ({'|'.join(_NUMBERS)})\b"
)
_AT_AN_END = re.compile(
    rf"\b(?P<end>eerste|first|laatste|last) (?P<count>{'|'.join(COUNTS)}|[2-9])\b(?!\w)"
)
"""Such as "the last two"."""
_INSIDE_NAME = re.compile(
    r"\b(?:box|schijf|bracket|fase|phase|level|tier|versie|version|release)\s+\d[\d.]*\b"
)
"""A name with a number in it: "box 3" is no third source."""
_SEPARATOR = re.compile(r"[,;]|\ben\b|\bof\b|\band\b|\bplus\b|\balsook\b")
_ABOUT = re.compile(
    r"(?P<not>\b(?:niet|not) )?\b(?:over|inzake|betreffende|aangaande|omtrent|rondom|met betrekking tot|waarin|about|on"
    r"|regarding|concerning)\b(?P<subject>.*)"
)
POINTING = {
    "all",
    "alle",
    "alles",
    "every",
    "everything",
    "both",
    "beide",
    "that",
    "this",
    "those",
    "these",
    "them",
    "which",
    "deze",
    "dit",
    "dat",
    "die",
    "welke",
}
"""Words that point, and so tell no title."""
_SHORTEST_PART = 5
"""Letters from which a part of a compound tells anything."""
_FIRST_MARK = 0xE000
_MARK = re.compile("[\ue000-\uf8ff]")
"""One private character stands for each exact name; there are 6,400, more than a message names."""

Places = Set[int]


@dataclass(frozen=True)
class Group:
    """The titles of a kind that a text names; ``one`` where it speaks of a single one."""

    named: bool
    places: Places
    one: bool = False


@dataclass(frozen=True)
class Description:
    """The titles whose subject a text tells; ``inverted`` where it tells what they are not about."""

    places: Places
    inverted: bool = False

    def within(self, pool: Places, also: Places) -> Places:
        """Return what of a pool is described, by its subject or by its title."""
        fits = pool & (self.places | also)
        return pool - fits if self.inverted and fits else fits


@dataclass(frozen=True)
class Candidates:
    """Titles with the numbers that the user sees beside them."""

    titles: tuple[str, ...]
    numbers: tuple[int, ...]
    subjects: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, titles: Sequence[str], numbers: Sequence[int], subjects: Sequence[str] = ()
    ) -> "Candidates":
        """Return the candidates; without numbers they count from 1."""
        return cls(
            tuple(title.lower() for title in titles),
            tuple(numbers or range(1, len(titles) + 1)),
            tuple(subjects[: len(titles)]),
        )

    @property
    def every(self) -> Places:
        """The places of all candidates."""
        return set(range(len(self.titles)))

    def where(self, fits: Callable[[str], bool]) -> Places:
        """Return the places of the titles that fit."""
        return {at for at, title in enumerate(self.titles) if fits(title)}

    def numbered(self, number: int) -> Places:
        """Return the place of the candidate with this number in the list that the user saw."""
        pairs = zip(self.numbers, range(len(self.titles)), strict=False)
        return {at for known, at in pairs if known == number}


class NameReader:
    """Reads one text: its exact names, each replaced by a mark, and the parts around them."""

    meaning: ClassVar[tuple[tuple[str, str], ...]] = (
        (r"\bof the\b", "van de"),
        (r"\b(?:and|as well as|plus)\b|&", "en"),
        (r"\bor\b", "of"),
    )
    """English words as regular expressions, and the Dutch ones by which they are read."""
    not_counted: ClassVar[str] = "volzin|sentence|paragraph"
    """What is counted inside a source: "the second paragraph" means no second source."""

    def __init__(self, candidates: Candidates, words: str) -> None:
        self.candidates = candidates
        self.exact: list[Places] = []
        text = _MARK.sub(" ", words.lower())
        for english, dutch in self.meaning:
            text = re.sub(english, dutch, text)
        text = self._mark_titles(text)
        text = _INSIDE_NAME.sub(lambda m: self.mark(self._on_subject(m.group())), text)
        text = _IN_WORDS.sub(lambda m: f"{m[1]} {_NUMBERS[m[2]]}", text)
        text = self.mark_identifiers(text)
        text = _RANGE.sub(_written_out, text)
        text = _AT_AN_END.sub(lambda m: self.mark(self._at_an_end(m)), text)
        text = _PLACES.sub(lambda m: self.mark(self._numbered(m[1])), text)
        text = self.mark_citations(text)
        text = _BARE.sub(lambda m: self.mark(self.bare(m.group())), text)
        self._parts = _SEPARATOR.split(text)

    @property
    def named(self) -> Places:
        """The places of the candidates that the text names."""
        places: Places = set()
        return reduce(lambda found, part: found | self._part(part), self._parts, places)

    @property
    def names_something(self) -> bool:
        """Whether the text holds a name, a kind or a subject, of a candidate or of something that is not there."""
        return bool(self.exact) or any(
            self.group(part).named or self._told(part) for part in self._parts
        )

    # What a desk may know better

    def mark_identifiers(self, text: str) -> str:
        """Return the text with a mark for each identifier; before any number in it is read."""
        return text

    def mark_citations(self, text: str) -> str:
        """Return the text with a mark for each other exact name; before a bare number is read as one in the list."""
        return text

    def bare(self, number: str) -> Places:
        """Return what a number alone means: the candidate that has it in the list."""
        return self.candidates.numbered(int(number))

    def group(self, text: str) -> Group:  # noqa: ARG002  # what the engine's sources have no kinds of
        """Return the candidates of the kinds that are named."""
        return Group(named=False, places=set())

    def described(self, text: str) -> Places:
        """Return the candidates that share most words with a text."""
        return self.with_most_words(words_of(text))

    def telling(self, text: str) -> Set[str]:
        """Return the words of a text that tell a subject."""
        return words_of(text)

    def title_words(self, title: str) -> Set[str]:
        """Return the words of a title that tell it from others."""
        return words_of(title)

    # Exact names

    def mark(self, places: Places) -> str:
        """Return a mark that stands for these places."""
        self.exact.append(places)
        return f" {chr(_FIRST_MARK + len(self.exact) - 1)} "

    def _mark_titles(self, text: str) -> str:
        for title in sorted(set(self.candidates.titles), key=len, reverse=True):
            whole = rf"{re.escape(title)}(?![\w:]|\.\w)"
            if re.search(whole, text):
                text = re.sub(whole, self.mark(self.candidates.where(title.__eq__)), text)
        return text

    def _numbered(self, numbers: str) -> Places:
        found = (self.candidates.numbered(int(number)) for number in re.findall(r"\d+", numbers))
        return set().union(*found)

    def _at_an_end(self, match: re.Match[str]) -> Places:
        count = COUNTS.get(match["count"]) or int(match["count"])
        every = sorted(self.candidates.every)
        return set(every[:count] if match["end"] in ("eerste", "first") else every[-count:])

    # Parts

    def _part(self, text: str) -> Places:
        """Return what one part of the text names: exact names, narrowed by what is said of them, or a description."""
        marks = [self.exact[ord(mark) - _FIRST_MARK] for mark in _MARK.findall(text)]
        rest = _MARK.sub(" ", text)
        described, grouped = self.described(rest), self.group(rest)
        if marks:
            return self._narrowed(set().union(*marks), rest, described, grouped)
        if grouped.named:
            return self._ordinal(rest, self._in_group(grouped, rest, described))
        return self._ordinal(rest, described or self._on_subject(rest))

    def _narrowed(self, exact: Places, rest: str, described: Places, grouped: Group) -> Places:
        if not exact:
            return exact
        about = self._told(rest)
        fitting = exact & (described | (about.within(exact, described) if about else set()))
        also = set() if grouped.one or exact & grouped.places else grouped.places
        return (fitting or exact) | also

    def _in_group(self, grouped: Group, rest: str, described: Places) -> Places:
        """Return what is meant of a kind: all of it, or what a description fits; a single one only if it is clear."""
        about = self._told(rest)
        if about:
            meant = about.within(grouped.places, described)
        else:
            titled = described and (grouped.places & described or described)
            by_subject = grouped.places & self._on_subject(rest)
            meant = titled or (grouped.one and by_subject) or grouped.places
        clear = not grouped.one or len(meant) == 1 or described or self._ordinals(rest)
        return meant if clear else set()

    # Descriptions

    def with_most_words(self, words: Set[str]) -> Places:
        """Return the candidates whose titles share most of these words."""
        told = words - POINTING
        return _with_most([len(told & self.title_words(one)) for one in self.candidates.titles])

    def _told(self, text: str) -> Description | None:
        """Return what a text says that titles are about ("over soep"); None where it says nothing of that."""
        match = _ABOUT.search(text)
        if match is None or not self.telling(match["subject"]):
            return None
        return Description(self._on_subject(match["subject"]), inverted=bool(match["not"]))

    def _on_subject(self, text: str) -> Places:
        """Return the places of the subjects that share most words with the text, or parts of compounds."""
        words = self.telling(text)
        subjects = map(self.telling, self.candidates.subjects)
        return _with_most([sum(_holds(subject, word) for word in words) for subject in subjects])

    def _ordinals(self, text: str) -> list[str]:
        counted = (one for one in _ORDINAL.finditer(text) if not self._counts_inside(text, one))
        return [one["the"] or one["one"] for one in counted] or _alone(text)

    def _counts_inside(self, text: str, ordinal: re.Match[str]) -> bool:
        return re.match(rf" (?:{self.not_counted})", text[ordinal.end() :]) is not None

    def _ordinal(self, text: str, among: Places) -> Places:
        pool = sorted(among or self.candidates.every)
        places = [_ORDINALS[word] for word in self._ordinals(text)]
        if not places:
            return among
        return {pool[place] for place in places if -len(pool) <= place < len(pool)}


def _alone(text: str) -> list[str]:
    """Return the ordinal that a text is, but for marks."""
    said = _MARK.sub(" ", text).strip(" .!?")
    return [said] if said in _ORDINALS else []


def _with_most(counts: Sequence[int]) -> Places:
    most = max(counts, default=0)
    return {at for at, count in enumerate(counts) if most and count == most}


def _holds(subject: Set[str], word: str) -> bool:
    return any(
        word == known
        or (min(len(word), len(known)) >= _SHORTEST_PART and (word in known or known in word))
        for known in subject
    )


def _written_out(match: re.Match[str]) -> str:
    first, last = int(match[1]), int(match[2])
    if not first < last <= first + _LONGEST_RANGE:
        return match.group()
    return ", ".join(str(number) for number in range(first, last + 1))
