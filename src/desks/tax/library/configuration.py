"""What each part of the search for law weighs: the product's choice, and a switch for each, to measure it."""

from dataclasses import dataclass, field

from src.desks.tax.library.dutch import DUTCH
from src.desks.tax.library.english import ENGLISH
from src.search.corpus import Field, Weights

FIELDS = (
    Field("law", 2.0, 0.5, DUTCH),
    Field("path", 3.0, 0.5, DUTCH),
    Field("heading", 5.0, 0.5, DUTCH, in_a_row=True),
    Field("body", 1.0, 0.2, DUTCH, in_a_row=True),
    Field("citing", 0.5, 0.3, DUTCH),
    Field("expansion", 4.0, 0.2, DUTCH),
    Field("english", 1.0, 0.3, ENGLISH),
    Field("questions", 0.0, 0.3, DUTCH),
)
"""What the index holds of a source: its law's names, the headings above it, its own heading, its text, the text
around citations of it, the search words and digest it is expanded with, English search words and questions, and Dutch
questions. These last only tell how much of a query it has, and how common a word is: what they count is ``asked``."""


@dataclass(frozen=True)
class Configuration(Weights):
    """Weights of the search for law; 0 or False leaves a part out."""

    fields: tuple[Field, ...] = field(default=FIELDS, hash=False)
    cited: float = 40.0
    asked: float = 1.5
    core_prior: float = 1.5
    """Factor for a core statute, on top of that for tax law."""
    tax_prior: float = 1.2
    """Factor for tax law, and for rulings on it; in a library of all law it keeps the rest from burying them."""
    abbreviations: float = 1.0
    """A word that an abbreviation of the query stands for."""
    glossary: float = 1.0
    """A Dutch term for an English word of the query."""


PRODUCT = Configuration()
"""What the product searches with."""
