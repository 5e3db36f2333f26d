"""How stories stand to the backlog that is there, and how good items are by themselves."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import Field

from src.desks.backlog.artifacts import (
    JUDGEMENT,
    LEAVES,
    BacklogItem,
    ItemJudgement,
    RunError,
    StoryTag,
)
from src.desks.backlog.conditions import ITEMS_THERE
from src.desks.backlog.errors import JudgeMissing, NoSuchItem
from src.desks.backlog.filling import spent
from src.desks.backlog.judging import ItemJudge
from src.desks.backlog.kept import (
    backlog_in,
    items_in,
    judgements_in,
    outdated_plans,
    project_of,
    put,
    put_run,
    put_tag,
    run_in,
    untagged,
)
from src.desks.backlog.nearby import UNTRACED, Index, Tracer
from src.desks.backlog.overview import question_of, with_overview
from src.desks.backlog.tagging import Tagger
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import utc_now
from src.llm.protocol import OFFLINE, Usage
from src.tools.backlog.reports import ItemsJudged, ItemsTagged
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.pace import PACE

RESERVE = 5.0
"""Seconds before the soft limit of a turn at which no segment and no story is begun any more."""

TAGGING = "tag_items"
"""The step, as errors of a run name it."""

MOST_NEAR = 3
"""Work items beside the one that a tag is about that become sources for a story."""


class ItemsArgs(Arguments):
    items: tuple[int, ...] = Field((), max_length=500)
    """Numbers of items; none: all that lack it."""


def is_over() -> bool:
    """Return whether nothing more is begun in this turn."""
    return PACE.get().seconds_left() <= RESERVE


def chosen(dossier: Dossier, numbers: Sequence[int]) -> dict[str, BacklogItem]:
    """Return the items of these numbers; of none all. Raises ``NoSuchItem``."""
    every = items_in(dossier)
    if not numbers:
        return every
    wanted = {f"item-{number}" for number in numbers}
    strange = sorted(number for number in set(numbers) if f"item-{number}" not in every)
    if strange:
        raise NoSuchItem(numbers=", ".join(map(str, strange)))
    return {name: item for name, item in every.items() if name in wanted}


@dataclass(frozen=True)
class TagStep:
    """Says of each story and bug how it stands to the backlog that is there."""

    tagger: Tagger
    index: Index
    most_tokens: int
    tracer: Tracer = UNTRACED

    async def run(self, dossier: Dossier, numbers: Sequence[int] = ()) -> ToolResult:
        """Return the tags of these items, of none all that have none yet; where time is over none is begun."""
        await PACE.get().on_stage("tag")
        stories = _stories(dossier, numbers)
        work_items = await asyncio.to_thread(backlog_in, dossier)
        nearby = await self.index(work_items)
        by_id = {item.id: item for item in work_items}
        run = run_in(dossier)
        before = run.tokens if run else 0
        tags: dict[str, StoryTag] = {}
        near: dict[str, TrackerItem] = {}
        usage, fallback = Usage(), ""
        for name, story in stories.items():
            if tags and (is_over() or before + usage.total >= self.most_tokens):
                break
            related = await nearby.for_story(story)
            with self.tracer.span("tagging_agent") as span:
                near_it = [by_id[each.id] for each in related]
                language = dossier.language or "en"
                tagged = await self.tagger.tag(name, story, near_it, related, language)
                span.attributes |= {"kind": tagged.value.tag, **spent(tagged.usage)}
            usage += tagged.usage
            fallback = fallback or tagged.fallback
            tags[name] = tagged.value
            near |= {item.id: item for item in self._near(tagged.value, by_id)}
        left = len(stories) - len(tags)
        tokens = before + usage.total
        is_paused = bool(left) and tokens >= self.most_tokens
        kept = []
        if run:
            old = [one for one in run.errors if one.step != TAGGING or one.id not in tags]
            errors = [
                RunError(step=TAGGING, id=name, code="tag_failed", at=utc_now())
                for name, tag in tags.items()
                if tag.failed
            ]
            state = {
                "tokens": tokens,
                "all_tokens": run.all_tokens + usage.total,
                "is_paused": is_paused,
                "errors": (*old, *errors),
            }
            kept = [put_run(run.model_copy(update=state))]
        new = tuple(item for item in near.values() if dossier.source(item.id) is None)
        patch = DossierPatch(
            add_sources=new,
            select_ids=tuple(item.id for item in new),
            put_artifacts=(*map(put_tag, tags.values()), *kept),
            remove_artifact_ids=tuple(outdated_plans(dossier)) if tags else (),
        )
        report = ItemsTagged(left, tokens if is_paused else 0, tags, items_in(dossier))
        return ToolResult(report, patch, usage, fallback=fallback)

    def _near(self, tag: StoryTag, by_id: dict[str, TrackerItem]) -> list[TrackerItem]:
        if not tag.allowed or tag.allowed == ("new",):
            return []
        named = [tag.related_id, *(related.id for related in tag.related[:MOST_NEAR])]
        return [by_id[text] for text in dict.fromkeys(named) if text in by_id]


def _stories(dossier: Dossier, numbers: Sequence[int]) -> dict[str, BacklogItem]:
    """Return the stories and bugs that are to be tagged: those named, or all drafts that have no tag yet."""
    if not project_of(dossier):
        return {}
    due = untagged(dossier)
    return {
        name: item
        for name, item in chosen(dossier, numbers).items()
        if item.type in LEAVES and item.state == "draft" and (numbers or name in due)
    }


class TagItems(Tool[ItemsArgs]):
    """Hold items against the backlog, also again."""

    args = ItemsArgs
    edits = True
    conditions = (ITEMS_THERE,)

    def __init__(self, step: TagStep) -> None:
        self._step = step

    async def execute(self, dossier: Dossier, args: ItemsArgs) -> ToolResult:
        made = await self._step.run(dossier, args.items)
        assert isinstance(made.report, ItemsTagged)  # what a step of tags reports
        question = None if made.report.left else question_of(made.patch.apply(dossier))
        patch = with_overview(dossier, made.patch)
        return replace(made, patch=patch, asks=question, ends=True)


class JudgeItems(Tool[ItemsArgs]):
    """Judge items by themselves: INVEST, their criteria, and whether what they say was said; 1 to 5, with a reason."""

    args = ItemsArgs
    edits = True
    conditions = (ITEMS_THERE,)

    def __init__(self, judge: ItemJudge) -> None:
        self._judge = judge

    async def execute(self, dossier: Dossier, args: ItemsArgs) -> ToolResult:
        if self._judge.llm.id == OFFLINE:
            raise JudgeMissing
        known = judgements_in(dossier)
        items = {
            name: item
            for name, item in chosen(dossier, args.items).items()
            if args.items or (item.state == "draft" and name not in known)
        }
        judged: dict[str, ItemJudgement] = {}
        usage, fallback = Usage(), ""
        await PACE.get().on_stage("judge")
        for name, item in items.items():
            if judged and is_over():
                break
            found = await self._judge.judge(name, item, dossier.language or "en")
            judged[name] = found.value
            usage += found.usage
            fallback = fallback or found.fallback
        put_all = [
            put(f"{JUDGEMENT}-{name}", JUDGEMENT, judgement, based_on=(name,))
            for name, judgement in judged.items()
        ]
        report = ItemsJudged(judged, items, len(items) - len(judged))
        patch = DossierPatch(put_artifacts=tuple(put_all))
        return ToolResult(report, patch, usage, fallback=fallback, ends=True)
