"""How well questions are answered: each alone, through search and the built-in model as in the product."""

import asyncio
import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from evals import metrics
from evals.report import table
from evals.scores import Row
from evals.tax.corpus import EvaluationCorpus
from evals.tax.indexing import build_index
from evals.tax.keys import source_key
from evals.tax.questions import Must, Question, bad_line, read_questions
from src import tool_calls
from src.answering.answer import Answering
from src.desks.tax.answering import tax_answering
from src.desks.tax.law.laws import fold
from src.desks.tax.library import index_build
from src.desks.tax.library.passages import KINDS, Retriever
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.library.rulings_about import rulings_about
from src.desks.tax.offline.rules import offline_rules
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier, Message
from src.dossier.patch import DossierPatch, merged
from src.dossier.store import DossierStore
from src.intake.language import detect
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatMessage, Llm
from src.search.encoder import Encoder, rows_of
from src.search.index_folder import renewed
from src.tools.base import AnyTool
from src.tools.tax.search import GetCaseLaw, GetLegislation

FOUND, FIRST_IN_GOLD, FIRST_ANSWERS, ANY_ANSWERS = (
    "gold found",
    "first in gold",
    "first answers",
    "any answers",
)
MEASURES = (FOUND, FIRST_IN_GOLD, FIRST_ANSWERS, ANY_ANSWERS)
ALL = "all"

_BEGIN = datetime(2000, 1, 1, tzinfo=UTC)
_MOST_CALLS = 8


@dataclass(frozen=True)
class AnsweredQuestion:
    """What became of one question."""

    id: str
    question: str
    sources: tuple[str, ...]
    """Keys of what was found, in the order in which it is shown."""
    quotes: tuple[tuple[str, str], ...]
    """Key of a source and the quote from it, in the order of the answer."""
    values: Mapping[str, float | None]
    """By measure: 1 or 0; None where the question has no words that an answer must hold."""


@dataclass(frozen=True)
class AnswersReport:
    """What an evaluation of answers found."""

    corpus: str
    questions: str
    rows: tuple[Row, ...]
    answered: tuple[AnsweredQuestion, ...]

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return asdict(self)


async def evaluate_answers(
    corpus_path: Path | None,
    questions_path: Path,
    library_dir: Path,
    starter_dir: Path,
    encoder: Encoder | None = None,
) -> AnswersReport:
    """Return how well questions are answered from a corpus; without one from the library in use.

    With an ``encoder`` sources are found and passages chosen by meaning too, as they are in the product.

    ``CorpusUnreadable`` says in one sentence what is wrong with a file, before any question is asked.
    """
    questions = read_questions(questions_path)
    with tempfile.TemporaryDirectory(prefix="tess-evaluation-") as folder:
        library = library_dir
        if corpus_path:
            library = Path(folder)
            corpus = EvaluationCorpus(corpus_path)
            # Whoever makes vectors waits for them in a loop of their own.
            await asyncio.to_thread(_build, corpus, library, starter_dir, encoder)
        retriever = LibraryRetriever(library, starter_dir, encoder=encoder)
        _require_gold(questions, questions_path, retriever)
        model = OfflineModel(offline_rules(rows_of(encoder), starter_dir))
        person = _Person(retriever, JsonStore(Path(folder)), model)
        answered = [await person.ask(one) for one in questions]
    name = str(corpus_path) if corpus_path else _name(retriever)
    return AnswersReport(name, str(questions_path), _rows(questions, answered), tuple(answered))


def _build(
    corpus: EvaluationCorpus, library: Path, starter_dir: Path, encoder: Encoder | None
) -> None:
    """Make a library that has an index of the corpus, as the product would make it."""
    with renewed(library) as folder:
        made_by = index_build.made_by(starter_dir)
        expansions = index_build.expansions(starter_dir)
        build_index(folder, corpus.sources(), expansions, made_by, encoder=encoder)


def _require_gold(questions: Sequence[Question], path: Path, retriever: LibraryRetriever) -> None:
    known = [retriever.index.of[kind].facts.with_key for kind in KINDS]
    for question in questions:
        for key in sorted(question.gold):
            if not any(len(numbers(key)) for numbers in known):
                raise bad_line(path, question.line, f"gold {key} is not in the corpus")


def _name(retriever: LibraryRetriever) -> str:
    return "the starter corpus" if retriever.state.starter else "the library"


