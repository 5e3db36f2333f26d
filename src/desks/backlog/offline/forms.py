"""The forms that the built-in model fills in by rules: segments, items, tags, scores of items."""

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from src.desks.backlog.forms_tags import ItemScores, JudgeTask, TagDecision, TagTask
from src.desks.backlog.offline.judging import judge
from src.desks.backlog.offline.needs import item_drafts
from src.desks.backlog.offline.segments import segment_begins
from src.desks.backlog.offline.tags import decide
from src.search.encoder import Rows


def fills(rows: Rows | None = None) -> Mapping[type[BaseModel], Callable[[str], BaseModel | None]]:
    """Return what fills in each form, from its task as JSON; ``rows`` makes vectors of words, where there are any."""
    return {
        SegmentBegins: segment_begins,
        ItemDrafts: item_drafts,
        TagDecision: lambda task: decide(TagTask.model_validate_json(task), rows),
        ItemScores: lambda task: judge(JudgeTask.model_validate_json(task), rows),
    }
