"""Texts to vectors: what search by meaning is handed, whoever makes the vectors."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from src.search.arrays import Array


class Encoder(Protocol):
    """Turns texts into vectors of length 1, so that the product of two tells how alike the texts are."""

    @property
    def id(self) -> str:
        """Name of what makes the vectors; those of another id are not compared with them."""

    @property
    def dimension(self) -> int | None:
        """How many numbers a vector has; None where that shows only when the first is made."""

    @property
    def chance(self) -> float:
        """The cosine of texts that have nothing to do with each other; below it they are not near at all."""

    async def encode(self, texts: Sequence[str]) -> Array:
        """Return one row of float32 for each text, in their order; a text without meaning is a row of zeros.

        ``ModelUnavailable``, ``ModelKeyRefused`` and ``ModelGaveNoAnswer`` where the vectors are made elsewhere.
        """

    async def close(self) -> None:
        """Let go of its connections; it encodes nothing afterwards."""


Rows = Callable[[Sequence[str]], Array]
"""From texts to their vectors, as ``Encoder.encode`` returns them, at once."""


def cosines(query: str, texts: Sequence[str], rows: Rows | None) -> list[float]:
    """Return how alike each text is to a query; 0 where nothing makes vectors."""
    if rows is None or not texts:
        return [0.0] * len(texts)
    vectors = rows([query, *texts])
    return [float(cosine) for cosine in vectors[1:] @ vectors[0]]


@runtime_checkable
class EmbeddedEncoder(Encoder, Protocol):
    """An encoder that is part of the program: it costs nothing, waits for nothing and is always there."""

    def rows(self, texts: Sequence[str]) -> Array:
        """Return what ``encode`` does."""


def rows_of(encoder: Encoder | None) -> Rows | None:
    """Return what makes vectors at once; None where none are made, or elsewhere."""
    return encoder.rows if isinstance(encoder, EmbeddedEncoder) else None


class Meaning(NamedTuple):
    """How near each document is to a query by meaning, and what that counts."""

    near: Array
    """From 0, for what is as near as any text, to 1 for the same; of many documents only the nearest have it."""
    weight: float
    """The share of meaning in a score, from 0 to 1."""
    near_of: Callable[[Array], Array] | None = None
    """Gives how near some documents are, where ``near`` leaves documents out."""

    def over(self, documents: Array) -> "Meaning":
        """Return how near each of some documents is, whether or not they are among the nearest."""
        near = self.near_of(documents) if self.near_of else self.near[documents]
        return Meaning(near, self.weight)


def unit(rows: Array) -> Array:
    """Return the rows with length 1; a row of zeros stays one."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Array = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled


def fused(lexical: Array, meaning: Meaning) -> Array:
    """Return the scores of documents by words and by meaning together.

    Meaning is brought to the scale of the words: 1 is as good as the best document by words, so that floors of the
    lexical score keep their meaning.
    """
    best = float(lexical.max(initial=0.0)) or 1.0
    together: Array = (1 - meaning.weight) * lexical + meaning.weight * best * meaning.near
    return together
