"""How good an item is by itself: INVEST, its criteria, and whether what it says was said."""

from dataclasses import dataclass
from typing import get_args

from src.desks.backlog.artifacts import BacklogItem, ItemJudgement, QualityScore
from src.desks.backlog.filling import FormFiller
from src.desks.backlog.forms_tags import ItemScores, ItemText, JudgeTask, ScoreName
from src.dossier.models import Language
from src.llm.protocol import StructuredReply

NAMES: tuple[ScoreName, ...] = get_args(ScoreName)

LOWEST, HIGHEST = 1, 5


@dataclass(frozen=True)
class ItemJudge(FormFiller):
    """Judges items, by a model without tools."""

    async def judge(
        self, item_id: str, item: BacklogItem, language: Language
    ) -> StructuredReply[ItemJudgement]:
        """Return the scores of an item, each with a reason; what nobody scored is left out.

        What can't be read twice raises ``ModelGaveNoAnswer``.
        """
        evidence = [said.quote for said in item.evidence]
        task = JudgeTask(language=language, item=ItemText.of(item), evidence=evidence)
        reply = await self.llm.chat_structured(self.asked(task), ItemScores)
        judgement = ItemJudgement(item_id=item_id, scores=held(reply.value), version=self.version)
        return StructuredReply(judgement, reply.usage, fallback=reply.fallback)


def held(scores: ItemScores) -> tuple[QualityScore, ...]:
    """Return each score once, in the order of their names, within its limits; one without a reason does not count."""
    first: dict[ScoreName, QualityScore] = {}
    for given in scores.scores:
        if reason := given.reason.strip():
            score = min(max(given.score, LOWEST), HIGHEST)
            first.setdefault(given.name, QualityScore(name=given.name, score=score, reason=reason))
    return tuple(first[name] for name in NAMES if name in first)
