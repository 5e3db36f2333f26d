"""The rules of polarity since generation 2, and the exception that a claim leaves out of its quote. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from src.grounding.clauses import FEWEST, ReadText, stem, stems
from src.language.function_words import DUTCH, ENGLISH, mostly
from src.language.numbers import counted, quantities
from src.language.opposites import data, form, has, spans, whole
from src.language.sentences import sentences

_BEFORE = 30
"""Characters before a number in which its side may stand."""
_REMEMBERED = 2_000
_FEWEST_SWAPPED = 3
"""Words that two texts must share in one order for two parties to have changed places in it."""
_LONGEST_EXCEPTION = 200
"""Characters of an exception that are told."""
_OF_A_NUMBER = frozenset(("inside", "longer", "sooner"))
"""Matters of which the words may only tell the side of a number."""
_MENTIONED = 0.5
"""Share of the words of an exception in a sentence that speaks of it."""

_SENTENCE = re.compile(r"[.;\n](?=\s|$)")
_PART = re.compile(r"[,.;:!?](?=\s|$)|\n")
_WORD = re.compile(r"[^\W_]+")


_list = partial(form, file="reversals")


def _opposed(table: str, end: str = "") -> Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return the words of both sides of each matter of a table; ``end``: what must follow them."""
    return {
        matter: (whole(sides["plus"], end), whole(sides["minus"], end))
        for matter, sides in data("reversals")[table].items()
    }


def turned_by_verb(told: ReadText, said: ReadText) -> bool:
    """Return whether a text says by its verb that something ends, or is refused, that does not, or the reverse."""
    if told.denials % 2 != said.denials % 2:
        return False
    return any(
        _changes_side(ours, other, *verbs)
        for ours in _SENTENCE.split(told.text)
        for other in _SENTENCE.split(said.text)
        for verbs in _opposed("verbs").values()
    )


def _changes_side(told: str, said: str, *sides: re.Pattern[str]) -> bool:
    """Return whether a text, made of little more than the words of another, stands on the other side of a matter."""
    if _side(told, *sides) * _side(said, *sides) >= 0:
        return False
    ours, others = _without(told, *sides), _without(said, *sides)
    shared, alone = len(ours & others), len(ours - others)
    return shared >= FEWEST + alone and alone <= 1 and 2 * shared >= len(others)


def _side(text: str, plus: re.Pattern[str], minus: re.Pattern[str]) -> int:
    """Return 1 or -1 for the side on which a text stands; 0 for none or both."""
    return bool(plus.search(text)) - bool(minus.search(text))


def _without(text: str, *forms: re.Pattern[str]) -> frozenset[str]:
    for words in forms:
        text = words.sub(" ", text)
    return stems(text)


def turns_duty(told: ReadText, said: ReadText) -> bool:
    """Return whether what may be done became what must be done, or the reverse."""
    return any(
        not (ours.denials or other.denials)
        and _changes_side(ours.text, other.text, _list("must"), _list("may"))
        for ours in told.clauses
        for other in said.nearest(ours)
    )


def turns_side(told: ReadText, said: ReadText) -> bool:
    """Return whether what lies above a number, or behind it, became what lies below."""
    if told.denials or said.denials or len(told.stems & said.stems) < FEWEST:
        return False
    if (told.matters ^ said.matters) - _OF_A_NUMBER:
        return False  # "who comes later is too late" says what "come before" does
    theirs = dict(_sides(said.text))
    return any(side * theirs.get(number, 0) < 0 for number, side in _sides(told.text))


def _sides(text: str) -> Iterator[tuple[tuple[object, str], int]]:
    """Yield on which side of a number a text puts something, by the number and the scale."""
    text = counted(text)
    for quantity in quantities(text):
        start = quantity.span[0]
        before = text[max(start - _BEFORE, 0) : start]
        if not (has("at_least", before) or has("at_most", before)):
            for scale, sides in _opposed("sides", r"\W*\Z").items():
                if side := _side(before, *sides):
                    yield (quantity.value, scale), side


def turned_abroad(told: ReadText, said: ReadText) -> bool:
    """Return whether a text of the other language stands on the other side of the only matters that both speak of."""
    languages = {mostly(told.text), mostly(said.text)}
    return (
        languages == {"nl", "en"}
        and told.matters == said.matters
        and any(_stands(told, matter) * _stands(said, matter) < 0 for matter in told.matters)
    )


