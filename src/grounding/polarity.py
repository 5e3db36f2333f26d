"""Whether words say the opposite of what they rest on: a "not", an exception, a limit, a refusal. Pure.

Only what clearly turns is told: most of what deviates in wording supports, and a second reading judges the rest.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from src.grounding import polarity_words as words

_WORD = re.compile(r"[^\W\d_]{3,}")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|en|s|t)$")
_NAME = re.compile(r"`([^`\n]+)`")
_STEM = 5
_SHORT = 5
"""Words of an instruction, at most."""
_CLEARLY = 3
"""Words that two sentences share of which one denies the other."""
_FEWEST = 2
"""Words that a clause must share with denied ones alone to be turned; fewer, where it has no others."""


def reversal(text: str, said: Sequence[str], after: str = "") -> str:
    """Return how a text turns what was said into its opposite, in a word; empty where it does not clearly.

    ``after`` is the next line: a wish may be rejected there.
    """
    if not said:
        return ""
    every = [_turned_by(text, one, after) for one in said]
    return every[0] if all(every) else ""


def _turned_by(text: str, said: str, after: str) -> str:
    if _rejected(text, said, after):
        return "rejected"
    if _blamed(text, said):
        return "cause"
    if _prohibited(text, said):
        return "negation"
    if not _near(text, said):
        return ""
    for name, turns in (
        ("limit", _limit),
        ("modality", _modality),
        ("exception", _absolute),
        ("limit", _closed),
        ("negation", _missed),
        ("negation", _denied),
    ):
        if turns(text, said):
            return name
    return ""


def _has(form: str, text: str) -> bool:
    return _compiled(form).search(text) is not None


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


def _stems(text: str) -> frozenset[str]:
    found = (word.casefold() for word in _WORD.findall(text))
    return frozenset(_stem(word) for word in found if word not in words.SAY_NOTHING)


def _stem(word: str) -> str:
    return _ENDING.sub("", word)[:_STEM]


def _near(text: str, said: str) -> bool:
    """Return whether two texts speak of the same: a name of code, or two words that are half of those of the first."""
    stems = _stems(text)
    shared = stems & _stems(said)
    if set(_NAME.findall(text)) & set(_NAME.findall(said)):
        return True
    return len(shared) >= _FEWEST and 2 * len(shared) >= len(stems)


def _is_either(text: str) -> bool:
    return _has(words.DENIALS, text) or _has(words.DENIALS_IN_OTHER_WORDS, text)


def _rejected(text: str, said: str, after: str) -> bool:
    """Return whether a wish is told as decided that the same or the next line refuses."""
    if not _has(words.WISHES, said) or _has(words.REPORTS, text) or _is_either(text):
        return False
    answer = said.rpartition("->")[2] if "->" in said else ""
    return _has(words.REJECTIONS, after) or (bool(answer) and _has(words.REJECTIONS, f":{answer}"))


def _blamed(text: str, said: str) -> bool:
    """Return whether something is called the cause, or the remedy, of which it was said that it is not."""
    return _has(words.NO_CAUSE, said) and _has(words.CAUSES, text) and not _is_either(text)


def _limit(text: str, said: str) -> bool:
    """Return whether "at least" and "at most" changed places."""
    least, most = _has(words.AT_LEAST, text), _has(words.AT_MOST, text)
    said_least, said_most = _has(words.AT_LEAST, said), _has(words.AT_MOST, said)
    if (least and most) or (said_least and said_most):
        return False
    if (least and said_most) or (most and said_least):
        return True
    more, less = _has(words.MORE_THAN, text), _has(words.LESS_THAN, text)
    allowed = _has(words.MAY, text) and not _is_either(text)
    return allowed and ((more and said_most) or (less and said_least))


def _modality(text: str, said: str) -> bool:
    """Return whether must, may and need not changed places."""
    parts = {_mode(one) for one in _parts(said)} - {""}
    told = parts.pop() if len(parts) == 1 else _mode(_nearest(text, said))
    modes = (_mode(text), told)
    if modes in {("must not", "may"), ("may", "must not")}:
        # What is forbidden up to a limit is allowed beyond it.
        return not (_limits(text) or _limits(said))
    return modes in {("need not", "must"), ("must", "need not"), ("must", "may")}


def _limits(text: str) -> set[str]:
    return {one.casefold() for one in _compiled(words.LIMITED).findall(text)}


def _mode(text: str) -> str:
    for name, form in (
        ("need not", words.NEED_NOT),
        ("must not", words.MUST_NOT),
        ("must", words.MUST),
        ("may", words.MAY),
    ):
        if _has(form, text):
            return name
    return ""


def _nearest(text: str, said: str) -> str:
    """Return the sentence or part of what was said that shares most words with a text."""
    stems = _stems(text)
    return max(_parts(said), key=lambda part: len(stems & _stems(part)))


def _parts(said: str) -> list[str]:
    found = re.split(r"[.;\n](?=\s|$)|,\s(?:but|maar|en|and)\s", said)
    return [one for one in found if one.strip()] or [said]


def _absolute(text: str, said: str) -> bool:
    """Return whether an exception became a rule without one."""
    absolute = _has(words.ABSOLUTES, text) and not _has(words.EXCEPTIONS, text)
    return absolute and _has(words.EXCEPTIONS, said)


def _closed(text: str, said: str) -> bool:
    """Return whether a text leaves nothing else where what was said leaves it open: "no other" on "not only"."""
    clause, told = _nearest(text, said), _compiled(words.NOT_ONLY).sub("", text)
    if _has(words.NOT_ONLY, clause):
        return _has(words.ONLY, told) or _has(words.NO_OTHER, told)
    return _has(words.NO_OTHER, told) and _has(words.ANY, clause) and not _is_either(clause)


def _missed(text: str, said: str) -> bool:
    """Return whether something is told not to have what was said of it, by its names: ``git`` has no ``--force``."""
    for part in _compiled(words.BETWEEN_CLAUSES).split(text):
        names, clause = set(_NAME.findall(part)), _nearest(part, said)
        known = names <= set(_NAME.findall(clause)) and len(_stems(part) & _stems(clause)) > 1
        if names and known and _has(words.LACKS, part) and not _is_either(clause):
            return not _limits(part)
    return False


def _prohibited(text: str, said: str) -> bool:
    """Return whether a text tells to do what is not to be done: ``Run flushall`` on ``never flushall``."""
    forbidden = {_stem(one.casefold()) for one in _compiled(words.PROHIBITED_WORD).findall(said)}
    first = _WORD.findall(text)[:3]
    short = len(_stems(text)) <= _SHORT
    return (
        short and not _is_either(text) and any(_stem(one.casefold()) in forbidden for one in first)
    )


def _denied(text: str, said: str) -> bool:
    """Return whether one of two sentences of nearly the same words has a "not" that the other lacks."""
    clause = _nearest(text, said)
    if any(_has(words.DENIALS_IN_OTHER_WORDS, one) for one in (text, clause)):
        return False
    if _limits(text) != _limits(clause):
        return False
    # A text that denies may say what another clause does; one that does not is held against its own clause.
    denies = _has(words.DENIALS, text)
    if denies == _has(words.DENIALS, said if denies else clause):
        return False
    stems, shared = _stems(text), _stems(text) & _stems(clause)
    return len(shared) >= _CLEARLY and 3 * len(shared) >= 2 * len(stems)


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
    breaks = [(one.start(), one.end()) for one in _compiled(words.BETWEEN_CLAUSES).finditer(text)]
    first = max((behind for _, behind in breaks if behind <= start), default=0)
    last = min((before for before, _ in breaks if before >= end), default=len(text))
    return text[first:last]


def _clauses(text: str) -> Iterator[_SaidClause]:
    for part in _compiled(words.BETWEEN_CLAUSES).split(text):
        stems = _stems(part)
        denial = _compiled(words.DENIALS).search(part)
        if stems or denial:
            either = _has(words.DENIALS_IN_OTHER_WORDS, part)
            yield _SaidClause(stems, denial.group() if denial else "", either)
