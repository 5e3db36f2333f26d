"""Scores of an item by rules: what can be told from its form and its words, and nothing more. Pure."""

from collections.abc import Iterator, Mapping

from src.desks.backlog.forms_tags import ItemScores, JudgeTask, ScoreDraft, ScoreName
from src.desks.backlog.offline.cues import cues, has
from src.desks.backlog.offline.tags import share
from src.dossier.models import Language
from src.search.encoder import Rows

LONG = 25
"""Words of a need from which it may be more than one thing."""

REASONS: Mapping[ScoreName, Mapping[Language, str]] = {
    "independent": {"nl": "Of het op iets anders wacht.", "en": "Whether it waits for something."},
    "negotiable": {
        "nl": "Of er staat wat nodig is, en niet hoe het gemaakt wordt.",
        "en": "Whether it says what is needed, and not how it is made.",
    },
    "valuable": {
        "nl": "Of er staat voor wie het is en waartoe.",
        "en": "Whether it says for whom it is and what for.",
    },
    "estimable": {
        "nl": "Of de woorden bepaald genoeg zijn.",
        "en": "Whether its words are definite.",
    },
    "small": {"nl": "Of het één ding is.", "en": "Whether it is one thing."},
    "testable": {
        "nl": "Of er criteria zijn om aan te toetsen.",
        "en": "Whether there are criteria to test it by.",
    },
    "coverage": {
        "nl": "Hoeveel van het item de criteria noemen.",
        "en": "How much of the item its criteria name.",
    },
    "negative_case": {
        "nl": "Of een criterium zegt wat er misgaat of niet mag.",
        "en": "Whether a criterion says what goes wrong or is not allowed.",
    },
    "measurable": {
        "nl": "Hoeveel criteria na te gaan zijn.",
        "en": "How many criteria can be checked.",
    },
    "traceability": {
        "nl": "Hoeveel van de woorden zo is gezegd.",
        "en": "How many of its words were said.",
    },
}
"""What each score goes by."""


def judge(task: JudgeTask, rows: Rows | None) -> ItemScores:
    """Return what the form of an item tells of its worth."""
    return ItemScores(
        scores=[
            ScoreDraft(name=name, score=min(max(score, 1), 5), reason=REASONS[name][task.language])
            for name, score in _scores(task, rows)
        ]
    )


def _scores(task: JudgeTask, rows: Rows | None) -> Iterator[tuple[ScoreName, int]]:
    need = task.need or task.description or task.title
    text, criteria = f"{task.title}\n{need}", [one.text for one in task.criteria]
    parts, vague = _count("several", need), _count("vague", text)
    is_long = len(need.split()) > LONG
    yield "independent", 2 if has("waits", text) else 4
    yield "negotiable", 5 - 2 * _count("how", text)
    yield "valuable", 1 + 2 * bool(task.persona) + 2 * bool(task.benefit)
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
