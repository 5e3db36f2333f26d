"""What a text may state of law beside its sources: no rate, amount, date or article that they do not have. Pure.

The same of paragraphs and parts (``eerste lid``, ``onderdeel b``, ``box 3``): a source has one where it numbers it
itself, and where it names it, be it in another article: which of the two a claim means is not asked.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_lowercase
from typing import Literal

from src.desks.tax import knowledge
from src.desks.tax.law.citations import ArticleCitation, Citation, RulingCitation, find_citations
from src.desks.tax.law.citations.words import ORDINALS
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Source, is_of_client
from src.grounding.material import GENERATION, Addition, Bearing, Place
from src.language.numbers import (
    FIRST,
    NOW,
    Notation,
    blank_at,
    blanked,
    is_same_day,
    quantities,
    states_term,
)
from src.language.opposites import forms_beside
from src.language.sentences import split
from src.texts import beside

_form = forms_beside(__file__)


@cache
def compiled(form: str) -> re.Pattern[str]:
    """Return the pattern of a form; made when it is first asked for, as starts have no answers to look at."""
    return re.compile(form, re.IGNORECASE)


Kind = Literal["rate", "amount", "date", "number", "law", "part", "label"]
"""A ``part`` only a source can bear out: ``lid 2``; of a ``label`` a user may speak as well: ``box 3``."""

_PARTS = beside(__file__, "parts")
_PIECES = {
    **_PARTS["pieces"],
    "ordinals": "|".join(ORDINALS),
    "doubled": "|".join(2 * text for text in ascii_lowercase),
}


def _with_pieces(form: str) -> str:
    return re.sub("@([a-z]+)", lambda piece: _with_pieces(_PIECES[piece[1]]), form)


_FORMS = [(name, _with_pieces(form)) for name, forms in _PARTS["forms"].items() for form in forms]
_STEP = _with_pieces(_PARTS["step"]["of_a_list"])
_OF_AN_ARTICLE = ("lid", "onderdeel")

_OWN_NUMBER = re.compile(
    r"(?:^|(?<=[.;:]))[^\S\n]*\(?(?P<number>[0-9]{1,3}[a-z]{0,2})(?=[.)°º\s])", re.MULTILINE
)
_OWN_LETTER = re.compile(r"(?<![^\s(])(?P<letter>[a-z]{1,2})(?=[.)°º])")
"""How a text numbers its paragraphs and parts: ``1. ``, ``1 ``, ``a. ``; rather too much than too little."""


@dataclass(frozen=True)
class Measure:
    """A number, rate, amount, date, article or part of a text, and the words that name it."""

    kind: Kind
    value: str
    """Of a part in one form, whatever the language: ``lid 2``, ``onderdeel b``, ``box 3``."""
    words: str


@dataclass(frozen=True)
class Part(Measure):
    """A paragraph, part or division that a text names; its words stand at ``span``."""

    span: tuple[int, int]


def named_parts(text: str, *, implied: bool = False) -> tuple[Part, ...]:
    """Return what a text names, in its order; ``implied`` adds what lies between the ends of a range."""
    found = [
        Part(
            "part" if name in _OF_AN_ARTICLE else "label",
            f"{name} {value}",
            " ".join(match[0].split()),
            match.span(),
        )
        for name, form in _FORMS
        for match in compiled(form).finditer(text)
        for value in _values(name, match["list"], implied=implied)
    ]
    return tuple(sorted(found, key=lambda part: part.span))


def parts_of(source: Source) -> frozenset[str]:
    """Return what a source has: the paragraphs and parts that it numbers, and all that it names."""
    path = source.path if isinstance(source, Legislation) else ""
    named = named_parts(f"{source.title}\n{path}\n{source.content}", implied=True)
    written = [found["number"].lower() for found in _OWN_NUMBER.finditer(source.content)]
    numbers = {*written, *(number.rstrip(ascii_lowercase) for number in written)}  # "4e" is the 4th
    letters = {found["letter"] for found in _OWN_LETTER.finditer(source.content)}
    return frozenset(
        (
            *(part.value for part in named),
            *(f"lid {number}" for number in numbers),
            *(f"onderdeel {letter}" for letter in letters),
        )
    )


def _values(name: str, listed: str, *, implied: bool) -> Iterator[str]:
    if name not in _OF_AN_ARTICLE:
        yield listed.lower()
        return
    before, in_range = "", False
    for step in compiled(_STEP).finditer(listed):
        if step["range"]:
            in_range = True
            continue
        word = (step["ordinal"] or step["number"] or step["letter"]).lower()
        value = ORDINALS.get(word) or (re.sub(r"\D", "", word) if step["ordinal"] else word)
        if implied and in_range:
            yield from _between(before, value)
        yield value
        before, in_range = value, False


def _between(first: str, last: str) -> Iterator[str]:
    if first.isdecimal() and last.isdecimal():
        yield from map(str, range(int(first) + 1, min(int(last), int(first) + 100)))
    elif len(first) == len(last) == 1:
        yield from map(chr, range(ord(first) + 1, ord(last)))


_ARTICLE_NUMBER = re.compile(r"[0-9]+[.:][0-9]+[a-z]*")


def unsupported(text: str, *sources: Source, notation: Notation = NOW) -> tuple[Measure, ...]:
    """Return what a claim measures or cites and none of its sources does, in the order of the claim."""
    wholes = [_whole(source) for source in sources]
    held = [measure for whole in wholes for measure in measures(whole, notation)]
    of_kind = {(measure.kind, measure.value) for measure in held}
    values = {measure.value for measure in held}
    listed = [found[0] for whole in wholes for found in _form("reference").finditer(whole)]
    # Those further on in a list, too: ``artikelen 3.31 en 3.34``.
    articles = set(_ARTICLE_NUMBER.findall("\n".join(listed))) if notation.in_lists else set()
    lacking = [
        entry
        for entry in measures(text, notation)
        if (entry.kind, entry.value) not in of_kind
        and not (entry.kind in ("number", "amount") and entry.value in values)
        and not (entry.kind == "number" and entry.words in articles)
        and not (entry.kind == "date" and any(is_same_day(entry.value, value) for value in values))
    ]
    named = {_name(cited) for source in sources for cited in find_citations(source.content)}
    named |= {_called(source) for source in sources}
    cited = [citation for citation in find_citations(text) if not _is_named(citation, named)]
    lacking += [Measure("law", "", " ".join(text[slice(*entry.span)].split())) for entry in cited]
    parts = named_parts(text)
    numbered = frozenset[str]().union(*map(parts_of, sources)) if parts else frozenset[str]()
    return (*lacking, *(part for part in parts if part.value not in numbered))


def _whole(source: Source) -> str:
    """Return all that a source says, with the year that its text is of: "the rate of 2026"."""
    years = [str(source.as_of.year)] if source.as_of and not is_of_client(source) else []
    return "\n".join([source.title, source.content, source.heading, *years])


@lru_cache(maxsize=32)
def measures(text: str, notation: Notation = NOW) -> tuple[Measure, ...]:
    """Return every number, rate, amount and date of a text; those that are part of a citation are none."""
    blank = _form("reference").sub(blanked, text)
    blank = blank_at(blank, (part.span for part in (*find_citations(text), *named_parts(text))))
    return tuple(
        Measure(quantity.kind, quantity.value, " ".join(text[slice(*quantity.span)].split()))
        for quantity in quantities(blank, notation)
    )


def _name(citation: Citation) -> tuple[str | None, str]:
    if isinstance(citation, RulingCitation):
        return (None, citation.ecli)
    return (citation.work, citation.article)


def _called(source: Source) -> tuple[str | None, str]:
    """Return what a source is named by: its law and article, or for a ruling its ECLI alone."""
    if isinstance(source, CaseLaw):
        return (None, source.ecli)
    return (getattr(source, "work", ""), getattr(source, "article", "").lower())


def _is_same(named: tuple[str | None, str], held: tuple[str | None, str]) -> bool:
    """Tell whether one name stands for another: an article alone may be of any law."""
    return named[1] == held[1] and named[0] in (None, held[0])


def _is_named(citation: Citation, named: set[tuple[str | None, str]]) -> bool:
    # "artikel 9" alone may be the source's own; and a source names its own law's articles without the law.
    own = _name(citation)
    return any(_is_same(own, other) or _is_same(other, own) for other in named)


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


def ungrounded(text: str, sources: Sequence[Source]) -> list[str]:
    """Return every article, ruling and report that a text names and that is no source and is named in none."""
    # What only lies between the ends of a range is not named.
    stated = (
        citation
        for citation in find_citations(text)
        if isinstance(citation, RulingCitation) or not citation.implied
    )
    named = [citation for citation in stated if not _is_held(citation, text, sources)]
    reports = [" ".join(report.split()) for report in _REPORTS.findall(text)]
    if not (named or reports):
        return []
    # In a law ``deze wet`` is that law.
    works = (source.work if isinstance(source, Legislation) else None for source in sources)
    texts = zip(sources, works, strict=True)
    mentioned = {
        _name(found) for of, work in texts for found in find_citations(of.content, within=work)
    }
    contents = " ".join(" ".join(source.content.split()) for source in sources)
    lacking = [each for each in named if not any(_is_same(_name(each), one) for one in mentioned)]
    unreported = (word for word in reports if word not in contents)
    return [*(" ".join(text[slice(*citation.span)].split()) for citation in lacking), *unreported]


def appeals_to_rulings(text: str, sources: Sequence[Source]) -> list[str]:
    """Return the words by which a text appeals to an authority, where no source is a ruling or names that one."""
    if any(isinstance(source, CaseLaw) for source in sources):
        return []
    contents = "\n".join(source.content for source in sources)
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
    return any(_is_same(_name(citation), _called(source)) for source in sources)


@dataclass(frozen=True)
class LawBearing(Bearing):
    """The ``Bearing`` of tax law."""

    generation: int = GENERATION

    def of(self, generation: int) -> Bearing:
        return LawBearing(generation)

    def ungrounded(self, text: str, sources: Sequence[Source]) -> Sequence[str]:
        return ungrounded(text, sources)

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        found = [self._addition(measure) for measure in self._lacking(text, sources, question)]
        if self.generation < 1:
            return found
        appeals = appeals_to_rulings(text, sources)
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
