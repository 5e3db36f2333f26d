"""A desk that answers with quotes from a cookbook: the stranger by which all that is done with answers is tried."""

import argparse
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from pydantic import Field

from src.answering.answer import Answering
from src.answering.extract import Cutting
from src.answering.rules import AnswerRules
from src.answering.task import answer_task
from src.desks.desk import Budget, Desk, DeskWords, Engine
from src.desks.plug import Plug
from src.dossier.models import Dossier, Language, Observation, SourceBase
from src.grounding.material import Addition, Bearing
from src.grounding.units import Unit
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sources import CALLED, KIND, on_sources, searching
from src.llm.builtin.table import DeskTable
from src.llm.forms import AnswerDraft, AnswerTask, ClaimDraft, TaskSource
from src.presenter import Presenter, SourceKind
from src.settings import DeskSettings
from src.tools.answer import AnswerTool
from src.tools.base import Arguments, Tool, ToolResult, found
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.undo import Redo, Undo
from src.wording import WORDINGS as ANY_DESK
from tests.desks.cookbook import Cookbook, Dish, dish_of, newest, words
from tests.desks.extracting import extract

if TYPE_CHECKING:
    from src.cli_types import Commands


class CookerySettings(DeskSettings):
    tess_cookery_book: Path = Field(Path("cookbook"), description="Folder of the cookbook.")


KINDS = (
    SourceKind(Dish, {"nl": "Gerechten", "en": "Dishes"}),
    SourceKind(Observation, {"nl": "Metingen", "en": "Readings"}),
)
HEADINGS: Mapping[Language, str] = {"nl": "UIT HET KOOKBOEK", "en": "FROM THE COOKBOOK"}
WORDINGS = {
    language: replace(ANY_DESK[language], sources_heading=heading)
    for language, heading in HEADINGS.items()
}

# How its answers are defended


class DishInTask(TaskSource):
    """A source as the model gets it, with its chapter."""

    chapter: str


class CookingTask(AnswerTask):
    sources: Sequence[DishInTask]


def cooking_task(dossier: Dossier, question: str, cutting: Cutting) -> CookingTask:
    """Return what the model is given: what every desk gives, and of each source its chapter."""
    plain = answer_task(dossier, question, cutting)
    pairs = zip(dossier.selected, plain.sources, strict=True)
    sources = [DishInTask(**sent.model_dump(), chapter=one.heading) for one, sent in pairs]
    return CookingTask(question=plain.question, language=plain.language, sources=sources)


class NoNewAmounts(Bearing):
    """What a claim of a cook may not add: an amount, a time or a temperature."""

    def additions(
        self, text: str, sources: Sequence[SourceBase], question: str
    ) -> Sequence[Addition]:
        told = {amount for one in sources for amount in re.findall(r"\d+", one.content)}
        new = [amount for amount in re.findall(r"\d+", text) if amount not in told]
        return [Addition(amount, frozenset({"claim", "conclusion"})) for amount in new]


def by_lines(source: SourceBase) -> Unit:
    """Return the line: so cookbooks are written, and so the probe speaks."""
    return "line"


RULES = AnswerRules(
    prompt="You help a cook. Every claim stands on the words of the cookbook or of the probe.",
    tool="answer_cook",
    seconds=20,
    policy="refuse",
    bearing=NoNewAmounts(),
    task=cooking_task,
    units=by_lines,
    cutting=Cutting(mark="[... {count} signs skipped ...]"),
    unversioned=dish_of,
    counting=newest,
)


# Its tools


class Question(Arguments):
    query: str


class FindDishes(Tool[Question]):
    """Look up how a dish is made."""

    args = Question

    def __init__(self, book: Cookbook) -> None:
        self._book = book

    async def execute(self, dossier: Dossier, args: Question) -> ToolResult:
        return found(dossier, "dish", [dish for dish, _ in self._book.search(args.query)])


