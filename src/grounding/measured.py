"""Whether a text has another measure or number than its evidence: "30 days" on "30 minutes", "two" on "three". Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence

from src.grounding.clauses import stem, stems
from src.language.function_words import DUTCH, ENGLISH, mostly
from src.language.measures import Measurement, measures, sized, units_apart
from src.language.numbers import Quantity, numerals, quantities
from src.language.opposites import has

_DENIED = 6
"""Characters before a measure in which a "not" is about that alone."""
_UNSTATED = ("a", "an", "een", "half", "per")
"""First words of a measure that has no number of its own, or is part of a rate."""
_MOST_COUNTED = 100
"""Above which a number is rather a year, a port or a code."""
_NEXT_WORD = re.compile(r"[`*]*\s+([^\W\d_]+)")


def measured_otherwise(text: str, said: str, elsewhere: Sequence[str] = ()) -> list[str]:
    """Return the measures and the numbers in words of a text of which ``said``, its quotes, has another.

    ``elsewhere`` is what its sources and the user say besides: a measure of there may be added, but one whose
    number the quotes give another unit has taken that for its own.
    """
    ours, theirs = (measures(each, counts_each=True) for each in (text, said))
    left, apart = units_apart(said)
    bare = {float(number) for number in numerals(left) if number.replace(".", "", 1).isdigit()}
    # A table has its unit in the head, or beside what it explains; of two numbers the second may have none.
    named = {kind for _, kind in apart} if bare else set()
    columns = named if "|" in said else set()
    units = {unit for unit, _ in apart} | {entry.unit for entry in theirs}
    known = {entry.size for entry in theirs} | {
        sized(unit, count) for unit in units for count in bare
    }
    kinds = {entry.kind for entry in theirs} | named
    besides = [{entry.size for entry in measures(each, counts_each=True)} for each in elsewhere]
    other = [
        entry.words
        for entry in ours
        if _is_stated(entry, text) and entry.kind in kinds and entry.size not in known
        if _is_confused(entry, theirs, ours, columns, bare)
        or all(entry.size not in sizes for sizes in besides)
    ]
    return [*other, *_counted_otherwise(text, said, elsewhere)]


def _is_stated(measure: Measurement, text: str) -> bool:
    """Return whether a measure has a number of its own, which no "not" before it takes back."""
    start = measure.span[0]
    is_denied = has("denials", text[max(start - _DENIED, 0) : start])
    return not is_denied and measure.words.casefold().split()[0] not in _UNSTATED


def _is_confused(
    entry: Measurement,
    theirs: Iterable[Measurement],
    ours: Iterable[Measurement],
    columns: Iterable[str],
    bare: Iterable[float],
) -> bool:
    """Return whether a number has another unit in the quotes, and the text does not give it that unit as well."""
    if entry.kind in columns and entry.number in bare:
        return True
    same = {other.unit for other in theirs if other.number == entry.number}
    return bool(same) and not any(
        other.unit in same and other.number == entry.number for other in ours
    )


def _counted_otherwise(text: str, said: str, elsewhere: Sequence[str]) -> Iterator[str]:
    """Yield the numbers in words that count what the quotes count otherwise.

    What a number counts is compared by its noun, or where the quote has no noun there, by the noun's own mention; of
    another language it can't be, so that running text with one number in all is compared.
    """
    there = _counts(said)
    values, nouns = ({entry[at] for entry in there} for at in (0, 1))
    counts = len(there) == 1 and any(noun or words[0].isalpha() for _, noun, words in there)
    is_foreign = counts and "|" not in said and mostly(text) != mostly(said)
    for value, noun, words in _counts(text):
        if not words[0].isalpha() or not noun or value in numerals(said):
            continue
        if noun in nouns or (len(values) == 1 and nouns == {""} and noun in stems(said)):
            there_too = any(
                (value, noun) == each[:2] for other in elsewhere for each in _counts(other)
            )
        else:
            there_too = not is_foreign or any(value in numerals(other) for other in elsewhere)
        if not there_too:
            yield words


def _counts(text: str) -> set[tuple[str, str, str]]:
    """Return the numbers of a text that are no measures: each with the noun that it counts, and as it is written."""
    left = units_apart(text)[0]
    return {
        (entry.value, _noun(entry, left), entry.words)
        for entry in quantities(left)
        if entry.kind == "number" and entry.number is not None and entry.number <= _MOST_COUNTED
    }


def _noun(quantity: Quantity, text: str) -> str:
    """Return the stem of the noun that a number counts; empty where none stands behind it."""
    behind = _NEXT_WORD.match(text, quantity.span[1])
    word = behind[1].casefold() if behind else ""
    return "" if word in DUTCH | ENGLISH else stem(word)
