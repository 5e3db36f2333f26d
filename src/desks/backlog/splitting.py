"""Which words of an item that is split go with which of its parts. Pure."""

from collections.abc import Sequence

from src.desks.backlog.item_words import told_by
from src.grounding.clauses import stems
from src.language.sentences import split


def _common(text: str, about: Sequence[str]) -> list[frozenset[str]]:
    """Return which words of a text each part has."""
    said = stems(text)
    return [said & stems(each) for each in about]


def nearest(text: str, about: Sequence[str]) -> int:
    """Return the place of the part that has the most words of a text; the first of several."""
    sizes = [*map(len, _common(text, about))]
    return sizes.index(max(sizes))


def bearers(text: str, about: Sequence[str]) -> set[int]:
    """Return the places of the parts that have words of a text, but for those whose words another one has, and more."""
    common = _common(text, about)
    return {n for n, words in enumerate(common) if not any(words < others for others in common)}


def of_part(n: int, description: str, about: Sequence[str]) -> str:
    """Return the sentences of a description that a part goes on with: a story of several parts is that of none."""
    kept = []
    for sentence in split(description):
        places = bearers(sentence, about)
        kept += [sentence] if n in places and not (told_by(sentence) and len(places) > 1) else []
    return " ".join(kept)
