"""A second reading takes no longer than a turn has left for its model."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from src.answering.support import statements_read
from src.dossier.models import Document
from src.errors import ModelUnavailable
from src.llm.protocol import MODEL_TURN, ChatMessage, ModelTurn, Reply, StructuredReply


class Silent:
    """A model that never replies."""

    id = "silent"
    parameters: Mapping[str, Any] = {}

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        await asyncio.Event().wait()
        raise AssertionError("nothing wakes it")


async def test_a_model_that_never_replies_leaves_statements_unread() -> None:
    MODEL_TURN.set(ModelTurn(lambda: 0.0))
    source = Document(id="a", title="A", content="It is six.")
    read = await statements_read(Silent(), {1: ("It is six.", [("a", 0, 10)])}, [source])
    assert not read.verdicts
    assert isinstance(read.failure, ModelUnavailable)
