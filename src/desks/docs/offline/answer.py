"""An answer made of passages of the sections, verbatim: sentences, rows of tables, and code as a whole. Pure."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from src.desks.docs.answering import DocsTask, SectionInTask
from src.desks.docs.lists import lists, numbers
from src.desks.docs.offline.english import in_english
from src.desks.docs.offline.passages import QuotablePassage, read_passages, terms_of
from src.desks.docs.scope_words import without_version
from src.desks.docs.wordings import asks_to_set
from src.llm.forms import AnswerDraft, ClaimDraft
from src.search.documents.analysers import ENGLISH, identifiers, in_parts, telling_words

_BY: Mapping[str, float] = numbers("passages.toml")


@dataclass(frozen=True)
class _PlacedPassage:
    """A passage in its section."""

    section: SectionInTask
    passage: QuotablePassage
    title: frozenset[str]
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
    terms: frozenset[str]
    rarity: Mapping[str, float]
    names: frozenset[str]
    sets: frozenset[str]
    """What is to be set, where that is asked; else nothing."""
    telling: frozenset[str]
    """What names its subject."""
    subject: frozenset[str]
    """All that tells in the question, what is to be done too."""

    def is_headed_by(self, one: _PlacedPassage) -> bool:
        """Tell whether the headings over a passage say all that is asked, the last one some of it."""
        return bool(self.subject & one.title) and self.subject <= one.heading

    def is_told_in(self, one: _PlacedPassage) -> bool:
        """Tell whether a passage has the name that is asked for, and its section most of what is asked about."""
        if self.names and not any(map(one.has, self.names)):
            return False
        return len(self.telling & one.section_terms) >= _BY["least_told"] * len(self.telling)

    def weight_of(self, terms: frozenset[str]) -> float:
        """Return how much of what is asked stands among some terms, rare words first."""
        return sum(self.rarity.get(term, 0.0) for term in terms)

    def share_of(self, terms: frozenset[str]) -> float:
        """Return the same as a share of all that is asked."""
        whole = sum(self.rarity.values())
        return self.weight_of(terms) / whole if whole else 0.0

    @property
    def wants_value(self) -> bool:
        return _is("value", self.text)


def _asked(task: DocsTask, found: Sequence[_PlacedPassage]) -> _Asked:
    own = without_version(f"{task.question}\n{task.asked}")
    english = in_english(own) if task.reply_language == "nl" else own
    words = [*telling_words(english), *telling_words(own)]
    telling = telling_in(" ".join(words))
    terms = telling | terms_of(" ".join(words))
    known = Counter(term for one in found for term in one.passage.terms & terms)
    rarity = {
        term: math.log1p(len(found) / count) * (1.0 if term in telling else _BY["thin"])
        for term, count in known.items()
    }
    names = frozenset(name.lower() for name in identifiers(own))
    sets = telling if asks_to_set(english) else frozenset[str]()
    return _Asked(
        english,
        terms,
        rarity,
        names,
        sets,
        telling_in(english),
        terms_of(" ".join(telling_words(english))),
    )


def telling_in(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that tell what it is about."""
    words = (one for one in telling_words(text) if not (one.isdigit() or _is("thin", one)))
    return frozenset(term for one in words if (term := ENGLISH.term(one)))


def answer(task: DocsTask) -> AnswerDraft:
    """Return the passages that share most with the question, rare words and names first; it concludes nothing.

    Of a question that names something none is taken that neither has the name nor stands under it.
    """
    every = [one for order, section in enumerate(task.sources) for one in _passages(section, order)]
    asked = _asked(task, every)
    found = [one for one in every if asked.is_told_in(one)]
    scores = [_score(one, asked) for one in found]
    least = max(scores, default=0.0) * _BY["worth_saying"]
    ranked = sorted(range(len(found)), key=lambda at: (-scores[at], at))
    chosen = _spread([found[at] for at in ranked if scores[at] and scores[at] >= least])
    claims = [
        ClaimDraft(text="", quote=one.passage.text, source_id=one.section.id) for one in chosen
    ]
    return AnswerDraft(claims=claims, conclusion="", open_points=[], missing_facts=[])


def _passages(section: SectionInTask, order: int) -> Iterator[_PlacedPassage]:
    title = terms_of(section.title)
    heading = title | terms_of(section.place)
    read = read_passages(section.text)
    told = heading | read.terms
    for at, one in enumerate(read.passages):
        yield _PlacedPassage(section, one, title, heading, told, order, is_first=at == 0)


def _score(one: _PlacedPassage, asked: _Asked) -> float:
    """Return how well a passage answers: what it says of the question, more in a section that is about all of it."""
    terms = one.passage.terms
    title = one.section.title.lower()
    says_some = terms & asked.terms or any(name in title for name in asked.names)
    if not (says_some or (one.is_first and asked.is_headed_by(one))):
        return 0.0
    lower = one.passage.text.lower()
    named = _BY["exact"] * sum(name in lower or name in title for name in asked.names)
    headed = _BY["of_the_heading"] * len((one.heading & asked.terms) - terms)
    length = _BY["usual_length"] + max(len(terms), _BY["usual_length"])
    said = (asked.weight_of(terms) + named + headed) / length
    section = 1 + asked.share_of(one.section_terms)
    titled = 1 + len(one.title & asked.terms) / max(1, len(one.title))
    return (
        said
        * section
        * titled
        * _told_by(one.passage, asked)
        / (1 + _BY["later_section"] * one.order)
    )


def _told_by(passage: QuotablePassage, asked: _Asked) -> float:
    """Return how much a passage counts by how it tells: of a name that is asked about more, of another page less."""
    value = _BY["has_value"] if asked.wants_value and _is("has_value", passage.text) else 1.0
    if value > 1 and _is("default", asked.text) and _is("default", passage.text):
        value *= _BY["has_value"]
    if passage.name and any(name in passage.name for name in asked.names):
        return value * _BY["defines"]
    if passage.name and asked.sets & terms_of(in_parts(passage.name)):
        return value * _BY["sets"]
    return value


def _spread(ranked: Sequence[_PlacedPassage]) -> list[_PlacedPassage]:
    chosen: list[_PlacedPassage] = []
    taken: Counter[str] = Counter()
    for one in ranked:
        if len(chosen) < _BY["most_passages"] and taken[one.section.id] < _BY["most_per_section"]:
            taken[one.section.id] += 1
            chosen.append(one)
    return chosen


def _is(name: str, text: str) -> bool:
    return any(one.search(text) for one in lists("question.toml")[name])
