"""Scores of an item by rules: what can be told from its form and its words, and nothing more. Pure."""

import re
from collections.abc import Iterator

from src.desks.backlog.forms_tags import ItemScores, JudgeTask, ScoreDraft, ScoreName
from src.desks.backlog.offline.meaning import Matcher, words_of
from src.desks.backlog.offline.reasons import JUDGE_REASONS
from src.search.encoder import Rows

_WAITS = re.compile(
    r"\b(?:after .{0,40} (?:is|are) (?:done|built|ready)|depends? on|once .{0,40} (?:is|are) (?:done|built|live)"
    r"|first (?:needs|we need)|afhankelijk van|nadat .{0,40} (?:af|klaar|gebouwd) is|eerst moet)\b",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"\b(?:table|column|endpoint|json|xml|sql|database|class|framework|library|react|angular|java|python|button|dropdown"
    r"|popup|microservice|tabel|kolom|knop|keuzelijst)s?\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:etc|and so on|various|better|nice(?:r)?|user[- ]friendly|easy|easily|fast(?:er)?|quick(?:ly)?"
    r"|good|proper(?:ly)?|as needed|if possible|some|enzovoort|enz|beter|mooier|makkelijk(?:er)?|gebruiksvriendelijk"
    r"|snel(?:ler)?|goed|zo mogelijk|diverse)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:and|as well as|also|en|alsmede|ook)\b", re.IGNORECASE)
_NEGATIVE = re.compile(
    r"\b(?:not|never|no|without|error|invalid|empty|fail\w*|refus\w*|reject\w*|wrong|can['’]t|cannot|niet|geen|nooit|zonder"
    r"|fout\w*|ongeldig|leeg|mislukt|geweigerd)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"\d|\b(?:every|each|all|only|at most|at least|exactly|within|before|shows?|sent|elke?|alle|alleen"
    r"|maximaal|minimaal|binnen|precies|toont|verstuurd)\b",
    re.IGNORECASE,
)

GOOD = 4
"""From which a score is told as good."""

LONG, VERY_LONG = 25, 45
"""Words of a need from which it may be more than one thing."""


def judge(task: JudgeTask, rows: Rows | None) -> ItemScores:
    """Return what the form of an item tells of its worth."""
    reasons = JUDGE_REASONS[task.language]
    return ItemScores(
        scores=[
            ScoreDraft(name=name, score=score, reason=reasons[name][0 if score >= GOOD else 1])
            for name, score in _scores(task, Matcher(rows))
        ]
    )


def _scores(task: JudgeTask, matcher: Matcher) -> Iterator[tuple[ScoreName, int]]:
    need = task.need or task.description or task.title
    text = f"{task.title}\n{need}"
    parts = len(_SEVERAL.findall(need))
    vague = len(_VAGUE.findall(text))
    long = len(need.split())
    yield "independent", 2 if _WAITS.search(text) else 4
    yield "negotiable", max(5 - 2 * len(_HOW.findall(text)), 1)
    yield "valuable", 1 + 2 * bool(task.persona) + 2 * bool(task.benefit)
    yield "estimable", max(4 - vague - (long > LONG), 1)
    yield "small", max(5 - parts - (long > LONG) - (long > VERY_LONG), 1)
    yield "testable", max(2 + min(len(task.criteria), 3) - (vague > 0), 1)
    yield from _of_criteria(task, need, matcher)
    yield "traceability", _traced(task, need, matcher)


def _of_criteria(task: JudgeTask, need: str, matcher: Matcher) -> Iterator[tuple[ScoreName, int]]:
    texts = [one.text for one in task.criteria]
    if not texts:
        yield from (("coverage", 1), ("negative_case", 1), ("measurable", 1))
        return
    covered = matcher.best(words_of(need), [word for one in texts for word in words_of(one)])
    share = float(covered.mean()) if len(covered) else 0.0
    yield "coverage", max(_of_share(share) - (len(texts) == 1), 1)
    yield "negative_case", 5 if any(map(_NEGATIVE.search, texts)) else 2
    yield "measurable", _of_share(sum(bool(_MEASURED.search(one)) for one in texts) / len(texts))


def _traced(task: JudgeTask, need: str, matcher: Matcher) -> int:
    """Return how much of what is needed was said."""
    if not task.evidence:
        return 1
    said = matcher.best(words_of(need), words_of("\n".join(task.evidence)))
    return _of_share(float(said.mean())) if len(said) else 1


def _of_share(share: float) -> int:
    return 1 + round(4 * min(max(share, 0.0), 1.0))
