"""How well a passage answers a question: a few features, each with a weight. Pure."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Literal

from src.desks.tax import knowledge
from src.desks.tax.law.citations import ECLI
from src.desks.tax.law.glossary import dutch_terms
from src.desks.tax.library.documents import key_of_id
from src.desks.tax.library.dutch import terms
from src.desks.tax.loaders.starter import KnownQuestions
from src.desks.tax.offline.passages import Passage, passages
from src.language.opposites import has
from src.llm.forms import TaskSource
from src.search.documents.analysers import language_of
from src.search.encoder import Rows, cosines
from src.texts import beside

Measure = Literal["term", "date", "amount", "rate"]
"""What nothing without a number or a day answers."""

_SECOND_BEST = 0.6
"""A share where an amount is asked, a period where a day is: it may be the answer, and the other is sooner."""

KNOWN = beside(knowledge.__file__, "question_kinds")
"""How each measure is asked for and said: alternatives of patterns, with ``<parts>`` that several of them have."""


@dataclass(frozen=True)
class _Form:
    """How a measure is asked for, and how it is said."""

    asked: re.Pattern[str]
    said: re.Pattern[str]
    named: re.Pattern[str]
    """Words that ask for it ("wat is de termijn?"), unless the question is one of yes or no ("mag dat daarna?")."""
    best: re.Pattern[str] | None = None
    """What says it better than the rest of ``said``."""


def _with_parts(pattern: str) -> str:
    """Return a pattern with its parts filled in, and theirs."""
    return re.sub(r"<([a-z]+)>", lambda part: _with_parts(KNOWN["parts"][part[1]]), pattern)


def _form(given: Mapping[str, Sequence[str]]) -> _Form:
    patterns = {name: _with_parts("|".join(each)) for name, each in given.items()}
    return _Form(**{name: re.compile(text, re.IGNORECASE) for name, text in patterns.items()})


_FORMS: Mapping[Measure, _Form] = {name: _form(given) for name, given in KNOWN["measures"].items()}
_IS_WHETHER, _ASKS_MEANING = (
    re.compile("|".join(KNOWN[name]), re.IGNORECASE) for name in ("whether", "meaning")
)


def measures_asked(question: str) -> frozenset[Measure]:
    """Return the measures that a question asks for: one of yes or no asks for none that it only names."""
    names = _IS_WHETHER.search(question) is None
    return frozenset(
        measure
        for measure, form in _FORMS.items()
        if form.asked.search(question) or (names and form.named.search(question))
    )


def asks_meaning(question: str) -> bool:
    """Tell whether a question asks who or what something is."""
    return not measures_asked(question) and _ASKS_MEANING.search(question) is not None


def says(measure: Measure, text: str) -> float:
    """Return how well a passage has a measure that a question asks for, from 0 to 1."""
    form = _FORMS[measure]
    if form.best and form.best.search(text):
        return 1.0
    if form.said.search(text) is None:
        return 0.0
    return _SECOND_BEST if form.best else 1.0


_BY: Mapping[str, Mapping[str, float]] = beside(knowledge.__file__, "passages")
NO_QUESTIONS: KnownQuestions = MappingProxyType({})

_SAY_LITTLE = frozenset(terms(KNOWN["say_little"]))
"""Terms of a question that tell nothing of its subject, and are rare enough in statutes to seem telling."""

_WORD = re.compile(r"[^\W_]+")
_FIRST_OF_LID = re.compile(r"(\d+[a-z]?)\.\s")
_REFERS = re.compile(KNOWN["refers"], re.IGNORECASE)
_ANNOUNCES = re.compile(KNOWN["announces"], re.IGNORECASE)
"""That something is settled; a measure in the same sentence may be just that."""


@dataclass(frozen=True)
class Candidate:
    """A passage of a source, and what tells whether it fits."""

    source: TaskSource
    passage: Passage
    words: frozenset[str]
    number: int
    """Its place among the candidates."""
    at: int
    """Its place in its source, from 0."""
    place: int
    """Of its source in the dossier, from 0."""
    paragraph: str
    """Number of the article's paragraph that it stands in; empty where a text numbers none."""
    opening: frozenset[str]
    """Words of the source's title, its first passage, and the list's introduction: what it is about."""


def all_candidates(sources: Sequence[TaskSource]) -> list[Candidate]:
    """Return every passage of the sources that holds a word, in their order."""
    found: list[Candidate] = []
    for place, source in enumerate(sources):
        found += _candidates(source, place, len(found))
    return found