class _Person:
    """Asks one question in a dossier of its own, and confirms whatever sources are shown."""

    def __init__(self, retriever: Retriever, store: DossierStore, llm: Llm) -> None:
        self._llm = llm
        law = GetLegislation(retriever, store)
        rulings = GetCaseLaw(retriever, store, rulings_about)
        self._tools: dict[str, AnyTool] = {tool.name: tool for tool in (law, rulings)}
        self._answering: Answering = tax_answering(llm, retriever)

    async def ask(self, question: Question) -> AnsweredQuestion:
        dossier = await self._with_sources(question.text)
        keys = {source.id: source_key(source) for source in dossier.selected}
        quotes: tuple[tuple[str, str], ...] = ()
        if keys:
            answer = (await self._answering.answer(dossier, question.text)).answer
            quotes = tuple((keys[claim.source_id], claim.quote) for claim in answer.claims)
        found = tuple(keys.values())
        return AnsweredQuestion(
            question.id, question.text, found, quotes, _values(question, found, quotes)
        )

    async def _with_sources(self, message: str) -> Dossier:
        """Return a dossier with all that is found for a message, selected as it is when it was just found."""
        opening = DossierPatch(
            add_messages=(Message(role="user", content=message),), language=detect(message, None)
        )
        dossier = opening.apply(Dossier(id="evaluation", desk="tax", created_at=_BEGIN))
        offered = [tool.spec for tool in self._tools.values()]
        reply = await self._llm.chat([ChatMessage("user", message)], offered)
        ran = await tool_calls.run(reply.tool_calls, self._tools, dossier, _MOST_CALLS, _silent)
        return merged(one.result.patch for one in ran).apply(dossier)


async def _silent(_tool: str) -> None:
    """Show nothing of a tool that runs."""


def _values(
    question: Question, found: Sequence[str], quotes: Sequence[tuple[str, str]]
) -> dict[str, float | None]:
    says = [key in question.gold and holds(question.must, quote) for key, quote in quotes]
    return {
        FOUND: float(any(key in question.gold for key in found)),
        FIRST_IN_GOLD: float(bool(quotes) and quotes[0][0] in question.gold),
        FIRST_ANSWERS: float(any(says[:1])) if question.must else None,
        ANY_ANSWERS: float(any(says)) if question.must else None,
    }


def holds(must: Must, text: str) -> bool:
    """Tell whether a text says of each group one of its phrases, whatever the case, the accents and the spaces."""
    said = _folded(text)
    return all(any(_folded(phrase) in said for phrase in group) for group in must)


def _folded(text: str) -> str:
    return " ".join(fold(text).split())


def _rows(questions: Sequence[Question], answered: Sequence[AnsweredQuestion]) -> tuple[Row, ...]:
    """Return the figures of all questions, by language, by kind, and of those whose gold was found."""
    numbered = list(enumerate(questions))
    groups = {ALL: [number for number, _ in numbered]}
    for field in ("lang", "kind"):
        for value in sorted({getattr(one, field) for one in questions} - {""}):
            groups[value] = [at for at, one in numbered if getattr(one, field) == value]
    groups[FOUND] = [number for number, one in enumerate(answered) if one.values[FOUND]]
    return tuple(
        Row(name, len(members), _estimates([answered[number] for number in members]))
        for name, members in groups.items()
        if members
    )


def _estimates(answered: Sequence[AnsweredQuestion]) -> dict[str, metrics.Estimate]:
    """Return the estimates of each measure, over the questions that have it."""
    found: dict[str, metrics.Estimate] = {}
    for name in MEASURES:
        values = [value for one in answered if (value := one.values[name]) is not None]
        if values:
            found |= metrics.estimates(np.array(values)[:, None], [name])
    return found


def answers_text(report: AnswersReport) -> str:
    """Return the report for people."""
    rows = [_padded(row) for row in report.rows]
    asked = [one for one in report.answered if one.values[FIRST_ANSWERS] is not None]
    return "\n\n".join(
        [
            f"{len(report.answered)} questions of {report.questions}, answered by the built-in model from "
            f"{report.corpus}. In brackets: 95 % of bootstrap resamples of the questions.",
            table(rows),
            f"{FOUND}: a gold article is among the sources; {FIRST_IN_GOLD}: the first quote is from one; "
            f"{FIRST_ANSWERS}, {ANY_ANSWERS}: and it holds, or any such quote does, what the question says an answer "
            f"must hold ({len(asked)} questions say so).",
        ]
    )


_NONE = metrics.Estimate(math.nan, math.nan, math.nan)


def _padded(row: Row) -> Row:
    return Row(row.name, row.questions, {name: row.estimates.get(name, _NONE) for name in MEASURES})
