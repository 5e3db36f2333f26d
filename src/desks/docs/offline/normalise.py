"""What a message says in English, by rules: Dutch by the glossary, other languages by what they share with it. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from src.desks.docs.code import IDENTIFIER, asked_in, bounded, is_identifier
from src.desks.docs.offline.dutch import PARTICLES
from src.desks.docs.offline.foreign import understood
from src.desks.docs.offline.glossary import LONGEST_PHRASE, Glossary, glossary
from src.intake.plain import plain

_SLIPS = dict(
    pair.split("=")
    for pair in (
        "teh=the recieve=receive adress=address enviroment=environment langauge=language occured=occurred "
        "seperate=separate paramter=parameter defualt=default lenght=length cofig=config conifg=config "
        "databse=database serach=search passwrod=password sesitive=sensitive dependancy=dependency "
        "dependecy=dependency wich=which hwo=how dont=don't doesnt=doesn't cant=can't instal=install "
        "configuation=configuration authentification=authentication comand=command arguement=argument "
        "documantation=documentation acces=access"
    ).split()
)
"""What is written for a word so often that nothing else is meant."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def in_english(text: str, language: str) -> tuple[str, float]:
    """Return a message in English and how sure that is; empty where too little of it could be told."""
    asked = bounded(asked_in(plain(text)))
    if language == "en":
        return _mended(asked), 1.0
    if language == "nl":
        return dutch_in_english(asked)
    told = understood(asked)
    return (told.english, told.share) if told.is_enough else ("", 0.0)


def _mended(text: str) -> str:
    return _WORD.sub(lambda match: _SLIPS.get(match.group(), match.group()), text)


def dutch_in_english(text: str) -> tuple[str, float]:
    """Return Dutch in English word by word, and which share of its words the glossary knows; names stay as they are."""
    said: list[str] = []
    known = told = 0
    for clause, sign in _clauses(text):
        words = _Clause(clause, glossary()).words()
        said.append(" ".join(word.english for word in words) + sign)
        known += sum(word.known for word in words)
        told += len(words)
    return _tidy(" ".join(said)), known / told if told else 0.0


@dataclass(frozen=True)
class _Word:
    """One word or a few as they stand, and what is said for them."""

    english: str
    known: bool


class _Clause:
    """A part of a sentence in which a verb and its particle belong together."""

    def __init__(self, tokens: Sequence[str], words: Glossary) -> None:
        self._tokens, self._glossary = tokens, words
        self._lower = [token.lower() for token in tokens]
        self._taken: set[int] = set()

    def words(self) -> list[_Word]:
        """Return what is said, in the order of the Dutch."""
        joined = {
            at: english for at in range(len(self._tokens)) if (english := self._verb_apart(at))
        }
        found: list[_Word] = []
        at = 0
        while at < len(self._tokens):
            length, word = self._next(at, joined)
            found += [word] if word else []
            at += length
        return found

    def _next(self, at: int, joined: dict[int, str]) -> tuple[int, _Word | None]:
        if at in self._taken:
            return 1, None
        if at in joined:
            return self._with_subject(at, joined[at])
        token = self._tokens[at]
        if is_identifier(token):
            return 1, _Word(token, known=True)
        for length in range(LONGEST_PHRASE, 1, -1):
            phrase = self._glossary.phrases.get(tuple(self._lower[at : at + length]))
            if phrase:
                return length, _Word(phrase, known=True)
        meaning = "it" if self._is_it(at) else self._glossary.meaning(token)
        if meaning in self._glossary.verbs:
            return self._with_subject(at, meaning)
        is_name = at > 0 and token[:1].isupper()
        is_english = self._lower[at] in self._glossary.english
        return 1, _Word(meaning or token, known=bool(meaning) or is_name or is_english)

    def _is_it(self, at: int) -> bool:
        """Tell whether "het" stands for a thing: nothing that it could be the article of follows."""
        if self._lower[at] != "het":
            return False
        following = self._lower[at + 1] if at + 1 < len(self._lower) else "en"
        return following in _NO_OBJECTS or following in PARTICLES or following in _AFTER_IT

    def _with_subject(self, at: int, verb: str) -> tuple[int, _Word]:
        """Return a verb with the person behind it in front, as English has it: "verander ik" is "do I change"."""
        subject = _SUBJECTS.get(self._lower[at + 1]) if at + 1 < len(self._lower) else None
        if subject:
            return 2, _Word(f"do {subject} {verb}", known=True)
        return 1, _Word(verb, known=True)

    def _verb_apart(self, at: int) -> str:
        """Return what a verb means whose particle stands behind it in the clause, and take that: "stel ... in"."""
        particles = self._glossary.apart.get(self._lower[at])
        if not particles or is_identifier(self._tokens[at]):
            return ""
        for later in range(len(self._tokens) - 1, at, -1):
            if self._lower[later] in particles and self._ends_verb(later):
                self._taken.add(later)
                return particles[self._lower[later]]
        return ""

    def _ends_verb(self, at: int) -> bool:
        """Tell whether a word that may be a preposition is none: nothing follows that it could be before."""
        if at + 1 == len(self._tokens):
            return True
        following = self._lower[at + 1]
        return following in _NO_OBJECTS or following in PARTICLES


_SUBJECTS = {
    "ik": "I",
    "je": "you",
    "jij": "you",
    "u": "you",
    "we": "we",
    "wij": "we",
    "men": "you",
}
_NO_OBJECTS = frozenset(
    "als zodra wanneer indien met zonder van naar tijdens voor na en of maar tot via dan".split()
)
"""Words that may follow a particle that ends its verb, and no preposition."""
_AFTER_IT = frozenset(
    "niet weer nog ook dan nu opnieuw is kan moet mag werkt wordt doet zo wel".split()
)

_CLAUSE_END = re.compile(r"[.,;:?!]+(?=\s|$)|\n+")
_BETWEEN = frozenset("en of maar omdat terwijl zodat".split())
"""Words between two clauses."""


def _clauses(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the parts of a text that a verb does not reach beyond, as tokens, with the sign that ends each."""
    at = 0
    ends = [*_CLAUSE_END.finditer(text), None]
    for end in ends:
        stop = end.start() if end else len(text)
        sign = end.group().strip()[:1] if end else ""
        parts = list(_parted(_tokens(text[at:stop])))
        for part in parts[:-1]:
            yield part, ""
        yield parts[-1] if parts else [], sign
        at = end.end() if end else len(text)


def _parted(tokens: Sequence[str]) -> Iterator[list[str]]:
    part: list[str] = []
    for token in tokens:
        if token.lower() in _BETWEEN and part:
            yield part
            part = []
        part.append(token)
    yield part


def _tokens(text: str) -> list[str]:
    """Return words, and identifiers whole."""
    found: list[str] = []
    at = 0
    for match in IDENTIFIER.finditer(text):
        if is_identifier(match.group()):
            found += [*_WORD.findall(text[at : match.start()]), match.group()]
            at = match.end()
    return [*found, *_WORD.findall(text[at:])]


def _tidy(text: str) -> str:
    line = re.sub(r"\s+([?!.,;:])", r"\1", " ".join(text.split()))
    line = re.sub(r"\ba(?= [aeio])", "an", line)
    return line[:1].upper() + line[1:]
