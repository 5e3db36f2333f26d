"""What is read in a message before anything decides: its language."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue

from src.desks.docs.artifacts import StageRecord, reading_of
from src.desks.docs.stages import Stages, record
from src.dossier.clarification import KIND
from src.dossier.journal import Request
from src.dossier.models import Dossier, Language
from src.dossier.patch import DossierPatch
from src.intake.language import language_of_message


@dataclass(frozen=True)
class ReadLanguage:
    """Sets the language of the engine's own sentences: Dutch for a Dutch message, English for all others."""

    languages: "Languages"
    name: str = "language"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return the language as a change of the dossier; that of before where it can't be told."""
        told = await self.languages.told(dossier, request.message)
        return DossierPatch(language=frames_of(told.code))


class ToldLanguage(NamedTuple):
    """The language of a message, how sure that is, and how the stage ended."""

    code: str
    confidence: float
    stage: StageRecord


@dataclass(frozen=True)
class Languages:
    """Tells the language of messages."""

    stages: Stages
    tell: Callable[[str, str | None], tuple[str, float]] = language_of_message

    async def told(self, dossier: Dossier, message: str) -> ToldLanguage:
        """Return the language of a message; the language so far where telling it fails.

        A reply that was offered to choose is in the language of the offer.
        """
        earlier = reading_of(dossier)
        before = earlier.language if earlier else None
        if before and was_offered(dossier, message):
            code, sure = before, 1.0
            return ToldLanguage(code, sure, record("language", _wrote(code, sure)))

        async def tell() -> tuple[str, float]:
            return self.tell(message, before)

        ran = await self.stages.run("language", tell)
        code, sure = ran.value or (before or dossier.language or "en", 0.0)
        return ToldLanguage(code, sure, ran.record("language", _wrote(code, sure)))


def _wrote(code: str, confidence: float) -> dict[str, JsonValue]:
    return {"language": code, "translation_confidence": round(confidence, 2)}


def frames_of(code: str) -> Language:
    """Return in which of its two languages the engine speaks to somebody who speaks this one."""
    return "nl" if code == "nl" else "en"


def was_offered(dossier: Dossier, message: str) -> bool:
    """Return whether a message is one of the replies that the last question of the desk offered, word for word."""
    asked = [one for one in dossier.artifacts if one.kind == KIND]
    offered = asked[-1].data.get("choices") if asked else None
    return isinstance(offered, list) and message in offered
