"""The desk that makes of a meeting the items of a backlog."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from string import Template

from src.desks.backlog.judging import ItemJudge
from src.desks.backlog.offline.rules import backlog_rules
from src.desks.backlog.plain_words import own_words, plain_calls
from src.desks.backlog.plan_words import in_words
from src.desks.backlog.planning import TYPE_NAMES
from src.desks.backlog.presenter import KINDS, TELL
from src.desks.backlog.retrieval import BacklogIndex, IndexedBacklog, RetrievalLimits
from src.desks.backlog.routes import routes
from src.desks.backlog.seed_views import VectorsOfItems
from src.desks.backlog.segmenting import Segmenter
from src.desks.backlog.settings import BacklogSettings, listed
from src.desks.backlog.source_index import vectors_of
from src.desks.backlog.state import state
from src.desks.backlog.tagging import Tagger, TagThresholds
from src.desks.backlog.telling_answers import may_say
from src.desks.backlog.tracker import Tracker
from src.desks.backlog.tracker_item import TrackerItem
from src.desks.backlog.words import WORDINGS
from src.desks.backlog.words.client import ARTIFACTS, TITLE, WORDS
from src.desks.backlog.writing import ItemWriter
from src.desks.desk import Budget, Desk, Engine
from src.dossier.models import Document
from src.errors import CorpusUnreadable, UnknownCollection
from src.intake.language import detect
from src.llm.protocol import Llm
from src.search.documents.collections import home_of
from src.search.documents.retriever import CollectionRetriever, FoundSection
from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.search.encoder import Encoder, Rows, rows_of
from src.services.when_asked import when_asked
from src.tools.ask import Ask
from src.tools.backlog.answering import AboutDesk, AnswerFromMeeting
from src.tools.backlog.items import EditItems, ExportItems, ReadItems, ShowItems
from src.tools.backlog.loading import LoadBacklog
from src.tools.backlog.making import SegmentStep, WriteStep
from src.tools.backlog.run import MakeItems
from src.tools.backlog.tagging import JudgeItems, TagItems, TagStep
from src.tools.backlog.transcripts import AwaitTranscript, TakeTranscript
from src.tools.backlog.writing import ExplainConfirmation, PlanWrite, Unwrite, WriteBacklog
from src.tools.base import AnyTool
from src.tools.calculate import Calculate
from src.tools.read import ReadSource
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.undo import Redo, Undo

LONGEST_QUERY = 4_000
"""Characters of a segment that are searched for."""


class ConstraintLibrary:
    """The collections of these names; one that is not there yet is looked for again."""

    def __init__(
        self,
        library_dir: Path,
        names: Sequence[str],
        encoder: Encoder | None = None,
        shared: SharedCollections = NOT_SHARED,
    ) -> None:
        self._library_dir, self._names, self._encoder = library_dir, names, encoder
        self._shared = shared
        self._open: dict[Path, CollectionRetriever] = {}

    async def near(self, text: str, limit: int) -> list[Document]:
        """Return the sections nearest to a text, best first; fewer where few are about it."""
        await asyncio.to_thread(self._shared.look, self._library_dir)
        found = [
            (hit.score, hit.document)
            for name in self._names
            for hit in await self._found(name, text[:LONGEST_QUERY], limit)
            if not hit.weak
        ]
        found.sort(key=lambda hit: -hit[0])
        return [document for _, document in found[:limit]]

    async def _found(self, name: str, text: str, limit: int) -> Sequence[FoundSection]:
        home = home_of(self._library_dir, name)
        try:
            if home not in self._open:
                opened = await asyncio.to_thread(
                    CollectionRetriever, self._library_dir, name, self._encoder
                )
                self._open.setdefault(home, opened)
            return await self._open[home].search(text, limit)
        except (UnknownCollection, CorpusUnreadable):
            self._open.pop(home, None)
            return ()


HERE = Path(__file__).parent

BUDGET = Budget(rounds=8, calls=12, seconds=600, soft_seconds=90)
"""A run that needs more goes on in the next turn."""


def make(engine: Engine) -> Desk:
    """Return the desk over the tracker of its settings."""
    settings = engine.settings
    assert isinstance(settings, BacklogSettings)
    return backlog_desk(engine, tracker_of(settings), settings)


def tracker_of(settings: BacklogSettings) -> Tracker:
    """Return the tracker of the settings, made once somebody asks it."""

    def make() -> Tracker:
        from src.desks.backlog.services.ado import Ado

        return Ado(settings)

    return when_asked(make)


def backlog_desk(
    engine: Engine, tracker: Tracker, settings: BacklogSettings, budget: Budget = BUDGET
) -> Desk:
    """Return the desk over this tracker."""
    encoder, rows = engine.encoder, rows_of(engine.encoder)
    of_items = partial(vectors_of, rows=rows) if rows else None
    vectors = VectorsOfItems(encoder.id, of_items) if encoder and of_items else None
    models = engine.models(backlog_rules(rows))
    return Desk(
        name="backlog",
        template=Template((HERE / "prompt.md").read_text(encoding="utf-8")),
        tools=(
            *_tools(engine, models.main, tracker, settings, rows),
            Ask(),
            ReadSource(),
            Calculate(),
            RemoveSources(),
            RestoreSources(),
            ShowSources(),
            Undo(engine.store),
            Redo(engine.store),
        ),
        budget=budget,
        words=WORDS,
        llm=models.main,
        state=partial(state, projects=settings.projects),
        plain_calls=plain_calls,
        title=TITLE,
        sources=KINDS,
        artifacts=ARTIFACTS,
        wordings=WORDINGS,
        tell=TELL,
        may_say=may_say,
        in_words=in_words,
        own_words=own_words,
        routes=routes(vectors),
        close=tracker.close,
        one_at_a_time=True,
    )


def _lines_of(text: str) -> str:
    """Return captions that were pasted as the lines that the same text has as a file; any other text as it is."""
    from src.uploads.reading import kind_of, spoken_lines  # with what reads documents

    return "\n".join(spoken_lines(text.splitlines())) if kind_of(text) else text


def _tools(
    engine: Engine, llm: Llm, tracker: Tracker, settings: BacklogSettings, rows: Rows | None
) -> tuple[AnyTool, ...]:
    names = listed(settings.tess_backlog_constraints)
    constraints = ConstraintLibrary(settings.library_dir, names, engine.encoder, engine.shared)
    tokens, tracer = settings.tess_backlog_tokens, engine.tracer
    weights = map(float, listed(settings.tess_backlog_weights))
    least = map(float, listed(settings.tess_backlog_thresholds))
    limits = RetrievalLimits(
        settings.tess_backlog_retrieved_items, settings.tess_backlog_retrieved_constraints, *weights
    )
    nearest = settings.tess_backlog_nearest

    async def index(items: Sequence[TrackerItem]) -> IndexedBacklog:
        # In a thread: of thousands it takes a while, in which others want to go on.
        made = await asyncio.to_thread(BacklogIndex, items, rows)
        return IndexedBacklog(made, constraints.near, limits, nearest, tracer)

    named = listed(settings.tess_backlog_types)
    types = TYPE_NAMES | dict(zip(TYPE_NAMES, named, strict=False))
    # There is one project to read where nobody names one.
    is_one = len(settings.projects) == 1 and not settings.tess_backlog_ado_tenants
    is_one = is_one and bool(settings.tess_backlog_ado_url)
    load = LoadBacklog(tracker, settings.projects)
    cut = Segmenter(llm, _prompt("segment")).segments
    segment = SegmentStep(cut, llm.id, detect, tracer, config_of(settings))
    write = WriteStep(ItemWriter(llm, _prompt("items"), engine.support), index, tokens, tracer)
    tag = TagStep(Tagger(llm, _prompt("tag"), TagThresholds(*least)), index, tokens, tracer)
    return (
        load,
        AwaitTranscript(),
        TakeTranscript(_lines_of),
        MakeItems(load, segment, write, tag, loads_by_itself=is_one),
        TagItems(tag),
        JudgeItems(ItemJudge(llm, _prompt("judge"))),
        EditItems(llm, support=engine.support),
        ShowItems(),
        ReadItems(),
        ExportItems(),
        AnswerFromMeeting(llm, support=engine.support),
        AboutDesk(),
        PlanWrite(tracker, types, tag, settings.projects),
        ExplainConfirmation(is_off=settings.tess_backlog_write == "off"),
        WriteBacklog(tracker),
        Unwrite(),
    )


def config_of(settings: BacklogSettings) -> dict[str, str]:
    """Return the limits that a run goes by, as they are set; nothing secret is among them."""
    told: Sequence[str] = (
        "tess_backlog_types",
        "tess_backlog_constraints",
        "tess_backlog_retrieved_items",
        "tess_backlog_retrieved_constraints",
        "tess_backlog_nearest",
        "tess_backlog_weights",
        "tess_backlog_thresholds",
        "tess_backlog_tokens",
        "tess_backlog_write",
    )
    return {name: str(getattr(settings, name)) for name in told}


def _prompt(name: str) -> str:
    return (HERE / f"prompt_{name}.md").read_text(encoding="utf-8")
