"""What of a decision on a tag stands: it is allowed, names what was retrieved, and says what its tag demands. Pure."""

from collections.abc import Iterator, Sequence

from src.desks.backlog.forms_tags import TagDecision, TagProblem, TagTask
from src.grounding.gate import placed, whole_line
from src.grounding.units import words_in


def problems(decision: TagDecision, task: TagTask, story: str) -> tuple[TagProblem, ...]:
    """Return why a decision may not stand, where ``story`` is all that the story says; none where it may."""
    return tuple(_problems(decision, task, story))


def _problems(decision: TagDecision, task: TagTask, story: str) -> Iterator[TagProblem]:
    if decision.tag not in task.allowed:
        yield "not_allowed"
    if decision.tag == "new":
        return
    candidates = {one.id: one.text for one in task.candidates}
    if not decision.related_id:
        yield "no_id"
    elif decision.related_id not in candidates:
        yield "unknown_id"
    if decision.tag == "duplicate" and _said(decision.delta):
        yield "delta"
    if decision.tag in ("gap", "extend") and not _said(decision.delta):
        yield "no_delta"
    if decision.tag == "conflict":
        yield from _of_quotes(decision, story, candidates.get(decision.related_id, ""))


def _of_quotes(decision: TagDecision, story: str, item: str) -> Iterator[TagProblem]:
    if not (decision.story_quote.strip() and decision.item_quote.strip()):
        yield "no_quotes"
        return
    if not stands_in(decision.story_quote, story):
        yield "story_quote"
    if not stands_in(decision.item_quote, item):
        yield "item_quote"


def stands_in(quote: str, text: str) -> bool:
    """Tell whether a quote stands in a text, word for word; a whole line may be as short as it is."""
    return (placed(quote, text) or whole_line(quote, text)) is not None


def _said(delta: Sequence[str]) -> bool:
    return any(words_in(one) for one in delta)
