"""The desk that makes troubleshooting guides of raw notes."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from string import Template

from src.answering.versions import QuoteState, StaleAnswer, StaleQuote
from src.desks.desk import Budget, Desk, Engine
from src.desks.tsg.artifacts import GUIDE, Support
from src.desks.tsg.clearing import Gate, NoPersonalData
from src.desks.tsg.doors import Doors, gate_of
from src.desks.tsg.kept import guide_in, pages_of
from src.desks.tsg.offline.rules import OFFLINE_RULES
from src.desks.tsg.outside import CallFailed, OpensDoors
from src.desks.tsg.pictures import PicturesReader
from src.desks.tsg.presenter import KINDS, TELL, may_say
from src.desks.tsg.reading import plain_calls, state
from src.desks.tsg.research import Researcher
from src.desks.tsg.reviewing import GuideReviewer
from src.desks.tsg.settings import TsgSettings
from src.desks.tsg.words import WORDINGS
from src.desks.tsg.words.client import ARTIFACTS, TITLE, WORDS
from src.desks.tsg.writing import GuideWriter
from src.dossier.models import Dossier, Observation
from src.errors import ServiceUnavailable
from src.grounding.gate import find
from src.intake.language import detect
from src.tools.ask import Ask
from src.tools.calculate import Calculate
from src.tools.own_words import OwnWordsReader
from src.tools.read import ReadSource
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.tsg.guide import (
    AnswerQuestions,
    Dismiss,
    EditGuide,
    ReviewGuide,
    ShowGuide,
    WriteGuide,
)
from src.tools.tsg.notes import TakeNotes
from src.tools.tsg.research import SearchForNotes
from src.tools.undo import Redo, Undo


async def lost_support(dossier: Dossier, doors: OpensDoors) -> Sequence[StaleAnswer]:
    """Return the guide of a dossier with the quotes that its pages bear no more; nothing where they bear all.

    Raises ``ServiceUnavailable`` where a page can't be fetched: nobody knows then what it says.
    """
    guide = guide_in(dossier)
    quoted: dict[str, list[Support]] = {}
    for _, line in guide.lines() if guide else ():
        for support in line.supports if line.kind != "link" else ():
            quoted.setdefault(support.source, []).append(support)
    lost: list[StaleQuote] = []
    for page in pages_of(dossier):
        if page.id in quoted:
            lost += await _lost(page, quoted[page.id], doors)
    if guide is None or not lost:
        return []
    title, quotes = guide.title, tuple(lost)
    return [StaleAnswer(dossier_id=dossier.id, answer=GUIDE, question=title, quotes=quotes)]


async def _lost(
    page: Observation, quoted: Sequence[Support], doors: OpensDoors
) -> list[StaleQuote]:
    quotes = dict.fromkeys(support.quote for support in quoted)
    state: QuoteState = "changed"
    away = ServiceUnavailable(service=page.system, problem="service_unreachable")
    async with doors.open() as opened:
        if page.system not in opened:
            raise away
        try:
            text = (await opened[page.system].fetch(page.url)).text
        except CallFailed as failed:
            if failed.problem not in ("gone", "refused"):
                raise away from None
            text, state = "", "vanished"
    return [
        StaleQuote(source_id=page.id, title=page.title, quote=quote, state=state)
        for quote in quotes
        if not find(quote, text)
    ]


HERE = Path(__file__).parent

BUDGET = Budget(rounds=8, calls=12, seconds=600, soft_seconds=580, intake_seconds=8)
"""Of which a guide takes three rounds at most: notes with research, the guide, and what a model says of it."""


def make(engine: Engine) -> Desk:
    """Return the desk that researches where its settings say."""
    settings = engine.settings
    assert isinstance(settings, TsgSettings)
    return tsg_desk(engine, Doors(settings), gate_of(settings))


def tsg_desk(engine: Engine, doors: OpensDoors, gate: Gate) -> Desk:
    """Return the desk over these doors, with this personal-data gate."""
    models = engine.models(OFFLINE_RULES)
    llm = models.main
    researcher = Researcher(llm, doors, gate, _prompt("plan"), _prompt("findings"))
    pictures = PicturesReader(models.vision, engine.store, gate, _prompt("picture"))
    reviewer = GuideReviewer(llm, _prompt("review"), engine.support)
    writer = GuideWriter(llm, _prompt("write"), engine.support)
    intake = NoPersonalData(gate)

    async def close() -> None:
        await doors.close()
        await gate.close()

    return Desk(
        name="tsg",
        template=Template((HERE / "prompt.md").read_text(encoding="utf-8")),
        tools=(
            TakeNotes(gate, pictures, detect),
            SearchForNotes(researcher),
            WriteGuide(writer, reviewer, gate),
            ReviewGuide(reviewer, gate),
            EditGuide(writer, gate),
            AnswerQuestions(gate),
            ShowGuide(),
            Dismiss(),
            ReadSource(),
            Calculate(keeps=True),
            Ask(),
            ShowSources(),
            RemoveSources(),
            RestoreSources(),
            Undo(engine.store),
            Redo(engine.store),
        ),
        budget=BUDGET,
        words=WORDS,
        llm=llm,
        read_own=OwnWordsReader(llm, _prompt("words")) if engine.support else None,
        state=state,
        plain_calls=plain_calls,
        title=TITLE,
        sources=KINDS,
        artifacts=ARTIFACTS,
        wordings=WORDINGS,
        tell=TELL,
        may_say=may_say,
        refuses_secrets=True,
        intake=(intake,),
        admit=intake.admit,
        reads_pictures=True,
        shows_pictures=models.vision is not None,
        lost=partial(lost_support, doors=doors),
        close=close,
    )


def _prompt(name: str) -> str:
    return (HERE / f"prompt_{name}.md").read_text(encoding="utf-8")
