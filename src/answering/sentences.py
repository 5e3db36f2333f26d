"""The whole sentences or lines around a quote, in which it is shown. Pure."""

import re

LONGEST_SENTENCE = 900
"""Characters up to which a quote is completed to the sentences or lines that it is part of."""

_SENTENCE_STARTS = re.compile(r"(?:\A|(?<=[.;:?!])\s+)(?=\S)")
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-[^\S\n]*\n\s*(?=[^\W\d_])")


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space; wording, case and punctuation stay."""
    return " ".join(text.split())


def as_shown(text: str) -> str:
    """Return the text on one line, with words that a line broke off made whole; their hyphen stays."""
    return one_line(_BROKEN_WORD.sub("-", text))


def whole_sentences(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of the sentences of which a quote's place is a part, so that no "niet" is left out before it.

    Sentences that are too long to show are left as they were quoted.
    """
    starts = [match.end() for match in _SENTENCE_STARTS.finditer(text)]
    first = max((at for at in starts if at <= start), default=0)
    last = min((at for at in starts if at >= end), default=len(text))
    passage = text[first:last].rstrip()
    if len(passage) > LONGEST_SENTENCE:
        return start, end
    return first, first + len(passage)


def whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of the lines of which a quote's place is a part, without the space around them."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    passage = text[first : last if last >= 0 else len(text)].rstrip()
    if len(passage) > LONGEST_SENTENCE:
        return start, end
    first += len(passage) - len(passage.lstrip())
    return first, first + len(passage.lstrip())
