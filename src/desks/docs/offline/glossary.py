"""The list of documentation words in Dutch and English: what a word or a few words mean. Read once, then pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from src.desks.docs.offline.dutch import (
    PARTICLES,
    forms_of_separable,
    forms_of_verb,
    forms_of_word,
    parts_of_compound,
)
from src.places import SHIPPED

DUTCH_ENGLISH = SHIPPED / "data" / "glossaries" / "docs-nl-en.txt"

LONGEST_PHRASE = 4
"""Words of the longest entry that is looked up as one."""


@dataclass(frozen=True)
class Glossary:
    """What Dutch words mean, by every form of them in lower case."""

    entries: int
    words: Mapping[str, str]
    """Of one word each."""
    phrases: Mapping[tuple[str, ...], str]
    """Of several words."""
    apart: Mapping[str, Mapping[str, str]]
    """Of verbs whose particle stands apart: the verb's form, then the particle, then what both mean."""
    verbs: frozenset[str]
    """English verbs, as they are said here."""

    def meaning(self, word: str) -> str:
        """Return what a word means, also as a compound of known words; empty where it is not known."""
        lower = word.lower()
        if found := self.words.get(lower):
            return found
        parts = parts_of_compound(lower, self._nouns)
        return " ".join(self._nouns[part] for part in parts)

    @cached_property
    def english(self) -> frozenset[str]:
        """All English words of the list, which mean the same where they stand in a Dutch or another sentence."""
        said = {*self.words.values(), *self.phrases.values()}
        return frozenset(
            word.lower() for meaning in said for word in re.findall(r"[A-Za-z]{3,}", meaning)
        )

    @cached_property
    def _nouns(self) -> dict[str, str]:
        """Words that compounds are made of: long enough not to stand in others by chance."""
        return {word: meaning for word, meaning in self.words.items() if len(word) > 3}


@cache
def glossary() -> Glossary:
    """Return the list of the project, read at the first question that needs it."""
    return read_glossary(DUTCH_ENGLISH.read_text(encoding="utf-8"))


def read_glossary(text: str) -> Glossary:
    """Return the list that a text holds, an entry a line: the forms as they are written count before those made."""
    lines = [
        line for raw in text.splitlines() if (line := raw.strip()) and not line.startswith("#")
    ]
    written = [_Entry.of(line) for line in lines]
    words: dict[str, str] = {}
    phrases: dict[tuple[str, ...], str] = {}
    apart: dict[str, dict[str, str]] = {}
    for entry in written:
        entry.put_written(words, phrases, apart)
    for entry in written:
        entry.put_made(words, phrases, apart)
    verbs = frozenset(entry.english for entry in written if entry.is_verb)
    return Glossary(len(written), words, phrases, apart, verbs)


@dataclass(frozen=True)
class _Entry:
    dutch: tuple[str, ...]
    english: str
    is_verb: bool

    @classmethod
    def of(cls, line: str) -> "_Entry":
        dutch, _, english = (part.strip() for part in line.partition(" = "))
        forms = tuple(form.strip() for form in dutch.split(","))
        is_verb = english.startswith("to ")
        return cls(forms, english.removeprefix("to "), is_verb)

    def put_written(
        self,
        words: dict[str, str],
        phrases: dict[tuple[str, ...], str],
        apart: dict[str, dict[str, str]],
    ) -> None:
        for form in self.dutch:
            said = form.replace("|", "").split()
            if len(said) == 1:
                words.setdefault(said[0], self.english)
            elif self.is_verb and len(said) == 2 and said[1] in PARTICLES:
                apart.setdefault(said[0], {})[said[1]] = self.english
            else:
                phrases.setdefault(tuple(said), self.english)

    def put_made(
        self,
        words: dict[str, str],
        phrases: dict[tuple[str, ...], str],
        apart: dict[str, dict[str, str]],
    ) -> None:
        first = self.dutch[0]
        if " " in first:
            return
        particle, bar, verb = first.partition("|")
        if not bar:
            made = forms_of_verb(first) if self.is_verb else forms_of_word(first)
        else:
            made, alone = forms_of_separable(particle, verb)
            for form in alone:
                apart.setdefault(form, {}).setdefault(particle, self.english)
            phrases.setdefault((particle, "te", verb), self.english)
        for form in made:
            words.setdefault(form, self.english)
