"""The clauses of a text, with what they deny and on which side of a matter they stand. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from src.language.function_words import DUTCH, ENGLISH
from src.language.opposites import has, opposites, spans, words

FEWEST = 2
"""Words that two texts must share to be held against each other."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|en|s|t|e)$")
_PREFIX = re.compile(r"^ge(?=\w{4})")
_DOUBLED = re.compile(r"([^\W\d_])\1")
_NAME = re.compile(r"`([^`\n]+)`")
_STEM = 5
_SHORT_FORMS = (("can['’]t|cannot", "can not"), ("won['’]t", "will not"), ("n['’]t", " not"))
_REMEMBERED = 2_000
_LONGEST = 2_000
"""Characters of a text that are read."""
_OPENING = 20
"""Characters before a clause in which a condition may open it."""


@dataclass(frozen=True)
class Clause:
    """A part of a sentence that says one thing."""

    text: str
    stems: frozenset[str]
    """Of its words that say something, without those that have an opposite."""
    denials: tuple[str, ...] = ()
    """The words that deny."""
    matters: Mapping[str, int] = field(default_factory=dict)
    """By matter that has an opposite: on which side, 1 or -1, denials apart."""
    is_open: bool = False
    """Whether it may deny in other words, sets a limit or is a condition: none of these is told from a denial."""
    until: str = ""
    """The word behind it that says when it holds: a condition, or what comes first or last."""


@dataclass(frozen=True)
class ReadText:
    """A text with its clauses."""

    text: str
    clauses: tuple[Clause, ...]
    stems: frozenset[str]

    @property
    def denials(self) -> int:
        """How many words of it deny."""
        return sum(len(clause.denials) for clause in self.clauses)

    def nearest(self, to: Clause) -> list[Clause]:
        """Return the clauses that share most words with another."""
        most = max((len(clause.stems & to.stems) for clause in self.clauses), default=0)
        return [clause for clause in self.clauses if most and len(clause.stems & to.stems) == most]

    @property
    def matters(self) -> frozenset[str]:
        """The matters with an opposite that it speaks of."""
        return frozenset(matter for clause in self.clauses for matter in clause.matters)


@lru_cache(_REMEMBERED)
def read(text: str) -> ReadText:
    """Return a text with its clauses; of a long one those at its beginning."""
    text = text[:_LONGEST]
    for short, full in _SHORT_FORMS:
        text = re.sub(rf"{short}\b", full, text, flags=re.IGNORECASE)
    return ReadText(text, tuple(clauses(text)), stems(text))


def clauses(text: str) -> list[Clause]:
    """Return the clauses of a text; one that only denies is of the one before it: "raise it, can't any more"."""
    found: list[Clause] = []
    at = 0
    for start, end in [*spans("clause_ends", text), (len(text), len(text))]:
        joint, before = text[start:end], text[max(at - _OPENING, 0) : at]
        on_condition = has("opens_condition", before) or has("opens_condition", joint)
        until = joint.casefold() if has("holds_when", joint) else ""
        made = replace(_clause(text[at:start], on_condition=on_condition), until=until)
        at = end
        if made.stems or made.matters:
            found.append(made)
        elif made.denials and found:
            found[-1] = replace(found[-1], denials=(*found[-1].denials, *made.denials))
        elif made.denials:
            found.append(made)
    return found


def _clause(part: str, *, on_condition: bool) -> Clause:
    told = _without("no_denials", part)
    polar = list(opposites(told))
    rest = told
    for _, _, said in polar:
        rest = rest.replace(said, " ")
    both = {matter for matter, side, _ in polar if (matter, -side) in {pair[:2] for pair in polar}}
    return Clause(
        part,
        stems(_without("denials", told)) - stems(" ".join(said for _, _, said in polar)),
        tuple(rest[start:end] for start, end in spans("denials", rest)),
        {matter: side for matter, side, _ in polar if matter not in both},
        bool(both) or on_condition or has("in_other_words", rest) or has("bounds", rest),
    )


def _without(name: str, text: str) -> str:
    for start, end in reversed(spans(name, text)):
        text = f"{text[:start]} {text[end:]}"
    return text


def stems(text: str) -> frozenset[str]:
    """Return what the words of a text that say something have in all their forms, and its numbers."""
    say_nothing = DUTCH | ENGLISH | words("say_nothing")
    found = (stem(word) for word in _WORD.findall(text) if word.casefold() not in say_nothing)
    return frozenset(found) | frozenset(re.findall(r"\d+", text))


def stem(word: str) -> str:
    """Return what the forms of a word share, in both languages: ``betaald``, ``betalen``; ``block``, ``blokkeert``."""
    plain = _ENDING.sub("", word.casefold().replace("c", "k"))
    return _DOUBLED.sub(r"\1", _PREFIX.sub("", plain))[:_STEM]


def share_name(clause: Clause | ReadText, other: Clause | ReadText) -> bool:
    """Return whether two texts have a name of code in common."""
    return bool(set(_NAME.findall(clause.text)) & set(_NAME.findall(other.text)))


def clause_around(text: str, start: int, end: int) -> str:
    """Return a part of a text with the rest of the clauses that it begins and ends in: a "not" may stand there.

    What somebody only thought may be taken back up to the end of its line.
    """
    begin = max(
        0, start - _LONGEST
    )  # A document has many claims: each is read in its surroundings alone.
    near = text[begin : end + _LONGEST]
    breaks = spans("between_clauses", near)
    first = max((behind for _, behind in breaks if behind <= start - begin), default=0)
    closed = start + len(
        text[start:end].rstrip(" .!?")
    )  # a quote may end with the sign of its sentence
    last = min((before for before, _ in breaks if before >= closed - begin), default=len(near))
    is_doubted = has("doubts", near[first:last])
    return near[first:].partition("\n")[0] if is_doubted else near[first:last]


def lines_beside(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the lines behind and before a place in a text, in which what stands there may be rejected."""
    behind, before = text[end:].split("\n")[1:], text[:start].split("\n")[:-1]
    return next(filter(str.strip, behind), ""), next(filter(str.strip, reversed(before)), "")
