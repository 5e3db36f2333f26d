"""Sources at hand, work items or sections, searched by words and by meaning: an index of the engine, held in memory."""

import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from src.desks.backlog.artifacts import Related
from src.desks.backlog.tracker_item import body_of
from src.dossier.models import SourceBase
from src.language.glossary import Glossary, read_glossary
from src.places import SHIPPED
from src.search.arrays import Array
from src.search.corpus import EVERYTHING, Corpus, Field, Floor, ParsedQuery, TermRun, Weights
from src.search.documents.analysers import (
    DUTCH,
    ENGLISH,
    dutch_term,
    english_term,
    language_of,
    telling_words,
)
from src.search.encoder import Rows
from src.search.facts import KEYS, IndexEntry
from src.search.index import Index
from src.search.index_writer import IndexWriter
from src.search.known_words import plain
from src.search.ranking import MOST_TERMS

WEIGHTS = Weights(
    fields=(Field("title", 2.0, 0.3), Field("body", 1.0, 0.3)),
    k1=1.2,
    delta=0.5,
    pinned=False,
    bigrams=0.0,
    siblings=0.0,
)

MEANING = 0.4
"""The share of meaning in a score, where there are vectors."""

CHANCE = 0.35
"""The cosine of texts that have nothing to do with each other."""

LONGEST_TEXT = 2_000
"""Characters of a text that its vector is made of."""


TRANSLATED = 0.7
"""A word in English of a Dutch text, against the text's own."""

BATCH = 1_000
"""Texts whose vectors are made at once: what that takes in between is a hundred times the vectors."""

LONGEST_QUERY = 10_000
"""Characters of a text that are searched by."""

GLOSSARIES = [
    SHIPPED / "data" / "glossaries" / name for name in ("work-nl-en.txt", "docs-nl-en.txt")
]
_WORD = re.compile(r"[a-z]{2,}")
_SAYS_NOTHING = frozenset({"to", "the", "of", "be", "for"})


@lru_cache(20_000)
def in_english(word: str) -> tuple[str, ...]:
    """Return the English words of a Dutch one, in lower case, also of a compound of two; none for an unknown word."""
    meaning = _glossary().meaning(plain(word)).lower()
    return tuple(english for english in _WORD.findall(meaning) if english not in _SAYS_NOTHING)


@cache
def _glossary() -> Glossary:
    return read_glossary(*(path.read_text(encoding="utf-8") for path in GLOSSARIES))


def variants(text: str) -> list[tuple[str, ...]]:
    """Return for each different telling word of a text the terms that it may stand as: its own first."""
    language = language_of(text)
    own, other = (dutch_term, english_term) if language == "nl" else (english_term, dutch_term)
    made = []
    for word in dict.fromkeys(telling_words(text[:LONGEST_QUERY])):
        meant = in_english(word) if language == "nl" else ()
        terms = (own(word), other(word), *map(english_term, meant))
        made.append(tuple(dict.fromkeys(filter(None, terms))))
    return [pair for pair in made if pair]


def _read(text: str, weights: Weights, also: str = "") -> ParsedQuery:  # noqa: ARG001  # the shape of a corpus's reader
    every = variants(text)
    meant = tuple(term for terms in every for term in terms[1:])
    own = TermRun("own", 1.0, tuple(terms[0] for terms in every))
    return ParsedQuery((own, TermRun("meant", TRANSLATED, meant, is_asked=False)))


SOURCES: Corpus[bytes] = Corpus(
    name="backlog",
    weights=WEIGHTS,
    floor=Floor(least=0.0, tail=0.0),
    read_query=_read,
    parse=bytes,
    analysers={"en": ENGLISH, "nl": DUTCH},
    ranked_whole=True,
)


