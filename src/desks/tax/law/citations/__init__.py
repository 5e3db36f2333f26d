"""Finds citations of Dutch statutes and rulings in any text. Pure.

One pass over the words, so the time grows with the length of the text and with nothing else.
"""

from dataclasses import replace

from src.desks.tax.law.citations.articles import find_articles
from src.desks.tax.law.citations.model import (
    ArticleCitation,
    Citation,
    LjnCitation,
    Mention,
    ReportCitation,
    RulingCitation,
    Span,
)
from src.desks.tax.law.citations.rulings import ECLI, Plain, find_rulings
from src.desks.tax.law.laws import LawNames

__all__ = [
    "ECLI",
    "KNOWN_LAWS",
    "ArticleCitation",
    "Citation",
    "LjnCitation",
    "Mention",
    "ReportCitation",
    "RulingCitation",
    "Span",
    "find_citations",
    "find_mentions",
]

KNOWN_LAWS = LawNames()


def find_citations(
    text: str, laws: LawNames = KNOWN_LAWS, within: str | None = None
) -> tuple[Citation, ...]:
    """Return the articles and rulings that a text names so that they can be looked up, in the order of the text.

    ``within`` is the identifier of the law that the text is of: what ``deze wet`` means there.
    """
    return tuple(
        mention
        for mention in find_mentions(text, laws, within)
        if isinstance(mention, ArticleCitation | RulingCitation)
    )


def find_mentions(
    text: str, laws: LawNames = KNOWN_LAWS, within: str | None = None
) -> tuple[Mention, ...]:
    """Return all that a text cites, rulings by journal or by their former number included, in the order of the text."""
    plain = Plain(text)
    rulings = list(find_rulings(plain.text))
    articles = find_articles(
        _without(plain.text, [ruling.span for ruling in rulings]), laws, within
    )
    found: list[Mention] = [*rulings, *articles]
    found.sort(key=lambda mention: mention.span)
    if plain.text == text:
        return tuple(found)
    return tuple(replace(mention, span=plain.span(mention.span)) for mention in found)


def _without(text: str, spans: list[Span]) -> str:
    """Return the text with what is a ruling's already made blank."""
    pieces, at = [], 0
    for start, end in sorted(spans):
        pieces += [text[at:start], " " * (end - max(start, at))]
        at = max(at, end)
    return "".join([*pieces, text[at:]])
