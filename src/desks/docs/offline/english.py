"""What a Dutch question is searched for in English, beside its own words: a list of words of documentation. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import Stemmer

from src.desks.docs.code import IDENTIFIER, is_identifier
from src.places import SHIPPED

DUTCH_ENGLISH = SHIPPED / "data" / "glossaries" / "docs-nl-en.txt"

LONGEST_PHRASE = 4
LONGEST_WORD = 50
_SHORTEST_PART = 4
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[?!.,;:]")
_ENDINGS = ("", "t", "d", "de", "te", "den", "ten")
_PLURALS = ("", "en", "s", "'s", "e", "n")
_ACCENTS = str.maketrans("ïëü", "ieu")
_stem = Stemmer.Stemmer("dutch").stemWord


@dataclass
class Glossary:
    """English by stems of Dutch: of a word or a few, and of a verb by the particle that stands apart from it."""

    forms: dict[str, str] = field(default_factory=dict)
    """Of words as they are written."""
    words: dict[tuple[str, ...], str] = field(default_factory=dict)
    apart: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, line: str) -> None:
        """Take an entry: ``in|stellen = to set``, ``map, mapje = folder``."""
        dutch, _, english = (part.strip() for part in line.partition(" = "))
        for form in dutch.split(","):
            particle, bar, verb = form.strip().partition("|")
            stems = tuple(_stem(one) for one in (particle + verb).lower().split())
            self.words.setdefault(stems, english.removeprefix("to "))
            self.forms.setdefault(particle + verb, english.removeprefix("to "))
            if bar:
                self.apart.setdefault(_stem(verb), {})[particle] = english.removeprefix("to ")

    def meaning(self, word: str) -> str:
        """Return what a word means, in any form or as a compound of known words; empty where it is not known."""
        lower = word.lower()
        if len(lower) > LONGEST_WORD:
            return ""
        for ending in _PLURALS:
            if lower.endswith(ending) and lower.removesuffix(ending) in self.forms:
                return self.forms[lower.removesuffix(ending)]
        for stem in _stems(lower):
            if (stem,) in self.words:
                return self.words[stem,]
        for at in range(len(lower) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            first, last = lower[:at].removesuffix("s").removesuffix("-"), lower[at:]
            head = self.words.get((_stem(lower[:at]),)) or self.words.get((_stem(first),))
            rest = self.meaning(last) if head else ""
            if rest:
                return f"{head} {rest}"
        return ""


@cache
def glossary() -> Glossary:
    """Return the list of the project, read at the first question that needs it."""
    found = Glossary()
    for line in DUTCH_ENGLISH.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            found.add(line.strip())
    return found


def in_english(dutch: str) -> str:
    """Return a Dutch question word by word in English; names and what is not known stay as they are."""
    tokens, said, at = _tokens(dutch), [], 0
    taken: set[int] = set()
    while at < len(tokens):
        length, word = _next(tokens, at, taken)
        said += [word] if at not in taken else []
        at += length
    return re.sub(r" (?=[?!.,;:])", "", " ".join(said))


def _next(tokens: Sequence[str], at: int, taken: set[int]) -> tuple[int, str]:
    """Return how many tokens are said next, and how; a particle that belongs to a verb before it is taken."""
    token, words = tokens[at], glossary()
    if is_identifier(token):
        return 1, token
    for length in range(LONGEST_PHRASE, 1, -1):
        stems = tuple(_stem(one.lower()) for one in tokens[at : at + length])
        if len(stems) == length and stems in words.words:
            return length, words.words[stems]
    for stem in _stems(token.lower()):
        for later in range(at + 1, len(tokens)) if stem in words.apart else ():
            if tokens[later] in "?!.,;:":
                break
            if meaning := words.apart[stem].get(tokens[later].lower()):
                taken.add(later)
                return 1, meaning
    return 1, words.meaning(token) or token


def _stems(lower: str) -> Iterator[str]:
    """Yield the stems that a word may have: as it is, without an ending of a verb, without that and "ge"."""
    plain = lower.translate(_ACCENTS)
    for word in (lower, plain, plain.removeprefix("ge")):
        yield from (_stem(word.removesuffix(ending)) for ending in _ENDINGS)


def _tokens(text: str) -> list[str]:
    """Return words and signs, and identifiers whole."""
    found: list[str] = []
    at = 0
    for match in IDENTIFIER.finditer(text):
        if is_identifier(match.group()):
            found += [*_WORD.findall(text[at : match.start()]), match.group()]
            at = match.end()
    return [*found, *_WORD.findall(text[at:])]
