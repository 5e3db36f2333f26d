"""What words of stories mean beside each other: the same word, the same act, the same in Dutch, or near it. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from src.desks.backlog.dutch import in_english
from src.search.arrays import Array
from src.search.documents.analysers import (
    dutch_term,
    english_term,
    fold,
    language_of,
)
from src.search.encoder import Rows

NEAR = 0.58
"""The cosine from which two words mean much the same."""

_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")

_ACTS: Mapping[str, str] = {
    "view": "see view show display read look overview inspect bekijken zien tonen inzien inzage raadplegen overzicht",
    "add": "add create make new insert toevoegen aanmaken nieuw maken",
    "enter": "enter record register note fill log invoeren vastleggen registreren noteren invullen",
    "change": "change edit update modify amend adjust correct wijzigen aanpassen bewerken veranderen",
    "delete": "delete remove erase discard wipe clear verwijderen wissen weghalen schrappen",
    "cancel": "cancel withdraw annuleren intrekken afzeggen",
    "send": "send mail email forward sturen versturen mailen toesturen",
    "tell": "notify inform alert warn remind reminder notification notice message melden melding bericht waarschuwen "
    "waarschuwing herinneren herinnering",
    "export": "export download exporteren downloaden",
    "print": "print afdrukken printen",
    "share": "share delen",
    "find": "search find locate zoeken vinden opzoeken",
    "narrow": "filter narrow filteren",
    "order": "sort rank sorteren",
    "approve": "approve accept confirm goedkeuren accepteren akkoord",
    "refuse": "reject refuse decline deny weigeren afkeuren afwijzen",
    "book": "book reserve claim boeken reserveren",
    "pay": "pay betalen",
    "join": "register enrol enroll join subscribe aanmelden inschrijven",
    "plan": "plan schedule plannen inplannen",
    "assign": "assign allocate toewijzen",
    "swap": "swap exchange trade ruilen wisselen",
    "attach": "upload attach uploaden bijvoegen",
    "keep": "keep store save retain preserve bewaren opslaan",
    "return": "return inleveren terugbrengen",
    "mark": "mark flag label markeren",
    "person": "user people person everyone everybody anybody anyone gebruiker mensen iedereen",
    "phone": "phone telephone mobile telefoon",
    "photo": "photo picture image foto afbeelding",
    "reason": "reason why reden",
    "due": "due deadline",
}
"""Words of the same act, or thing, in Dutch and English; any product has them."""

_PHRASES = (
    (re.compile(r"\b(?:look|looks|looking|looked) up\b|\bfind(?:s|ing)? out\b"), "find"),
    (re.compile(r"\bsign(?:s|ing|ed)?[ -]up\b|\blid worden\b"), "register"),
    (re.compile(r"\blog(?:s|ging|ged)?[ -](?:in|on)\b|\bsign(?:s|ing|ed)? in\b"), "login"),
    (re.compile(r"\blog(?:s|ging|ged)?[ -](?:out|off)\b|\bsign(?:s|ing|ed)? out\b"), "logout"),
    (re.compile(r"\be-(?=\w)"), "e"),
    (re.compile(r"\bcall(?:s|ing|ed)? off\b"), "cancel"),
    (re.compile(r"\btake(?:s|n)? away\b|\bget(?:s|ting)? rid of\b"), "remove"),
)
"""Verbs of two words, as one; no longer than what they stand for, so that places in a text stay where they were."""

_FRAME = frozenset(
    "want wants wanted wish need needs needed like likes able possible possibility way ask asks asked should must has "
    "have having let lets sure shall may might can cannot could would will please currently now today also too well "
    "besides addition additionally extra moreover furthermore using use used get gets getting got be being user users "
    "reason given given whatever story team said decided good great nice idea just still really already whether "
    "someone somebody something thing things one ones own day "
    "willen wil wilt wens graag kunnen kan kunt moeten moet mogen mag zouden zou hoeven nodig mogelijk mogelijkheid "
    "manier gewoon nu ook naast daarnaast bovendien verder tevens extra zelf iemand iets worden gaan gaat komen komt "
    "laten laat vragen vraagt gebruiken gebruik voortaan fijn handig goed best wel even".split()
)
"""Words in which needs are put, whatever they are."""


@dataclass(frozen=True)
class TellingWord:
    """A word that tells something, with its place in its text, and the keys of which another one has one."""

    text: str
    start: int
    end: int
    keys: frozenset[str]


def words_of(text: str, language: str = "") -> tuple[TellingWord, ...]:
    """Return the words of a text that tell what it is about, in order; its language is told where it is not given."""
    plain = _plain(text)
    language = language or language_of(text)
    found = []
    for match in _WORD.finditer(plain):
        word = match.group().partition("'")[0].partition("’")[0]
        if word in _FRAME or (keys := keys_of(word, language)) is None:
            continue
        found.append(TellingWord(word, match.start(), match.end(), keys))
    return tuple(found)


@lru_cache(20_000)
def keys_of(word: str, language: str) -> frozenset[str] | None:
    """Return what a word is compared by; None for one that tells nothing."""
    term = dutch_term(word) if language == "nl" else english_term(word)
    if term is None or (len(word) < 2 and not word.isdigit()):
        return None
    keys = {term}
    if language == "nl":
        for english in in_english(word):
            stem = english_term(english)
            keys |= {stem} if stem else set()
        other = english_term(word)
        keys |= {other} if other else set()
    acts = {_act_of().get(key) for key in keys}
    return frozenset(keys | {f"*{act}" for act in acts if act})


@cache
def _act_of() -> Mapping[str, str]:
    made: dict[str, str] = {}
    for act, words in _ACTS.items():
        for word in words.split():
            for stem in (english_term(word), dutch_term(word)):
                if stem:
                    made.setdefault(stem, act)
    return made


def _plain(text: str) -> str:
    """Return a text in small letters, with verbs of two words as one, every word where it was."""
    folded = fold(text)
    plain = folded if len(folded) == len(text) else text.lower()
    for pattern, word in _PHRASES:
        plain = pattern.sub(lambda match, word=word: word.ljust(len(match.group())), plain)  # type: ignore[misc]  # mypy does not infer lambdas with defaults
    return plain


class Matcher:
    """Tells how far words mean the same; ``rows`` makes vectors of them, without which only equal ones do."""

    def __init__(self, rows: Rows | None) -> None:
        self._rows = rows
        self._known: dict[str, Array] = {}

    def matches(self, words: Sequence[TellingWord], others: Sequence[TellingWord]) -> Array:
        """Return for each pair how far they mean the same, from 0 to 1: a row for each of the words."""
        same = np.zeros((len(words), len(others)), np.float32)
        if not words or not others:
            return same
        if self._rows:
            near = self._vectors(words) @ self._vectors(others).T
            same = np.where(near >= NEAR, near, 0).astype(np.float32)
        for at, word in enumerate(words):
            for there, other in enumerate(others):
                if word.keys & other.keys:
                    same[at, there] = 1.0
        return same

    def _vectors(self, words: Sequence[TellingWord]) -> Array:
        """Return the vectors of words; the same few are asked for again and again."""
        assert self._rows
        unknown = [text for text in {one.text: None for one in words} if text not in self._known]
        self._known.update(zip(unknown, self._rows(unknown), strict=True))
        return np.stack([self._known[one.text] for one in words])

    def best(self, words: Sequence[TellingWord], others: Sequence[TellingWord]) -> Array:
        """Return for each word how far any of the others means the same."""
        if not others:
            return np.zeros(len(words), np.float32)
        best: Array = self.matches(words, others).max(axis=1, initial=0.0)
        return best


_ENDS = r"(?<=\S)[.;:!?](?=\s|$)|,(?=\s)|\s[-–—]\s|\n+"
_CLAUSE_END = {
    "en": re.compile(
        rf"{_ENDS}|\s(?=(?:but|because|so (?:that|they|i|we)|otherwise|unless)\b)", re.IGNORECASE
    ),
    "nl": re.compile(
        rf"{_ENDS}|\s(?=(?:maar|want|omdat|zodat|opdat|tenzij|anders)\b)", re.IGNORECASE
    ),
}
_WHY = {
    "en": re.compile(
        r"(?:so that|so (?:they|i|we|people|he|she|it)\b|because|since|in order to|the reason given|otherwise)",
        re.IGNORECASE,
    ),
    "nl": re.compile(r"(?:zodat|opdat|omdat|want|anders|dat scheelt)\b", re.IGNORECASE),
}
_ROLE = {
    "en": re.compile(r"as (?:an?|the)\b[^,]{0,60}$", re.IGNORECASE),
    "nl": re.compile(r"als (?:een )?\w+(?: \w+)?$", re.IGNORECASE),
}
_EDGES = " \n\t.,;:!?-–—"


@dataclass(frozen=True)
class Clause:
    """A part of a text with its place."""

    text: str
    start: int
    end: int


def clauses(text: str) -> Iterator[Clause]:
    """Yield the clauses of a text, but for who asks and why: these add nothing to what is asked for."""
    language = language_of(text)
    start, is_why, begins = 0, False, True
    ends = [match.start() for match in _CLAUSE_END[language].finditer(text)]
    for end in (*ends, len(text)):
        part = text[start:end].strip(_EDGES)
        if part:
            at = text.index(part, start)
            starts_why = bool(_WHY[language].match(part))
            is_why = starts_why or (is_why and not begins)
            if not is_why and not (begins and _ROLE[language].match(part)):
                yield Clause(part, at, at + len(part))
            # A reason before its sentence ends with its comma; one behind it goes on to the end of that.
            is_why = is_why and not (begins and starts_why)
            begins = False
        begins = begins or text[end : end + 1] in (".", "!", "?", "\n")
        is_why = is_why and not begins
        start = end
