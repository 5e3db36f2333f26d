"""What becomes of a drafted answer: code judges it, then a model where one is set."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from src.desks.docs.artifacts import Reading
from src.desks.docs.citing import place_of
from src.desks.docs.forms import Quality, QualityClaim, QualityDecision, QualityTask
from src.desks.docs.reasons import Reason
from src.desks.docs.stages import FilledStage, Stages, prompt_of, record
from src.dossier.models import Answer, Dossier
from src.llm.protocol import OFFLINE, Usage
from src.tools.base import Answered

PROMPT = prompt_of("quality")

MOST_CLAIMS = 24
"""Claims that a model is given to judge."""

LONGEST_ANALYSIS = 1_000

Drafts = Sequence[tuple[str, Answered | None]]
"""The calls that were to answer, by id, each with its answer; None for one that gave none."""


@dataclass(frozen=True)
class Judgement:
    """What is to be done with the answers of a turn."""

    reading: Reading
    decision: QualityDecision
    stands: Answer | None
    """The better answer; None where no claim of any stands."""
    lesser: tuple[str, ...] = ()
    """Ids of the calls whose answers count no more."""
    reason: Reason = "no_relevant_documents"
    """With ``clarify``, or where nothing stands."""
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""


@dataclass(frozen=True)
class Judge:
    """Judges answers. A model is asked only where its word can still change something: one retry is a turn's."""

    stages: Stages
    on_stage: Callable[[str], Awaitable[None]]

    async def judge(self, reading: Reading, drafts: Drafts, dossier: Dossier) -> Judgement:
        """Return what is to be done; what code did not approve no model approves."""
        best = _best(drafts)
        answer = best[1].answer if best and best[1] else None
        stands = answer if answer and answer.claims else None
        lesser = tuple(name for name, _ in drafts if stands is None or not best or name != best[0])
        retried = reading.researched or reading.regenerated
        decision = _by_code(reading, answer, is_model=self._is_model)
        filled: FilledStage[Quality] = FilledStage(None)
        if stands and self._is_model and not retried:
            await self.on_stage("quality")
            filled = await self.stages.fill(
                "quality", PROMPT, _task(reading, stands, dossier), Quality
            )
            decision = filled.value.quality_decision if filled.value else decision
        read = _with_quality(reading, answer, decision, filled)
        reason = _reason(drafts, answer, decision)
        return Judgement(read, decision, stands, lesser, reason, filled.usage, filled.fallback)

    @property
    def _is_model(self) -> bool:
        return self.stages.llm.id != OFFLINE


def _best(drafts: Drafts) -> tuple[str, Answered | None] | None:
    """Return the call whose answer has most claims that stand, of two as good the later."""
    ranked = sorted(enumerate(drafts), key=lambda one: (_claims(one[1][1]), one[0]))
    return ranked[-1][1] if ranked else None


def _claims(answered: Answered | None) -> int:
    return len(answered.answer.claims) if answered else -1


def _by_code(reading: Reading, answer: Answer | None, *, is_model: bool) -> QualityDecision:
    """Return what code decides: an answer with claims that stand is approved, for one without there is one retry."""
    if answer and answer.claims:
        return "approve"
    retried = reading.researched or reading.regenerated
    if answer is None or (retried and is_model) or reading.researched:
        return "clarify"
    return "regenerate" if answer.struck and is_model else "research"


def _reason(drafts: Drafts, answer: Answer | None, decision: QualityDecision) -> Reason:
    if answer is None and drafts:
        return "processing_error"
    if answer and answer.claims and decision == "clarify":
        return "quality_insufficient"
    return "quality_insufficient" if answer and answer.struck else "no_relevant_documents"


def _task(reading: Reading, answer: Answer, dossier: Dossier) -> QualityTask:
    sources = {one.id: place_of(one) for one in dossier.sources if one.id in answer.source_ids}
    return QualityTask(
        question=reading.canonical_question,
        claims=[
            QualityClaim(
                text=one.text, quote=one.quote, source=sources.get(one.source_id, one.source_id)
            )
            for one in answer.claims[:MOST_CLAIMS]
        ],
        conclusion=answer.conclusion,
        sources=list(sources.values()),
    )


def _with_quality(
    reading: Reading, answer: Answer | None, decision: QualityDecision, filled: FilledStage[Quality]
) -> Reading:
    confidence = _confidence(answer)
    form = filled.value
    score = form.quality_score if form else confidence
    analysis = form.quality_analysis[:LONGEST_ANALYSIS] if form else ""
    response = record("response", {"generation_confidence": confidence})
    if answer is None:
        response = record("response", {}, "failed")
    wrote = {"quality_score": score, "quality_analysis": analysis, "quality_decision": decision}
    changed = {
        "generation_confidence": confidence,
        **wrote,
        "stages": (*reading.stages, response, filled.record("quality", dict(wrote))),
    }
    return reading.model_copy(update=changed)


def _confidence(answer: Answer | None) -> float | None:
    """Return the share of the drafted claims that stand; None where there were none."""
    drafted = len(answer.claims) + len(answer.struck) if answer else 0
    return round(len(answer.claims) / drafted, 2) if answer and drafted else None
