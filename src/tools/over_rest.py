"""What a route of a desk may do beside returning what it knows; knows nothing of HTTP."""

from collections.abc import Mapping
from typing import Protocol

from pydantic import BaseModel, JsonValue

from src.dossier.models import Dossier, Language


class BroughtDocument(Protocol):
    """A file that was brought, as it was read."""

    @property
    def name(self) -> str:
        """A label for people."""

    @property
    def sha256(self) -> str:
        """The hash of the file; by it a person agrees to just this file."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def personal_counts(self) -> Mapping[str, int]:
        """Personal data that was found by its form: how often, by kind."""

    @property
    def secrets(self) -> Mapping[str, int]:
        """How many secrets of each kind it holds."""


class RawFile(BaseModel):
    """What a route returns that is no JSON: it is sent as it is."""

    name: str
    media_type: str
    text: str


class RestCall(Protocol):
    """A request at a route of a desk, as the desk sees it: a person's client sent it."""

    @property
    def language(self) -> Language:
        """What the client is spoken to in."""

    @property
    def asked_language(self) -> Language | None:
        """What the client asks to be spoken to in; None where it asks for nothing."""

    async def say(self, message: str, dossier_id: str | None = None) -> Mapping[str, JsonValue]:
        """Have a turn at the desk and return its last frame; a turn that ends as an error ends the request with it."""

    async def confirm(self, dossier_id: str, digest: str) -> Mapping[str, JsonValue]:
        """Confirm a plan of a dossier by its digest and return the last frame, as ``say`` does."""

    async def dossier(self, dossier_id: str) -> Dossier:
        """Return a dossier of this desk; what is no id of one, or of another desk, is refused as unknown."""

    async def document(self, name: str) -> BroughtDocument:
        """Return the file that is the body of the request, as it was read; nothing of it is kept yet."""

    async def add(self, dossier_id: str, document: BroughtDocument, agreed: str) -> str:
        """Add a document to a dossier, by the SHA-256 that a person agreed to; return the reply."""
