"""Whether a quote stands in its source. Pure."""

import re

FEWEST_WORDS = 3
"""Words below which a quote proves nothing: 'de inspecteur' stands in any tax law."""

LONGEST_SENTENCE = 900
"""Characters up to which a quote is completed to the sentences that it is part of."""

_SENTENCE_STARTS = re.compile(r"(?:^|(?<=[.;:?!]) )(?=\S)")


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space; wording, case and punctuation stay."""
    return " ".join(text.split())


def stands_in(quote: str, source_text: str) -> bool:
    """Return whether the quote stands in the text word for word, white space aside: whole words, and enough of them."""
    words = one_line(quote)
    return len(words.split()) >= FEWEST_WORDS and _place(words, one_line(source_text)) is not None


def whole_sentences(quote: str, source_text: str) -> str:
    """Return the quote with the rest of the sentences that it is part of, so that no "niet" is left out before it.

    The quote must stand in the text; sentences that are too long to show are left as they were quoted.
    """
    words, text = one_line(quote), one_line(source_text)
    place = _place(words, text)
    if place is None:
        return words
    starts = [match.end() for match in _SENTENCE_STARTS.finditer(text)] or [0]
    start = max((at for at in starts if at <= place), default=0)
    end = min((at for at in starts if at >= place + len(words)), default=len(text))
    whole = text[start:end].strip()
    return whole if len(whole) <= LONGEST_SENTENCE else words


def _place(words: str, text: str) -> int | None:
    found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text)
    return found.start() if found else None
