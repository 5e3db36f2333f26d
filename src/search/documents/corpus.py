"""The corpus of any documentation: what is indexed of a section, and how a question about it is read."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np
from pydantic import TypeAdapter

from src.language.code_names import identifiers
from src.search.arrays import Array
from src.search.corpus import Corpus, Field, Filters, Floor, ParsedQuery, TermRun, Weights
from src.search.documents import analysers
from src.search.documents.analysers import CODE, DUTCH, ENGLISH
from src.search.facts import KEYS, Facts, FactsShape, IndexEntry
from src.search.loaders.sections import Section

VERSION = "3"
"""Change this with what goes into a field: an older index is then rebuilt."""

FILES, VERSIONS = "files", "versions"
"""The directories of the files that sections were read from, and of the versions that they are part of."""

CODE_RUN = "code"
"""Origin of the run of the names in a query."""

LONGEST_QUERY = 10_000
"""Characters; what comes after is not read."""

LONGEST_TEXT = 2_000
"""Characters of a section that the vector of the whole is made of; what follows seldom changes what it is about."""

PASSAGE = 200
"""Characters of a passage, which has a vector of its own: a row of a table says little about the table."""

_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?;|]) +")
"""Cells of tables and clauses too: what has a vector is short, and an index that is there was cut so."""

SECTION: TypeAdapter[Section] = TypeAdapter(Section)

WEIGHTS = Weights(
    fields=(
        Field("title", 12.0, 0.35, in_a_row=True),
        Field("path", 2.0, 0.75),
        Field("body", 1.0, 0.5, in_a_row=True),
        Field("code", 0.25, 0.6, CODE),
        Field("search_words", 1.0, 0.3),
    ),
    k1=2.0,
    delta=0.2,
    bigrams=0.5,
    siblings=0.5,
)
"""Chosen on the development questions of two sets of documentation."""


def read(text: str, weights: Weights, terms: str = "") -> ParsedQuery:
    """Return what a query asks for: its words as English, as Dutch, and with identifiers in parts; these are pinned.

    ``terms`` are further words to find it by, one a line. A line of several words asks the same once more: what has
    most of that is as much about it. Nothing must have the others.
    """
    runs = [*_runs(text[:LONGEST_QUERY], 1.0)]
    for words in terms[:LONGEST_QUERY].split("\n"):
        same = is_wording(words)
        runs += _runs(words, 1.0 if same else weights.user_query, is_asked=same)
    pins = (
        key.lower()
        for words in (text, *terms.split("\n"))
        for key in (words.strip(), *identifiers(words[:LONGEST_QUERY]))
    )
    told = tuple(run for run in runs if run.terms)
    return ParsedQuery(told, tuple(key for key in dict.fromkeys(pins) if key))


def is_wording(term: str) -> bool:
    """Tell whether a term is the query in other words, and no name or option."""
    return " " in term.strip()


def _runs(text: str, weight: float, is_asked: bool = True) -> Iterator[TermRun]:
    words = analysers.telling_words(text)
    english = tuple(filter(None, map(analysers.english_term, words)))
    yield TermRun("english", weight, english, is_asked)
    yield TermRun("dutch", weight, tuple(filter(None, map(analysers.dutch_term, words))), is_asked)
    named = tuple(map(analysers.exact, identifiers(text)))
    if named:
        parts = map(analysers.english_term, analysers.words(analysers.in_parts(text)))
        yield TermRun(CODE_RUN, weight, (*filter(None, parts), *named), is_asked)


def without_names(asked: ParsedQuery) -> ParsedQuery:
    """Return a query without the run of the names in it, whose words its other runs have, too."""
    return replace(asked, runs=tuple(run for run in asked.runs if run.origin != CODE_RUN))


def page_of(section: Section) -> str:
    """Return what a section is part of: its file, or the page that its own id tells."""
    return section.own_id.partition("#")[0] or section.file


def counts(facts: Facts, filters: Filters) -> Array:
    """Tell of every section whether it is of the version that is asked for."""
    if filters.version is None:
        return facts.ones(bool)
    counting: Array = np.zeros(len(facts), bool)
    counting[facts.directories[VERSIONS].having(filters.version)] = True
    return counting


def entry_of(section: Section, file: str) -> IndexEntry:
    """Return what is indexed of a section that was read from a file, by the name of that in its collection."""
    title = section.headings[-1] if section.headings else PurePosixPath(section.file).stem
    page = page_of(section)
    place = " ".join((*section.headings[:-1], *PurePosixPath(page).with_suffix("").parts))
    language = analysers.language_of(f"{title}\n{section.text}")
    found = list(identifiers(f"{title}\n{section.text}"))
    return IndexEntry(
        id=section.id,
        texts={
            "title": title,
            "path": place,
            "body": section.text,
            "code": "\n".join(found),
            "search_words": section.search_words,
        },
        names={
            KEYS: tuple(dict.fromkeys(map(str.lower, (section.id, section.key, *found)))),
            FILES: (file,),
            VERSIONS: (section.version,),
        },
        group=f"{page}@{section.version}",
        language=language,
    )


def texts_to_encode(section: Section) -> Iterator[str]:
    """Yield what gets a vector of its own: the headings, what it is to be found by, the text, and its passages."""
    headings = " > ".join(section.headings)
    yield from filter(str.strip, (headings, *section.search_words.splitlines()))
    yield f"{headings}\n{section.text[:LONGEST_TEXT]}"
    own = section.headings[-1] if section.headings else ""
    if len(section.text) > PASSAGE:
        yield from (f"{own}\n{passage}" for passage in passages(section.text))


def passages(text: str) -> Iterator[str]:
    """Yield a text in passages: whole lines, or whole sentences of a long one, as many as are not too long."""
    passage = ""
    for line in filter(str.strip, text.split("\n")):
        for piece in [line] if len(line) <= PASSAGE else _BETWEEN_SENTENCES.split(line):
            if passage and len(passage) + len(piece) > PASSAGE:
                yield passage
                passage = ""
            passage = f"{passage} {piece}" if passage else piece
    yield passage


DOCUMENTS: Corpus[Section] = Corpus(
    name="documents",
    weights=WEIGHTS,
    floor=Floor(least=0.8, tail=0.1, shows_weak=True),
    read_query=read,
    parse=SECTION.validate_json,
    analysers={"en": ENGLISH, "nl": DUTCH},
    meaning={"en": 0.6, "nl": 0.6},
    shape=FactsShape(directories=(KEYS, FILES, VERSIONS)),
    counts=counts,
    most_pinned=5,
)
