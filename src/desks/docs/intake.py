"""What is read in a message before anything decides: its language; and what there is to search is looked up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from src.desks.docs.artifacts import Reading, reading_of
from src.desks.docs.found import DocsSearch
from src.desks.docs.scope_words import lists_collections, scope_asked
from src.dossier.clarification import KIND
from src.dossier.journal import Request
from src.dossier.models import Document, Dossier, Language
from src.dossier.patch import DossierPatch
from src.intake.language import language_of_message
from src.intake.plain import is_plain_yes


@dataclass(frozen=True)
class ReadLanguage:
    """Sets the language of the engine's own sentences: Dutch for a Dutch message, English for all others."""

    name: str = "language"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return the language as a change of the dossier; that of before where it can't be told."""
        return DossierPatch(language=frames_of(language_of(dossier, request.message)[0]))


@dataclass(frozen=True)
class LookAround:
    """Has the library look which collections there are, so that the state of the turn tells them."""

    library: DocsSearch
    name: str = "collections"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the protocol's names
        """Return no change."""
        await self.library.collections()
        return DossierPatch()


def language_of(dossier: Dossier, message: str = "") -> tuple[str, float]:
    """Return the code of the language of a message, by default the last one, and how sure that is.

    What tells none is in the language so far, and a reply that was offered to choose in that of the offer.
    """
    earlier = reading_of(dossier)
    before = earlier.language if earlier else None
    said = message or last_words(dossier)
    return (
        (before, 1.0)
        if before and was_offered(dossier, said)
        else language_of_message(said, before)
    )


def last_words(dossier: Dossier) -> str:
    """Return the user's last message; empty where there is none."""
    said = (message.content for message in reversed(dossier.conversation) if message.role == "user")
    return next(said, "")


def question_said(dossier: Dossier, names: Iterable[str]) -> str:
    """Return the user's last question: no number of a choice, and without where to search."""
    names = list(names)
    said = [message.content for message in dossier.conversation if message.role == "user"]
    asking = (text for text in reversed(said) if not text.strip(" .)#").isdecimal())
    return next(filter(None, (question_in(text, names) for text in asking)), last_words(dossier))


def reading_so_far(dossier: Dossier) -> Reading:
    """Return what was read of the user's last question, or a new reading in the user's words where nothing was."""
    names = {source.collection for source in dossier.sources if isinstance(source, Document)}
    said, kept = question_said(dossier, names), reading_of(dossier)
    last = last_words(dossier)
    if kept and (kept.text in (said, last) or is_plain_yes(last)):
        return kept
    code, sure = language_of(dossier)
    return Reading(language=code, language_confidence=sure, text=said)


def question_in(message: str, names: Sequence[str]) -> str:
    """Return what a message asks beside where to search; empty where it tells only that, or asks where one may."""
    asked = scope_asked(message, names)
    return asked.question if asked else "" if lists_collections(message) else message


def frames_of(code: str) -> Language:
    """Return in which of its two languages the engine speaks to somebody who speaks this one."""
    return "nl" if code == "nl" else "en"


def was_offered(dossier: Dossier, message: str) -> bool:
    """Return whether a message is one of the replies that the last question of the desk offered, word for word."""
    asked = [artifact for artifact in dossier.artifacts if artifact.kind == KIND]
    offered = asked[-1].data.get("choices") if asked else None
    return isinstance(offered, list) and message in offered
