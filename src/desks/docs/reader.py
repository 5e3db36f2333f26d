"""From a message to a question: its language, its English, and what it asks by itself."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from src.desks.docs.artifacts import Reading, reading_of
from src.desks.docs.checked import (
    canonical_of,
    choices_of,
    related_of,
    says_the_same,
    without_unseen,
)
from src.desks.docs.forms import Essence, Normalised, ReadForm, ReadTask
from src.desks.docs.history import moment, timestamped
from src.desks.docs.intake import Languages, was_offered
from src.desks.docs.reasons import Reason
from src.desks.docs.stages import FilledStage, prompt_of
from src.dossier import chain
from src.dossier.models import Dossier
from src.dossier.store import DossierStore
from src.llm.protocol import Usage
from src.wording.markdown import lead

PROMPT = prompt_of("read")

LONGEST_QUESTION = 2_000
"""Characters of a question as it is searched for; a stack trace may be as long as a message."""

LONGEST_BACK = 500
"""Characters of what a model asks back."""

FOUND_CHOICES: frozenset[Reason] = frozenset(
    ("ambiguous_query", "insufficient_context", "missing_details")
)
"""Reasons for which a search may tell what is meant: its sections are offered as choices."""


@dataclass(frozen=True)
class ReadQuestion:
    """What became of a message: a question, or the reason why it is none with what to ask back."""

    reading: Reading
    question: str = ""
    choices: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""

    @property
    def may_search(self) -> bool:
        """Whether there is something to search for."""
        return self.reading.reason is None or self.reading.reason in FOUND_CHOICES


@dataclass(frozen=True)
class QuestionReader:
    """Reads messages; a stage that fails leaves the text as it is, or ends in a reason."""

    languages: Languages
    store: DossierStore
    clock: Callable[[], datetime]
    on_stage: Callable[[str], Awaitable[None]]

    async def read(self, dossier: Dossier, message: str) -> ReadQuestion:
        """Return what a message asks."""
        await self.on_stage("language")
        told = await self.languages.told(dossier, message)
        text = without_unseen(message).strip() or message
        history = timestamped(chain.newest_first(await self.store.lines(dossier.id)))
        task = ReadTask(text=text, language=told.code, history=history, now=moment(self.clock()))
        await self.on_stage("normalise")
        await self.on_stage("essence")
        filled = await self.languages.stages.fill("essence", PROMPT, task, ReadForm)
        reading = Reading(
            language=told.code,
            language_confidence=told.confidence,
            text=text,
            clarification_result="search_again" if _was_asked(dossier) else "",
            stages=(told.stage,),
        )
        reading = _normalised(reading, filled)
        return _essence(reading, filled, history, dossier)


def _was_asked(dossier: Dossier) -> bool:
    earlier = reading_of(dossier)
    return earlier is not None and earlier.reason is not None


def _normalised(reading: Reading, filled: FilledStage[ReadForm]) -> Reading:
    """Return the reading with its text in English: the text itself where there is no translation, or none of it."""
    form: Normalised | None = filled.value.normalised if filled.value else None
    holds = form is not None and says_the_same(form, reading.text, reading.language)
    changed: dict[str, object] = {"text_eng": reading.text}
    if form and holds:
        changed = {
            "text_eng": form.text_eng.strip(),
            "translation_confidence": form.translation_confidence,
            "corrections_made": form.corrections_made,
        }
    read = reading.model_copy(update=changed)
    wrote: dict[str, JsonValue] = {
        "text_eng": read.text_eng,
        "corrections_made": read.corrections_made,
    }
    stage = filled.record("normalise", wrote)
    if form and not holds:
        stage = stage.model_copy(update={"outcome": "unreadable"})
    return read.model_copy(update={"stages": (*read.stages, stage)})


def _essence(
    reading: Reading, filled: FilledStage[ReadForm], history: list[str], dossier: Dossier
) -> ReadQuestion:
    """Return the question, or the reason why there is none; a form that is not there is a reason."""
    form = filled.value.essence if filled.value else None
    reason = form.reason if form else "processing_error"
    if was_offered(dossier, reading.text) and reason in FOUND_CHOICES:
        reason = None  # who chose what we offered has said enough
    changed: dict[str, object] = {"reason": reason}
    if form:
        changed |= {
            "context_type": _context(form, dossier),
            "related_history": related_of(form, history),
        }
    if form and reason is None:
        question = canonical_of(form, reading.text, reading.text_eng, history)
        changed["canonical_question"] = question[:LONGEST_QUESTION]
    read = reading.model_copy(update=changed)
    wrote: dict[str, JsonValue] = {
        "canonical_question": read.canonical_question,
        "context_type": read.context_type,
        "related_history": list(read.related_history),
        **({"reason": reason} if reason else {}),
    }
    stages = (*read.stages, filled.record("essence", wrote))
    asks = form if reason else None
    return ReadQuestion(
        read.model_copy(update={"stages": stages}),
        lead(" ".join(asks.question.split())[:LONGEST_BACK]) if asks else "",
        choices_of(asks.choices, reading.text) if asks else (),
        filled.usage,
        filled.fallback,
    )


def _context(form: Essence, dossier: Dossier) -> str:
    """Return how a message stands to those before it; with none before it, it begins a topic."""
    return form.context_type if reading_of(dossier) else "new_topic"
