"""Where sentences end: the only place that cuts running text into them. Pure."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

Before = Literal["capital", "figure", "letter", "no figure", "anything"]
"""What the next sentence has to begin with: people type small letters, and "bron 3. 5" is a list of numbers."""

_SIGNS = r"[.!?…][\"'’”)\]]*"
_ENDS: Mapping[Before, str] = {
    "capital": r"[.!?][\"'’”)]*(?=\s+[\"'‘“(]*[A-ZÀ-Ý€]|\s+['’]s |\s*$)",
    "figure": rf"{_SIGNS}(?=\s+[A-ZÀ-Þ‘'\"“(\[€ƒ0-9])",
    "letter": rf"{_SIGNS}(?=\s+[\"'‘“(]*[^\W\d_]|\s+€)",
    "no figure": rf"{_SIGNS}(?=\s+\D)",
    "anything": rf"{_SIGNS}(?=\s)",
}
_INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}")
_LONGEST_ABBREVIATION = 12


def sentences(
    text: str, before: Before = "capital", but_after: re.Pattern[str] | None = None
) -> list[tuple[int, int]]:
    """Return where each sentence that is ended begins and ends; initials such as B.V. end none.

    ``but_after`` matches up to the point of an abbreviation, which ends none either.
    """
    ends = list(_cuts(text, before, but_after))
    starts = [0, *ends]
    return [
        (start + len(text[start:end]) - len(text[start:end].lstrip()), end)
        for start, end in zip(starts, ends, strict=False)
    ]


def split(
    text: str, before: Before = "anything", but_after: re.Pattern[str] | None = None
) -> list[str]:
    """Return the sentences of a text as they stand, also the last one where nothing ends it."""
    spans = sentences(text, before, but_after)
    rest = text[spans[-1][1] if spans else 0 :].strip()
    return [*(text[start:end] for start, end in spans), *filter(None, [rest])]


def _cuts(text: str, before: Before, but_after: re.Pattern[str] | None) -> Iterator[int]:
    masked = _INITIALS.sub(lambda found: "X" * len(found[0]), text)
    for end in _compiled(before).finditer(masked):
        first, sign = max(0, end.start() - _LONGEST_ABBREVIATION), end.start()
        if not (but_after and text[sign] == "." and but_after.search(text, first, sign)):
            yield end.end()


@cache
def _compiled(before: Before) -> re.Pattern[str]:
    return re.compile(_ENDS[before])
