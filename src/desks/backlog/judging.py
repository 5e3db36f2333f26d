"""How good an item is by itself: INVEST, its criteria, and whether what it says was said."""

from dataclasses import dataclass
from typing import get_args

from src.desks.backlog.artifacts import BacklogItem, ItemJudgement, QualityScore
from src.desks.backlog.forms_tags import ItemScores, JudgedCriterion, JudgeTask, ScoreName
from src.desks.backlog.protocols import version_of
from src.dossier.models import Language
from src.llm.protocol import ChatMessage, Llm, Usage

NAMES: tuple[ScoreName, ...] = get_args(ScoreName)

LOWEST, HIGHEST = 1, 5


@dataclass(frozen=True)
class JudgedItem:
    """What an item is worth, and what it took."""

    judgement: ItemJudgement
    usage: Usage
    fallback: str = ""
    """Id of the model that judged in place of the one asked; empty: the one asked."""


@dataclass(frozen=True)
class ItemJudge:
    """Judges items, by a model without tools."""

    llm: Llm
    prompt: str

    async def judge(self, item_id: str, item: BacklogItem, language: Language) -> JudgedItem:
        """Return the scores of an item, each with a reason; what nobody scored is left out.

        What can't be read twice raises ``ModelGaveNoAnswer``.
        """
        task = judge_task(item, language)
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        reply = await self.llm.chat_structured(told, ItemScores)
        judgement = ItemJudgement(
            item_id=item_id, scores=held(reply.value), version=version_of(self.llm, self.prompt)
        )
        return JudgedItem(judgement, reply.usage, reply.fallback)


def judge_task(item: BacklogItem, language: Language) -> JudgeTask:
    """Return what a judge is given of an item."""
    return JudgeTask(
        language=language,
        type=item.type,
        title=item.title,
        description=item.description,
        persona=item.persona,
        need=item.need,
        benefit=item.benefit,
        criteria=[JudgedCriterion(text=one.text, delta=one.delta) for one in item.criteria],
        evidence=[one.quote for one in item.evidence],
    )


def held(scores: ItemScores) -> tuple[QualityScore, ...]:
    """Return each score once, in the order of their names, within its limits; one without a reason does not count."""
    first: dict[ScoreName, QualityScore] = {}
    for one in scores.scores:
        if one.reason.strip():
            score = min(max(one.score, LOWEST), HIGHEST)
            first.setdefault(
                one.name, QualityScore(name=one.name, score=score, reason=one.reason.strip())
            )
    return tuple(first[name] for name in NAMES if name in first)
