"""How a story stands to the backlog that is there: scores say what may be chosen, a model chooses, a gate holds it."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace

from src.desks.backlog.artifacts import BacklogItem, Related, StoryTag, TagName
from src.desks.backlog.filling import FormFiller, made_by
from src.desks.backlog.forms_tags import (
    ItemText,
    TagAgain,
    TagCandidate,
    TagDecision,
    TagProblem,
    TagTask,
)
from src.desks.backlog.tracker_item import TrackerItem, body_of
from src.dossier.models import Language
from src.errors import ModelGaveNoAnswer
from src.grounding.gate import placed, whole_line
from src.grounding.units import words_in
from src.llm.protocol import ChatMessage, StructuredReply


def problems(decision: TagDecision, task: TagTask, story: str) -> Iterator[TagProblem]:
    """Yield why a decision may not stand, where ``story`` is all that the story says; nothing where it may."""
    if decision.tag not in task.allowed:
        yield "not_allowed"
    if decision.tag == "new":
        return
    candidates = {candidate.id: candidate.text for candidate in task.candidates}
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
    return any(words_in(text) for text in delta)


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
        tags: Sequence[TagName] = ("gap", "extend", "conflict", "duplicate")
        least = zip(tags, astuple(self), strict=True)
        return ("new", *(tag for tag, its in least if score >= its))


@dataclass(frozen=True)
class Tagger(FormFiller):
    """Tags stories, by a model without tools."""

    thresholds: TagThresholds = TagThresholds()

    async def tag(
        self,
        item_id: str,
        story: BacklogItem,
        candidates: Sequence[TrackerItem],
        related: Sequence[Related],
        language: Language,
    ) -> StructuredReply[StoryTag]:
        """Return the tag of a story against the work items that were retrieved, whose scores ``related`` has.

        Nothing near enough: it is new, and no model is asked. ``ModelUnavailable`` and ``ModelKeyRefused`` rise.
        """
        scores = {entry.id: entry.score for entry in related}
        near = [candidate for candidate in candidates if candidate.id in scores]
        allowed = self.thresholds.allowed(max((scores[item.id] for item in near), default=0.0))
        base = StoryTag(
            item_id=item_id,
            tag="new",
            related=tuple(entry for entry in related if entry.id in {item.id for item in near}),
            allowed=allowed,
            thresholds=astuple(self.thresholds),
            version=self.version,
        )
        if allowed == ("new",):
            return StructuredReply(base)
        task = TagTask(
            language=language,
            story=ItemText.of(story),
            candidates=[
                TagCandidate(
                    id=item.id,
                    type=item.type,
                    text=f"{item.title}\n{body_of(item)}".strip()[:LONGEST_CANDIDATE],
                    score=scores[item.id],
                )
                for item in near
            ],
            allowed=list(allowed),
        )
        return await self._judged(base, task)

    async def _judged(self, base: StoryTag, task: TagTask) -> StructuredReply[StoryTag]:
        """Return what a model decides that stands; asked again once, then new and failed."""
        told = self.asked(task)
        made = StructuredReply(base.model_copy(update={"failed": True, "by": made_by(self.llm.id)}))
        for _ in range(2):
            try:
                reply = await self.llm.chat_structured(told, TagDecision)
            except ModelGaveNoAnswer:
                break  # which was asked for again already
            by = made_by(reply.fallback or self.llm.id)
            failed = made.value.model_copy(update={"by": by})
            made = StructuredReply(failed, made.usage + reply.usage, fallback=reply.fallback)
            wrong = [*problems(reply.value, task, task.story.whole)]
            if not wrong:
                return replace(made, value=_tagged(base, reply.value, by))
            again = TagAgain(problems=wrong)
            told += [
                ChatMessage("assistant", reply.value.model_dump_json()),
                ChatMessage("user", again.model_dump_json()),
            ]
        return made


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
