"""TESS: any documentation."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from string import Template

from src.answering.answer import Answering
from src.desks.desk import Budget, Desk, Engine, Status
from src.desks.docs.answering import RULES, SECONDS, AnswerDrafter
from src.desks.docs.artifacts import READING, Reading
from src.desks.docs.intake import LookAround, ReadLanguage
from src.desks.docs.library import DocsLibrary
from src.desks.docs.offline.rules import offline_rules
from src.desks.docs.presenter import KINDS, TELL, WORDINGS, may_say
from src.desks.docs.reading import plain_calls, state
from src.desks.docs.settings import DocsSettings
from src.desks.docs.words.client import ARTIFACTS, TITLE, WORDS
from src.dossier.journal import JournalEntry
from src.dossier.store import DossierStore
from src.llm.protocol import OFFLINE, Llm
from src.search.encoder import rows_of
from src.spoken import said
from src.tools.calculate import Calculate
from src.tools.docs.answer import AnswerFromDocs, ChooseSections
from src.tools.docs.ask import AskBack
from src.tools.docs.follow import ChooseScope, FollowLink
from src.tools.docs.search import SearchDocs
from src.tools.rate import RateAnswer
from src.tools.read import ReadSource
from src.tools.rework import ExplainAnswer, ReworkAnswer
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.undo import Redo, Undo

BUDGET = Budget(rounds=8, calls=16, seconds=SECONDS)


def make(engine: Engine) -> Desk:
    """Return the desk over the collections of its settings."""
    settings = engine.settings
    assert isinstance(settings, DocsSettings)
    library_dir = settings.tess_data_dir / "library"
    library = DocsLibrary(library_dir, engine.encoder, shared=engine.shared)
    llm = engine.models(offline_rules(rows_of(engine.encoder))).main
    return docs_desk(llm, library, engine.store, settings, support=engine.support)


def docs_desk(
    llm: Llm,
    library: DocsLibrary,
    store: DossierStore,
    settings: DocsSettings,
    *,
    support: bool = False,
) -> Desk:
    """Return the desk for documentation."""
    places = asyncio.Semaphore(settings.tess_docs_calls_at_once)
    drafter = AnswerDrafter(llm, settings.tess_docs_stage_seconds, places)
    answering = Answering(replace(RULES, support=support), drafter, library, library)
    return Desk(
        name="docs",
        template=Template((Path(__file__).parent / "prompt.md").read_text(encoding="utf-8")),
        tools=(
            SearchDocs(library, store),
            FollowLink(library),
            ReadSource(),
            Calculate(),
            ChooseSections(store),
            AnswerFromDocs(answering),
            AskBack(library),
            ChooseScope(library),
            RateAnswer(),
            ShowSources(),
            RemoveSources(),
            RestoreSources(),
            Undo(store),
            Redo(store),
            ExplainAnswer(),
            ReworkAnswer(answering),
        ),
        budget=BUDGET,
        words=WORDS,
        llm=llm,
        title=TITLE,
        state=lambda dossier: state(dossier, library.known),
        plain_calls=lambda dossier: plain_calls(
            dossier, library.known, reads_choices=llm.id != OFFLINE
        ),
        sources=KINDS,
        artifacts=ARTIFACTS,
        intake=(ReadLanguage(), LookAround(library)),
        wordings=WORDINGS,
        tell=TELL,
        may_say=may_say,
        answering=answering,
        status=partial(docs_status, library),
        by_hand={"feedback": "rate_answer", "scope": "choose_scope"},
        reply_language=reply_language,
    )


async def docs_status(library: DocsLibrary) -> Status:
    """Return which collections there are; none is nothing to be ashamed of before the first ingest."""
    every = await library.listed()
    names = ", ".join(pair.name for pair in every)
    summary = f"collections: {names}" if names else "no collections"
    return Status(
        facts={"collections": len(every)},
        summary=summary,
        told=said("Documentation in {count} collections: {names}.", count=len(every), names=names)
        if names
        else "",
        advice=""
        if names
        else said("Run ./tess ingest FOLDER --collection NAME for documentation."),
    )


def reply_language(entry: JournalEntry) -> str:
    """Return the language of a reply: that of the question it answers, where the turn read one."""
    put = next((value for value in entry.patch.put_artifacts if value.kind == READING), None)
    reading = Reading.model_validate(put.data) if put else None
    was_moved = entry.patch.undoes or entry.patch.redoes
    if reading is None or was_moved or reading.clarification_result == "exit":
        return entry.language
    return reading.language
