"""How the desk defends a diagnosis, and what it is made from. Pure."""

import re
from collections.abc import Sequence
from pathlib import Path

from src.answering.extract import Cutting
from src.answering.handing_over import MemoParts, MemoSource
from src.answering.rules import AnswerRules
from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask, newest
from src.desks.azure.knowledge import general_names, talk
from src.desks.azure.knowledge.causes import causes
from src.desks.azure.known import known_to_diagnosis, sources_for_model
from src.desks.azure.resources import GUID
from src.desks.azure.steps import without_commands
from src.desks.azure.words import TEXTS, WORDINGS
from src.dossier.models import Claim, Dossier, Language, Observation, Source
from src.grounding.material import NamesOfSources
from src.grounding.units import by_lines
from src.llm.forms import TaskSource

_NAMES = (
    re.compile(r"`([^`\n]+)`"),
    re.compile(r"(?<![\w/])(/subscriptions/[\w./()-]*[\w)])", re.IGNORECASE),
    re.compile(rf"\b({GUID})\b"),
    re.compile(r"\b(https?://[^\s`)>\]\"']*[^\s`)>\]\"'.,;:])", re.IGNORECASE),
    re.compile(r"(?<![\w.])((?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?)(?![\w.])"),
    re.compile(r"(?<![\w-])(--[a-z][\w-]+)"),
    re.compile(r"(?<![\w.,:/-])(\d{2,}(?:[.,]\d+)*)(?![\w-])"),
)
"""What names one thing and no other: what is in backticks, an id, an address, an option, a number above nine."""

_PROPER_NAME = re.compile(r"(?<=\S )[A-Z][\w-]+(?: [A-Z][\w-]+)+|\b[A-Za-z]+_\w+\b")
"""A name of several words in capitals, not where a sentence begins; a word with an underscore."""

_TAIL = re.compile(r"(?<=\w)-[a-z]+\b(?! [A-Z])")
"""An ordinary word that a compound ends with: "API Management-instantie"."""


class AzureBearing(NamesOfSources):
    """The ``Bearing`` of a diagnosis: its cause stands on a whole line of what Azure said."""

    def admits(self, claim: Claim, source: Source) -> bool:
        """Return whether it is one whole line; a cause is one of Azure's, and of no file.

        A line that looks like a command is no evidence: whoever may write a tag would have it told.
        """
        if without_commands(claim.quote, "en") != claim.quote:
            return False
        if not isinstance(source, Observation):
            return claim.role != "cause"
        whole = {" ".join(line.split()) for line in source.content.splitlines()}
        return " ".join(claim.given.split()) in whole

    def suffices(self, claims: Sequence[Claim]) -> bool:
        return any(claim.role == "cause" for claim in claims)


def names_in(text: str) -> list[str]:
    """Return what in a text names one thing and no other, and proper names that are no general knowledge."""
    found: list[str] = []
    for pattern in _NAMES:
        found += [entry.strip() for entry in pattern.findall(text)]
        text = pattern.sub(" ", text)
    found += [name for name in proper_names(text) if not general_names().has(name)]
    return [word for word in dict.fromkeys(found) if word]


def proper_names(text: str) -> list[str]:
    """Return the names of several words in a text, and what looks like a code or a setting."""
    words = _TAIL.sub("", text)
    return [*_PROPER_NAME.findall(words), *talk().codes_in(words)]


def told_in(source: Source) -> str:
    asked = source.request if isinstance(source, Observation) else ""
    return "\n".join([source.title, source.heading, asked, source.content])


def diagnosis_task(dossier: Dossier, question: str, cutting: Cutting) -> DiagnosisTask:  # noqa: ARG001  # replies are cut by their lines
    """Return what a model is given to find the cause: what Azure said, and the files, as data."""
    language = dossier.language or "en"
    return DiagnosisTask(
        question=question,
        language=language,
        sources=[
            TaskSource(id=source.id, title=source.title, digest=False, text=text)
            for source, text in sources_for_model(dossier, question)
        ],
        commands={name: template.what.in_(language) for name, template in causes().step.items()},
        known=known_to_diagnosis(dossier, question).model_dump_json(),
    )


class AzureMemo(MemoParts):
    """What a memo says beside what every memo does: the cause, what to do, when each reply was read."""

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


RULES = AnswerRules(
    prompt=(Path(__file__).parent / "diagnosis_prompt.md").read_text(encoding="utf-8"),
    tool="diagnose",
    seconds=45,
    bearing=AzureBearing(names_in, told_in, with_question=True),
    form=DiagnosisDraft,
    task=diagnosis_task,
    units=by_lines,
    memo=AzureMemo(),
)
