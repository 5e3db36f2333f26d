"""The answer: claims that each stand on a quote, kept only where the quote stands in its source."""

import hashlib
from pathlib import Path
from typing import ClassVar

from pydantic import Field

from src.dossier.models import Answer, Claim, Dossier, Source
from src.dossier.patch import DossierPatch
from src.llm.protocol import ChatMessage, Llm
from src.llm.tasks import AnswerDraft, AnswerTask, TaskSource
from src.retrieval.grounding import is_grounded
from src.tools.base import Answered, Arguments, Tool, ToolResult
from src.tools.tax.quotes import one_line, stands_in, whole_sentences

PROMPT = (Path(__file__).parent / "answer_prompt.md").read_text(encoding="utf-8")

LONGEST_SOURCE = 24_000
"""Characters of one source that the model is given; the reply says where one was cut."""


class AnswerArgs(Arguments):
    query: str = Field(
        min_length=1,
        max_length=10_000,
        description="The user's question of law in full, in the user's own words and language.",
    )


class GenerateTaxAnswer(Tool[AnswerArgs]):
    """Answer the question from the selected sources. Call it only when the user has confirmed the sources shown."""

    args = AnswerArgs
    needs_shown_selection: ClassVar[bool] = True

    def __init__(self, llm: Llm) -> None:
        self._llm = llm

    async def execute(self, dossier: Dossier, args: AnswerArgs) -> ToolResult:
        task = answer_task(dossier, args.query)
        # No tools here: text inside a source is data, and there is nothing that it could make the model do.
        messages = [ChatMessage("system", PROMPT), ChatMessage("user", task.model_dump_json())]
        draft = await self._llm.chat_structured(messages, AnswerDraft)
        claims = _verified(draft.value, dossier.selected)
        answer = Answer(
            question=args.query,
            language=task.language,
            claims=claims,
            # A conclusion follows from its claims: without a single verified one there is none.
            conclusion=_grounded(draft.value.conclusion, dossier.selected) if claims else "",
            open_points=tuple(
                filter(
                    None, (_grounded(point, dossier.selected) for point in draft.value.open_points)
                )
            ),
            source_ids=tuple(source.id for source in dossier.selected),
            model=self._llm.id,
            sent_hash=sent_hash(task),
            based_on_version=dossier.version,
        )
        cut = tuple(
            source.title for source in dossier.selected if len(source.content) > LONGEST_SOURCE
        )
        report = Answered(answer, dropped=len(draft.value.claims) - len(claims), cut=cut)
        return ToolResult(report, DossierPatch(add_answers=(answer,)), draft.usage)


def answer_task(dossier: Dossier, question: str) -> AnswerTask:
    """Return what the model is given to answer a question of this dossier: the selected sources, as JSON data."""
    return AnswerTask(
        question=question,
        language=dossier.language or "nl",
        sources=[_as_sent(source) for source in dossier.selected],
    )


def sent_hash(task: AnswerTask) -> str:
    """Return the SHA-256 of the task's very text, by which it can be told later that it was rebuilt exactly."""
    return hashlib.sha256(task.model_dump_json().encode()).hexdigest()


def _as_sent(source: Source) -> TaskSource:
    text = source.content[:LONGEST_SOURCE]
    return TaskSource(id=source.id, title=source.title, digest=source.digest, text=text)


def _verified(draft: AnswerDraft, selected: tuple[Source, ...]) -> tuple[Claim, ...]:
    texts = {source.id: source.content for source in selected}
    return tuple(
        Claim(
            text=one_line(claim.text),
            quote=whole_sentences(claim.quote, texts[claim.source_id]),
            source_id=claim.source_id,
        )
        for claim in draft.claims
        if stands_in(claim.quote, texts.get(claim.source_id, ""))
        and is_grounded(claim.text, selected)
    )


def _grounded(text: str, selected: tuple[Source, ...]) -> str:
    """Return a text of the model, or nothing where it names law that the selected sources do not hold."""
    return one_line(text) if is_grounded(text, selected) else ""
