"""Whether a text states a number or a day, or has a name. Pure."""

import re

from src.grounding.sentences import one_line
from src.language.numbers import Quantity, counted, is_same_day, quantities, stated_number

_COMPOUND = re.compile(r"[^\W\d_]+(?:[- ][^\W\d_]+)*")
_JOINT = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_NUMBER = re.compile(r"v?(\d+(?:[.,:\u00a0\u202f]\d+)*)")


def states(text: str, wanted: Quantity) -> bool:
    """Return whether a text has a number or a day, however it writes it; a rate only where it is one there too."""
    found = quantities(counted(text))
    if wanted.kind == "date":
        # A year is a period that has a last day: who told "2010" told of 31 December 2010.
        year = wanted.value[:4] if wanted.value.endswith("-12-31") else ""
        if any(quantity.kind == "number" and quantity.words == year for quantity in found):
            return True
    return any(are_equal(quantity, wanted) for quantity in found)


def are_equal(quantity: Quantity, other: Quantity) -> bool:
    """Return whether two are the same day or number; a rate is only another rate."""
    if "date" in (quantity.kind, other.kind):
        return quantity.kind == other.kind and is_same_day(quantity.value, other.value)
    return quantity.value == other.value and (quantity.kind == "rate") == (other.kind == "rate")


def has_name(text: str, name: str, *, exactly: bool = False, in_prose: bool = False) -> bool:
    """Return whether a name stands in a text, not as a part of another; a number however the text writes it.

    ``exactly``: in its case, and of a path no end of a longer one. ``in_prose``: a compound counts with a hyphen, with
    a space and as one word, and an ordinary word behind a name is none of it ("CORS-instelling"); of code each sign
    counts.
    """
    words = one_line(name)
    if number := _NUMBER.fullmatch(words):
        return stated_number(number[1], text)
    begins, ends = words[:1].isalnum(), words[-1:].isalnum()
    begins |= exactly and not words.startswith(("$", "%"))
    before = r"(?<![\w-])" if words.startswith("-") else r"(?<!\w)" if begins else ""
    after = r"(?![\w-])" if words.startswith("-") else r"(?!\w)" if ends or exactly else ""
    said, there = re.escape(words), one_line(text)
    if in_prose and _COMPOUND.fullmatch(words):
        said, there = re.sub("[- ]", "[- ]?", words), f"{there} {_JOINT.sub('', there)}"
        head, _, tail = words.rpartition("-")
        if head and tail.islower() and has_name(text, head, in_prose=True):
            return True
    form = re.compile(f"{before}{said}{after}", 0 if exactly else re.IGNORECASE)
    return bool(words) and form.search(there) is not None
