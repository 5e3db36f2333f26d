"""Whether a text names law that its sources do not hold. Pure."""

from collections.abc import Iterable

from src.dossier.models import CaseLaw, Source
from src.retrieval.citations import ArticleCitation, Citation, RulingCitation, find_citations


def is_grounded(text: str, sources: Iterable[Source]) -> bool:
    """Return whether every article and ruling that a text names is one of the sources or is named in one."""
    held = list(sources)
    named = [one for one in find_citations(text) if not any(_is(one, source) for source in held)]
    if not named:
        return True
    mentioned = [one for source in held for one in find_citations(source.content)]
    return all(any(_same(one, other) for other in mentioned) for one in named)


def _is(citation: Citation, source: Source) -> bool:
    if isinstance(source, CaseLaw):
        return isinstance(citation, RulingCitation) and citation.ecli == source.ecli
    return (
        isinstance(citation, ArticleCitation)
        and citation.article == source.article.lower()
        and citation.work in (None, source.work)
    )


def _same(citation: Citation, other: Citation) -> bool:
    if isinstance(citation, RulingCitation) or isinstance(other, RulingCitation):
        return isinstance(other, RulingCitation) and getattr(citation, "ecli", "") == other.ecli
    return citation.article == other.article and citation.work in (None, other.work)
