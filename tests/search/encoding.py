"""An encoder that is honest and knows little: texts are alike as far as they share words, or words of one meaning."""

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

from src.errors import TessError
from src.search.arrays import Array
from src.search.encoder import unit


class WordEncoder:
    """Gives texts that share words vectors that are alike: each word is a direction of its own."""

    chance = 0.0

    def __init__(self, dimension: int = 64, same: Mapping[str, str] | None = None) -> None:
        """``same`` gives for a word the one that it means the same as."""
        self.same = same or {}
        self.failure: TessError | None = None
        self.id = f"words/{dimension}"
        self.dimension: int | None = dimension
        self.asked: list[str] = []

    async def encode(self, texts: Sequence[str]) -> Array:
        self.asked += texts
        if self.failure:
            raise self.failure
        rows = np.zeros((len(texts), self.dimension or 0))
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                digest = hashlib.sha256(self.same.get(word, word).encode()).digest()
                row += np.resize(np.frombuffer(digest, np.int8), len(row))
        return unit(rows)

    async def close(self) -> None:
        """Nothing is open."""
