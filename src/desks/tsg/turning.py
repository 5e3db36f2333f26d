"""Whether a line of a guide turns what its quote says: a "not" that it adds, or leaves out. Pure.

Clause by clause: what the line says of a thing is held against the clauses of the quote that speak of that thing. Words
such as "fails" or "without" deny in one wording what another says with "not"; a clause that has one is held for both.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.grounding.gate import NEGATIONS

_DENIES = re.compile(
    rf"\b(?:{NEGATIONS}|cannot|none|nothing|nobody|nowhere|neither|nor|niets|niemand|nergens)\b|n['’]t\b",
    re.IGNORECASE,
)
_DENIES_IN_ITS_WAY = re.compile(
    r"\b(?:fail\w*|unable|refus\w+|reject\w*|lack\w*|miss(?:es|ing)|prevent\w*|block\w*|stop\w*|stuck|avoid\w*|den(?:y|ie[sd])"
    r"|disabled?|unavailable|unreachable|offline|down|without|instead|except|only|until|unless|impossible"
    r"|mislukt\w*|faalt|weiger\w*|ontbre\w+|voorkom\w*|zonder|behalve|alleen|tenzij|uit|onmogelijk)\b",
    re.IGNORECASE,
)
_BETWEEN_CLAUSES = re.compile(
    r"[.;:!?,](?=\s|$)|[()\n|\"“”]|\s[-–—]\s|\b(?:and|but|because|since|so|then|when|whenever|if|while|which|that|who|after|before"
    r"|en|maar|omdat|doordat|dus|dan|als|wanneer|terwijl|die|dat|nadat|voordat)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_SAY_NOTHING = frozenset(
    "the this that these those there with from into have has had been being are was were will would can could may might"
    " must shall should does did for its their your our you they all any some very also just such than more most de het"
    " een deze dit van met voor naar zijn wordt worden werd heeft hebben kan kunnen moet moeten zal zou niet geen"
    " not".split()
)
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|en|s|t)$")
_STEM = 5
_FEWEST = 2
"""Words that a clause must share with denied ones alone to be turned; fewer, where it has no others."""


@dataclass(frozen=True)
class _SaidClause:
    stems: frozenset[str]
    denial: str
    """The word that denies; empty: none does."""
    may_be_either: bool


def turned(line: str, said: str) -> list[str]:
    """Return the words by which a line denies what was said, or that it leaves out and so says what was denied."""
    clauses = list(_clauses(said))
    denied = {stem for one in clauses if one.denial or one.may_be_either for stem in one.stems}
    told = {stem for one in clauses if not one.denial or one.may_be_either for stem in one.stems}
    denials = [one.denial for one in clauses if one.denial]
    found: list[str] = []
    for one in _clauses(line):
        if one.may_be_either:
            continue
        if one.denial:
            known = one.stems & (denied | told)
            if not (known & denied if known else denials):
                found.append(one.denial)
        else:
            only_denied = one.stems & (denied - told)
            shared = one.stems & (denied | told)
            turns = only_denied == shared and (len(shared) >= _FEWEST or shared == one.stems)
            if shared and turns:
                found += denials[:1]
    return list(dict.fromkeys(found))


def clause_around(text: str, start: int, end: int) -> str:
    """Return a part of a text with the rest of the clauses that it begins and ends in: a "not" may stand there."""
    breaks = [(one.start(), one.end()) for one in _BETWEEN_CLAUSES.finditer(text)]
    first = max((behind for _, behind in breaks if behind <= start), default=0)
    last = min((before for before, _ in breaks if before >= end), default=len(text))
    return text[first:last]


def _clauses(text: str) -> Iterator[_SaidClause]:
    for part in _BETWEEN_CLAUSES.split(text):
        words = (word.casefold() for word in _WORD.findall(part))
        stems = frozenset(
            _ENDING.sub("", word)[:_STEM] for word in words if word not in _SAY_NOTHING
        )
        denial = _DENIES.search(part)
        if stems or denial:
            yield _SaidClause(
                stems, denial.group() if denial else "", bool(_DENIES_IN_ITS_WAY.search(part))
            )
