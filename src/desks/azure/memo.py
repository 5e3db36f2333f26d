"""What a memo of a diagnosis says beside what every memo does: the cause, what to do, when each reply was read."""

from collections.abc import Sequence

from src.answering.handing_over import MemoParts, MemoSource
from src.desks.azure.diagnosis import newest
from src.desks.azure.words import TEXTS, WORDINGS
from src.dossier.models import Claim, Dossier, Language, Observation, Source


class AzureMemo(MemoParts):
    """What the Azure desk says in a memo."""

    wordings = WORDINGS

    def source(self, number: int, source: Source, language: Language) -> MemoSource:
        text_of = when_read(source, language) or self.origin(source, language)
        return MemoSource(**self.named(number, source), text_of=text_of)

    def claim(self, claim: Claim, language: Language) -> str:
        role = TEXTS[language].roles.get(claim.role, "")
        return f"{role.capitalize()}: {claim.text}" if role else claim.text

    def head(self, dossier: Dossier, language: Language) -> tuple[tuple[str, str], ...]:
        found, words = newest(dossier), TEXTS[language].memo
        if found is None:
            return ()
        actions = [
            (words["action"], ": ".join(filter(None, (action.what, action.command))))
            for action in found.actions
        ]
        return ((words["cause"], found.cause), *actions)

    def limits(self, sources: Sequence[Source], language: Language) -> tuple[str, ...]:  # noqa: ARG002  # the shape of limits
        return (TEXTS[language].memo["limit_then"], TEXTS[language].memo["limit_actions"])


def when_read(source: Source, language: Language) -> str:
    """Return when a reply was read, and which revision it was, where Azure tells one; nothing of a file."""
    if not isinstance(source, Observation):
        return ""
    day, words = source.taken_at, TEXTS[language].memo
    told = words["read"].format(day=day.date().isoformat(), time=day.strftime("%H:%M"))
    return told + words["revision"].format(revision=source.revision) if source.revision else told
