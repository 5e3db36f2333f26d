"""What other sources say around a citation of an article: the words by which it is known."""

import re
from collections.abc import Iterator

from src.desks.tax.law.citations import ArticleCitation, find_citations
from src.desks.tax.law.laws import LawNames
from src.desks.tax.sources import CaseLaw, Legislation

BEFORE, AFTER = 150, 200
"""Characters around a citation that are taken as said about it, less where the line ends."""

_MENTION = re.compile(r"\bart(?:ikel(?:en)?|t?s?)\b", re.IGNORECASE)
_REACH = 250
"""Characters around the word ``artikel`` in which the whole citation stands."""


def citing_contexts(source: Legislation | CaseLaw, laws: LawNames) -> Iterator[tuple[str, str]]:
    """Yield the key of each article that a source cites, with the words around the citation.

    An article without a law's name is one of the source's own law, unless another law was meant ("van de wet" in a
    regulation); those are left out.
    """
    own = source.work if isinstance(source, Legislation) else ""
    own_key = (
        f"{own}/{source.article}".lower() if isinstance(source, Legislation) else source.id.lower()
    )
    for passage in _passages(source.content):
        for citation in find_citations(passage, laws):
            if not isinstance(citation, ArticleCitation):
                continue
            work = citation.work or own
            key = f"{work}/{citation.article}".lower()
            if work and key != own_key:
                start, end = citation.span
                yield key, f"{passage[max(0, start - BEFORE) : start]} {passage[end : end + AFTER]}"


def _passages(text: str) -> Iterator[str]:
    """Yield the lines, or parts of long ones, that may cite an article."""
    for line in text.split("\n"):
        reach = 0
        start = 0
        for mention in _MENTION.finditer(line):
            if mention.start() - _REACH > reach and reach:
                yield line[start:reach]
                reach = 0
            if not reach:
                start = max(0, mention.start() - _REACH)
            reach = mention.end() + _REACH
        if reach:
            yield line[start:reach]