def _candidates(source: TaskSource, place: int, count: int) -> list[Candidate]:
    title = _words(source.title)
    found = passages(source.text)
    opening = title | _words(found[0].text if found else "")
    paragraph = ""
    candidates: list[Candidate] = []
    for at, passage in enumerate(found):
        begun = _FIRST_OF_LID.match(passage.lead or passage.text)
        paragraph = begun[1].lower() if begun else paragraph
        if words := _words(passage.text):
            number, about = count + len(candidates), opening | _words(passage.lead)
            candidates.append(
                Candidate(source, passage, words, number, at, place, paragraph, about)
            )
    return candidates


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


class Scorer:
    """Scores passages as answers to a question."""

    def __init__(
        self,
        question: str,
        candidates: Sequence[Candidate],
        rows: Rows | None = None,
        known: KnownQuestions = NO_QUESTIONS,
    ) -> None:
        self._measures = measures_asked(question)
        self._own_words = _words(question)
        asked = _asked(question)
        counts = Counter(word for candidate in candidates for word in candidate.words)
        around = {word for candidate in candidates for word in candidate.opening}
        parts = _parts(f"{question} {dutch_terms(question)}", asked)
        self._meant = _meant(asked.keys(), parts, counts.keys() | around)
        holding: Counter[str] = Counter()
        for word, shares in self._meant.items():
            for term, share in shares.items():
                holding[term] += round(counts[word] * share)
        weights = {
            term: weight * math.log(1 + len(candidates) / (1 + holding[term]))
            for term, weight in asked.items()
        }
        whole = sum(weights.values()) or 1.0
        self._shares = {term: weight / whole for term, weight in weights.items()}
        self._words_of: dict[int, set[str]] = defaultdict(set)
        for value in candidates:
            self._words_of[value.place] |= value.words
        self._meaning = cosines(
            question, [f"{entry.passage.lead} {entry.passage.text}" for entry in candidates], rows
        )
        told = [(candidate.source, candidate.passage.text) for candidate in candidates]
        self._asked = nearest(question, told, rows, known)
        self._likely = _for_all(self._asked, candidates)

    def of(self, candidate: Candidate) -> float:
        """Return the score of a passage."""
        return sum(_BY["weights"][name] * value for name, value in self.features(candidate).items())

    def features(self, entry: Candidate) -> dict[str, float]:
        """Return what speaks for a passage and against it; each is from 0 to 1, but for the places."""
        text = f"{entry.passage.lead} {entry.passage.text}".strip()
        near = _BY["meaning"]["near"]
        said, own = self._known_by(entry.words), self._own_words
        ruling = ECLI.search(entry.source.title) is not None
        measure = 0.0 if ruling else max((says(each, text) for each in self._measures), default=0.0)
        if has("denials", entry.passage.text):
            measure *= _BY["words"]["denied_share"]
        return {
            "rank": math.log2(1 + entry.place),
            "words": said,
            "joined": float(any(len(self._meant.get(word, ())) > 1 for word in entry.words - own)),
            "opening": self._known_by(entry.words | entry.opening) - said,
            "meaning": self._meaning[entry.number],
            "asked": max(self._likely[entry.number] - near, 0.0) / (1 - near),
            "measure": measure,
            "main_rule": self._main_rule(entry) if entry.source.digest and not entry.at else 0.0,
            "deep": 0.0 if entry.source.digest else math.log2(1 + entry.at),
            # Only says where something is said, unless what it announces is in it.
            "refers": float(
                bool(_REFERS.search(text)) or (measure <= 0 and bool(_ANNOUNCES.search(text)))
            ),
            "ruling": float(ruling),
        }

    def shares_words(self, candidate: Candidate) -> bool:
        """Tell whether a passage has a word of the question."""
        return self._known_by(candidate.words) > 0

    def says_most(self, candidate: Candidate) -> bool:
        """Tell whether a passage has most of the question's words."""
        return self._known_by(candidate.words) >= _BY["words"]["most_of_it"]

    def is_about(self, candidate: Candidate) -> bool:
        """Tell whether a passage has anything of the question: a word, its meaning, or that of one that it answers."""
        alike = max(self._meaning[candidate.number], self._asked[candidate.number])
        return alike >= _BY["meaning"]["alike"] or self.shares_words(candidate)

    def is_near(self, candidate: Candidate) -> bool:
        """Tell whether a passage is nearer to the question than any other text is."""
        return self._meaning[candidate.number] > _BY["meaning"]["near"]

    def _main_rule(self, main: Candidate) -> float:
        """Return 1 for the rule that a digest begins with, less for a telling word that only those behind it have."""
        said = self._terms_in(main.words)
        behind = self._terms_in(self._words_of[main.place])
        lacked = (
            self._shares[term] * (share - said.get(term, 0.0)) for term, share in behind.items()
        )
        return 1.0 - max(lacked, default=0.0)

    def _known_by(self, words: Iterable[str]) -> float:
        """Return which part of the question stands in the words: ``bezwaar`` and ``termijn`` make one."""
        return sum(self._shares[term] * share for term, share in self._terms_in(words).items())

    def _terms_in(self, words: Iterable[str]) -> dict[str, float]:
        """Return the terms of the question that stand in the words, each with how well."""
        found: dict[str, float] = {}
        for word in words:
            for term, share in self._meant.get(word, {}).items():
                found[term] = min(1.0, share + found.get(term, 0.0))
        return found


