"""A corpus as data: how its texts are read, what is kept of each document, and what every part of a search weighs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, TypeVar

from src.search.arrays import Array
from src.search.facts import Facts, FactsShape

CANDIDATES = 1_000
"""Documents that an engine brings to be ranked."""

RANKED_WHOLE = 2_000
"""Documents of a segment that are all ranked, as an engine would save nothing."""


@dataclass(frozen=True)
class TermRun:
    """Terms in a row: the query's own words, or what some of them mean, and where they come from."""

    origin: str
    weight: float
    terms: tuple[str, ...]
    is_asked: bool = True
    """Whether a document must have them to have all of the query; else they only help to find it."""


@dataclass(frozen=True)
class ParsedQuery:
    """A query that was read."""

    runs: tuple[TermRun, ...]
    pins: tuple[str, ...] = ()
    """Keys of what it names: a document of such a key comes first."""


Read = TypeVar("Read")
"""What a corpus holds, as it is read from an index."""


@dataclass(frozen=True)
class Analyser:
    """How a text is read: its words in order, and the term by which each is searched (None: any text has it)."""

    words: Callable[[str], list[str]]
    term: Callable[[str], str | None]
    compounds: bool = False
    """Whether its words may be the parts of compounds."""


@dataclass(frozen=True)
class Field:
    """A part of a document: what a term counts there, and how much less in a long one (1: in proportion)."""

    name: str
    weight: float
    length_normalisation: float
    analyser: Analyser | None = None
    """None: that of the document's language."""
    in_a_row: bool = False
    """Whether two words in a row are indexed too."""


@dataclass(frozen=True)
class Weights:
    """What each part of a search weighs; 0 or False leaves it out."""

    fields: tuple[Field, ...] = field(hash=False)
    """At most eight, in the order in which an index numbers them."""
    k1: float = 1.2
    """BM25's: the larger, the more a term's repetition counts."""
    delta: float = 0.5
    """BM25+'s: what a term counts by being there at all."""
    pinned: bool = True
    """Whether what the query names comes first."""
    parts_in_text: float = 1.0
    """A part of a compound of the text, against a word."""
    parts_in_query: float = 0.5
    """A part of a compound of the query, against its words."""
    bigrams: float = 0.2
    """Two words in a row, against one."""
    user_query: float = 0.5
    """A word of the user's own, where a model worded the query."""
    cited: float = 0.0
    """Score of a document for each thing that the query names and the document cites."""
    meaning: bool = True
    """Whether meaning counts beside words, where there are vectors."""
    asked: float = 0.0
    """What the questions count that a document is known to answer: 1 is as much as the best document by words, for
    the very question."""
    siblings: float = 1.0
    """Share that a document gets of the best score of its group: of its page, or of the whole it is cut from."""


@dataclass(frozen=True)
class Floor:
    """When something is about a query at all, and how far below the best a document still is."""

    least: float
    """What is found is weak unless some document scores, times the share of the query that it has, as much as this
    many terms of the rarest, as below it is there by chance, ..."""
    tail: float
    """A document with less than this share of the best is not found."""
    small: float = 1.0
    """(of which a little is taken off: in an index of a few documents no term is rare)"""
    complete: float = 0.99
    """... or some document has all of the query; that it has all the words around a name proves nothing."""
    part: float = 0.5
    """How far a document that has a part of a compound of the query has the word."""
    unknown: float = 1.0
    """How much of the query a word is that no document has, against one that a single document has."""
    shows_weak: bool = False
    """Whether what is weak is found all the same, and said to be weak."""


@dataclass(frozen=True)
class QuestionReading:
    """How the questions are read that documents are known to answer."""

    analysers: Mapping[str, Analyser]
    """By language."""
    alike: Mapping[str, str] = field(default_factory=dict)
    """Terms that ask the same of somebody or something else, each with the one that stands for all of them."""


@dataclass(frozen=True)
class Filters:
    """Which documents count; what is None leaves nothing out."""

    day: date | None = None
    version: str | None = None
    """Of what has versions beside each other, such as documentation."""


EVERYTHING = Filters()
"""Lets all documents through."""


@dataclass(frozen=True)
class Prior:
    """What documents count for by what they are, as far as the query is after their like.

    A prior that always held would bury whatever it knows nothing of.
    """

    factors: Callable[[Facts, Any, Array], Array]
    """Gives documents a factor, by given weights and their numbers; what it knows nothing of gets 1."""
    holds: Callable[[Facts, Sequence[int]], bool]
    """Tells from the documents that come first without the prior whether it holds."""
    first: int = 10
    """How many of them it is told from."""


@dataclass(frozen=True)
class Corpus(Generic[Read]):
    """One kind of documents that is indexed together and searched in one way."""

    name: str
    weights: Weights
    floor: Floor
    read_query: Callable[[str, Any, str], ParsedQuery]
    """Reads a query by given weights, and the same in the user's own words, if these differ: it says what is pinned."""
    parse: Callable[[bytes], Read]
    """Makes a source of its JSON."""
    most_pinned: int | None = None
    """A name that more documents have than this pins none; those of one that pins come in the order of their scores.
    None: what is named is pinned however much it is, and in the order of the query."""
    analysers: Mapping[str, Analyser] = field(default_factory=dict)
    """By language: for the fields that name none."""
    meaning: Mapping[str, float] = field(default_factory=dict)
    """By language of the query, the share of meaning in a score where there are vectors; of others only words count."""
    asked: QuestionReading | None = None
    """None: it has no such questions."""
    shape: FactsShape = field(default_factory=FactsShape)
    prior: Prior | None = None
    ranked_whole: bool = False
    """Whether each document gets a score, however many there are."""
    counts: Callable[[Facts, Filters], Array] = lambda facts, _: facts.ones(bool)
    """Tells of every document whether the filters let it through."""
