"""The forms that the built-in model fills in by rules: tags, scores of items."""

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from src.desks.backlog.forms_tags import ItemScores, JudgeTask, TagDecision, TagTask
from src.search.encoder import Rows


def tag_forms(rows: Rows | None) -> Mapping[type[BaseModel], Callable[[str], BaseModel]]:
    """Return what fills in each form, from its task as JSON; ``rows`` makes vectors of words."""

    def decided(task: str) -> BaseModel:
        from src.desks.backlog.offline.tags import decide

        return decide(TagTask.model_validate_json(task), rows)

    def judged(task: str) -> BaseModel:
        from src.desks.backlog.offline.judging import judge

        return judge(JudgeTask.model_validate_json(task), rows)

    return {TagDecision: decided, ItemScores: judged}
