"""What to search for a question. Pure."""

import re

from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.glossary import dutch_terms, without_terms
from src.desks.tax.library import dutch, english
from src.desks.tax.library.dutch import terms
from src.search.documents.analysers import language_of

_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][\w&-]+|\b\d[\w.:%]*|\b[A-Z]{2,}\b")
"""A proper name, an abbreviation or a number: the same in both languages. A sentence's first word tells nothing."""


def query(question: str) -> str:
    """Return what to search: the statutes' terms and the question's words; empty for English without any term.

    Only citations, names and numbers of an English question are kept, as its other words are Dutch words with another
    meaning, or none; but the question as it is where these make up most of it: its few terms alone ask less.
    """
    if language_of(question, "nl") != "en":
        return f"{dutch_terms(question)} {question}".strip()
    kept = _kept_of_english(question)
    found = f"{dutch_terms(question)} {kept}".strip()
    lost = _told(without_terms(question)) - _told(kept)
    return question if found and 2 * len(lost) >= len(_told(question)) else found


def _told(text: str) -> set[str]:
    """Return the words of a text that tell something in either language: what was said before may be in the other."""
    return {word for word in english.words(text) if english.term(word) and dutch.term(word)}


def _kept_of_english(question: str) -> str:
    text = re.sub(r"\b(?:articles?|sections?)\b", "artikel", question, flags=re.IGNORECASE)
    text = re.sub(r"\bof the\b", "van de", text)
    spans = [citation.span for citation in find_citations(text)]
    kept = [text[start:end] for start, end in dict.fromkeys(spans)]
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return " ".join([*kept, *_NAME.findall(without_terms(text))])


def telling(message: str) -> set[str]:
    """Return the terms of a message that tell its subject."""
    is_english = language_of(message, "nl") == "en"
    return set(terms(dutch_terms(message) if is_english else message))
