"""What a text may state of law beside its sources: no rate, amount, date or article that they do not have. Pure."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from src.desks.tax.law import grounding
from src.desks.tax.law.citations import ArticleCitation, RulingCitation, find_citations
from src.desks.tax.law.parts import Kind, Measure, named_parts, parts_of
from src.desks.tax.sources import CaseLaw
from src.dossier.models import Source
from src.grounding.material import GENERATION, Addition, Bearing, Place
from src.language.numbers import FIRST, NOW, Notation, blank_at, blanked, is_same_day, quantities
from src.language.opposites import forms_beside
from src.language.sentences import split
from src.texts import beside

_form = forms_beside(__file__)

_ARTICLE_NUMBER = re.compile(r"[0-9]+[.:][0-9]+[a-z]*")


def unsupported(text: str, *sources: Source, notation: Notation = NOW) -> tuple[Measure, ...]:
    """Return what a claim measures or cites and none of its sources does, in the order of the claim."""
    wholes = [f"{source.title}\n{source.content}" for source in sources]
    held = [measure for whole in wholes for measure in measures(whole, notation)]
    of_kind = {(measure.kind, measure.value) for measure in held}
    values = {measure.value for measure in held}
    articles = {article for whole in wholes for article in _articles(whole) if notation.in_lists}
    lacking = [
        entry
        for entry in measures(text, notation)
        if (entry.kind, entry.value) not in of_kind
        and not (entry.kind in ("number", "amount") and entry.value in values)
        and not (entry.kind == "number" and entry.words in articles)
        and not (entry.kind == "date" and any(is_same_day(entry.value, value) for value in values))
    ]
    named = {_name(cited) for source in sources for cited in find_citations(source.content)}
    named |= {
        (None, source.ecli)
        if isinstance(source, CaseLaw)
        else (getattr(source, "work", ""), getattr(source, "article", "").lower())
        for source in sources
    }
    cited = [citation for citation in find_citations(text) if not _is_named(citation, named)]
    lacking += [Measure("law", "", " ".join(text[slice(*entry.span)].split())) for entry in cited]
    parts = named_parts(text)
    numbered = frozenset[str]().union(*map(parts_of, sources)) if parts else frozenset[str]()
    return (*lacking, *(part for part in parts if part.value not in numbered))


@lru_cache(maxsize=32)
def measures(text: str, notation: Notation = NOW) -> tuple[Measure, ...]:
    """Return every number, rate, amount and date of a text; those that are part of a citation are none."""
    blank = _form("reference").sub(blanked, text)
    blank = blank_at(blank, (part.span for part in (*find_citations(text), *named_parts(text))))
    return tuple(
        Measure(quantity.kind, quantity.value, " ".join(text[slice(*quantity.span)].split()))
        for quantity in quantities(blank, notation)
    )


def _articles(text: str) -> Iterator[str]:
    """Yield the numbers of articles that a text names, also those further on in a list: ``artikelen 3.31 en 3.34``."""
    for found in _form("reference").finditer(text):
        yield from _ARTICLE_NUMBER.findall(found[0])


def _name(citation: ArticleCitation | RulingCitation) -> tuple[str | None, str]:
    if isinstance(citation, RulingCitation):
        return (None, citation.ecli)
    return (citation.work, citation.article)


def _is_named(
    citation: ArticleCitation | RulingCitation, named: set[tuple[str | None, str]]
) -> bool:
    if _name(citation) in named:
        return True
    if isinstance(citation, RulingCitation):
        return False
    # "artikel 9" alone may be the source's own; and a source names its own law's articles without the law.
    alone = citation.work is None and citation.article in {article for _, article in named}
    return alone or (None, citation.article) in named


FORBIDDEN: Mapping[Kind, frozenset[Place]] = {
    kind: frozenset(places) for kind, places in beside(__file__, "bearing")["forbidden"].items()
}
"""Where nobody may state what of its own."""

APPEALS: frozenset[Place] = frozenset(("claim", "conclusion", "point"))
"""Where nobody may appeal to rulings that are not there."""

ONLY_SOURCES = ("law", "part")
"""What nobody's own case bears out."""

_OF_TAX = _form("of_tax")
"""What a rate is of that the law sets: 12 % of interest is a fact, 9 % of VAT is none, whoever tells it."""

_OWN = _form("own")
"""Tells of a holding or a loan of the user's own, up to its rate: "ik heb 6 %", "ik leen tegen 12 % rente"."""
_CLAUSE_ENDS = re.compile(
    r"[;:?]|,(?=\s)|\s(?=(?:and|en|but|maar|wh\w+|waar\w*|die|dat|that|how|hoe|wat|welke?)\b)"
)

MARKED = ("date", "amount", "number")
"""What a caveat may name of its own: it stays, with a mark."""


@dataclass(frozen=True)
class LawBearing(Bearing):
    """The ``Bearing`` of tax law."""

    generation: int = GENERATION

    def of(self, generation: int) -> Bearing:
        return LawBearing(generation)

    def ungrounded(self, text: str, sources: Sequence[Source]) -> Sequence[str]:
        return grounding.ungrounded(text, sources)

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        found = [self._addition(measure) for measure in self._lacking(text, sources, question)]
        if self.generation < 1:
            return found
        appeals = grounding.appeals_to_rulings(text, sources)
        return [*found, *(Addition(appeal, APPEALS) for appeal in appeals)]

    def _addition(self, measure: Measure) -> Addition:
        forbidden = FORBIDDEN[measure.kind]
        if self.generation and measure.kind in MARKED:
            return Addition(measure.words, forbidden - {"point"}, marked=True)
        return Addition(measure.words, forbidden)

    def _lacking(self, text: str, sources: Sequence[Source], question: str) -> list[Measure]:
        """Return what a text measures or cites and neither these sources nor, but for rates and law, the user has."""
        notation = NOW if self.generation else FIRST
        asked = (*measures(question, notation), *named_parts(question))
        told = {measure.value for measure in asked if measure.kind != "rate"}
        facts = measures(_stated(question), notation) if self.generation else ()
        rates = {fact.value for fact in facts if fact.kind == "rate"}
        return [
            one
            for one in unsupported(text, *sources, notation=notation)
            if one.kind in ONLY_SOURCES or not _is_told(one, rates if one.kind == "rate" else told)
        ]


def _stated(facts: str) -> str:
    """Return the sentences in which somebody tells of the case: no question, and none that names a tax.

    Clauses of a question that tell of a holding or a loan of the user's own count as well.
    """
    every = [each for line in facts.splitlines() for each in split(line)]
    told = (each for each in every if not ("?" in each or _OF_TAX.search(each)))
    clauses = (clause for each in every for clause in _CLAUSE_ENDS.split(each))
    own = (clause for clause in clauses if _OWN.search(clause) and not _OF_TAX.search(clause))
    return "\n".join([*told, *own])


def _is_told(measure: Measure, told: Collection[str]) -> bool:
    if measure.kind == "date":
        return any(is_same_day(measure.value, other) for other in told)
    return measure.value in told
