"""Azure AI Language: what it takes for personal data, of the categories that support notes hold. It logs no text."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import AliasPath, BaseModel, ConfigDict, Field, JsonValue, SecretStr, ValidationError

from src.errors import ReplyUnreadable, ServiceUnavailable
from src.masking import sensitive
from src.masking.masking import SensitiveSpan
from src.services.addresses import AddressGuard, Resolve, origin, resolved
from src.services.client import Credential, Patience, ServiceClient, ServiceReply
from src.texts import beside

VERSION = "2023-04-01"

CATEGORIES: Mapping[str, str] = beside(__file__, "language")
"""What is asked for, and what it is called here; organisations are not, for every service of Azure would be one."""

SURE = 0.8
PIECE = 5_120
"""Characters of one document, at most."""
DOCUMENTS = 5
"""Of one request, at most."""
SECONDS = 4.0
"""For one request with its repeats: the gate waits for 5."""

_OK = 200
_KEY_REFUSED = (401, 403)


class _Told(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


class _Entity(_Told):
    category: str
    offset: Annotated[int, Field(ge=0)]
    length: Annotated[int, Field(gt=0)]
    confidence: Annotated[float, Field(alias="confidenceScore", ge=0, le=1)]


class _Document(_Told):
    id: str
    entities: tuple[_Entity, ...]


class _Reply(_Told):
    documents: tuple[_Document, ...] = Field(validation_alias=AliasPath("results", "documents"))
    errors: tuple[JsonValue, ...] = Field((), validation_alias=AliasPath("results", "errors"))


class AzureLanguage:
    """Asks one resource of Azure AI Language; it implements ``FindsPersonal``."""

    name = "azure"

    def __init__(self, url: str, key: SecretStr, resolve: Resolve = resolved) -> None:
        """Ask at the resource's endpoint, with its key."""
        self._url = f"{url.rstrip('/')}/language/:analyze-text?api-version={VERSION}"
        self._service = origin(url)[1]
        self._key = key
        self._client = ServiceClient(
            AddressGuard((), [url], resolve), Patience(SECONDS, (0.5,)), redirects=0
        )

    async def close(self) -> None:
        await self._client.close()

    async def find(self, text: str) -> tuple[SensitiveSpan, ...]:
        """Return what it finds, with offsets of the whole text.

        Raises ``ServiceUnavailable``, ``AddressRefused`` or ``ReplyUnreadable`` where it did not look at all of it.
        """
        cut = list(pieces(text))
        requests = [cut[at : at + DOCUMENTS] for at in range(0, len(cut), DOCUMENTS)]
        found = await asyncio.gather(*map(self._asked, requests))
        spans = (span for some in found for span in some)
        # No mark of ours is personal data, and no address that the gate's own rules pass.
        return sensitive.united(
            span
            for span in spans
            if not sensitive.is_in_mark(text, span)
            and (span.kind != "ip" or sensitive.find(text[span.start : span.end]))
        )

    async def _asked(self, cut: Sequence[tuple[int, str]]) -> list[SensitiveSpan]:
        reply = await self._client.send(
            "POST",
            self._url,
            json=_request(cut),
            credential=Credential(
                self._url, {"ocp-apim-subscription-key": self._key.get_secret_value()}
            ),
            repeats=True,
        )
        if reply.status != _OK:
            problem = "service_key_refused" if reply.status in _KEY_REFUSED else "service_failing"
            raise ServiceUnavailable(service=self._service, problem=problem)
        return list(self._spans(reply, cut))

    def _spans(
        self, reply: ServiceReply, cut: Sequence[tuple[int, str]]
    ) -> Iterator[SensitiveSpan]:
        """Yield what a reply finds; whatever in it does not fit what was asked makes it unreadable."""
        try:
            results = _Reply.model_validate(reply.json())
        except ValidationError:
            raise self._unreadable() from None
        looked_at = {document.id: document for document in results.documents}
        if results.errors or set(looked_at) != {str(begin) for begin, _ in cut}:
            raise self._unreadable()
        for begin, piece in cut:
            for entity in looked_at[str(begin)].entities:
                if entity.offset + entity.length > len(piece):
                    raise self._unreadable()
                kind = CATEGORIES.get(entity.category)
                if kind and entity.confidence >= SURE:
                    start = begin + entity.offset
                    yield SensitiveSpan(kind, start, start + entity.length)

    def _unreadable(self) -> ReplyUnreadable:
        return ReplyUnreadable(service=self._service, problem="reply_no_json")


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the pieces of a text, each with where it begins: cut at white space where there is some."""
    begin = 0
    while begin < len(text):
        end = begin + PIECE
        if end < len(text):
            blanks = [match.start() for match in re.finditer(r"\s", text[begin + 1 : end + 1])]
            end = begin + 1 + blanks[-1] if blanks else end
        yield begin, text[begin:end]
        begin = end


def _request(cut: Sequence[tuple[int, str]]) -> JsonValue:
    documents: list[JsonValue] = [
        {"id": str(begin), "language": "en", "text": piece} for begin, piece in cut
    ]
    return {
        "kind": "PiiEntityRecognition",
        "parameters": {
            "modelVersion": "latest",
            "loggingOptOut": True,
            "piiCategories": list(CATEGORIES),
            "stringIndexType": "UnicodeCodePoint",
        },
        "analysisInput": {"documents": documents},
    }
