"""The corpus of any documentation: what is indexed of a section, and how a question about it is read."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from pydantic import TypeAdapter

from src.search.corpus import Corpus, Field, Floor, Weights
from src.search.documents import analysers
from src.search.documents.analysers import CODE, DUTCH, ENGLISH
from src.search.facts import KEYS, FactsShape, IndexEntry
from src.search.loaders.sections import Section
from src.search.query import ParsedQuery, TermRun

VERSION = "1"
"""Change this with what goes into a field: an older index is then rebuilt."""

FILES, PAGES = "files", "pages"
"""The directories of the files that sections were read from, and of their pages, of which a file may hold many."""

LONGEST_QUERY = 10_000
"""Characters; what comes after is not read."""

SECTION: TypeAdapter[Section] = TypeAdapter(Section)

WEIGHTS = Weights(
    fields=(
        Field("title", 7.0, 0.5, in_a_row=True),
        Field("path", 1.0, 0.75),
        Field("body", 1.0, 0.5, in_a_row=True),
        Field("code", 0.25, 0.3, CODE),
        Field("search_words", 1.0, 0.3),
    ),
    delta=0.2,
    bigrams=0.5,
    siblings=0.5,
)
"""Chosen on the development questions of two sets of documentation."""


def read(text: str, weights: Weights, user_query: str = "") -> ParsedQuery:
    """Return what a query asks for: its words as English, as Dutch, and with identifiers in parts; these are pinned."""
    wordings = [(text, 1.0), (user_query, weights.user_query)] if user_query else [(text, 1.0)]
    runs = [
        run
        for words, weight in wordings
        for run in _runs(words[:LONGEST_QUERY], weight)
        if run.terms
    ]
    pins = (
        key.lower()
        for words, _ in wordings
        for key in (words.strip(), *analysers.identifiers(words[:LONGEST_QUERY]))
    )
    return ParsedQuery(tuple(runs), tuple(dict.fromkeys(pins)))


def _runs(text: str, weight: float) -> Iterator[TermRun]:
    words = analysers.words(text)
    yield TermRun("english", weight, tuple(filter(None, map(analysers.english_term, words))))
    yield TermRun("dutch", weight, tuple(filter(None, map(analysers.dutch_term, words))))
    named = tuple(map(analysers.exact, analysers.identifiers(text)))
    if named:
        parts = map(analysers.english_term, analysers.words(analysers.in_parts(text)))
        yield TermRun("code", weight, (*filter(None, parts), *named))


def entry_of(section: Section, file: str) -> IndexEntry:
    """Return what is indexed of a section that was read from a file."""
    title = section.headings[-1] if section.headings else PurePosixPath(section.file).stem
    page = section.own_id.partition("#")[0] or section.file
    place = " ".join((*section.headings[:-1], *PurePosixPath(page).with_suffix("").parts))
    language = analysers.language_of(f"{title}\n{section.text}")
    found = list(analysers.identifiers(f"{title}\n{section.text}"))
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
            KEYS: tuple(dict.fromkeys((section.id.lower(), *map(str.lower, found)))),
            FILES: (file,),
            PAGES: (page,),
        },
        group=page,
        language=language,
    )


DOCUMENTS: Corpus[Section] = Corpus(
    name="documents",
    weights=WEIGHTS,
    floor=Floor(least=0.8, tail=0.1),
    read_query=read,
    parse=SECTION.validate_json,
    analysers={"en": ENGLISH, "nl": DUTCH},
    meaning={"en": 0.3, "nl": 0.3},
    shape=FactsShape(directories=(KEYS, FILES, PAGES)),
    most_pinned=5,
)
