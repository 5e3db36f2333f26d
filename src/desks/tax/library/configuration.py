"""What every part of the search weighs: the product's choice, and a switch for each, to measure what it brings."""

from dataclasses import dataclass, field
from typing import Literal, get_args

Field = Literal["law", "path", "heading", "body", "citing", "lent", "english"]
FIELDS: tuple[Field, ...] = get_args(Field)
"""What the index holds of a source: its law's names, the headings above it, its own heading, its text, the text
around citations of it, the search words and digest lent to it, and its English search words."""


@dataclass(frozen=True)
class FieldWeight:
    """How much a term counts in a field, and how much less in a long one (0: no less, 1: in proportion)."""

    weight: float
    length: float


def _fields() -> dict[Field, FieldWeight]:
    return {
        "law": FieldWeight(2.0, 0.5),
        "path": FieldWeight(3.0, 0.5),
        "heading": FieldWeight(5.0, 0.5),
        "body": FieldWeight(1.0, 0.2),
        "citing": FieldWeight(0.5, 0.3),
        "lent": FieldWeight(4.0, 0.2),
        "english": FieldWeight(2.0, 0.3),
    }


@dataclass(frozen=True)
class Configuration:
    """Weights of the search; 0 or False leaves a part out."""

    fields: dict[Field, FieldWeight] = field(default_factory=_fields, hash=False)
    saturation: float = 1.2
    """BM25's k1: the larger, the more a term's repetition counts."""
    presence: float = 0.5
    """BM25+'s delta: what a term counts by being there at all."""
    core: float = 1.5
    """Factor for a core statute, on top of that for tax law."""
    tax: float = 1.2
    """Factor for tax law, and for rulings on it; in a library of all law it keeps the rest from burying them."""
    pinned: bool = True
    """Whether what the query cites comes first."""
    parts_in_text: float = 1.0
    """A part of a compound of the text, against a word."""
    parts_in_query: float = 0.5
    """A part of a compound of the query, against its words."""
    bigrams: float = 0.2
    """Two words in a row, against one."""
    abbreviations: float = 1.0
    """A word that an abbreviation of the query stands for."""
    glossary: float = 1.0
    """A Dutch term for an English word of the query."""
    also: float = 0.5
    """A word of the user's own, where a model worded the query."""
    cited: float = 40.0
    """Score of a ruling for each article that the query names and the ruling cites."""
    siblings: float = 1.0
    """Share that a passage gets of the best score of another passage of its article."""


PRODUCT = Configuration()
"""What the product searches with."""
