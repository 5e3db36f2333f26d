"""Every question asked of the desk, each in a dossier of its own, and what became of it."""

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evals.conversing import InProcess
from evals.docs.questions import DocsQuestion, Expected
from src.desks.docs.artifacts import SCOPE, Scope
from src.desks.docs.desk import reply_language
from src.desks.docs.reading import SEARCH
from src.desks.docs.reasons import REFUSALS, Reason
from src.dossier import clarification
from src.dossier.models import Answer, Artifact
from src.dossier.store import Committed
from src.grounding.gate import find

Became = Expected | Literal["nothing"]
"""What became of a question; ``nothing``: neither an answer nor a reason why there is none."""

NOT_THERE: frozenset[Reason] = frozenset(
    ("out_of_scope", "no_relevant_documents", "poor_search_results", "untranslated")
)
"""Reasons that say that nothing was found."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question and what became of it."""

    question: DocsQuestion
    became: Became
    reason: str
    """Why it was not answered; empty where it was."""
    language: str
    """Of the reply, as the desk has it."""
    query: str
    """What was searched for; the question itself where nothing was."""
    found: tuple[str, ...]
    """Ids of the sections that the last search came upon, best first."""
    quoted: tuple[str, ...]
    """Ids of the sections that the answer quotes, in its order."""
    wrong_citations: int
    """Claims whose quote does not stand in the section that they name."""
    milliseconds: float
    cpu_milliseconds: float


async def ask_all(
    desk: InProcess, questions: Sequence[DocsQuestion], collection: str
) -> list[AskedQuestion]:
    """Return what became of each question, asked of one collection."""
    limited = Scope(collections=(collection,)).model_dump(mode="json")
    scope = Artifact(id=SCOPE, kind=SCOPE, data=limited)
    asked = []
    for question in questions:
        dossier_id = f"dos-{secrets.token_hex(16)}"
        await desk.begin(dossier_id, question.said, (scope,))
        began, cpu = time.perf_counter(), time.process_time()
        committed = await desk.ask(dossier_id, question.text)
        took = 1_000 * (time.perf_counter() - began), 1_000 * (time.process_time() - cpu)
        asked.append(_asked(question, committed, took))
    return asked


def _asked(
    question: DocsQuestion, committed: Committed, took: tuple[float, float]
) -> AskedQuestion:
    entry = committed.entry
    answer = next((one for one in entry.patch.add_answers if one.claims), None)
    reasons = [one.reason for one in clarification.pending(entry.patch.put_artifacts)]
    searched = next((one for one in reversed(entry.tools) if one.tool == SEARCH), None)
    query = json.loads(searched.arguments)["queries"][0] if searched else question.text
    return AskedQuestion(
        question=question,
        became=_became(answer, reasons[-1] if reasons else ""),
        reason=reasons[-1] if reasons and not answer else "",
        language=reply_language(entry),
        query=query,
        found=tuple(one.source_id for one in searched.hits) if searched else (),
        quoted=tuple(one.source_id for one in answer.claims) if answer else (),
        wrong_citations=_wrong_citations(answer, committed) if answer else 0,
        milliseconds=took[0],
        cpu_milliseconds=took[1],
    )


def _became(answer: Answer | None, reason: str) -> Became:
    if answer:
        return "answer"
    if reason in REFUSALS:
        return "refuse"
    return "not in docs" if reason in NOT_THERE else "ask back" if reason else "nothing"


def _wrong_citations(answer: Answer, committed: Committed) -> int:
    sources = {one.id: one.content for one in committed.dossier.sources}
    return sum(
        not find(one.given or one.quote, sources.get(one.source_id, "")) for one in answer.claims
    )
