"""What a query asks for: the sources that it names, and its words with what they weigh."""

import re
from collections.abc import Iterator
from functools import lru_cache

from src.desks.tax.law.citations import ArticleCitation, Citation, RulingCitation, find_citations
from src.desks.tax.law.days import without_days
from src.desks.tax.law.glossary import dutch_terms, without_terms
from src.desks.tax.law.laws import LawNames, written_out
from src.desks.tax.library import dutch, english
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.language.numbers import blank_at
from src.search.corpus import ParsedQuery, TermRun

LONGEST = 10_000
"""Characters; what comes after is not read."""

REMEMBERED = 64
"""Wordings of queries that were read last; each is read once for the tools of one turn."""

_SECTION = re.compile(r"\b(?:articles?|sections?)\s+(?=[0-9])", re.IGNORECASE)
_AND = re.compile(r"(?<=[0-9a-z])\s+(?:and|or)\s+(?=[0-9])")
_SUM = re.compile(
    r"(?:€|\beuros?\b|\beur\b)\s*[0-9][0-9.,]*(?:k\b)?|\b[0-9][0-9.,]*(?:k|\s*(?:euros?|eur|ton))\b"
    r"|\b[0-9]{1,3}(?:[.,][0-9]{3})+\b",
    re.IGNORECASE,
)
"""A sum of money: ``5000 euro``, ``€ 12.000``, ``40,000``, ``20k``, ``4 ton``."""
_ASKS_TERM = re.compile(r"\bhoeveel (?:dagen|weken|maanden|tijd)\b", re.IGNORECASE)
"""Asks how long a term is, by the word that statutes have for it."""
_LETTERS = re.compile(r"[^\W\d_]{2}")
_OF_THE = re.compile(r"(?<=[0-9a-z])\s+of the (?=[A-Z])")


def read(
    laws: LawNames, text: str, weights: Configuration = PRODUCT, user_query: str = ""
) -> ParsedQuery:
    """Return what a query asks for; it names articles, and then rulings.

    ``user_query`` is the same in the user's own words, where these are others.
    """
    wordings = [(text, 1.0), (user_query, weights.user_query)] if user_query else [(text, 1.0)]
    understood = [_wording(text[:LONGEST], laws, weights, weight) for text, weight in wordings]
    citations = [citation for named, _ in understood for citation in named]
    rulings = (citation.ecli for citation in citations if isinstance(citation, RulingCitation))
    articles = (
        f"{each.work}/{each.article}"
        for each in citations
        if isinstance(each, ArticleCitation) and each.work
    )
    return ParsedQuery(
        tuple(run for _, runs in understood for run in runs),
        tuple(dict.fromkeys((*articles, *rulings))),
    )


def names_ruling(key: str) -> bool:
    """Tell whether a key that a query names is that of a ruling, and not of an article."""
    return key.startswith("ECLI:")


@lru_cache(REMEMBERED)
def _wording(
    text: str, laws: LawNames, weights: Configuration, weight: float
) -> tuple[tuple[Citation, ...], tuple[TermRun, ...]]:
    """Return what a text names, and its other words. The tools of one turn ask for the same several times."""
    # English citations (``Section 13 of the CITA``) in the form of Dutch ones.
    form = _OF_THE.sub(" van de ", _AND.sub(" en ", _SECTION.sub("artikel ", text)))
    form = laws.corrected(form)
    named = tuple(find_citations(form, laws)) if form else ()
    unnamed = without_days(blank_at(form, (citation.span for citation in named)))
    # Sums of money are the asker's own, and the law's stand there by chance.
    runs = _runs(_SUM.sub(" ", unnamed), weights, weight)
    return named, tuple(run for run in runs if run.weight and run.terms)


def _runs(words: str, weights: Configuration, weight: float) -> Iterator[TermRun]:
    """Yield what is searched of the words; amounts alone tell nothing, as they stand in any law."""
    if not _LETTERS.search(words):
        return
    yield TermRun("words", weight, _terms(words))
    yield TermRun("english", weight, tuple(filter(None, map(english.term, english.words(words)))))
    for meaning in written_out(words):
        yield TermRun("abbreviation", weight * weights.abbreviations, _terms(meaning))
    translated = f"{dutch_terms(words)} {'termijn' if _ASKS_TERM.search(words) else ''}".strip()
    if translated:  # with the other words, as it stands for the whole query
        rest = filter(english.term, english.words(without_terms(words)))
        yield TermRun("glossary", weight * weights.glossary, _terms(" ".join((translated, *rest))))


def _terms(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(dutch.term, dutch.words(text))))
