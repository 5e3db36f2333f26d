"""Whether words say the opposite of what they rest on: a "not", an exception, a limit, a refusal. Pure.

Only what clearly turns is told: most of what deviates in wording supports, and a second reading judges the rest.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from src.grounding.clauses import (
    FEWEST,
    Clause,
    ReadText,
    clause_around,
    lines_beside,
    read,
    share_name,
    stem,
    stems,
)
from src.grounding.material import COMPARES_MEASURES, GENERATION
from src.grounding.reversals import (
    swaps_parties,
    turned_abroad,
    turned_by_verb,
    turns_duty,
    turns_side,
)
from src.language.numbers import counted, quantities
from src.language.opposites import data, form, has, roles

_SHORT = 5
"""Words of an instruction, at most."""
_CLAUSES, _SENTENCES = r"[.;,\n](?=\s|$)", r"[.;\n](?=\s|$)"
_DENYING = re.compile(r"\bniet-(\w+)")
_WINDOW = 50
"""Characters before a number in which its limit may stand."""

Pair = tuple[frozenset[str], frozenset[str]]
Rule = Callable[[ReadText, ReadText], bool]
Rules = tuple[tuple[str, Rule], ...]


def reversal(
    text: str,
    said: Sequence[str],
    after: str = "",
    before: str = "",
    generation: int = GENERATION,
) -> str:
    """Return how a text turns what was said into its opposite, in a word; empty where it does not clearly.

    ``after`` and ``before`` are the neighbouring lines: what a quote only proposes may be rejected there.
    ``generation``: of the rules that judge.
    """
    around = [read(word) for word in (after, before) if word]
    rules = tuple((name, turns) for since, name, turns in _RULES if generation >= since)
    is_later = generation >= _LATER_SINCE
    pairs = [_joined(text, word) if is_later else (text, word) for word in said]
    every = [_turned_by(read(told), read(word), around, after, rules) for told, word in pairs]
    return every[0] if every and all(every) else ""


def _joined(text: str, said: str) -> tuple[str, str]:
    """Return two texts in which a word with a prefix that denies, where both have it, is a word like any other."""
    found = (set(_DENYING.findall(words.casefold())) for words in (text, said))
    for word in set.intersection(*found):
        text, said = (
            re.sub(f"niet-(?={word})", "niet", each, flags=re.IGNORECASE) for each in (text, said)
        )
    return text, said


def _turned_by(
    told: ReadText, said: ReadText, around: Sequence[ReadText], after: str, rules: Rules
) -> str:
    if _rejected(told.text, said.text, after):
        return "rejected"
    if _blamed(told.text, said.text):
        return "cause"
    if _is_of_a_doubt(told, said):
        return "" if _is_either(told.text) or has("doubts", told.text) else "rejected"
    verbatim = is_verbatim(told.text, said.text) and told.denials == said.denials
    for name, turns in rules:
        if (name == "exception" or not verbatim) and turns(told, said):
            return name
    return "rejected" if any(_denied_beside(told, said, text) for text in around) else ""


def is_verbatim(text: str, said: str) -> bool:
    """Return whether the words of a text stand in what was said."""
    ours, others = (" ".join(re.findall(r"[^\W_]+", words.casefold())) for words in (text, said))
    return f" {ours} " in f" {others} "


def _is_of_a_doubt(told: ReadText, said: ReadText) -> bool:
    """Return whether a text speaks of what somebody took for true and took back: "thought X was wrong, so not X"."""
    parts = re.split(form("taken_up"), said.text)
    at = next((at for at, part in enumerate(parts) if has("doubts", part)), len(parts))
    doubted = stems(re.sub(form("doubts"), " ", " ".join(parts[at : at + 1])))
    about = len(doubted & told.stems) >= max(1, min(FEWEST, len(doubted)))
    return about and any(has("denials", part) for part in parts[at + 1 :])


def _is_either(text: str) -> bool:
    return has("denials", text) or has("in_other_words", text)


def _rejected(text: str, said: str, after: str) -> bool:
    """Return whether a wish is told as decided that the same or the next line refuses."""
    if not has("wishes", said) or has("reports", text) or _is_either(text):
        return False
    answer = said.rpartition("->")[2] if "->" in said else ""
    return has("rejections", after) or (bool(answer) and has("rejections", f":{answer}"))


def _blamed(text: str, said: str) -> bool:
    """Return whether something is called the cause, or the remedy, of which it was said that it is not."""
    if not has("no_cause", said) or _is_either(text):
        return False
    # Or it tells to do what was done already: "Restart it" on "restarted it".
    first = next(iter(_bare(text)), "")
    done = (word.removeprefix("ge") for word in _bare(said))
    is_advised = len(first) > 3 and any(word.startswith(first) and word != first for word in done)
    return has("causes", text) or is_advised


def _prohibited(told: ReadText, said: ReadText) -> bool:
    """Return whether a text tells to do what is not to be done: ``Run flushall`` on ``never flushall``."""
    forbidden = {stem(found) for found in form("prohibited").findall(said.text)}
    first = re.findall(r"[^\W\d_]{3,}", told.text)[:3]
    short = len(told.stems) <= _SHORT and not _is_either(told.text)
    return (
        short
        and any(stem(word) in forbidden for word in first)
        and not any(_are_alike(told.clauses[0], each) for each in said.clauses if not each.denials)
    )


def _negated(told: ReadText, said: ReadText) -> bool:
    return any(_is_denied(clause, told, said) for clause in told.clauses)


def _is_denied(clause: Clause, told: ReadText, said: ReadText) -> bool:
    """Return whether a clause has a "not", or an opposite, that clauses of nearly the same words lack.

    What its text says right elsewhere is told; what is no cause is not denied.
    """
    if has("no_cause", clause.text) and not has("causes", said.text):
        return False
    if clause.denials and any(part.denials and part.stems <= clause.stems for part in said.clauses):
        return False
    near = said.nearest(clause)
    return bool(near) and all(
        _are_opposite(clause, other)
        and all(
            _are_opposite(third, other) or not _are_alike(third, other) for third in told.clauses
        )
        for other in near
    )


def _are_opposite(clause: Clause, other: Clause) -> bool:
    if clause.is_open or other.is_open or not _are_alike(clause, other):
        return False
    if clause.until != other.until or _limits(clause) != _limits(other):
        return False  # what is forbidden up to a limit is allowed beyond it
    both = clause.matters.keys() & other.matters.keys()
    if any(side < 0 for matter, side in other.matters.items() if matter not in both):
        return False  # "fails" may say what the other says with "not"
    turns = sum(clause.matters[matter] != other.matters[matter] for matter in both)
    turns += len(_prefixed(clause.text, other.text) | _prefixed(other.text, clause.text))
    return (len(clause.denials) + len(other.denials) + turns) % 2 == 1


def _bare(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def _limits(clause: Clause) -> set[str]:
    return {found.casefold() for found in form("limited").findall(clause.text)}


def _are_alike(clause: Clause, other: Clause) -> bool:
    """Return whether a clause says nothing that another, of nearly the same words, does not speak of."""
    ours, others = clause.stems | clause.matters.keys(), other.stems | other.matters.keys()
    shared = ours & others
    opposed = _prefixed(clause.text, other.text) | _prefixed(other.text, clause.text)
    alone = ours - others - {stem(word) for word in opposed}
    many = len(shared) + len(opposed)
    if alone and not (has("do_not", other.text) and many > FEWEST):
        return False
    enough = 2 * many >= len(others) and (many > FEWEST or many >= len(others) - 1)
    return many >= FEWEST and (enough or share_name(clause, other))


def _prefixed(text: str, other: str) -> set[str]:
    """Return the words of a text that the other has behind a prefix that denies: "verified", "unverified"."""
    plain = set(re.findall(r"[^\W\d_]{4,}", text.casefold()))
    return plain & set(form("prefixed").findall(other.casefold()))


def _denied_beside(told: ReadText, said: ReadText, line: ReadText) -> bool:
    """Return whether a neighbouring line, which shares as much with a text as its quote does, denies it."""
    mine, theirs = (
        len(told.stems & text.stems) + len(told.matters & text.matters) for text in (said, line)
    )
    return theirs >= mine and _negated(told, line)


def _near(text: str, said: str) -> bool:
    """Return whether two texts speak of the same: a name of code, or half of the words of the first."""
    ours, others = read(text), read(said)
    shared = len(ours.stems & others.stems)
    return share_name(ours, others) or (shared >= FEWEST and 2 * shared >= len(ours.stems))


def _nearest(told: ReadText, said: ReadText, ends: str) -> str:
    """Return the part of what was said that shares most words with a text; empty where it speaks of something else."""
    parts = list(filter(str.strip, re.split(ends, said.text))) or [said.text]
    part = max(parts, key=lambda part: len(told.stems & stems(part)))
    return part if _near(told.text, part) else ""


def _absolute(told: ReadText, said: ReadText) -> bool:
    """Return whether an exception became a rule without one."""
    absolute = has("absolutes", told.text) and not has("exceptions", told.text)
    return absolute and has("exceptions", _nearest(told, said, _SENTENCES))


def _widened(told: ReadText, said: ReadText) -> bool:
    """Return whether a text says of all what was said of some alone."""
    nearest = _nearest(told, said, _SENTENCES)
    alone = {stem(found) for found in form("only_these").findall(nearest)}
    told_of_all = has("absolutes", told.text) and not told.denials
    return told_of_all and bool(alone) and not alone & told.stems


def _closed(told: ReadText, said: ReadText) -> bool:
    """Return whether a text leaves nothing else where what was said leaves it open: "no other" on "not only"."""
    clause, text = _nearest(told, said, _CLAUSES), form("not_only").sub("", told.text)
    if has("not_only", clause):
        return has("only", text) or has("no_other", text)
    return has("no_other", text) and has("any", clause) and not _is_either(clause)


@dataclass(frozen=True)
class _Bound:
    value: Decimal | str
    """A number, or a day as ISO 8601."""
    unit: str
    limit: int
    """1 at least, -1 at most, 0 neither."""
    side: int
    """1 where it stands behind "from" or "after", -1 behind "until" or "before", 0 elsewhere."""


def _out_of_bounds(told: ReadText, said: ReadText) -> bool:
    """Return whether "at least" and "at most" of a number or day changed places, or what is allowed lies beyond."""
    if told.denials:
        return False
    plain = not said.denials and told.matters == said.matters
    return any(
        _are_apart(bound, other, exactly=plain)
        or (has("may", told.text) and _lies_beyond(bound, other))
        for bound in _bounds(told.text)
        for other in _bounds(said.text)
        if bound.unit == other.unit
    )


def _are_apart(bound: _Bound, other: _Bound, *, exactly: bool) -> bool:
    sides = bound.side * other.side if exactly and not (bound.limit or other.limit) else 0
    return bound.value == other.value and min(bound.limit * other.limit, sides) < 0


def _lies_beyond(bound: _Bound, other: _Bound) -> bool:
    if bound.limit or isinstance(bound.value, str) or isinstance(other.value, str):
        return False
    return (other.value - bound.value) * other.limit > 0


def _bounds(text: str) -> Iterator[_Bound]:
    text = counted(text)
    for quantity in quantities(text):
        start, end = quantity.span
        above, behind = re.split(r"[.;,]\s", text[:start])[-1][-_WINDOW:], text[end:]
        if has("each_first", above):
            continue  # at least every four seconds is at most four seconds between two
        unit = re.match(r"\W*([^\W_]+)", behind)
        least = has("at_least", above) or has("or_more", behind)
        most = has("at_most", above) or has("or_less", behind)
        yield _Bound(
            quantity.value if quantity.number is None else quantity.number,
            stem(unit[1]) if unit and quantity.number is not None else "",
            least - most,
            has("from_on", above) - has("up_to", above),
        )


def _swapped(told: ReadText, said: ReadText) -> bool:
    """Return whether what comes first and what last, or what is taken and what is left, changed places."""
    ours, others = _ordered(told.text), _ordered(said.text)
    return any(_are_crossed(ours[our], others[our]) for our in ours.keys() & others.keys())


def _ordered(text: str) -> Mapping[str, Pair]:
    """Return what a text puts first and last, by the kind of order."""
    found: dict[str, Pair] = {}
    for part in re.split(r"[.;\n](?=\s|$)", text):
        for name, kinds in data("orders").items():
            for turns, order in enumerate((kinds["first"], kinds["last"])):
                cut = order and re.match(order, part, re.IGNORECASE)
                if cut and not has("denials", part):
                    pair = stems(cut[1]), stems(cut[2])
                    found.setdefault(name, (pair[1], pair[0]) if turns else pair)
    return found


def _are_crossed(ours: Pair, others: Pair) -> bool:
    """Return whether all that one puts first alone the other puts last, and the other way round."""
    last, its_last = ours[1] - ours[0], others[1] - others[0]
    return (
        bool(last and its_last) and last <= others[0] - others[1] and its_last <= ours[0] - ours[1]
    )


def _has_other_role(told: ReadText, said: ReadText) -> bool:
    """Return whether a text says of the one what was said of the other: of the seller, and not of the buyer."""
    ours, others = roles(told.text), roles(said.text)
    swapped = {(pair, place) for pair, place in ours - others if (pair, 1 - place) in others - ours}
    alone = min(told.stems - said.stems, said.stems - told.stems, key=len)
    return bool(swapped) and len(alone) <= len(swapped) and _near(told.text, said.text)


_LATER_SINCE = 2
_RULES: tuple[tuple[int, str, Rule], ...] = (
    (0, "negation", _prohibited),
    (0, "limit", _out_of_bounds),
    (0, "exception", _absolute),
    (0, "exception", _widened),
    (0, "limit", _closed),
    (0, "negation", _negated),
    (0, "order", _swapped),
    (0, "opposite", _has_other_role),
    (_LATER_SINCE, "negation", turned_by_verb),
    (_LATER_SINCE, "opposite", turns_duty),
    (_LATER_SINCE, "limit", turns_side),
    (_LATER_SINCE, "opposite", swaps_parties),
    (COMPARES_MEASURES, "opposite", turned_abroad),
)
"""Each with the generation since which it holds: an answer of before is judged again without it."""


def turned_at(text: str, content: str, start: int, end: int) -> str:
    """Return how a text turns what stands at a place of another, as ``reversal`` does."""
    said = clause_around(content, start, end)
    return reversal(text, [said], *lines_beside(content, start, end))