class ReadProbe(Tool[Question]):
    """Ask the probe in the dish how it stands."""

    args = Question

    async def execute(self, dossier: Dossier, args: Question) -> ToolResult:
        return found(dossier, "observation", [reading()])


def reading() -> Observation:
    """Return what the probe says: a word and a number a line."""
    said = "probe 3\ncore: 64\ncrust: soft\n"
    return Observation(
        id="probe/3",
        title="Probe 3",
        content=said,
        system="probe",
        request="read 3",
        taken_at=datetime(2026, 1, 1, 12, tzinfo=UTC),
        sha256=hashlib.sha256(said.encode()).hexdigest(),
    )


class AnswerCook(AnswerTool):
    """Answer the cook from the selected sources. Call it only when the cook has confirmed the sources shown."""


# What the built-in model does at this desk


def quoted(task: AnswerTask) -> AnswerDraft:
    """Return the passages that share words with the question, and the short lines that do."""
    draft = extract(task)
    asked = set(words(task.question))
    lines = [(source, line) for source in task.sources for line in source.text.splitlines()]
    short = [
        ClaimDraft(text="", quote=line, source_id=source.id)
        for source, line in lines
        if len(words(line)) < 3 and asked & set(words(line))
    ]
    return draft.model_copy(update={"claims": [*draft.claims, *short]})


OFFLINE_RULES = BuiltinRules(
    DeskTable(
        wordings=WORDINGS,
        kinds={KIND: CALLED},
        does=on_sources("answer_cook"),
        ask=searching("find_dishes", "read_probe"),
        forms={AnswerDraft: lambda task: quoted(CookingTask.model_validate_json(task))},
    )
)
WORDS = DeskWords(
    about={"nl": "Ik zoek het op in het kookboek.", "en": "I look it up in the cookbook."},
    opening={"nl": "Wat eten we?", "en": "What shall we eat?"},
    examples={"nl": ("Hoe lang bakt het brood?",), "en": ("How long does the bread bake?",)},
)


def make(engine: Engine) -> Desk:
    """Return the desk over the cookbook."""
    settings: CookerySettings = engine.settings
    book = Cookbook(settings.tess_cookery_book)
    llm = engine.models(OFFLINE_RULES).main
    answering = Answering(RULES, llm, book, book)
    return Desk(
        name="cookery",
        template=Template("You help a cook."),
        tools=(
            FindDishes(book),
            ReadProbe(),
            ShowSources(),
            RemoveSources(),
            RestoreSources(),
            Undo(engine.store),
            Redo(engine.store),
            AnswerCook(answering),
        ),
        budget=Budget(rounds=1, calls=4, seconds=20),
        words=WORDS,
        llm=llm,
        title={"nl": "Het kookboek", "en": "The cookbook"},
        sources=KINDS,
        wordings=WORDINGS,
        answering=answering,
    )


def tell_dishes(options: argparse.Namespace, _: list[str]) -> int:
    """Print what the book has on a question, and why."""
    book = Cookbook(options.read_settings().of(CookerySettings).tess_cookery_book)
    for dish, reason in book.search(options.text):
        print(dish.title, *(reason.lines() if options.explain else ()), sep="\n  ")
    return 0


def add_dishes_command(commands: "Commands") -> None:
    """Register ``tess dishes``."""
    dishes = commands.add_parser("dishes", help="show what the cookbook has on a question")
    dishes.add_argument("text")
    dishes.add_argument("--explain", action="store_true", help="tell why each was found")
    dishes.set_defaults(run=tell_dishes)


PLUG = Plug(
    "cookery",
    make,
    add_dishes_command,
    settings=lambda: CookerySettings,
    presenter=lambda: Presenter(WORDINGS, KINDS),
    answer_rules=lambda: RULES,
    vocabulary=("dish", "dishes", "gerecht", "gerechten", "cookbook", "kookboek", "probe"),
)
