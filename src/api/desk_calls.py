"""Requests at routes of desks: the turns that they have, and the files that they bring."""

import secrets
from collections.abc import Callable, Mapping

from fastapi import Request
from pydantic import JsonValue

from src.api import replies
from src.api.bodies import body_of
from src.api.inside import Inside
from src.api.wire import ErrorFrame, MessageRequest
from src.desks.desk import Desk
from src.dossier.models import DOSSIER_ID, Dossier, Language
from src.errors import BadDossierId, UnknownDossier
from src.tools.over_rest import BroughtDocument
from src.uploads.reader import CheckedDocument, DocumentReader


class EndedAsError(Exception):
    """A turn of the request ended as an error, which the caller is told."""

    def __init__(self, frame: ErrorFrame) -> None:
        super().__init__(frame.code)
        self.frame = frame


class DeskRestCall:
    """A request at a route of a desk; it is the ``RestCall`` that handlers are given."""

    def __init__(
        self, request: Request, desk: Desk, behind: Inside, reader: DocumentReader
    ) -> None:
        asked = request.headers.get("accept-language")
        self.language: Language = replies.preferred(asked)
        self.asked_language: Language | None = self.language if asked else None
        self._request, self._desk, self._behind, self._reader = request, desk, behind, reader

    async def say(self, message: str, dossier_id: str | None = None) -> Mapping[str, JsonValue]:
        """Have a turn; see ``RestCall``."""
        desk = None if dossier_id else self._desk.name
        return await self._had(
            MessageRequest(message=message, dossier_id=dossier_id, desk=desk), dossier_id
        )

    async def confirm(self, dossier_id: str, digest: str) -> Mapping[str, JsonValue]:
        """Confirm a plan; see ``RestCall``."""
        await self.dossier(dossier_id)
        request = MessageRequest(message="", dossier_id=dossier_id, confirm=digest)
        return await self._had(request, dossier_id)

    async def _had(
        self, request: MessageRequest, dossier_id: str | None
    ) -> Mapping[str, JsonValue]:
        turns, named = self._behind.turns, dossier_id or f"dos-{secrets.token_hex(16)}"
        final = await turns.answered(request, named, self.language)
        if isinstance(final, ErrorFrame):
            raise EndedAsError(final)
        told: Mapping[str, JsonValue] = final.model_dump(mode="json", exclude_none=True)
        return told

    async def dossier(self, dossier_id: str) -> Dossier:
        """Return a dossier of this desk; see ``RestCall``."""
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        found = await self._behind.dossiers.at(dossier_id)
        if found.desk != self._desk.name:
            raise UnknownDossier(dossier_id=dossier_id)
        return found

    async def document(self, name: str) -> CheckedDocument:
        """Return the file that is the body; see ``RestCall``."""
        body = await body_of(self._request, self._behind.limits, self._reader.bound)
        return await self._reader.check(name, body)

    async def add(self, dossier_id: str, document: BroughtDocument, agreed: str) -> str:
        """Add a document; see ``RestCall``."""
        assert isinstance(document, CheckedDocument)  # it was read here
        committed = await self._behind.dossiers.add_document(
            dossier_id, document.source, document.agreed(agreed)
        )
        return committed.entry.reply


def calls_at(
    desk: Desk, behind: Inside, reader: DocumentReader
) -> Callable[[Request], DeskRestCall]:
    """Return what makes a call of a request at a route of this desk."""

    def call(request: Request) -> DeskRestCall:
        return DeskRestCall(request, desk, behind, reader)

    return call
