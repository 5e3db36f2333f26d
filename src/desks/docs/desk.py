"""TESS: any documentation."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from string import Template

from src.desks.desk import Budget, Desk, Engine
from src.desks.docs.answering import SECONDS, docs_answering
from src.desks.docs.artifacts import READING, SCOPE, Reading, Scope
from src.desks.docs.intake import Languages, ReadLanguage
from src.desks.docs.library import DocsLibrary
from src.desks.docs.manager import DocsManager
from src.desks.docs.offline.rules import OFFLINE_RULES
from src.desks.docs.presenter import KINDS, TELL, WORDINGS
from src.desks.docs.settings import DocsSettings
from src.desks.docs.stages import StageBreaker, StageDrafter, Stages, prompt_of
from src.desks.docs.status import docs_status
from src.desks.docs.words.client import TITLE, WORDS
from src.desks.kinds import ArtifactKind, Column
from src.dossier.journal import JournalEntry
from src.dossier.rebasing import last_writer
from src.dossier.store import DossierStore
from src.llm.protocol import Models
from src.tools.docs.answer import AnswerFromDocs
from src.tools.docs.ask_back import AskBack
from src.tools.docs.guard import GuardQuestion
from src.tools.docs.scope import ChooseScope
from src.tools.docs.search import SearchDocs
from src.tools.rate import RateAnswer
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.undo import Redo, Undo

BUDGET = Budget(rounds=6, calls=8, seconds=SECONDS)

ARTIFACTS = (
    ArtifactKind(
        READING,
        Reading,
        {"nl": "Hoe de vraag is gelezen", "en": "How the question was read"},
        "text",
        (
            Column("canonical_question", {"nl": "Vraag", "en": "Question"}),
            Column("search_quality", {"nl": "Gevonden", "en": "Found"}),
            Column("quality_score", {"nl": "Oordeel", "en": "Judged"}),
        ),
        rebase=last_writer,  # of the last question, whatever the one before was
    ),
    ArtifactKind(
        SCOPE,
        Scope,
        {"nl": "Waarin wordt gezocht", "en": "Where is searched"},
        "text",
        (
            Column("collections", {"nl": "Collecties", "en": "Collections"}),
            Column("version", {"nl": "Versie", "en": "Version"}),
        ),
        rebase=last_writer,  # chosen whole, whatever was chosen before
    ),
)


def make(engine: Engine) -> Desk:
    """Return the desk over the collections of its settings."""
    settings = engine.settings
    assert isinstance(settings, DocsSettings)
    library = DocsLibrary(settings.library_dir, engine.encoder)
    return docs_desk(engine.models(OFFLINE_RULES), library, engine.store, settings)


def docs_desk(
    models: Models,
    library: DocsLibrary,
    store: DossierStore,
    settings: DocsSettings,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Desk:
    """Return the desk for documentation."""
    limits = (
        settings.tess_docs_stage_seconds,
        asyncio.Semaphore(settings.tess_docs_calls_at_once),
        StageBreaker(),
    )
    stages = Stages(models.small, *limits)
    languages = Languages(stages)
    answering = docs_answering(StageDrafter(models.main, *limits), library)
    return Desk(
        name="docs",
        template=Template(prompt_of("desk")),
        tools=(
            GuardQuestion(stages),
            SearchDocs(library, store),
            AnswerFromDocs(answering),
            AskBack(),
            ChooseScope(library),
            RateAnswer(),
            ShowSources(),
            RemoveSources(),
            RestoreSources(),
            Undo(store),
            Redo(store),
        ),
        budget=BUDGET,
        words=WORDS,
        manager=DocsManager(models.main, languages, store, library, clock),
        title=TITLE,
        sources=KINDS,
        artifacts=ARTIFACTS,
        intake=(ReadLanguage(languages),),
        wordings=WORDINGS,
        tell=TELL,
        answering=answering,
        status=partial(docs_status, library),
        by_hand={"feedback": "rate_answer", "scope": "choose_scope"},
        reply_language=reply_language,
    )


def reply_language(entry: JournalEntry) -> str:
    """Return the language of a reply: that of the question it answers, where the turn read one."""
    put = next((one for one in entry.patch.put_artifacts if one.kind == READING), None)
    reading = Reading.model_validate(put.data) if put else Reading()
    was_read = reading.stages and not entry.patch.undoes and not entry.patch.redoes
    return reading.language if was_read else entry.language
