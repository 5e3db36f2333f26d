"""Finds which of a list of titles a text names: by title, number, place in the list, subject or words. Pure.

A desk whose sources go by other names, too, derives from ``NameReader`` and says what these are.
"""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial, reduce
from typing import ClassVar

from src.language.numbers import NUMBER_WORDS
from src.llm.builtin.phrases import pattern, table
from src.search.snippet import words_of

_LONGEST_RANGE = 50

_pattern = partial(pattern, "names")
_ORDINALS = {one: int(at) for at, ones in table("acts")["ordinals"].items() for one in ones.split()}
_NUMBERS = {"een": 1, "één": 1, "one": 1} | {
    words: count for words, count in NUMBER_WORDS.items() if 2 <= count <= 8
}
POINTING = frozenset(table("acts")["names"]["pointing"].split())
"""Words that point, and so tell no title."""
_STEM = 5
"""Letters that two forms of a word begin with alike: "colour", "colours"."""
_FIRST_MARK = 0xE000
_INTRODUCES = re.compile(r"(?<=\d):(?=\s|$)")
"""A colon behind a number that is not a part of it, as in a time."""
_MARK = re.compile("[\ue000-\uf8ff]")
"""One private character stands for each exact name; there are 6,400, more than a message names."""

Places = Set[int]


@dataclass(frozen=True)
class Candidates:
    """Titles with the numbers that the user sees beside them."""

    titles: Sequence[str]
    """In lower case."""
    numbers: Sequence[int]

    @property
    def every(self) -> Places:
        """The places of all candidates."""
        return set(range(len(self.titles)))

    def where(self, fits: Callable[[str], bool]) -> Places:
        """Return the places of the titles that fit."""
        return {at for at, title in enumerate(self.titles) if fits(title)}

    def numbered(self, number: int) -> Places:
        """Return the place of the candidate with this number in the list that the user saw."""
        return {at for at, known in enumerate(self.numbers) if known == number}


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
        text = _INTRODUCES.sub(" ", _MARK.sub(" ", words.lower()))
        for english, dutch in self.meaning:
            text = re.sub(english, dutch, text)
        text = _pattern("nth").sub(r"\1 number \2", self._mark_titles(text))
        text = _pattern("inside").sub(lambda _: self.mark(set()), text)
        text = _pattern("in_words").sub(lambda m: f"{m[1]} {_NUMBERS.get(m[2], m[2])}", text)
        text = with_ranges(self.mark_identifiers(text))
        text = _pattern("at_an_end").sub(lambda m: self.mark(self._at_an_end(m)), text)
        text = _pattern("places").sub(lambda m: self.mark(self._numbered(m[1])), text)
        text = self.mark_citations(text)
        text = _pattern("bare").sub(lambda m: self.mark(self.bare(m.group())), text)
        self._parts = _pattern("separator").split(text)

    @property
    def named(self) -> Places:
        """The places of the candidates that the text names."""
        places: Places = set()
        return reduce(lambda found, part: found | self._part(part), self._parts, places)

    @property
    def names_something(self) -> bool:
        """Whether the text holds a name or a subject, of a candidate or of something that is not there."""
        parts = self._parts
        return bool(self.exact) or any(self.described(one) or self.is_about(one) for one in parts)

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

    def names_several(self, text: str) -> bool:  # noqa: ARG002  # the engine's sources have no kinds
        """Tell whether a text names a kind of which all are meant."""
        return False

    def described(self, text: str) -> Places:
        """Return the candidates that share most words with a text; "the last" says where one stands, not its title."""
        return self.with_most_words(self.title_words(_pattern("ordinal").sub(" ", text)))

    def title_words(self, title: str) -> Set[str]:
        """Return the words of a title that tell it from others, by how they begin: forms of a word begin alike."""
        return stems(title)

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
        count = _NUMBERS.get(match["count"]) or int(match["count"])
        every = sorted(self.candidates.every)
        return set(every[:count] if match["end"] in ("eerste", "first") else every[-count:])

    # Parts

    def _part(self, text: str) -> Places:
        """Return what one part of the text names: exact names, narrowed by what is said of them, or a description."""
        marks = [self.exact[ord(mark) - _FIRST_MARK] for mark in _MARK.findall(text)]
        rest = _MARK.sub(" ", text)
        described, exact = self.described(rest), set[int]().union(*marks)
        return (exact & described or exact) if marks else self._ordinal(rest, described)

    # Descriptions

    def with_most_words(self, words: Set[str]) -> Places:
        """Return the candidates whose titles share most of these words."""
        counts = [len(words & self.title_words(text)) for text in self.candidates.titles]
        most = max(counts, default=0)
        return {at for at, count in enumerate(counts) if most and count == most}

    def is_about(self, text: str) -> bool:
        """Tell whether a text says what titles are about ("over soep")."""
        match = _pattern("about").search(text)
        return match is not None and bool(words_of(match["subject"]))

    def ordinals(self, text: str) -> list[str]:
        """Return the words of a text that name a place in the list."""
        inside = re.compile(rf" (?:{self.not_counted})")
        counted = (
            match["the"] or match["one"]
            for match in _pattern("ordinal").finditer(text)
            if not inside.match(text, match.end())
        )
        alone = text.strip(" .!?")
        return list(counted) or [alone] * (alone in _ORDINALS)

    def _ordinal(self, text: str, among: Places) -> Places:
        pool = sorted(among or self.candidates.every)
        places = [_ORDINALS[word] for word in self.ordinals(text)]
        if not places:
            return among
        return {pool[place] for place in places if -len(pool) <= place < len(pool)}


def stems(text: str) -> set[str]:
    """Return how the telling words of a text begin."""
    return {entry[:_STEM] for entry in words_of(text) - POINTING}


def with_ranges(text: str) -> str:
    """Return a text with each range of numbers written out: "1 to 3" is "1, 2, 3"."""
    return _pattern("range").sub(_written_out, text)


def _written_out(match: re.Match[str]) -> str:
    first, last = int(match[1]), int(match[2])
    is_row = first < last <= first + _LONGEST_RANGE
    return ", ".join(map(str, range(first, last + 1))) if is_row else match.group()
