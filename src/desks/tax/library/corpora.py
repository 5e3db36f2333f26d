"""The corpora of law as the engine's search is told of them: what is kept of a source, what counts on a day, priors."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial

import numpy as np

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library import documents, dutch, english
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.documents import key_of_id
from src.desks.tax.library.dutch import DUTCH
from src.desks.tax.library.english import ENGLISH
from src.desks.tax.library.passages import Kind
from src.desks.tax.library.query import read
from src.desks.tax.sources import SOURCE, CaseLaw, Legislation
from src.search.arrays import Array
from src.search.corpus import Corpus, Filters, Floor, Prior, QuestionReading
from src.search.facts import CITES, KEYS, Facts, FactsShape, IndexEntry
from src.texts import beside

_DAYS_REMEMBERED = 8


class InForce:
    """Tells which documents of one index count on a day: all but other versions than that in force."""

    def __init__(self, versions: Mapping[str, Sequence[date]]) -> None:
        """Take the days from which the versions of each law are in force, oldest first."""
        self._versions = versions
        self._known: dict[date, Array] = {}

    def __call__(self, facts: Facts, filters: Filters) -> Array:
        """Return for each document whether it counts.

        A library seldom has every version of a law. Where the text of an article in a later version applied on the
        day already, that counts, and not the older one, which may have been replaced by then.
        """
        day = filters.day or datetime.now(UTC).date()
        known = self._known.get(day)
        if known is not None:
            return known
        counts = facts.ones(bool)
        for work, dates in self._versions.items():
            in_force = version_in_force(dates, day)
            for begin in dates:
                if begin != in_force:
                    counts[facts.directories["versions"].find(f"{work}@{begin}")] = False
        for texts, applied in list(_applied_already(facts, day, counts)):
            counts[texts] = False
            counts[applied] = True
        if len(self._known) > _DAYS_REMEMBERED:
            self._known.clear()
        self._known[day] = counts
        return counts


def version_in_force(dates: Sequence[date], as_of: date | None) -> date:
    """Return which of a law's versions counts on a day (default: today); the earliest where all begin later."""
    day = as_of or datetime.now(UTC).date()
    return max((begin for begin in dates if begin <= day), default=dates[0])


def _applied_already(
    facts: Facts, day: date, counts: Array
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield for each article whose text in a later version applied on a day already: all its texts, and that.

    ``counts`` tells which documents count by the dates of their versions. A text may be in several documents; it
    is given only where all of them applied. The earliest of several such versions is given.
    """
    on = day.toordinal()
    days, since = facts.numbers["days"], facts.numbers["since"]
    applied = (since > 0) & (since <= on)
    later = np.flatnonzero((days > on) & applied & ~counts)
    for key in dict.fromkeys(key_of_id(facts.id(int(number))) for number in later):
        texts = [number for number in facts.with_key(key) if days[number]]
        for begin in sorted({int(days[number]) for number in texts}):
            version = [number for number in texts if days[number] == begin]
            if begin > on and applied[version].all():
                yield texts, version
                break


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


def entry_of(source: Legislation | CaseLaw, expansion: documents.Expansion) -> IndexEntry:
    """Return what is indexed of a source."""
    version, day, since = documents.version_of(source)
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


def _factors(facts: Facts, weights: Configuration, some: Array) -> Array:
    factors = np.ones(documents.CORE + 1, np.float32)
    factors[documents.TAX :] *= weights.tax_prior
    factors[documents.CORE] *= weights.core_prior
    found: Array = factors[facts.numbers["standings"][some]]
    return found
