"""Scores of an item by rules: what can be told from its form and its words, and nothing more. Pure."""

from collections.abc import Iterator

from src.desks.backlog.forms_tags import ItemScores, JudgeTask, ScoreDraft, ScoreName
from src.desks.backlog.offline.cues import cues, has
from src.desks.backlog.offline.tags import share
from src.desks.backlog.words import BUILTIN
from src.search.encoder import Rows

LONG = 25
"""Words of a need from which it may be more than one thing."""


def judge(task: JudgeTask, rows: Rows | None) -> ItemScores:
    """Return what the form of an item tells of its worth."""
    reasons = BUILTIN[task.language].score_reasons
    return ItemScores(
        scores=[
            ScoreDraft(name=name, score=min(max(score, 1), 5), reason=reasons[name])
            for name, score in _scores(task, rows)
        ]
    )


def _scores(task: JudgeTask, rows: Rows | None) -> Iterator[tuple[ScoreName, int]]:
    item = task.item
    need = item.need or item.description or item.title
    text, criteria = f"{item.title}\n{need}", item.criteria
    parts, vague = _count("several", need), _count("vague", text)
    is_long = len(need.split()) > LONG
    yield "independent", 2 if has("waits", text) else 4
    yield "negotiable", 5 - 2 * _count("how", text)
    yield "valuable", 1 + 2 * bool(item.persona) + 2 * bool(item.benefit)
    yield "estimable", 4 - vague - is_long
    yield "small", 5 - parts - is_long
    yield "testable", 2 + min(len(criteria), 3) - (vague > 0)
    yield "coverage", _of(share(need, "\n".join(criteria), rows))
    yield "negative_case", (5 if has("negative", "\n".join(criteria)) else 2) if criteria else 1
    measured = sum(has("measured", one) for one in criteria)
    yield "measurable", _of(measured / len(criteria)) if criteria else 1
    yield "traceability", _of(share(need, "\n".join(task.evidence), rows))


def _count(name: str, words: str) -> int:
    return len(cues()[name].findall(words))


def _of(part: float) -> int:
    return 1 + round(4 * part)
