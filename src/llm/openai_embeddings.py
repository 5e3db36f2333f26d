"""Vectors from the provider: OpenAI, Azure OpenAI and every compatible server with an embeddings interface."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx2
import numpy as np
from openai.types import EmbeddingCreateParams
from pydantic import BaseModel, ValidationError

from src.errors import ModelGaveNoAnswer
from src.llm.openai_chat import Provider, within_limits
from src.search.arrays import Array
from src.search.encoder import unit

AT_ONCE = 16
"""Texts of one request: the vectors of a large model fit the longest reply that is read."""

LONGEST_TEXT = 8_000
"""Characters of a text that are encoded; a text of 8,192 tokens is the longest that the provider takes."""


class _Embedding(BaseModel):
    index: int
    embedding: list[float]


class _Embeddings(BaseModel):
    data: list[_Embedding]


@dataclass(eq=False)
class OpenAiEncoder:
    """An embeddings model; see ``Encoder``."""

    provider: Provider
    model: str
    dimension: int | None
    """That is asked for; None where the model has its own."""
    timeout: float
    """Seconds of one request, retries included."""
    chance: float = field(default=0.0, init=False)

    @property
    def id(self) -> str:
        """The provider's name of the model, and the dimension where one is asked for."""
        return self.model if self.dimension is None else f"{self.model}/{self.dimension}"

    async def encode(self, texts: Sequence[str]) -> Array:
        """Return one vector for each text; ``ModelGaveNoAnswer`` where the reply holds other than that."""
        batches = [texts[begin : begin + AT_ONCE] for begin in range(0, len(texts), AT_ONCE)]
        rows = [await within_limits(self._encoded(batch), self.timeout) for batch in batches]
        if not rows:
            return np.zeros((0, self.dimension or 0), np.float32)
        if len({row.shape[1] for row in rows}) > 1:
            raise ModelGaveNoAnswer(reason="malformed")
        return unit(np.concatenate(rows))

    async def close(self) -> None:
        await self.provider.close()

    async def _encoded(self, texts: Sequence[str]) -> Array:
        request: EmbeddingCreateParams = {
            "model": self.model,
            "input": [text[:LONGEST_TEXT] or " " for text in texts],  # an empty text is refused
            "encoding_format": "float",
        }
        if self.dimension is not None:
            request["dimensions"] = self.dimension
        reply = await self.provider.post("/embeddings", cast_to=httpx2.Response, body=request)
        return _read(reply.content, len(texts), self.dimension)


def _read(body: bytes, texts: int, dimension: int | None) -> Array:
    try:
        data = _Embeddings.model_validate_json(body).data
    except ValidationError:
        data = []
    by_index = {embedding.index: embedding.embedding for embedding in data}
    lengths = {len(row) for row in by_index.values()}
    if set(by_index) != set(range(texts)) or len(lengths) != 1 or dimension not in (None, *lengths):
        raise ModelGaveNoAnswer(reason="malformed")
    rows = np.array([by_index[number] for number in range(texts)], np.float32)
    if not rows.size or not np.isfinite(rows).all():
        raise ModelGaveNoAnswer(reason="malformed")
    return rows
