"""How well a passage fits a question: by the question's words in it, its place and its form. Pure."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from src.desks.tax.law.citations import ECLI
from src.desks.tax.law.glossary import dutch_terms
from src.desks.tax.library.dutch import terms
from src.desks.tax.offline.cited import paragraph_begun
from src.desks.tax.offline.vocabulary import LAW
from src.llm.forms import TaskSource
from src.llm.offline.passages import Passage, passages

# What speaks for a passage; each found by reading which passages came first, none by counting.
CONTEXT_SHARE = 0.4
"""A word in a source's title or in a list's introduction, against the same word in the passage itself."""
COMPOUND_SHARE = 0.7
"""A word that holds a word of the question or is held by it: ``bezwaartermijn`` for ``bezwaar``."""
SHORTEST_PART = 5
"""Letters from which a part of a compound tells anything."""
GLOSSARY_SHARE = 0.5
"""A term that the glossary adds to a Dutch question, against the question's own."""
USUAL_LENGTH = 20
"""Different words; a passage that is much longer counts for less."""
FIRST_BONUS = 1.2
"""The first passage of a source: a law states its rule before its exceptions, a ruling is summed up in front."""
MEASURE_BONUS = 1.6
"""A passage with a time or an amount, where the question asks for one; in a ruling they are facts of its case."""
RULING_SHARE = 0.6
"""A passage of a ruling: most of its sentences tell what happened, not what the rule is."""
DEFINES_BONUS = 1.5
"""A passage in the form of a definition, where one is asked."""
DEFINITION_BONUS = 0.4
"""A source whose title or first paragraph holds all of a term whose meaning is asked, on top of what it has."""
RULE_BONUS = 2.2
"""A general rule that is said in so many words, where the question asks for a measure: the title tells of what."""
SPECIAL_SHARE = 0.7
"""A passage that departs from another or adds to it: the special case, which few questions ask for first."""
LATER_LID_SHARE = 0.85
"""A later paragraph of an article, against its first."""
LOSS_PER_PLACE, LATE_SHARE = 0.05, 0.7
"""Sources stand in the order in which the search found them: what it found last fits least, but is not worthless."""
ISSUE_SHARE = 0.5
"""A passage that only says what the question of a case was."""

_SAY_LITTLE = frozenset(
    terms(
        "maken doen gebeuren gebeurt staan staat vragen weten betekenen betekent bestaan geven nemen stellen "
        "vinden vraag antwoord inspecteur belastingdienst zeggen zegt inhouden inhoudt houdt regelen regelt bepaalt "
        "luidt tekst uitleg uitleggen leg precies verstaan"
    )
)
"""Terms of a question that tell nothing of its subject, and are rare enough in statutes to seem telling."""

