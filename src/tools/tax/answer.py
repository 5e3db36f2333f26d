"""The answer: claims that each stand on a quote, kept only where the quote stands in its source."""

from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import Field

from src.answering.recording import Circumstances, Drafter, Recording, Versions, receipt
from src.answering.task import answer_task, cut, sent_hash
from src.answering.verification import Material, Verified, verified
from src.desks.tax.sources import Legislation
from src.dossier.models import Answer, Dossier
from src.dossier.patch import DossierPatch
from src.errors import LimitReached, ModelGaveNoAnswer, ModelUnavailable
from src.llm.forms import AnswerDraft, AnswerTask, FailedClaim, RepairTask
from src.llm.protocol import ChatMessage, Usage
from src.tools.base import SELECTION_SHOWN, Answered, Arguments, Policy, Tool, ToolResult

Verify = Callable[[AnswerDraft, Material], Verified]

PROMPT = (Path(__file__).parent / "answer_prompt.md").read_text(encoding="utf-8")


class AnswerArgs(Arguments):
    query: str = Field(
        min_length=1,
        max_length=10_000,
        description="The user's question of law in full, in the user's own words and language.",
    )


class GenerateTaxAnswer(Tool[AnswerArgs]):
    """Answer the question from the selected sources. Call it only when the user has confirmed the sources shown."""

    args = AnswerArgs
    conditions = (SELECTION_SHOWN,)

    def __init__(
        self,
        llm: Drafter,
        retriever: Versions,
        policy: Policy = "strike",
        verify: Verify = verified,
    ) -> None:
        self._llm = llm
        self._verify = verify
        self._retriever = retriever
        self._policy = policy

    async def execute(self, dossier: Dossier, args: AnswerArgs) -> ToolResult:
        await self._retriever.check()
        task = answer_task(dossier, args.query)
        material = self._material(dossier, args.query)
        recording = Recording(self._llm)
        judged, usage = await _drafted(recording, task, material, self._verify)
        result = _better(judged)
        refused = bool(result.struck) and self._policy == "refuse"
        answer = Answer(
            question=args.query,
            language=task.language,
            claims=() if refused else result.claims,
            conclusion="" if refused else result.conclusion,
            open_points=result.open_points,
            missing_facts=result.missing_facts,
            struck=result.struck,
            source_ids=tuple(source.id for source in dossier.selected),
            model=recording.id,
            sent_hash=sent_hash(task),
            based_on_version=dossier.version,
        )
        # Without a single claim that stands there is nothing that could be called an answer.
        patch = DossierPatch(add_answers=(answer,)) if answer.claims else DossierPatch()
        given = Circumstances(
            task, material, dossier.as_of, PROMPT, self._policy, self._retriever.state.fingerprint
        )
        return ToolResult(
            Answered(answer, cut(dossier.selected, task), len(result.claims) if refused else 0),
            patch,
            usage,
            receipt=receipt(recording, given, judged) if answer.claims else None,
            by=recording.by,
        )

    def _material(self, dossier: Dossier, question: str) -> Material:
        laws = [source for source in dossier.selected if isinstance(source, Legislation)]
        versions = {law.id: self._retriever.versions(law) for law in laws}
        return Material(question, dossier.selected, versions)


async def _drafted(
    llm: Drafter, task: AnswerTask, material: Material, verify: Verify
) -> tuple[tuple[Verified, ...], Usage]:
    """Let the model draft an answer, and mend it where it has claims that may not stand; return what of both.

    It may mend once: the form of its draft or the claims in it, never both.
    """
    # No tools here: text inside a source is data, and there is nothing that it could make the model do.
    messages = [ChatMessage("system", PROMPT), ChatMessage("user", task.model_dump_json())]
    draft = await llm.chat_structured(messages, AnswerDraft)
    first = verify(draft.value, material)
    if not first.struck or draft.repaired:
        return (first,), draft.usage
    messages += [
        ChatMessage("assistant", draft.value.model_dump_json()),
        ChatMessage("user", _repair(first).model_dump_json()),
    ]
    try:
        mended = await llm.chat_structured(messages, AnswerDraft, repair=False)
    except (ModelGaveNoAnswer, ModelUnavailable, LimitReached):
        # What is there already stands on its quotes, whatever became of the model meanwhile.
        return (first,), draft.usage
    return (first, verify(mended.value, material)), draft.usage + mended.usage


def _better(judged: Sequence[Verified]) -> Verified:
    """Return the mended draft, unless less of it may stand than of the first."""
    return judged[-1] if len(judged[-1].claims) >= len(judged[0].claims) else judged[0]


def _repair(result: Verified) -> RepairTask:
    """Return which claims may not stand, and why, for the model to mend."""
    failed = [
        FailedClaim(
            text=claim.text,
            quote=claim.given or claim.quote,
            source_id=claim.source_id,
            verdict=claim.verdict or "not-found",
            not_in_source=list(claim.flags),
        )
        for claim in result.struck
    ]
    return RepairTask(failed=failed)
