"""A text without what typesetting put into its words, and the way back to where each letter stood."""

import re
from bisect import bisect_right

_TYPESETTING = re.compile(
    "([\u00ad\u200b\u200c\u200d\u2060\ufeff])"
    "|(?<=[a-z])([-\u2010]\\r?\\n[ \\t]*)(?=[a-z])(?!(?:en|of)\\b)"
    "|\\b[Aa]rt(?:ikel|\\.)? ?\\d{1,2}:( )(?=\\d)"
)
"""Soft hyphens and other invisible letters, the hyphen of a word broken by a line, the space in ``art. 8: 29``."""


class Plain:
    """The text as one would say it; ``span`` tells where a piece of it stands in the original."""

    def __init__(self, original: str) -> None:
        cuts = [match.span(match.lastindex or 0) for match in _TYPESETTING.finditer(original)]
        kept = zip(
            [0, *(end for _, end in cuts)],
            [*(start for start, _ in cuts), len(original)],
            strict=True,
        )
        self.text = "".join(original[start:end] for start, end in kept) if cuts else original
        self._cut_at, self._cut_before = _places(cuts)

    def span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return the same span in the original text."""
        start, end = span
        return self._original(start), self._original(end - 1) + 1

    def _original(self, place: int) -> int:
        return place + self._cut_before[bisect_right(self._cut_at, place)]


def _places(cuts: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Return where the text was cut, in the shortened text, and how much in all up to each cut (0 before the first)."""
    at: list[int] = []
    total = [0]
    for start, end in cuts:
        at.append(start - total[-1])
        total.append(total[-1] + end - start)
    return at, total