_WORD = re.compile(r"[^\W_]+")
_MEASURES = (
    (
        re.compile(
            r"\b(?:hoe ?lang|hoeveel (?:tijd|dagen|weken|maanden|jaar|jaren|uur|uren)|\w*termijn\w*|how long"
            r"|tot (?:wanneer|welke (?:dag|datum))|uiterlijk|(?:until|by) (?:when|what (?:day|date))"
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
_DEFINITION = re.compile(
    r"\b(?:wie|wat|who|what) (?:is|zijn|are)\b|\bwanneer (?:is|ben) (?:er |ik |je |iemand |iets )|\bsprake van\b"
    r"|\bwat (?:betekent|wordt (?:er )?verstaan)|\bwhat does .* mean\b|\bwhen (?:is|am|are)\b",
    re.IGNORECASE,
)
"""What asks for the meaning of a term."""
_DEFINES = re.compile(
    r"\bwordt (?:\w+ ){0,6}verstaan\b|^(?:1\. )?(?:(?:de|het|een) )?[\w-]+ (?:(?:voor|in|van) (?:de|het) [\w ]{1,30})?"
    r"(?:\([^)]*\) )?(?:is|zijn) (?:een|iedereen|degene|ieder)\b",
    re.IGNORECASE,
)
_SPECIAL = re.compile(
    r"\bin afwijking van\b|\b(?:genoemd|bedoeld) in (?:het|de) \w+(?: (?:en|of|tot en met) \w+)* (?:lid|leden|volzin)\b"
    r"|\b(?:eveneens|mede) (?:van toepassing|verstaan)\b|\bkan worden afgezien\b"
    r"|^(?:\d+[a-z]?\. )?(?:ontbreekt|heeft|hebben|is|zijn|wordt|worden|blijkt|blijken|kiest|kiezen|doet|doen)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"^(?:1\. )?(?:de|het) (?:[\w-]+ ){1,6}?(?:bedraagt|bedroeg|is) (?:[^,;:]|,\d){1,40}\.$",
    re.IGNORECASE,
)
"""A rule without a condition: ``De belasting bedraagt 10,4 percent.``"""
_ISSUE = re.compile(
    r"(?:de vraag (?:is|was)|in geschil (?:is|was)|het geschil betreft)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Candidate:
    """A passage of a source, and what tells whether it fits."""

    source: TaskSource
    passage: Passage
    words: frozenset[str]
    around: frozenset[str]
    first: bool
    place: int
    """Of its source in the dossier, from 0."""
    paragraph: str
    """Number of the article's paragraph that it stands in; empty where a text numbers none."""
    opening: frozenset[str]
    """Words of the source's title and first passage: what the source is about."""


def all_candidates(sources: Sequence[TaskSource]) -> list[Candidate]:
    """Return every passage of the sources that holds a word, in their order."""
    return [one for place, source in enumerate(sources) for one in _candidates(source, place)]


def _candidates(source: TaskSource, place: int) -> list[Candidate]:
    title = _words(source.title)
    found = passages(source.text)
    opening = title | _words(found[0].text if found else "")
    paragraph = ""
    candidates: list[Candidate] = []
    for at, passage in enumerate(found):
        paragraph = paragraph_begun(passage.lead or passage.text) or paragraph
        if words := _words(passage.text):
            around = (title | _words(passage.lead)) - words
            candidates.append(
                Candidate(source, passage, words, around, at == 0, place, paragraph, opening)
            )
    return candidates


def _is_ruling(source: TaskSource) -> bool:
    return ECLI.search(source.title) is not None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


class Scorer:
    """Scores passages by the question's words in them: rare words weigh more, long passages less."""

    def __init__(self, question: str, candidates: Sequence[Candidate]) -> None:
        self.measures = [found for asks, found in _MEASURES if asks.search(question)]
        self.defines = _DEFINITION.search(question) is not None
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

    def of(self, one: Candidate) -> float:
        """Return the score of a passage: how well it fits, and a little for the place of its source."""
        return self.fit(one) * max(LATE_SHARE, 1 - LOSS_PER_PLACE * one.place)

    def fit(self, one: Candidate) -> float:
        """Return how well a passage fits, whatever its place; 0 where it shares no word with the question."""
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

    def _known_by(self, words: Iterable[str]) -> float:
        """Return which part of the question stands in the words."""
        shares = self._shares(words)
        whole = sum(self.weights.values())
        return (
            sum(self.weights[term] * share for term, share in shares.items()) / whole
            if whole
            else 0.0
        )

    def _bearing(self, one: Candidate) -> float:
        """Return how much a passage's place and form speak for it, whatever its words."""
        text = one.passage.text
        bearing = FIRST_BONUS if one.first else 1.0
        if _is_ruling(one.source):
            bearing *= RULING_SHARE
        elif any(found.search(text) for found in self.measures):
            bearing *= MEASURE_BONUS * (RULE_BONUS if _GENERAL.search(text) else 1.0)
        if one.paragraph not in ("", "1"):
            bearing *= LATER_LID_SHARE
        if _SPECIAL.search(text):
            bearing *= SPECIAL_SHARE
        if self.defines:
            bearing *= 1 + DEFINITION_BONUS * self._known_by(one.opening)
            bearing *= DEFINES_BONUS if _DEFINES.search(text) else 1.0
        return bearing * (ISSUE_SHARE if _ISSUE.match(text) else 1.0)


def _asked(question: str) -> dict[str, float]:
    """Return the terms to look for and their weights; of an English question the Dutch ones, as its own mislead."""
    dutch = terms(dutch_terms(question))
    if dutch and LAW.language_of(question) == "en":
        return dict.fromkeys(dutch, 1.0)
    said = terms(question)
    own = [term for term in said if term not in _SAY_LITTLE]
    if not own and _DEFINITION.search(question):  # "Wie is de inspecteur?"
        own = said
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
