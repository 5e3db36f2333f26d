"""What Dutch words are called in English, by lists of words: in any form, and of compounds. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import Stemmer

LONGEST_WORD = 50
_SHORTEST_PART = 4
_ENDINGS = ("", "t", "d", "de", "te", "den", "ten")
_PLURALS = ("", "en", "s", "'s", "e", "n")
_ACCENTS = str.maketrans("ïëü", "ieu")
_LONG = re.compile(r"([aeou])\1([b-df-hj-np-tv-z])$")
"""A long vowel at the end of a form, which is written once before another syllable: ``annuleer``, ``annuleren``."""

stem_of = Stemmer.Stemmer("dutch").stemWord


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
            stems = tuple(stem_of(text) for text in (particle + verb).lower().split())
            self.words.setdefault(stems, english.removeprefix("to "))
            self.forms.setdefault(particle + verb, english.removeprefix("to "))
            if bar:
                self.apart.setdefault(stem_of(verb), {})[particle] = english.removeprefix("to ")

    def meaning(self, word: str) -> str:
        """Return what a word means, in any form or as a compound of known words; empty where it is not known."""
        lower = word.lower()
        if len(lower) > LONGEST_WORD:
            return ""
        for ending in _PLURALS:
            if lower.endswith(ending) and lower.removesuffix(ending) in self.forms:
                return self.forms[lower.removesuffix(ending)]
        for stem in stems_of(lower):
            if (stem,) in self.words:
                return self.words[stem,]
        for at in range(len(lower) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            first, last = lower[:at].removesuffix("s").removesuffix("-"), lower[at:]
            head = self.words.get((stem_of(lower[:at]),)) or self.words.get((stem_of(first),))
            rest = self.meaning(last) if head else ""
            if rest:
                return f"{head} {rest}"
        return ""


def read_glossary(*lists: str) -> Glossary:
    """Return what lists of words say, the first of them that has a word."""
    found = Glossary()
    for entries in lists:
        for line in entries.splitlines():
            if line.strip() and not line.startswith("#"):
                found.add(line.strip())
    return found


def stems_of(lower: str) -> Iterator[str]:
    """Yield the stems that a word may have: as it is, without an ending of a verb, without that and "ge"."""
    plain = lower.translate(_ACCENTS)
    for word in (lower, plain, plain.replace("ge", "", 1)):
        for ending in _ENDINGS:
            form = word.removesuffix(ending)
            yield stem_of(form)
            if len(form) > _SHORTEST_PART:
                yield from map(stem_of, (f"{form}en", _LONG.sub(r"\1\2en", form)))
