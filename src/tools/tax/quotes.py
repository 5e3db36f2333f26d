"""Whether a quote stands in its source. Pure."""

SHORTEST_QUOTE = 12
"""Characters below which a quote proves nothing: 'de inspecteur' stands in any tax law."""


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space; wording, case and punctuation stay."""
    return " ".join(text.split())


def stands_in(quote: str, source_text: str) -> bool:
    """Return whether the quote stands word for word in the text, white space aside."""
    words = one_line(quote)
    return len(words) >= SHORTEST_QUOTE and words in one_line(source_text)
