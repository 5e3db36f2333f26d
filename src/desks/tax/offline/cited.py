"""Which articles, and which paragraphs of them, a question names. Pure."""

import re
from dataclasses import dataclass

from src.desks.tax.law.citations import ArticleCitation, find_citations

_ENGLISH = re.compile(r"\b(?:articles?|sections?)\b", re.IGNORECASE)
_FIRST_OF_LID = re.compile(r"(\d+[a-z]?)\.\s")


@dataclass(frozen=True)
class Cited:
    """The articles that a question names, and what it asks besides."""

    articles: tuple[ArticleCitation, ...]
    rest: str
    """The question without them."""

    @property
    def paragraph(self) -> str:
        """The number of the first paragraph that is named; empty where none is."""
        return next((paragraph for cited in self.articles for paragraph in cited.paragraphs), "")

    def holds(self, source_id: str) -> bool:
        """Tell whether a source is one of the articles; one that is named without a law may be of any."""
        work, _, article = source_id.partition("@")[0].partition("#")[0].lower().rpartition("/")
        return any(
            cited.article.lower() == article and (cited.work or work).lower() == work
            for cited in self.articles
        )


def cited_in(question: str) -> Cited:
    """Return the articles that a question names."""
    text = _ENGLISH.sub("artikel", question)
    found = tuple(entry for entry in find_citations(text) if isinstance(entry, ArticleCitation))
    rest = text if found else question
    for start, end in sorted({citation.span for citation in found}, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return Cited(found, rest)


def paragraph_begun(text: str) -> str:
    """Return the number of the paragraph that a passage begins; empty where it goes on with one."""
    match = _FIRST_OF_LID.match(text)
    return match[1].lower() if match else ""
