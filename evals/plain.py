"""The plain engine that ours is measured against: BM25 with its usual settings, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from evals.metrics import DEPTH

K1, LENGTH = 1.2, 0.75
"""k1 and b, as most engines have them unless told otherwise."""

PLAIN = "plain"
"""The name under which it is compared with."""

_WORD = re.compile(r"\w+")


class PlainBm25:
    """An exact BM25 in memory, with the idf of Lucene."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """Index texts, each behind its id."""
        self._ids: list[str] = []
        postings: dict[str, list[tuple[int, int]]] = {}
        lengths: list[int] = []
        for number, (text_id, text) in enumerate(texts):
            words = Counter(_words(text))
            self._ids.append(text_id)
            lengths.append(words.total())
            for word, count in words.items():
                postings.setdefault(word, []).append((number, count))
        self._postings = {word: np.array(found).T for word, found in postings.items()}
        mean = max(1.0, sum(lengths) / max(1, len(lengths)))
        self._norms = K1 * (1 - LENGTH + LENGTH * np.array(lengths) / mean)

    def ranked(self, query: str) -> tuple[str, ...]:
        """Return the ids of the best texts, best first; of equals the first that was indexed."""
        scores = self.scores(query)
        best = np.argsort(-scores, kind="stable")[:DEPTH]
        return tuple(self._ids[number] for number in best if scores[number] > 0)

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return the score of every text, in the order in which they were indexed."""
        scores = np.zeros(len(self._ids))
        for word in _words(query):
            if word in self._postings:
                numbers, counts = self._postings[word]
                rarity = np.log(1 + (len(self._ids) - len(numbers) + 0.5) / (len(numbers) + 0.5))
                scores[numbers] += rarity * counts / (counts + self._norms[numbers])
        return scores


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
