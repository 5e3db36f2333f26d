"""The model and the library of a finished answer, as its receipt has them: they say again what they said."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from src.answering.recording import messages_hash
from src.desks.tax.library.passages import LibraryState
from src.dossier.models import Source
from src.dossier.receipt import Receipt
from src.errors import ModelGaveNoAnswer
from src.llm.protocol import ChatMessage, Reply, StructuredReply
from src.review.check import versions_of


class RecordedLlm:
    """Drafts what was recorded; ``sent_the_same`` tells whether it was asked in the words of then."""

    def __init__(self, receipt: Receipt) -> None:
        self._receipt = receipt
        self._left = list(receipt.rounds)
        self._differs = False

    @property
    def id(self) -> str:
        return self._receipt.model

    @property
    def parameters(self) -> Mapping[str, Any]:
        return self._receipt.parameters

    @property
    def sent_the_same(self) -> bool:
        """Whether it was asked in the same words, as often."""
        return not (self._differs or self._left)

    async def chat_structured(
        self,
        messages: Sequence[ChatMessage],
        response_format: type[Reply],
        *,
        repair: bool = True,  # noqa: ARG002  # the protocol's name; nothing here is ever asked again
    ) -> StructuredReply[Reply]:
        if not self._left:
            self._differs = True
            raise ModelGaveNoAnswer(reason="empty")
        one = self._left.pop(0)
        self._differs = self._differs or messages_hash(messages) != one.sent_hash
        if one.failure:
            raise ModelGaveNoAnswer(reason=one.failure)
        try:
            value = response_format.model_validate_json(one.output)
        except ValidationError:
            raise ModelGaveNoAnswer(reason="malformed") from None
        return StructuredReply(value, repaired=one.repaired)


class RecordedLibrary:
    """Has the versions of articles that were kept with an answer."""

    def __init__(self, receipt: Receipt) -> None:
        self._versions = versions_of(receipt)
        self._fingerprint = receipt.library

    @property
    def state(self) -> LibraryState:
        return LibraryState(0, 0, starter=False, fingerprint=self._fingerprint)

    async def check(self) -> None:
        """Nothing: what was kept stays as it is."""

    def versions(self, source: Source) -> tuple[Source, ...]:
        return tuple(self._versions.get(source.id, ()))
