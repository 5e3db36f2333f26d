"""TESS: Dutch tax law."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from string import Template

from src.answering.answer import Verify
from src.desks.desk import Budget, Desk, Engine, Status
from src.desks.tax.answering import SECONDS, TERMS, tax_answering
from src.desks.tax.day_offer import (
    choice_meant,
    day_of_dossier,
    day_taken_before,
    for_the_dossier,
    for_this_question,
    question_day,
    state,
)
from src.desks.tax.law.days import DateReference, day_of_facts, law_asked
from src.desks.tax.library.passages import Retriever
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.library.rulings_about import rulings_about
from src.desks.tax.offline.rules import offline_rules
from src.desks.tax.presenter import KINDS, TELL, may_say
from src.desks.tax.question import plain_calls, searched
from src.desks.tax.settings import TaxSettings
from src.desks.tax.words import WORDINGS
from src.desks.tax.words.client import ARTIFACTS, TITLE, WORDS
from src.dossier.journal import Request
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.grounding.verification import verified
from src.llm.protocol import Llm
from src.observing.traced import traced
from src.search.encoder import rows_of
from src.spoken import said
from src.tools.answer import Confirm
from src.tools.ask import Ask
from src.tools.calculate import Calculate
from src.tools.choose import ChooseSources
from src.tools.own_words import OwnWordsReader
from src.tools.read import ReadSource
from src.tools.rework import ExplainAnswer, ReworkAnswer
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.tax.search import FollowReference, GenerateTaxAnswer, GetCaseLaw, GetLegislation
from src.tools.undo import Redo, Undo


@dataclass(frozen=True)
class DayOfLaw:
    """Sets the day beside a message for the dossier, and that of the law asked for in its words for this question.

    A tax year, a death, a gift or a transfer sets it, too; any other year that a question names sets no day.
    """

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    name: str = "day_of_law"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return the change of day; nothing where the message asks for none."""
        if request.as_of is not None:
            return for_the_dossier(dossier, request.as_of)
        today: date = self.clock().date()
        asked = law_asked(choice_meant(dossier, request.message), today)
        if asked is None:
            day, counts = day_of_facts(request.message, today), day_of_dossier(dossier)
            day = day or day_taken_before(dossier, request.message, today)
            is_other = day and not (counts and counts.year == day.year)
            asked = DateReference(day) if is_other else None
        if asked is None or (asked.day == dossier.as_of and question_day(dossier) is None):
            return DossierPatch()
        return for_this_question(dossier, asked.day)


PASSAGE_READ = 3_000
"""Characters of a source that one call reads: it is read to choose by, and an answer is given its text."""

BUDGET = Budget(rounds=6, calls=16, seconds=SECONDS)


def _text(name: str) -> str:
    return (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8")


async def library_status(library: Retriever) -> Status:
    """Return what the library holds now; raises ``CorpusUnreadable`` where that can't be told."""
    await library.check()
    state = library.state
    counted = f"{state.provisions} provisions, {state.rulings} rulings"
    told = "{provisions} provisions, {rulings} rulings ({fingerprint})."
    if state.starter:
        told = "Only the starter corpus, our own digests: {provisions} provisions, {rulings} rulings ({fingerprint})."
    known = {"provisions": state.provisions, "rulings": state.rulings}
    kind = "starter corpus, our own digests" if state.starter else "library"
    empty = not state.provisions + state.rulings
    return Status(
        facts={"provisions": state.provisions, "rulings": state.rulings, "starter": state.starter},
        problems=("There is nothing to search in the library.",) if empty else (),
        summary=f"{kind}: {counted}",
        told=said(told, fingerprint=state.fingerprint[:12], **known),
        advice=said("Run ./tess ingest tax for the law itself.") if state.starter else "",
    )


def make(engine: Engine) -> Desk:
    """Return the desk over the library of its settings; raises ``CorpusUnreadable`` where that can't be read."""
    settings = engine.settings
    assert isinstance(settings, TaxSettings)
    encoder, starter = engine.encoder, settings.starter_dir
    return tax_desk(
        engine.models(offline_rules(rows_of(encoder), starter)).main,
        LibraryRetriever(settings.library_dir, starter, encoder=encoder, tracer=engine.tracer),
        engine.store,
        verify=traced(engine.tracer, "verify", verified),
        confirm=settings.tess_confirm,
        support=engine.support,
    )


def tax_desk(
    llm: Llm,
    retriever: Retriever,
    store: DossierStore,
    verify: Verify = verified,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    confirm: Confirm = "always",
    *,
    support: bool = False,
) -> Desk:
    """Return the desk for Dutch tax law."""
    answering = tax_answering(
        llm, retriever, verify=verify, support=support, today=lambda: clock().date()
    )
    return Desk(
        name="tax",
        template=Template(_text("prompt") + (_text("prompt_doubt") if confirm == "doubt" else "")),
        tools=(
            GetLegislation(retriever, store, clock, searched=searched),
            GetCaseLaw(retriever, store, rulings_about, searched=searched),
            FollowReference(retriever),
            ReadSource(page=PASSAGE_READ),
            Calculate(TERMS, keeps=True),
            ChooseSources(store, ends=confirm == "always"),
            Ask(),
            ShowSources(),
            RemoveSources(),
            RestoreSources(),
            Undo(store),
            Redo(store),
            GenerateTaxAnswer(answering, confirm),
            ExplainAnswer(),
            ReworkAnswer(answering),
        ),
        budget=BUDGET,
        answering=answering,
        words=WORDS,
        title=TITLE,
        llm=llm,
        read_own=OwnWordsReader(llm, _text("prompt_words")) if support else None,
        state=state,
        plain_calls=plain_calls,
        sources=KINDS,
        artifacts=ARTIFACTS,
        wordings=WORDINGS,
        tell=TELL,
        intake=(DayOfLaw(clock),),
        may_say=may_say,
        status=partial(library_status, retriever),
    )
