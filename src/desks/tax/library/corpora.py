"""The corpora of law as the engine's search is told of them: what is kept of a source, floors, priors, versions."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial

import numpy as np

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library import documents, dutch, english
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.dutch import DUTCH
from src.desks.tax.library.english import ENGLISH
from src.desks.tax.library.in_force import InForce
from src.desks.tax.library.passages import KINDS, Kind
from src.desks.tax.library.query import read
from src.desks.tax.sources import SOURCE, CaseLaw, Legislation
from src.search.arrays import Array
from src.search.corpus import Corpus, Floor, Prior, QuestionReading
from src.search.facts import CITES, KEYS, Facts, FactsShape, IndexEntry
from src.texts import beside


def _pairs() -> Iterator[tuple[str, str]]:
    term_in = {"dutch": dutch.term, "english": english.term}
    for language, lines in beside(__file__, "alike").items():
        for line in lines.strip().splitlines():
            terms = [text for text in map(term_in[language], line.split()) if text]
            yield from ((text, terms[0]) for text in terms)


ALIKE = dict(_pairs())
"""Each term with the one that stands for all that are alike."""


SHAPE = FactsShape(
    directories=(KEYS, CITES, "versions"),
    numbers={"standings": np.uint8, "days": np.int32, "since": np.int32},
    group="articles",
)

FLOORS: dict[Kind, Floor] = {
    "legislation": Floor(least=2.55, tail=0.25, unknown=0.8, shows_weak=True),
    "case_law": Floor(least=1.6, tail=0.5),  # a ruling that only touches on it is no help
}

MOSTLY = 0.8
"""Share of what a question finds first that must be tax law for tax law to count for more."""

MEANING: dict[Kind, Mapping[str, float]] = {"legislation": {"nl": 0.4, "en": 0.3}}
"""The share of meaning by language of the question, chosen on the development questions. There are none on rulings."""

ASKED: dict[Kind, QuestionReading] = {
    "legislation": QuestionReading({"nl": DUTCH, "en": ENGLISH}, ALIKE)
}
"""How the questions are read that sentences of digests are known to answer. Nobody has asked any of rulings."""


def corpus_of(
    kind: Kind, laws: LawNames, versions: Mapping[str, Sequence[date]]
) -> Corpus[Legislation | CaseLaw]:
    """Return the corpus of one kind of law, in a library with laws of these names and versions."""
    return Corpus(
        name=kind,
        weights=PRODUCT,
        floor=FLOORS[kind],
        read_query=partial(read, laws),
        parse=SOURCE.validate_json,
        meaning=MEANING.get(kind, {}),
        asked=ASKED.get(kind),
        shape=SHAPE,
        prior=Prior(_factors, _is_after_tax_law),
        counts=InForce(versions),
    )


def unread_corpora() -> dict[Kind, Corpus[Legislation | CaseLaw]]:
    """Return the corpora of a library of which no law is known yet, to write it."""
    return {kind: corpus_of(kind, LawNames({}), {}) for kind in KINDS}


def entry_of(source: Legislation | CaseLaw, expansion: documents.Expansion) -> IndexEntry:
    """Return what is indexed of a source."""
    day, since = documents.days_of(source)
    version = documents.version_of(source)
    return IndexEntry(
        id=source.id,
        texts=documents.fields_of(source, expansion),
        names={
            KEYS: (documents.key_of(source),),
            CITES: tuple(map(str.lower, source.cites)) if isinstance(source, CaseLaw) else (),
            "versions": (version,) if version else (),
        },
        numbers={"standings": documents.prior_of(source), "days": day, "since": since},
        group=documents.article_of(source),
        asked=documents.questions_of(expansion),
    )


def texts_to_encode(source: Legislation | CaseLaw, expansion: documents.Expansion) -> Iterator[str]:
    """Yield what of a source gets a vector of its own: its headings, and each phrase that people look for it by.

    Not its text, which is about too much at once.
    """
    if isinstance(source, Legislation):
        yield f"{source.law} {source.heading or source.path.split(' > ')[-1]}"
    if expansion.digest:
        yield expansion.digest.heading
    if expansion.words:
        yield from expansion.words.phrases


def _is_after_tax_law(facts: Facts, first: Sequence[int]) -> bool:
    """Tell whether a query that finds these first, by its words alone, is one of tax."""
    is_tax = facts.numbers["standings"][list(first)] >= documents.TAX
    return bool(len(is_tax) and is_tax.mean() >= MOSTLY)


def _factors(facts: Facts, weights: Configuration) -> Array:
    factors = np.ones(documents.CORE + 1, np.float32)
    factors[documents.TAX :] *= weights.tax_prior
    factors[documents.CORE] *= weights.core_prior
    found: Array = factors[facts.numbers["standings"]]
    return found