def _stands(text: ReadText, matter: str) -> int:
    """Return on which side of a matter the only clause that speaks of it stands, its "not" counted; else 0."""
    clauses = [clause for clause in text.clauses if matter in clause.matters]
    if len(clauses) != 1 or clauses[0].is_open:
        return 0
    side = clauses[0].matters[matter]
    return -side if len(clauses[0].denials) % 2 else side


def turns_default(told: str, said: str) -> bool:
    """Return whether a text has on by default what its quotes, be they rows of a table, have off, or the reverse."""
    return _by_default(told) * _by_default(said) < 0


def _by_default(text: str) -> int:
    """Return 1 where all that a text says of a default is that it is on, -1 where it is off, else 0."""
    sides = {side for part in _PART.split(text) if (side := _side_of_default(part))}
    return sides.pop() if len(sides) == 1 else 0


def _side_of_default(part: str) -> int:
    if part.lstrip().startswith("|"):
        cells = [cell.strip(" `*") for cell in part.split("|")]
        on, off = (any(map(_list(name).fullmatch, cells)) for name in ("cell_on", "cell_off"))
        return on - off
    if not _list("default").search(part):
        return 0
    side = _side(part, _list("is_on"), _list("is_off"))
    return -side if len(spans("denials", _list("is_off").sub(" ", part))) % 2 else side


class _Word(NamedTuple):
    """A word of a text that says something, or a preposition, which tells only the role of the next one."""

    stem: str
    is_preposition: bool = False
    is_party: bool = False
    """Whether its ending makes somebody of a verb: a buyer, a lender."""


def swaps_parties(told: ReadText, said: ReadText) -> bool:
    """Return whether two things changed places in a text that else stands in what was said, in its order."""
    others = [_in_order(part) for part in _PART.split(said.text)]
    is_free = _list("inverts").search(told.text) is not None
    return any(_swapped(_in_order(part), others, is_free) for part in _PART.split(told.text))


def _swapped(ours: Sequence[_Word], others: Sequence[Sequence[_Word]], is_free: bool) -> bool:
    """Return whether a text is another one with two words swapped.

    ``is_free``: its language may put an object or a time first, so that a preposition or two parties must tell the
    roles.
    """
    content = [at for at, word in enumerate(ours) if not word.is_preposition]
    if len(content) < _FEWEST_SWAPPED or any(_stands_in(ours, other) for other in others):
        return False
    for first, last in combinations(content, 2):
        roles = ours[max(first - 1, 0)].is_preposition or ours[last - 1].is_preposition
        parties = ours[first].is_party and ours[last].is_party
        if last - first > 1 and (roles or parties or not is_free):
            turned = [*ours]
            turned[first], turned[last] = ours[last], ours[first]
            if turned != [*ours] and any(_stands_in(turned, other) for other in others):
                return True
    return False


def _stands_in(words: Sequence[_Word], others: Sequence[_Word]) -> bool:
    left = iter(others)
    return all(word in left for word in words)


@lru_cache(_REMEMBERED)
def _in_order(text: str) -> tuple[_Word, ...]:
    """Return the words of a text in order; none where it holds both ways."""
    preposition, party = _list("prepositions"), _list("parties")
    words = tuple(
        _Word(word, is_preposition=True)
        if preposition.fullmatch(word)
        else _Word(stem(word), is_party=party.search(word) is not None)
        for word in map(str.casefold, _WORD.findall(text))
        if preposition.fullmatch(word) or word not in DUTCH | ENGLISH
    )
    is_equation = _list("copulas").search(text) and not any(word.is_preposition for word in words)
    return () if is_equation or _list("both_ways").search(text) else words


def left_out_exception(text: str, quote: str, told: str = "") -> str:
    """Return the words of the exception in a quote that neither a claim on it nor what is told beside mentions.

    A quote may have several sentences: the one nearest to the claim counts.
    """
    parts = [quote[start:end] for start, end in sentences(quote, "figure")] or [quote]
    nearest = max(parts, key=lambda part: len(stems(part) & stems(text)))
    found = _list("exceptions").search(nearest)
    if found is None or form("exceptions").search(text) or has("opens_condition", f"{text} "):
        return ""
    words = re.split(r"[;.](?=\s|$)", nearest[found.start() :])[0].strip()[:_LONGEST_EXCEPTION]
    excepted = stems(words[len(found[0]) :]) - stems(nearest[: found.start()])
    spoken_of = any(
        len(excepted & stems(part)) >= max(1, _MENTIONED * len(excepted))
        for part in _SENTENCE.split(f"{text}\n{told}")
    )
    return "" if spoken_of else words
