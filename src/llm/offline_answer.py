"""An answer made of verbatim passages, most relevant first. Pure."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from src.llm.glossary import dutch_terms
from src.llm.offline_passages import Passage, passages
from src.llm.offline_words import language_of
from src.llm.tasks import AnswerDraft, AnswerTask, ClaimDraft, TaskSource
from src.retrieval.citations import ECLI
from src.retrieval.dutch import terms
from src.wording import WORDINGS

MOST_PASSAGES = 6
MOST_PER_SOURCE = 2
WORTH_SAYING = 0.45
"""Share of the best passage's score below which a passage is left out."""

# What speaks for a passage; each found by reading which passages came first, none by counting.
CONTEXT_SHARE = 0.4
"""A word in a source's title or in a list's introduction, against the same word in the passage itself."""
COMPOUND_SHARE = 0.7
"""A word that holds a word of the question or is held by it: ``bezwaartermijn`` for ``bezwaar``."""
SHORTEST_PART = 5
"""Letters from which a part of a compound tells anything."""
GLOSSARY_SHARE = 0.5
"""A term that the glossary adds to a Dutch question, against the question's own."""
USUAL_LENGTH = 25
"""Different words; a passage that is much longer counts for less."""
FIRST_BONUS = 1.2
"""The first passage of a source: a law states its rule before its exceptions, a ruling is summed up in front."""
MEASURE_BONUS = 1.6
"""A passage with a time or an amount, where the question asks for one; in a ruling they are facts of its case."""
RULING_SHARE = 0.6
"""A passage of a ruling: most of its sentences tell what happened, not what the rule is."""
LOSS_PER_PLACE, LATE_SHARE = 0.03, 0.7
"""Sources stand in the order in which the search found them: what it found last fits least, but is not worthless."""
ISSUE_SHARE = 0.5
"""A passage that only says what the question of a case was."""

_SAY_LITTLE = frozenset(
    terms(
        "maken doen gebeuren gebeurt staan vragen weten betekenen bestaan geven nemen stellen "
        "vinden vraag antwoord inspecteur belastingdienst"
    )
)
"""Terms of a question that tell nothing of its subject, and are rare enough in statutes to seem telling."""