class SourceIndex:
    """Sources that are searched: each by its title and the rest of its text."""

    def __init__(self, sources: Sequence[SourceBase], rows: Rows | None = None) -> None:
        """Index sources; ``rows`` makes vectors of texts, without which search goes by words alone."""
        self._sources = tuple(sources)
        self._rows = rows
        self._index = _indexed(self._sources) if self._sources else None
        self._vectors, self._owners = _vectors(self._sources, rows)

    def related(self, text: str, limit: int = 10) -> tuple[Related, ...]:
        """Return the nearest sources, best first; scores are of the text against a source over itself, 0 to 1."""
        return self._best(self.scores(text), limit)

    def _best(self, scores: Array, limit: int) -> tuple[Related, ...]:
        best = np.argsort(-scores, kind="stable")[:limit]
        return tuple(
            Related(id=self._sources[at].id, score=round(float(scores[at]), 4))
            for at in best
            if scores[at] > 0
        )

    def scores(self, text: str) -> Array:
        """Return the score of each source in its order."""
        if self._index is None:
            return np.zeros(0, np.float32)
        asked = _read(text, WEIGHTS)
        own = self._own_score(text)
        found = self._index.best(asked, 1, EVERYTHING, WEIGHTS).by_words
        by_words: Array = np.minimum(found / own, 1.0) if own else found * 0
        if self._rows is None:
            return by_words
        together: Array = (1 - MEANING) * by_words + MEANING * self._near(text)
        return together

    def _own_score(self, text: str) -> float:
        """Return what the text would score, were it a source: also words count that no source has."""
        assert self._index
        ranking = self._index.ranking
        telling = []
        for terms in variants(text):
            known = [ranking.rarity(term) for term in terms if ranking.frequency(term)]
            telling.append(max(known, default=ranking.rarest))
        occurrences = WEIGHTS.fields[0].weight
        most = occurrences * (WEIGHTS.k1 + 1) / (occurrences + WEIGHTS.k1) + WEIGHTS.delta
        return sum(sorted(telling, reverse=True)[:MOST_TERMS]) * most

    def _near(self, text: str) -> Array:
        """Return how near each source is by meaning: by its title or its whole text, whichever is nearer."""
        assert self._rows
        row = self._rows([text[:LONGEST_TEXT]])[0]
        near = np.zeros(len(self._sources), np.float32)
        np.maximum.at(near, self._owners, (self._vectors @ row - CHANCE) / (1 - CHANCE))
        return near


def _indexed(sources: Sequence[SourceBase]) -> Index[bytes]:
    """Return an index that is read into memory; its files are gone."""
    with tempfile.TemporaryDirectory(prefix="tess-backlog-") as folder:
        writer = IndexWriter(Path(folder) / "index", SOURCES)
        for source in sources:
            language = language_of(source.content)
            texts = {"title": source.title, "body": body_of(source)}
            entry = IndexEntry(source.id, texts, {KEYS: (source.id,)}, language=language)
            writer.add(entry, b"{}")
        writer.save()
        return Index(Path(folder) / "index", SOURCES, mapped=False)


def _texts(source: SourceBase) -> Iterator[str]:
    """Yield what gets a vector of its own: the title, and all of it."""
    yield source.title
    body = body_of(source)
    if body:
        yield f"{source.title}\n{body}"[:LONGEST_TEXT]


def vectors_of(source: SourceBase, rows: Rows) -> dict[str, list[float]]:
    """Return the vectors that a source is searched by: of its ``title`` and, where it says more, of its ``text``."""
    made = rows([*_texts(source)])
    names = ("title", "text")
    return {name: [round(float(entry), 6) for entry in row] for name, row in zip(names, made)}  # noqa: B905  # a title may be all


def _vectors(sources: Sequence[SourceBase], rows: Rows | None) -> tuple[Array, Array]:
    told = [(at, text) for at, source in enumerate(sources) for text in _texts(source)]
    if rows is None or not told:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.intp)
    owners, texts = zip(*told, strict=True)
    batches = (texts[at : at + BATCH] for at in range(0, len(texts), BATCH))
    return np.concatenate([rows(batch) for batch in batches]), np.array(owners, np.intp)
