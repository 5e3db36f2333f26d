"""What a memo of a diagnosis says beside what every memo does: the cause, what to do, when each reply was read."""

from collections.abc import Mapping, Sequence

from src.answering.handing_over import MemoParts, MemoSource
from src.desks.azure.diagnosis import newest
from src.desks.azure.words import TEXTS, WORDINGS
from src.dossier.models import Claim, Dossier, Language, Observation, Source

WORDS: Mapping[Language, Mapping[str, str]] = {
    "nl": {
        "cause": "Oorzaak",
        "action": "Te doen",
        "read": "gelezen op {day} om {time} UTC",
        "revision": ", revisie {revision}",
        "limit_then": "De regels zijn wat Azure zei toen zij werden gelezen; sindsdien kan het zijn veranderd.",
        "limit_actions": "Er is alleen gelezen. Geen opdracht is uitgevoerd; bekijk elke opdracht voordat u haar uitvoert.",
    },
    "en": {
        "cause": "Cause",
        "action": "To do",
        "read": "read on {day} at {time} UTC",
        "revision": ", revision {revision}",
        "limit_then": "The lines are what Azure said when they were read; it may have changed since.",
        "limit_actions": "Azure was only read. No command was run; look at each before you run it.",
    },
}


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
        found, words = newest(dossier), WORDS[language]
        if found is None:
            return ()
        actions = [
            (words["action"], ": ".join(filter(None, (one.what, one.command))))
            for one in found.actions
        ]
        return ((words["cause"], found.cause), *actions)

    def limits(self, sources: Sequence[Source], language: Language) -> tuple[str, ...]:  # noqa: ARG002  # the shape of limits
        return (WORDS[language]["limit_then"], WORDS[language]["limit_actions"])


def when_read(source: Source, language: Language) -> str:
    """Return when a reply was read, and which revision it was, where Azure tells one; nothing of a file."""
    if not isinstance(source, Observation):
        return ""
    day, words = source.taken_at, WORDS[language]
    told = words["read"].format(day=day.date().isoformat(), time=day.strftime("%H:%M"))
    return told + words["revision"].format(revision=source.revision) if source.revision else told