def _for_all(asked: Sequence[float], candidates: Sequence[Candidate]) -> list[float]:
    """Return how near the question is to those that passages answer, of a source with none known as of the nearest.

    What is known of some articles alone says which of their passages answers, and not that they do.
    """
    known = {candidate.place for candidate in candidates if asked[candidate.number]}
    nearest_of_all = max(asked, default=0.0)
    return [asked[entry.number] if entry.place in known else nearest_of_all for entry in candidates]


def _asked(question: str) -> dict[str, float]:
    """Return the terms to look for and their weights; of an English question the Dutch ones, as its own mislead."""
    dutch = terms(dutch_terms(question))
    if dutch and language_of(question, "nl") == "en":
        return dict.fromkeys(dutch, 1.0)
    said = terms(question)
    own = [term for term in said if term not in _SAY_LITTLE]
    if not own and asks_meaning(question):  # "Wie is de inspecteur?"
        own = said
    return {**dict.fromkeys(dutch, _BY["words"]["glossary_share"]), **dict.fromkeys(own, 1.0)}


def _parts(question: str, asked: Iterable[str]) -> dict[str, str]:
    """Return the forms in which terms stand in compounds, with their terms: the stem and the word as it was typed."""
    stems = {word: next(iter(terms(word)), "") for word in _words(question)}
    forms = {**{term: term for term in asked}, **stems}
    return {
        form: term
        for form, term in forms.items()
        if len(form) >= _BY["words"]["shortest_part"] and term in asked
    }


def _meant(
    asked: Set[str], parts: Mapping[str, str], vocabulary: Iterable[str]
) -> dict[str, dict[str, float]]:
    """Return the words that stand for terms of the question, each with the terms and how well it stands for them."""
    beginnings = {"ge", *(term[:2] for term in asked)}
    meant: dict[str, dict[str, float]] = {}
    for word in vocabulary:
        # The analyser is the slow part: ask it only about words that could come out as one of the terms.
        stems = terms(word) if word[:2] in beginnings else []
        # A part of a compound with another part means less: "beslistermijn" is no "bezwaartermijn".
        share = 1.0 if asked >= set(stems) else _BY["words"]["compound_share"]
        shares = {stem: share for stem in stems if stem in asked} or _compounds(word, parts)
        if shares:
            meant[word] = shares
    return meant


def _compounds(word: str, parts: Mapping[str, str]) -> dict[str, float]:
    return {
        term: _BY["words"]["compound_share"]
        for part, term in parts.items()
        if word.startswith(part)
        or word.endswith(part)
        or (
            len(word) >= _BY["words"]["shortest_part"]
            and (part.startswith(word) or part.endswith(word))
        )
    }


def nearest(
    question: str,
    passages: Sequence[tuple[TaskSource, str]],
    rows: Rows | None,
    known: KnownQuestions,
) -> list[float]:
    """Return for each passage the cosine to the nearest question that it is known to answer; 0 where none is known.

    A sentence of a digest has its own questions. A passage of a statute has those of its article, as nobody has told
    which passage says what the digest does.
    """
    asked = [_known_questions(source, text, known) for source, text in passages]
    every = list(dict.fromkeys(chain.from_iterable(asked)))
    near = dict(zip(every, cosines(question, every, rows), strict=True))
    return [max((near[text] for text in of_passage), default=0.0) for of_passage in asked]


def _known_questions(source: TaskSource, text: str, known: KnownQuestions) -> tuple[str, ...]:
    sentences = known.get(key_of_id(source.id), {})
    return sentences.get(text, ()) if source.digest else tuple(chain(*sentences.values()))
