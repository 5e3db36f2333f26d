"""What a draft is held against, and what a desk knows of statements. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from src.dossier.models import Claim, Language, Source, is_of_client
from src.grounding.evidence import has_name
from src.grounding.terms import NO_CALENDAR, Calendar
from src.grounding.units import Units, unit_of
from src.language.numbers import without_rates, without_terms

GENERATION = 3
"""Of the rules that judge now; it grows with each rule that lets another claim fall or marks one.

In 0 a claim had one quote, a conclusion was judged whole, and nothing was computed; in 1 polarity knew no verbs that
deny, no duties and no parties, and exceptions that a claim leaves out had no mark; in 2 units, numbers in words and
defaults of a quote were not compared."""
COMPARES_MEASURES = 3
"""Generation of the rules since which those are."""

Place = Literal["claim", "conclusion", "point"]
"""Where a draft says something: a claim, the conclusion, an open point or a missing fact."""

NOWHERE: frozenset[Place] = frozenset(("claim", "conclusion", "point"))
"""What is added may be said in none of these."""


@dataclass(frozen=True)
class Addition:
    """Something that a text states and its sources do not, in the text's own words."""

    words: str
    forbidden_in: frozenset[Place] = frozenset()
    """Where it may not be said; a claim that may have it shows it with a mark."""
    marked: bool = False
    """Whether an open point that has it is marked as not from the sources."""


class Bearing:
    """What a desk knows of statements: whether sources bear them. By itself, that quotes stand in them is enough."""

    def ungrounded(self, text: str, sources: Sequence[Source]) -> Sequence[str]:
        """Return what a text refers to that is none of the sources and is named in none."""
        return ()

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        """Return what a text states and neither the sources nor, where that may be, the question does."""
        return ()

    def admits(self, claim: Claim, source: Source) -> bool:
        """Return whether a claim may stand on this source in the role that it has, once its quote is verified."""
        return True

    def suffices(self, claims: Sequence[Claim]) -> bool:
        """Return whether an answer may be made of these claims."""
        return True

    def of(self, generation: int) -> "Bearing":
        """Return what judges as it was done in a generation of the rules."""
        return self


@dataclass(frozen=True)
class NamesOfSources(Bearing):
    """The ``Bearing`` of a desk whose answers may give no name that what they rest on does not have."""

    names_in: Callable[[str], Sequence[str]]
    told_in: Callable[[Source], str]
    """All that a source says, with where it stands."""
    with_question: bool = False
    """Whether what the question names may be said: an error tells of what is there, a plain question may not."""

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        told = "\n".join([question if self.with_question else "", *map(self.told_in, sources)])
        return [
            Addition(name, NOWHERE)
            for name in self.names_in(text)
            if not has_name(told, name, in_prose=f"`{name}`" not in text)
        ]


@dataclass(frozen=True)
class Material:
    """What a draft is held against."""

    question: str
    selected: tuple[Source, ...]
    versions: Mapping[str, Sequence[Source]]
    """By id of a selected source: every version of it that the library has."""
    bearing: Bearing
    units: Units = unit_of
    """By what each source is quoted."""
    language: Language = "nl"
    told: str = ""
    """What the user said in the conversation."""
    earlier: str = ""
    """What answers before this one concluded: their figures may be named where a sentence is about them."""
    calendar: Calendar = NO_CALENDAR
    """By which terms end."""
    generation: int = GENERATION
    """Of the rules that judge: those of their time, where an answer is made again."""
    by_quote: bool = False
    """Whether only the words of its quotes say what a claim adds, and not the rest of their sources."""
    facts_apart: bool = True
    """Whether quotes of the client's documents are facts, as they are not in answers from before."""

    def is_fact(self, claim: Claim) -> bool:
        """Return whether a claim rests on a document of the client: it may tell facts, and never answers."""
        named = {claim.source_id, *(piece.source_id for piece in claim.evidence)}
        rests_on = [source for source in self.selected if source.id in named]
        return self.facts_apart and bool(rests_on) and all(map(is_of_client, rests_on))

    @cached_property
    def by_id(self) -> Mapping[str, Source]:
        """The selected sources."""
        return {source.id: source for source in self.selected}

    @cached_property
    def authorities(self) -> tuple[Source, ...]:
        """The selected sources that may say what holds: no document of the client does."""
        if self.generation < 1:
            return self.selected
        return tuple(source for source in self.selected if not is_of_client(source))

    @property
    def said(self) -> str:
        """What the user said: the question is a model's wording of it, into which it could put what nobody told."""
        return self.told or self.question

    @cached_property
    def facts(self) -> str:
        """What the user told, also in documents: amounts and days of the case, and no terms or rates of documents."""
        if self.generation < 1:
            return self.question
        documents = (
            without_rates(without_terms(one.content)) for one in self.selected if is_of_client(one)
        )
        return "\n".join([self.said, *documents])
