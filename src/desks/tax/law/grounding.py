"""Whether a text names law that its sources do not hold. Pure."""

import re
from collections.abc import Iterable, Sequence

from src.desks.tax import knowledge
from src.desks.tax.law.citations import ArticleCitation, Citation, RulingCitation, find_citations
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Source
from src.language.numbers import states_term
from src.language.opposites import forms_beside
from src.texts import beside

_form = forms_beside(__file__)

_LAW_BEHIND = re.compile(
    r"[\s,]*(?:(?:van|of|uit|in) )?(?:(?:de|het|the) )?(?:[A-Z]\w+ )?(?:\w*[Ww]et|Besluit|Regeling|Act)\b"
)
"""A law named behind an article, one that nobody knows by that name included."""

_REPORTS = _form("reports")
_APPEALS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in beside(knowledge.__file__, "authorities")["named"]
)
"""The same authority in both languages: a source in either that names it lets a text name it in the other."""
_MEASURES = _form("measures")


def ungrounded(text: str, sources: Iterable[Source]) -> list[str]:
    """Return every article, ruling and report that a text names and that is no source and is named in none."""
    held = list(sources)
    # What only lies between the ends of a range is not named.
    stated = (
        citation
        for citation in find_citations(text)
        if isinstance(citation, RulingCitation) or not citation.implied
    )
    named = [citation for citation in stated if not _is_held(citation, text, held)]
    reports = [" ".join(report.split()) for report in _REPORTS.findall(text)]
    if not (named or reports):
        return []
    # In a law ``deze wet`` is that law.
    works = (source.work if isinstance(source, Legislation) else None for source in held)
    texts = zip(held, works, strict=True)
    mentioned = [each for of, work in texts for each in find_citations(of.content, within=work)]
    contents = " ".join(" ".join(source.content.split()) for source in held)
    lacking = [entry for entry in named if not any(_is_same(entry, other) for other in mentioned)]
    unreported = (word for word in reports if word not in contents)
    return [*(" ".join(text[slice(*citation.span)].split()) for citation in lacking), *unreported]


def appeals_to_rulings(text: str, sources: Iterable[Source]) -> list[str]:
    """Return the words by which a text appeals to an authority, where no source is a ruling or names that one."""
    held = list(sources)
    if any(isinstance(source, CaseLaw) for source in held):
        return []
    contents = "\n".join(source.content for source in held)
    unheard = [appeal for appeal in _APPEALS if not appeal.search(contents)]
    return list(
        dict.fromkeys(" ".join(each[0].split()) for form in unheard for each in form.finditer(text))
    )


def states_measure(text: str) -> bool:
    """Return whether a text names a rate, an amount or a term."""
    return _MEASURES.search(text) is not None or states_term(text)


def _is_held(citation: Citation, text: str, sources: Sequence[Source]) -> bool:
    nameless = isinstance(citation, ArticleCitation) and citation.work is None
    if nameless and _LAW_BEHIND.match(text[citation.span[1] :]):
        return False  # "artikel 6:7" alone may be any law's; "artikel 6:7 Wet Atlantis" is a law that is not here
    return any(_is(citation, source) for source in sources)


def _is(citation: Citation, source: Source) -> bool:
    if isinstance(source, CaseLaw):
        return isinstance(citation, RulingCitation) and citation.ecli == source.ecli
    return (
        isinstance(source, Legislation)
        and isinstance(citation, ArticleCitation)
        and citation.article == source.article.lower()
        and citation.work in (None, source.work)
    )


def _is_same(citation: Citation, other: Citation) -> bool:
    if isinstance(citation, RulingCitation) or isinstance(other, RulingCitation):
        return isinstance(other, RulingCitation) and getattr(citation, "ecli", "") == other.ecli
    return citation.article == other.article and citation.work in (None, other.work)
