"""Which articles, and which paragraphs of them, a question names. Pure."""

import re
from dataclasses import dataclass

from src.desks.tax.law.citations import ArticleCitation, find_citations

_ORDINALS = "eerste tweede derde vierde vijfde zesde zevende achtste negende tiende".split()
_PARAGRAPH = re.compile(
    rf"\b(?:lid|leden|paragraph) (?P<number>\d+[a-z]?)\b|\b(?P<ordinal>{'|'.join(_ORDINALS)}) lid\b",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\b(?:articles?|sections?)\b", re.IGNORECASE)
_FIRST_OF_LID = re.compile(r"(\d+[a-z]?)\.\s")


@dataclass(frozen=True)
class Cited:
    """The articles that a question names, as ``BWBR0002320/47``, and what it asks besides."""

    articles: frozenset[str]
    loose: frozenset[str]
    """Article numbers that are named without a law."""
    paragraph: str
    """Its number; empty where none is named."""
    rest: str
    """The question without them."""

    def holds(self, source_id: str) -> bool:
        """Tell whether a source is one of the articles."""
        name = source_id.partition("@")[0].partition("#")[0].lower()
        return name in self.articles or name.rpartition("/")[2] in self.loose


def cited_in(question: str) -> Cited:
    """Return the articles that a question names."""
    text = _ENGLISH.sub("artikel", question)
    found = [one for one in find_citations(text) if isinstance(one, ArticleCitation)]
    paragraph = _PARAGRAPH.search(text) if found else None
    rest = text
    for start, end in sorted({one.span for one in found}, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return Cited(
        articles=frozenset(f"{one.work}/{one.article}".lower() for one in found if one.work),
        loose=frozenset(one.article.lower() for one in found if not one.work),
        paragraph=_number(paragraph) if paragraph else "",
        rest=_PARAGRAPH.sub(" ", rest) if found else question,
    )


def _number(match: re.Match[str]) -> str:
    if match["number"]:
        return match["number"].lower()
    return str(1 + _ORDINALS.index(match["ordinal"].lower()))


def paragraph_begun(text: str) -> str:
    """Return the number of the paragraph that a passage begins; empty where it goes on with one."""
    match = _FIRST_OF_LID.match(text)
    return match[1].lower() if match else ""
