"""Tags by rules: each story beside its nearest work item, in a few numbers, each with a weight for each tag. Pure."""

from collections.abc import Mapping, Sequence

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.forms_tags import TagCandidate, TagDecision, TagStory, TagTask
from src.desks.backlog.offline.comparison import StoryComparison, aboutness, compared
from src.desks.backlog.offline.meaning import Matcher
from src.desks.backlog.offline.reasons import TAG_REASONS
from src.search.encoder import Rows

TAGS: tuple[TagName, ...] = ("new", "gap", "extend", "conflict", "duplicate")

WEIGHTS: Mapping[str, tuple[float, ...]] = {
    "": (2.3, -0.8, -1.1, 0.2, -0.7),
    "score": (-1.0, -0.3, 0.5, 0.5, 0.5),
    "lead": (-0.4, -0.4, 0.1, 0.3, 0.4),
    "known": (-1.3, -0.4, 0.3, 0.2, 1.1),
    "clause": (-1.7, -0.4, 0.0, 0.2, 1.8),
    "new words": (-0.1, 0.3, -0.1, -0.5, 0.4),
    "new clause": (0.5, 0.3, -0.6, 0.6, -0.8),
    "title": (-1.5, 0.9, 0.5, 0.1, 0.0),
    "further": (-1.0, 0.3, 2.2, -0.5, -0.9),
    "case": (-0.7, 0.7, 0.0, -0.7, 0.8),
    "wish": (0.5, -1.4, 1.7, -0.9, 0.0),
    "duty": (-0.2, 1.9, -1.0, -0.7, -0.1),
    "quality": (-0.8, 1.7, -0.2, -0.1, -0.6),
    "clash": (-1.1, -0.1, -0.6, 2.4, -0.6),
}
"""What each number counts for each of ``TAGS``, in the logarithm of the odds; the first is there for every story.

A logistic regression on examples of ours of two products, rounded: ``python -m benchmarks.backlog_tags`` makes it. No
made row was fitted on: those repeat a few forms of sentences, and what they teach does worse on any other words.
"""


def decide(task: TagTask, rows: Rows | None) -> TagDecision:
    """Return how a story stands to the work item that it is most about; the best tag that is allowed."""
    if not task.candidates:
        return _decision("new", "", task)
    item, beside = most_about(text_of(task.story), task.candidates, Matcher(rows))
    scores = tag_scores(beside.features)
    allowed = [tag for tag in TAGS if tag in task.allowed and _is_possible(tag, beside)]
    tag: TagName = max(allowed, key=lambda one: scores[one], default="new")
    if tag == "conflict" and beside.contradiction:
        quotes = beside.contradiction.story_quote, beside.contradiction.item_quote
        return _decision(tag, item.id, task, quotes=quotes)
    delta = beside.delta if tag in ("gap", "extend") else ()
    return _decision(tag, "" if tag == "new" else item.id, task, delta)


def most_about(
    story: str, candidates: Sequence[TagCandidate], matcher: Matcher
) -> tuple[TagCandidate, StoryComparison]:
    """Return the candidate that a story is most about, and the story beside it."""
    nearest = max(
        candidates,
        key=lambda one: one.score + aboutness(story, one.text, _title(one), matcher),
    )
    others = max((one.score for one in candidates if one.id != nearest.id), default=0.0)
    lead = nearest.score - others
    return nearest, compared(story, nearest.text, _title(nearest), nearest.score, lead, matcher)


def tag_scores(features: Mapping[str, float]) -> dict[TagName, float]:
    """Return how much speaks for each tag."""
    scores = dict(zip(TAGS, WEIGHTS[""], strict=True))
    for name, value in features.items():
        for tag, weight in zip(TAGS, WEIGHTS[name], strict=True):
            scores[tag] += weight * value
    return scores


def _title(candidate: TagCandidate) -> str:
    return candidate.text.partition("\n")[0]


def text_of(story: TagStory) -> str:
    """Return what a story says, nothing twice."""
    told: list[str] = []
    for part in (story.title, story.description, story.need, *story.criteria):
        if part.strip() and not any(part.strip().lower() in one.lower() for one in told):
            told.append(part.strip())
    return "\n".join(told)


def _is_possible(tag: TagName, beside: StoryComparison) -> bool:
    """Tell whether there is what a tag needs: words that clash, or words that are added."""
    if tag == "conflict":
        return beside.contradiction is not None
    return tag not in ("gap", "extend") or bool(beside.delta)


def _decision(
    tag: TagName,
    related_id: str,
    task: TagTask,
    delta: Sequence[str] = (),
    quotes: tuple[str, str] = ("", ""),
) -> TagDecision:
    return TagDecision(
        tag=tag,
        related_id=related_id,
        delta=list(delta),
        reason=TAG_REASONS[task.language][tag],
        story_quote=quotes[0],
        item_quote=quotes[1],
    )
