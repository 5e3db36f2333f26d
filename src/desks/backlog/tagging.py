"""How a story stands to the backlog that is there: scores say what may be chosen, a model chooses, a gate holds it."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass

from src.desks.backlog.artifacts import BacklogItem, Related, StoryTag, TagName
from src.desks.backlog.forms_tags import (
    TagAgain,
    TagCandidate,
    TagDecision,
    TagProblem,
    TagStory,
    TagTask,
)
from src.desks.backlog.protocols import version_of
from src.desks.backlog.tracker_item import TrackerItem, body_of
from src.dossier.models import Language
from src.errors import ModelGaveNoAnswer
from src.grounding.gate import placed, whole_line
from src.grounding.units import words_in
from src.llm.protocol import OFFLINE, ChatMessage, Llm, Usage


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


LONGEST_CANDIDATE = 4_000
"""Characters of a work item that a judge is given."""


@dataclass(frozen=True)
class TagThresholds:
    """The least score of the nearest work item at which a tag may be chosen; below all of them a story is new.

    The scores say little: these leave out what no related story scores, and the judge does the rest.
    """

    gap: float = 0.05
    extend: float = 0.05
    conflict: float = 0.05
    duplicate: float = 0.2

    def allowed(self, score: float) -> tuple[TagName, ...]:
        """Return what a judge may choose where the nearest work item has this score."""
        least: dict[TagName, float] = {
            "gap": self.gap,
            "extend": self.extend,
            "conflict": self.conflict,
            "duplicate": self.duplicate,
        }
        return ("new", *(tag for tag, its in least.items() if score >= its))


DEFAULT_THRESHOLDS = TagThresholds()


@dataclass(frozen=True)
class TaggedStory:
    """The tag of a story, and what it took."""

    tag: StoryTag
    usage: Usage
    fallback: str = ""
    """Id of the model that judged in place of the one asked; empty: the one asked, or none."""


@dataclass(frozen=True)
class Tagger:
    """Tags stories, by a model without tools."""

    llm: Llm
    prompt: str
    thresholds: TagThresholds = DEFAULT_THRESHOLDS

    async def tag(
        self,
        item_id: str,
        story: BacklogItem,
        candidates: Sequence[TrackerItem],
        related: Sequence[Related],
        language: Language,
    ) -> TaggedStory:
        """Return the tag of a story against the work items that were retrieved, whose scores ``related`` has.

        Nothing near enough: it is new, and no model is asked. ``ModelUnavailable`` and ``ModelKeyRefused`` rise.
        """
        scores = {one.id: one.score for one in related}
        near = [one for one in candidates if one.id in scores]
        allowed = self.thresholds.allowed(max((scores[one.id] for one in near), default=0.0))
        base = StoryTag(
            item_id=item_id,
            tag="new",
            related=tuple(one for one in related if one.id in {item.id for item in near}),
            allowed=allowed,
            thresholds=astuple(self.thresholds),
            version=version_of(self.llm, self.prompt),
        )
        if allowed == ("new",):
            return TaggedStory(base, Usage())
        task = TagTask(
            language=language,
            story=_story(story),
            candidates=[_candidate(one, scores[one.id]) for one in near],
            allowed=list(allowed),
        )
        return await self._judged(base, task, story_text(story))

    async def _judged(self, base: StoryTag, task: TagTask, story: str) -> TaggedStory:
        """Return what a model decides that stands; asked again once, then new and failed."""
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        by, usage, fallback = _by(self.llm.id), Usage(), ""
        for _ in range(2):
            try:
                reply = await self.llm.chat_structured(told, TagDecision)
            except ModelGaveNoAnswer:
                break  # which was asked for again already
            usage, fallback = usage + reply.usage, reply.fallback
            by = _by(reply.fallback or self.llm.id)
            wrong = problems(reply.value, task, story)
            if not wrong:
                return TaggedStory(_tagged(base, reply.value, by), usage, fallback)
            again = TagAgain(problems=list(wrong))
            told += [
                ChatMessage("assistant", reply.value.model_dump_json()),
                ChatMessage("user", again.model_dump_json()),
            ]
        failed = base.model_copy(update={"failed": True, "by": by})
        return TaggedStory(failed, usage, fallback)


def story_text(story: BacklogItem) -> str:
    """Return what a story is searched and quoted by: title, description, need and criteria, nothing said twice."""
    told: list[str] = []
    parts = (story.title, story.description, story.need, *(one.text for one in story.criteria))
    for part in filter(str.strip, parts):
        if not any(" ".join(part.split()).lower() in " ".join(one.split()).lower() for one in told):
            told.append(part.strip())
    return "\n".join(told)


def candidate_text(item: TrackerItem) -> str:
    """Return what a judge is given of a work item: the title in the first line."""
    return f"{item.title}\n{body_of(item)}".strip()[:LONGEST_CANDIDATE]


def _tagged(base: StoryTag, decision: TagDecision, by: str) -> StoryTag:
    is_new, clashes = decision.tag == "new", decision.tag == "conflict"
    adds = decision.tag in ("gap", "extend")
    return base.model_copy(
        update={
            "tag": decision.tag,
            "related_id": "" if is_new else decision.related_id,
            "delta": tuple(filter(str.strip, decision.delta)) if adds else (),
            "reason": decision.reason,
            "quotes": (decision.story_quote, decision.item_quote) if clashes else (),
            "by": by,
        }
    )


def _by(model: str) -> str:
    return "rules" if model == OFFLINE else "model"


def _candidate(item: TrackerItem, score: float) -> TagCandidate:
    return TagCandidate(id=item.id, type=item.type, text=candidate_text(item), score=score)


def _story(story: BacklogItem) -> TagStory:
    return TagStory(
        title=story.title,
        description=story.description,
        persona=story.persona,
        need=story.need,
        benefit=story.benefit,
        criteria=[one.text for one in story.criteria],
    )
