"""Questions that documents are known to answer: a document counts for the one of them that a query is most like.

They have an index of their own, as what is rare in texts is common in questions: "euro" tells nothing there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

import numpy as np

from src.search.arrays import Array, Strings, load, save
from src.search.corpus import ParsedQuery, QuestionReading

LOOKED_UP = 10_000
"""Terms of which it is remembered where they stand."""

UNKNOWN = 0.5
"""A word that no question has, against one that a single question has."""


class AskedWriter:
    """Takes the questions of documents, and writes the terms of each."""

    def __init__(self, asked: QuestionReading) -> None:
        self._asked = asked
        self._numbers: dict[frozenset[str], int] = {}
        self._links: list[tuple[int, int]] = []

    def add(self, document: int, questions: Mapping[str, Sequence[str]]) -> None:
        """Take the questions that a document answers, by language; versions of one share theirs."""
        for language, texts in questions.items():
            analyser = self._asked.analysers[language]
            for text in texts:
                found = (analyser.term(word) for word in analyser.words(text))
                if terms := frozenset(told(filter(None, found), self._asked.alike)):
                    number = self._numbers.setdefault(terms, len(self._numbers))
                    self._links.append((document, number))

    def save(self, folder: Path) -> None:
        """Write all of it."""
        having = Counter(chain.from_iterable(self._numbers))
        terms = sorted(having, key=str.encode)
        rarity = _rarity(len(self._numbers), np.array([having[term] for term in terms], np.float64))
        rows: dict[str, list[int]] = {term: [] for term in terms}
        for of_question, number in self._numbers.items():
            for text in of_question:
                rows[text].append(number)
        Strings.save(folder, "asked", map(str.encode, terms))
        save(folder, "asked-starts", np.cumsum([0, *map(len, rows.values())], dtype=np.int64))
        questions = np.array(list(chain.from_iterable(rows.values())), np.int32)
        save(folder, "asked-questions", questions)
        save(folder, "asked-rarity", rarity)
        links = np.array(sorted(self._links), np.int32).reshape(-1, 2)
        save(folder, "asked-links", links)


class AskedQuestions:
    """The questions of one index, open for reading."""

    def __init__(self, folder: Path, asked: QuestionReading, mapped: bool) -> None:
        """Open the questions in a folder."""
        self._alike = asked.alike
        self._find = lru_cache(LOOKED_UP)(Strings.load(folder, "asked", mapped).find)
        self._starts = load(folder, "asked-starts", mapped)
        self._questions = load(folder, "asked-questions", mapped).astype(np.intp)
        self._weights: Array = load(folder, "asked-rarity", mapped).astype(np.float64) ** 2
        documents, self._links = load(folder, "asked-links", mapped).T.astype(np.intp)
        self._documents, self._firsts = np.unique(documents, return_index=True)
        of_each = np.repeat(self._weights, np.diff(self._starts))
        self._lengths: Array = np.bincount(self._questions, of_each)
        unknown = _rarity(len(self._lengths), np.zeros(1))
        self._unknown = float(UNKNOWN * unknown[0]) ** 2

    def near(self, asked: ParsedQuery, documents: int) -> Array:
        """Return how near each of so many documents is: the square of the cosine to the nearest of its questions.

        The square, as a question with half of the words asks for something else. The nearest of several
        wordings counts.
        """
        nearest = np.zeros(len(self._lengths))
        for run in asked.runs:
            terms = dict.fromkeys(told(run.terms, self._alike))
            found = [at for at in map(self._find, terms) if at >= 0]
            if not found:
                continue
            length = self._weights[found].sum() + self._unknown * (len(terms) - len(found))
            shared = self._shared(found)
            np.maximum(nearest, run.weight * shared**2 / (length * self._lengths), out=nearest)
        near = np.zeros(documents, np.float32)
        if len(self._firsts):
            near[self._documents] = np.maximum.reduceat(nearest[self._links], self._firsts)
        return near

    def _shared(self, terms: Sequence[int]) -> Array:
        rows = [self._questions[self._starts[at] : self._starts[at + 1]] for at in terms]
        weights = np.repeat(self._weights[list(terms)], [len(row) for row in rows])
        shared: Array = np.bincount(np.concatenate(rows), weights, len(self._lengths))
        return shared


def told(terms: Iterable[str], alike: Mapping[str, str]) -> Iterator[str]:
    """Yield the terms by which questions are compared: one of those that are alike, and none for numbers."""
    for term in terms:
        if not any(map(str.isdigit, term)):
            yield alike.get(term, term)


def _rarity(questions: int, having: Array) -> Array:
    rarity: Array = np.log1p((questions - having + 0.5) / (having + 0.5))
    return rarity