_WORD = re.compile(r"[^\W_]+")
_MEASURES = (
    (
        re.compile(
            r"\b(?:hoe ?lang|hoeveel (?:tijd|dagen|weken|maanden|jaar|jaren|uur|uren)|\w*termijn\w*|how long"
            r"|(?:how many|number of) (?:days|weeks|months|years|hours)|deadline|period|time limit)\b",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?:\d+|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|dertien|zestien)"
            r" (?:dag|week|maand|jaar|jaren|dagen|weken|maanden|uur|uren)\b",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(
            r"\b(?:hoe ?(?:hoog|groot)|hoeveel(?! (?:tijd|dagen|weken|maanden|jaar|jaren|uur|uren))"
            r"|\w*tarie(?:f|ven)|percentage|bedrag|drempel\w*|grens|maximaal|boete"
            r"|how (?:much|high)|rates?|amount|threshold|maximum|penalty)\b",
            re.IGNORECASE,
        ),
        re.compile(r"\d ?(?:%|procent|percent)|[€ƒ] ?\d|\d euro", re.IGNORECASE),
    ),
)
"""What asks for a measure, and what one looks like."""
_ISSUE = re.compile(
    r"(?:de vraag (?:is|was)|in geschil (?:is|was)|het geschil betreft)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class _Candidate:
    source: TaskSource
    passage: Passage
    words: frozenset[str]
    around: frozenset[str]
    first: bool
    place: int
    """Of its source in the dossier, from 0."""


def extract(task: AnswerTask) -> AnswerDraft:
    """Return the passages of the sources that fit the question best.

    A claim has no words of its own, but for an item of a long list: there they are the list's introduction.
    """
    best = _best(task.question, _all_candidates(task.sources))
    if not best:
        return AnswerDraft(claims=[], conclusion="", open_points=[])
    claims = [
        ClaimDraft(text=one.passage.lead, quote=one.passage.text, source_id=one.source.id)
        for one in best
    ]
    template = WORDINGS[task.language].offline_conclusion
    conclusion = template.format(quote=best[0].passage.text, title=best[0].source.title)
    return AnswerDraft(claims=claims, conclusion=conclusion, open_points=[])


def _all_candidates(sources: Sequence[TaskSource]) -> list[_Candidate]:
    return [one for place, source in enumerate(sources) for one in _candidates(source, place)]


def _candidates(source: TaskSource, place: int) -> list[_Candidate]:
    title = _words(source.title)
    return [
        _Candidate(source, passage, words, (title | _words(passage.lead)) - words, at == 0, place)
        for at, passage in enumerate(passages(source.text))
        if (words := _words(passage.text))
    ]


def _is_ruling(source: TaskSource) -> bool:
    return ECLI.search(source.title) is not None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _best(question: str, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    scores = _Scorer(question, candidates)
    ranked = sorted(((scores.of(one), -at) for at, one in enumerate(candidates)), reverse=True)
    chosen: list[_Candidate] = []
    taken: Counter[str] = Counter()
    for score, place in ranked:
        if not score or score < ranked[0][0] * WORTH_SAYING or len(chosen) == MOST_PASSAGES:
            break
        one = candidates[-place]
        if taken[one.source.id] < MOST_PER_SOURCE:
            taken[one.source.id] += 1
            chosen.append(one)
    return chosen


class _Scorer:
    """Scores passages by the question's words in them: rare words weigh more, long passages less."""

    def __init__(self, question: str, candidates: Sequence[_Candidate]) -> None:
        self.measures = [found for asks, found in _MEASURES if asks.search(question)]
        asked = _asked(question)
        counts = Counter(word for one in candidates for word in one.words)
        around = {word for one in candidates for word in one.around}
        parts = _parts(f"{question} {dutch_terms(question)}", asked)
        self.meant = _meant(asked.keys(), parts, counts.keys() | around)
        holding: Counter[str] = Counter()
        for word, shares in self.meant.items():
            for term, share in shares.items():
                holding[term] += round(counts[word] * share)
        self.weights = {
            term: weight * math.log(1 + len(candidates) / (1 + holding[term]))
            for term, weight in asked.items()
        }

    def of(self, one: _Candidate) -> float:
        """Return the score of a passage; 0 where it shares no word with the question."""
        said = self._shares(one.words)
        if not said:
            return 0.0
        titled = self._shares(one.around)
        value = sum(
            weight * max(said.get(term, 0.0), CONTEXT_SHARE * titled.get(term, 0.0))
            for term, weight in self.weights.items()
        )
        return value * self._bearing(one) / math.sqrt(USUAL_LENGTH + len(one.words))

    def _shares(self, words: Iterable[str]) -> dict[str, float]:
        """Return how far each term of the question stands in the words: ``bezwaar`` and ``termijn`` make one."""
        shares: dict[str, float] = {}
        for word in words:
            for term, share in self.meant.get(word, {}).items():
                shares[term] = min(1.0, share + shares.get(term, 0.0))
        return shares

    def _bearing(self, one: _Candidate) -> float:
        """Return how much a passage's place and form speak for it, whatever its words."""
        text = one.passage.text
        bearing = FIRST_BONUS if one.first else 1.0
        if _is_ruling(one.source):
            bearing *= RULING_SHARE
        elif any(found.search(text) for found in self.measures):
            bearing *= MEASURE_BONUS
        bearing *= max(LATE_SHARE, 1 - LOSS_PER_PLACE * one.place)
        return bearing * (ISSUE_SHARE if _ISSUE.match(text) else 1.0)


def _asked(question: str) -> dict[str, float]:
    """Return the terms to look for and their weights; of an English question the Dutch ones, as its own mislead."""
    dutch = terms(dutch_terms(question))
    if dutch and language_of(question) == "en":
        return dict.fromkeys(dutch, 1.0)
    own = (term for term in terms(question) if term not in _SAY_LITTLE)
    return {**dict.fromkeys(dutch, GLOSSARY_SHARE), **dict.fromkeys(own, 1.0)}


def _parts(question: str, asked: Iterable[str]) -> dict[str, str]:
    """Return the forms in which terms stand in compounds, with their terms: the stem and the word as it was typed."""
    stems = {word: next(iter(terms(word)), "") for word in _words(question)}
    forms = {**{term: term for term in asked}, **stems}
    return {
        form: term for form, term in forms.items() if len(form) >= SHORTEST_PART and term in asked
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
        shares = {stem: 1.0 for stem in stems if stem in asked} or _compounds(word, parts)
        if shares:
            meant[word] = shares
    return meant


def _compounds(word: str, parts: Mapping[str, str]) -> dict[str, float]:
    return {
        term: COMPOUND_SHARE
        for part, term in parts.items()
        if word.startswith(part)
        or word.endswith(part)
        or (len(word) >= SHORTEST_PART and (part.startswith(word) or part.endswith(word)))
    }
