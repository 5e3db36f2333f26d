"""What a query asks for: the sources that it names, and its words with what they weigh."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.retrieval import dutch, english
from src.retrieval.abbreviations import written_out
from src.retrieval.citations import ArticleCitation, Citation, RulingCitation, find_citations
from src.retrieval.configuration import Configuration
from src.retrieval.glossary import dutch_terms
from src.retrieval.laws import LawNames

LONGEST = 10_000
"""Characters; what comes after is not read."""


_SECTION = re.compile(r"\b(?:articles?|sections?)\s+(?=[0-9])", re.IGNORECASE)
_OF_THE = re.compile(r"(?<=[0-9a-z])\s+of the (?=[A-Z])")


@dataclass(frozen=True)
class Asked:
    """A query that was read: terms in order by weight, and the keys of articles and rulings that it names."""

    runs: tuple[tuple[float, tuple[str, ...]], ...]
    """Runs of terms in a row, each with its weight."""
    articles: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


def read(text: str, laws: LawNames, weights: Configuration, also: str = "") -> Asked:
    """Return what a query asks for; ``also`` is the same in other words, such as the user's own."""
    query, more = in_dutch_form(text[:LONGEST]), in_dutch_form(also[:LONGEST])
    citations = [*find_citations(query, laws), *find_citations(more, laws)]
    runs = [*_runs(query, laws, weights)]
    runs += [(weight * weights.also, run) for weight, run in _runs(more, laws, weights)]
    return Asked(
        tuple(run for run in runs if run[0] and run[1]),
        tuple(dict.fromkeys(_articles(citations))),
        tuple(dict.fromkeys(one.ecli for one in citations if isinstance(one, RulingCitation))),
    )


def _articles(citations: list[Citation]) -> Iterator[str]:
    for one in citations:
        if isinstance(one, ArticleCitation) and one.work:
            yield f"{one.work}/{one.article}"


def _runs(
    text: str, laws: LawNames, weights: Configuration
) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the terms of a text without its citations, which are looked up, and of what it also means."""
    if not text:
        return
    words = without(text, find_citations(text, laws))
    yield 1.0, terms_of(words)
    yield 1.0, tuple(term for word in english.words(words) if (term := english.term(word)))
    for meaning in written_out(words):
        yield weights.abbreviations, terms_of(meaning)
    yield weights.glossary, terms_of(dutch_terms(words))


def in_dutch_form(text: str) -> str:
    """Return the text with its English citations (``Section 13 of the CITA``) in the form of Dutch ones."""
    return _OF_THE.sub(" van de ", _SECTION.sub("artikel ", text))


def terms_of(text: str) -> tuple[str, ...]:
    """Return the Dutch terms of a text in order."""
    return tuple(term for word in dutch.words(text) if (term := dutch.term(word)))


def without(text: str, citations: tuple[Citation, ...]) -> str:
    """Return the text with its citations blanked."""
    for citation in citations:
        start, end = citation.span
        text = text[:start] + " " * (end - start) + text[end:]
    return text
