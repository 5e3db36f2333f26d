"""Finds which of a list of titles a text names: by title, ECLI, number, article, law, court, kind or words. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, reduce

from src.desks.tax.law.citations import ECLI, ArticleCitation, find_citations
from src.desks.tax.law.glossary import dutch_terms
from src.desks.tax.law.laws import WORD, LawNames, fold
from src.desks.tax.offline.descriptions import Group, group, on_subject, told

_KNOWN = LawNames()
_LONGEST_RANGE = 50

_DUTCH = (
    (re.compile(r"\b(?:articles?|sections?)\b"), "artikel"),
    (re.compile(r"\bof the\b"), "van de"),
    (re.compile(r"\b(?:and|as well as|plus)\b|&"), "en"),
    (re.compile(r"\bor\b"), "of"),
)
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
_ARTICLE = re.compile(r"(?<![\w.:€-])\d+(?:[.:]\d+)+[a-z]*\b|(?<![\w.:€-])\d+[a-z]{1,4}\d*\b")
_BARE = re.compile(
    r"(?<![\w.:€/-])\d{1,3}"
    r"(?![\w:%/-]|\.\d|\s*(?:jan|feb|maart|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec))"
)
_PARAGRAPH = re.compile(r"\b(?:lid|leden|onderdeel|sub|paragraph)\s+\w+")
_ORDINALS = {
    "eerste": 0, "first": 0, "tweede": 1, "second": 1, "derde": 2, "third": 2, "vierde": 3, "fourth": 3,
    "vijfde": 4, "fifth": 4, "voorlaatste": -2, "laatste": -1, "last": -1,
}  # fmt: skip
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)})\b(?! (?:lid|volzin|paragraph|sentence))")
_NOT_TELLING = frozenset(
    "wet artikel van der den het een bij inzake raad voor the van met uit aan niet alle".split()
)
_SHORTEST_WORD = 3
_SEPARATOR = re.compile(r"[,;]|\ben\b|\bof\b|\band\b|\bplus\b|\balsook\b")
_FIRST_MARK = 0xE000
_MARK = re.compile("[\ue000-\uf8ff]")
"""One private character stands for each exact name; there are 6,400, more than a message names."""

Places = Set[int]


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

    def named(self, words: str) -> Places:
        """Return the places of the candidates that the words name."""
        reader = _Reader(self, words)
        return reduce(lambda all_named, part: all_named | reader.part(part), reader.parts, set())

    def names_something(self, words: str) -> bool:
        """Tell whether the words hold a name, a kind or a subject, of a candidate or of something that is not there."""
        reader = _Reader(self, words)
        return bool(reader.exact) or any(
            group(part, self.titles).named or told(part, self.subjects) for part in reader.parts
        )

    def where(self, fits: Callable[[str], bool]) -> Places:
        """Return the places of the titles that fit."""
        return {at for at, title in enumerate(self.titles) if fits(title)}

    def numbered(self, number: int) -> Places:
        """Return the place of the candidate with this number in the list that the user saw."""
        pairs = zip(self.numbers, range(len(self.titles)), strict=False)
        return {at for known, at in pairs if known == number}

    @cached_property
    def articles(self) -> tuple[ArticleCitation | None, ...]:
        """What article each title is; None for a ruling."""
        return tuple(
            next((c for c in find_citations(title) if isinstance(c, ArticleCitation)), None)
            for title in self.titles
        )

    def article(self, article: str, work: str | None = None) -> Places:
        """Return the places of an article, in any law where none is named."""
        return {
            at
            for at, known in enumerate(self.articles)
            if known and known.article == article and (work is None or known.work == work)
        }


class _Reader:
    """Reads one text: its exact names, each replaced by a mark, and the parts around them."""

    def __init__(self, candidates: Candidates, words: str) -> None:
        self.candidates = candidates
        self.exact: list[Places] = []
        text = _MARK.sub(" ", words.lower())
        for english, dutch in _DUTCH:
            text = english.sub(dutch, text)
        text = self._mark_titles(text)
        text = ECLI.sub(lambda m: self._mark(self._with_ecli(m.group().lower())), text)
        text = _RANGE.sub(_written_out, text)
        text = _PLACES.sub(lambda m: self._mark(self._numbered(m[1])), text)
        text = self._mark_citations(text)
        text = _PARAGRAPH.sub(" ", text)
        text = _ARTICLE.sub(lambda m: self._mark(candidates.article(m.group())), text)
        text = _BARE.sub(lambda m: self._mark(self._bare(m.group())), text)
        self.parts = _SEPARATOR.split(text)

    def part(self, text: str) -> Places:
        """Return what one part of the text names: exact names, narrowed by what is said of them, or a description."""
        marks = [self.exact[ord(mark) - _FIRST_MARK] for mark in _MARK.findall(text)]
        rest = _MARK.sub(" ", text)
        described, grouped = self._described(rest), group(rest, self.candidates.titles)
        if marks:
            return self._narrowed(set().union(*marks), rest, described, grouped)
        if grouped.named:
            return self._ordinal(rest, self._in_group(grouped, rest, described))
        return self._ordinal(rest, described or on_subject(rest, self.candidates.subjects))

    def _narrowed(self, exact: Places, rest: str, described: Places, grouped: Group) -> Places:
        if not exact:
            return exact
        about = told(rest, self.candidates.subjects)
        fitting = exact & (described | (about.within(exact, described) if about else set()))
        also = set() if grouped.one or exact & grouped.places else grouped.places
        return (fitting or exact) | also

    def _in_group(self, grouped: Group, rest: str, described: Places) -> Places:
        """Return what is meant of a kind: all of it, or what a description fits; a single one only if it is clear."""
        about = told(rest, self.candidates.subjects)
        if about:
            meant = about.within(grouped.places, described)
        else:
            titled = described and (grouped.places & described or described)
            by_subject = grouped.places & on_subject(rest, self.candidates.subjects)
            meant = titled or (grouped.one and by_subject) or grouped.places
        clear = not grouped.one or len(meant) == 1 or described or _ORDINAL.search(rest)
        return meant if clear else set()

    # Exact names

    def _mark(self, places: Places) -> str:
        self.exact.append(places)
        return f" {chr(_FIRST_MARK + len(self.exact) - 1)} "

    def _mark_titles(self, text: str) -> str:
        for title in sorted(set(self.candidates.titles), key=len, reverse=True):
            if re.search(rf"{re.escape(title)}(?![\w:]|\.\w)", text):
                places = self.candidates.where(title.__eq__)
                text = re.sub(rf"{re.escape(title)}(?![\w:]|\.\w)", self._mark(places), text)
        return text

    def _with_ecli(self, ecli: str) -> Places:
        return self.candidates.where(lambda title: title.endswith(ecli))

    def _numbered(self, numbers: str) -> Places:
        found = (self.candidates.numbered(int(number)) for number in re.findall(r"\d+", numbers))
        return set().union(*found)

    def _mark_citations(self, text: str) -> str:
        mentions: dict[tuple[int, int], Places] = {}
        for citation in find_citations(text):
            if isinstance(citation, ArticleCitation):
                places = self.candidates.article(citation.article, citation.work)
                mentions[citation.span] = mentions.get(citation.span, set()) | places
        for (start, end), places in sorted(mentions.items(), reverse=True):
            text = text[:start] + self._mark(places) + text[end:]
        return text

    def _bare(self, number: str) -> Places:
        """Return the candidate with this number in the list, or else the article."""
        return self.candidates.numbered(int(number)) or self.candidates.article(number)

    # Descriptions

    def _described(self, text: str) -> Places:
        works = set(_works(text))
        if works:
            return {
                at
                for at, known in enumerate(self.candidates.articles)
                if known and known.work in works
            }
        statutory = dutch_terms(text.replace("-", " "))  # "de btw-wet"
        return self._with_most_words(_telling_words(f"{text} {statutory}"))

    def _with_most_words(self, words: Set[str]) -> Places:
        counts = [len(words & _telling_words(title)) for title in self.candidates.titles]
        most = max(counts, default=0)
        return {at for at, count in enumerate(counts) if most and count == most}

    def _ordinal(self, text: str, among: Places) -> Places:
        ordinals = _ORDINAL.findall(text)
        pool = sorted(among or self.candidates.every)
        places = [_ORDINALS[word] for word in ordinals]
        if not places:
            return among
        return {pool[place] for place in places if -len(pool) <= place < len(pool)}


def _works(text: str) -> Iterable[str]:
    words = [fold(match.group()) for match in WORD.finditer(text)]
    at = 0
    while at < len(words):
        found = _KNOWN.starting_at(words, at)
        if found:
            yield found[0]
        at = found[1] if found else at + 1


def _telling_words(text: str) -> Set[str]:
    words = (fold(match.group()) for match in re.finditer(r"[^\W\d_]+|(?:19|20)\d\d", text))
    return {word for word in words if len(word) >= _SHORTEST_WORD} - _NOT_TELLING


def _written_out(match: re.Match[str]) -> str:
    first, last = int(match[1]), int(match[2])
    if not first < last <= first + _LONGEST_RANGE:
        return match.group()
    return ", ".join(str(number) for number in range(first, last + 1))
