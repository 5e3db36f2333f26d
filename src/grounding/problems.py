"""Why something may not stand, in words that a model can act on. Pure."""

from collections.abc import Mapping

from src.texts import beside

PROBLEMS: Mapping[str, str] = beside(__file__, "problems")
"""By the word of the gate."""


def problem_of(word: str, settled_by: str = "") -> str:
    """Return the sentence for a word of the gate, with the sentence of the source that decided it."""
    told = PROBLEMS.get(word, word)
    return f"{told}; the source says: “{settled_by}”" if settled_by else told
