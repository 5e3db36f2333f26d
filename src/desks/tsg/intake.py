"""What is done with a message before anything decides: personal data is refused before it is stored, logged or sent."""

from src.desks.tsg.artifacts import AT_ONCE, AtOnce
from src.desks.tsg.clearing import Gate
from src.desks.tsg.kept import notes_of, put, texts_beside
from src.desks.tsg.plain_words import asks_at_once
from src.dossier.journal import Request
from src.dossier.models import Dossier, Picture, SourceBase
from src.dossier.patch import DossierPatch

LONGEST_TAIL = 4_000
"""Characters of an earlier text, all of which was looked at when it came."""


class NoPersonalData:
    """Refuses what holds personal data or a secret, also one of which half stands in what came before."""

    name = "personal"

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return whether all is to be done at once; raises ``PersonalDataFound`` or ``PersonalDataGateFailed``."""
        await self._gate.check([request.message, *_before(dossier)])
        was_wanted = dossier.artifact(AT_ONCE) is not None
        if (request.straight or asks_at_once(request.message)) == was_wanted:
            return DossierPatch()
        if was_wanted:
            return DossierPatch(remove_artifact_ids=(AT_ONCE,))
        return DossierPatch(put_artifacts=(put(AT_ONCE, AtOnce()),))

    async def admit(self, dossier: Dossier, source: SourceBase) -> None:
        """Raise what a message would be refused with, where a document or picture holds personal data."""
        said = [source.content, source.title] if isinstance(source, Picture) else [source.content]
        await self._gate.check([*said, *_before(dossier)])


def _before(dossier: Dossier) -> list[str]:
    """Return the end of what came before: a secret may be cut where one text ends and the next begins."""
    notes = notes_of(dossier)
    texts = [*([notes.text] if notes else []), *texts_beside(dossier)]
    return [text[-LONGEST_TAIL:] for text in texts]
