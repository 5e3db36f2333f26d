"""The words of tax law on which the reading of a message turns."""

import re
from functools import cache

from src.desks.tax import knowledge
from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.days import asks_law_alone
from src.desks.tax.law.glossary import EVERYDAY, TERMS, known_terms
from src.desks.tax.law.laws import ABBREVIATIONS, ENGLISH_NAMES, LAWS
from src.desks.tax.library.dutch import terms
from src.llm.builtin.vocabulary import Vocabulary
from src.search.snippet import words_of
from src.texts import beside

_WORDS = beside(knowledge.__file__, "vocabulary")

_LONG_TERM = 6
"""Letters of a term from which a word that begins or ends with it is a compound of it: "eigenwoningheffing"."""


_COMMONPLACE = frozenset(_WORDS["commonplace"].split())
"""Words of statutes that any sentence may have."""


COMPLAINS, QUOTES = (re.compile(_WORDS[name], re.IGNORECASE) for name in ("complains", "quotes"))
"""What says what was asked, where something else was found ("I asked about a gift"); and what names a quote."""


@cache
def _statutory() -> frozenset[str]:
    """Return the words of tax law: those that the glossary leads to, its everyday words, and those of laws' names."""
    names = (name for law in LAWS for name in (law.title, law.short, *law.aliases))
    every = [*TERMS.values(), *EVERYDAY, *names, *ABBREVIATIONS, *ENGLISH_NAMES]
    return frozenset(words_of(" ".join(every)) - _COMMONPLACE)


@cache
def _known() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the terms by which these words are compared, and the compounds that begin or end with a long one."""
    long = "|".join(sorted(text for text in _statutory() if len(text) >= _LONG_TERM))
    compound = re.compile(rf"(?:{long})\w*|\w+(?:{long})(?:en|e|s|t)?")
    return frozenset(terms(" ".join(_statutory()))), compound


def of_field(text: str) -> set[str]:
    """Return the words of a text that are of tax law."""
    compared, compound = _known()
    known = {word for term in known_terms(text) for word in words_of(term)}
    said = words_of(text)
    known |= {text for text in said if compared & set(terms(text)) or compound.fullmatch(text)}
    return known - _COMMONPLACE


LAW = Vocabulary(
    mended=tuple(_WORDS["mended"]),
    sources=tuple(_WORDS["sources"]),
    small=tuple(_WORDS["small"]),
    cites=lambda text: bool(find_citations(text)),
    replies=asks_law_alone,
    of_field=of_field,
)
