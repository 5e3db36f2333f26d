"""An answer made of passages of the sections, verbatim: sentences, rows of tables, and code as a whole. Pure."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from src.desks.docs.answering import DocsTask, SectionInTask
from src.desks.docs.lists import numbers
from src.desks.docs.offline.english import in_english
from src.desks.docs.offline.passages import QuotablePassage, read_passages
from src.desks.docs.scope_words import without_version
from src.desks.docs.wordings import is_found, questions_in
from src.language.code_names import identifiers
from src.llm.forms import AnswerDraft, ClaimDraft
from src.search.documents.analysers import ENGLISH, in_parts, telling_words, terms_of
from src.search.encoder import Rows, cosines

_BY: Mapping[str, float] = numbers("passages.toml")


@dataclass(frozen=True)
class _PlacedPassage:
    """A passage in its section."""

    section: SectionInTask
    passage: QuotablePassage
    heading: frozenset[str]
    """Of all headings down to it."""
    section_terms: frozenset[str]
    """Of the whole section, with its headings."""
    order: int
    """Of its section."""
    is_first: bool
    """Of its section."""

    def has(self, name: str) -> bool:
        """Tell whether it, or a heading over it, has a name."""
        return any(
            name in text.lower()
            for text in (self.passage.text, self.section.title, self.section.place)
        )


@dataclass(frozen=True)
class _Asked:
    """What is asked: its terms, how much each tells among the passages, and the names in it."""

    text: str
    """In English."""
    shares: Mapping[str, float]
    """What each term makes of the question, rare ones most."""
    names: frozenset[str]
    sets: frozenset[str]
    """What is to be set, where that is asked; else nothing."""
    telling: frozenset[str]
    """What names its subject."""
    subject: frozenset[str]
    """All that tells in the question, what is to be done too."""

    def is_defined_by(self, passage: QuotablePassage) -> bool:
        """Tell whether a passage begins with a name that is asked about."""
        return bool(passage.name) and any(name in passage.name for name in self.names)

    def is_told_in(self, passage: _PlacedPassage) -> bool:
        """Tell whether a passage has the name that is asked for, and its section most of what is asked about."""
        if self.is_defined_by(passage.passage):
            return True
        if self.names and not any(map(passage.has, self.names)):
            return False
        says_some = self.shares.keys() & passage.passage.terms
        if not (says_some or (passage.is_first and self.subject <= passage.heading)):
            return False
        return len(self.telling & passage.section_terms) >= _BY["least_told"] * len(self.telling)

    def share_of(self, terms: frozenset[str]) -> float:
        """Return how much of what is asked stands among some terms."""
        return sum(self.shares.get(term, 0.0) for term in terms)


def _asked(task: DocsTask, found: Sequence[_PlacedPassage]) -> _Asked:
    own = without_version(f"{task.question}\n{task.asked}")
    english = in_english(own) if task.reply_language == "nl" else own
    words = [*telling_words(english), *telling_words(own)]
    telling = telling_in(" ".join(words))
    known = Counter(term for passage in found for term in passage.passage.terms | passage.heading)
    weights = {
        term: math.log1p(len(found) / known[term]) * (1.0 if term in telling else _BY["thin"])
        for term in telling | terms_of(" ".join(words))
        if known[term]
    }
    whole = sum(weights.values()) or 1.0
    return _Asked(
        english,
        {term: weight / whole for term, weight in weights.items()},
        frozenset(name.lower() for name in identifiers(own)),
        telling if is_found("sets", english) else frozenset[str](),
        telling_in(english),
        terms_of(" ".join(telling_words(english))),
    )


def telling_in(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that tell what it is about."""
    words = (word for word in telling_words(text) if not (word.isdigit() or is_found("thin", word)))
    return frozenset(term for word in words if (term := ENGLISH.term(word)))


def answer(task: DocsTask, rows: Rows | None = None) -> AnswerDraft:
    """Return the passages that are nearest to the question, by their words and meaning; it concludes nothing.

    If the question names something, a passage needs the name, or a heading with it. Each of several questions
    is answered by itself, and what has no passage stays open.
    """
    several = questions_in(task.asked) if len(questions_in(task.asked)) > 1 else ()
    parts = {
        one: _claims(task.model_copy(update={"question": one, "asked": one}), rows)
        for one in several
    }
    claims = [claim for found in parts.values() for claim in found] or _claims(task, rows)
    return AnswerDraft(
        claims=[claim for at, claim in enumerate(claims) if claim not in claims[:at]],
        conclusion="",
        open_points=[part for part, found in parts.items() if not found and any(parts.values())],
        missing_facts=[],
    )


def _claims(task: DocsTask, rows: Rows | None) -> list[ClaimDraft]:
    every = [one for order, section in enumerate(task.sources) for one in _passages(section, order)]
    asked = _asked(task, every)
    found = [passage for passage in every if asked.is_told_in(passage)]
    near = cosines(asked.text, [f"{one.section.title}\n{one.passage.text}" for one in found], rows)
    scores = [_score(entry, asked) + _BY["meaning"] * near[at] for at, entry in enumerate(found)]
    least = max(scores, default=0.0) - _BY["worth_saying"]
    ranked = sorted(range(len(found)), key=lambda at: (-scores[at], at))
    return [
        ClaimDraft(text="", quote=passage.passage.text, source_id=passage.section.id)
        for passage in _spread([found[at] for at in ranked if scores[at] >= least])
    ]


def _passages(section: SectionInTask, order: int) -> Iterator[_PlacedPassage]:
    read = read_passages(section.text)
    heading = terms_of(f"{section.title} {section.place}")
    for at, entry in enumerate(read.passages):
        yield _PlacedPassage(section, entry, heading, heading | read.terms, order, is_first=at == 0)


def _score(passage: _PlacedPassage, asked: _Asked) -> float:
    """Return how well a passage answers by its words, those it stands under, and its place among what was found."""
    said = asked.share_of(passage.passage.terms)
    around = asked.share_of(passage.heading | passage.passage.terms) - said
    return (
        _BY["words"] * said
        + _BY["around"] * around
        + _BY["order"] * math.log2(1 + passage.order)
        + _told_by(passage.passage, asked)
    )


def _told_by(passage: QuotablePassage, asked: _Asked) -> float:
    """Return how much a passage counts by how it tells: the value that is asked for, the name that it begins with."""
    told = _BY["value"] * (is_found("value", asked.text) and is_found("has_value", passage.text))
    told += _BY["default"] * (is_found("default", asked.text) and is_found("default", passage.text))
    if asked.is_defined_by(passage):
        return told + _BY["defines"]
    if passage.name and asked.sets & terms_of(in_parts(passage.name)):
        return told + _BY["sets"]
    return told


def _spread(ranked: Sequence[_PlacedPassage]) -> list[_PlacedPassage]:
    chosen: list[_PlacedPassage] = []
    taken: Counter[str] = Counter()
    for entry in ranked:
        if len(chosen) < _BY["most_passages"] and taken[entry.section.id] < _BY["most_per_section"]:
            taken[entry.section.id] += 1
            chosen.append(entry)
    return chosen
