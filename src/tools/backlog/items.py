"""Items as a person wants them: changed in words, left out, put back, tagged by hand, shown."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from src.desks.backlog.artifacts import ITEM, JUDGEMENT, TAG, BacklogItem, StoryTag, TagName
from src.desks.backlog.changing import ItemChanger, ItemChanges
from src.desks.backlog.conditions import ITEMS_THERE
from src.desks.backlog.kept import (
    items_in,
    judgements_in,
    next_number,
    outdated_plans,
    put_items,
    put_tag,
    tags_in,
)
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.tools.backlog.reports import ItemsChanged, ItemsShown
from src.tools.backlog.tagging import chosen
from src.tools.base import Arguments, Tool, ToolResult


class WordsArgs(Arguments):
    words: str = Field(
        min_length=1, max_length=4_000, description="What is to be changed, in the user's words."
    )


class ChangeItems(Tool[WordsArgs]):
    """Amend, split, merge or retitle items, or tag one by hand, as the user says."""

    args = WordsArgs
    conditions = (ITEMS_THERE,)

    def __init__(self, changer: ItemChanger) -> None:
        self._changer = changer

    async def execute(self, dossier: Dossier, args: WordsArgs) -> ToolResult:
        found = await self._changer.changed(items_in(dossier), args.words, dossier.language or "en")
        report, patch = changed(dossier, found)
        return ToolResult(report, patch, found.usage, fallback=found.fallback)


def changed(dossier: Dossier, found: ItemChanges) -> tuple[ItemsChanged, DossierPatch]:
    """Return what changes come to: an item that says something else has to be tagged and judged anew."""
    before, tags = items_in(dossier), tags_in(dossier)
    items = {name: one for name, one in found.items.items() if before.get(name) != one}
    items = {name: one for name, one in items.items() if before[name].state != "written"}
    number = next_number(dossier, ITEM)
    made = {f"{ITEM}-{n}": one for n, one in enumerate(found.made, start=number)}
    given = {name: _by_hand(name, tag, tags) for name, tag in found.tags.items()}
    other = {name for name, one in items.items() if _words(one) != _words(before[name])} - set(
        given
    )
    judged = judgements_in(dossier)
    gone = [f"{TAG}-{name}" for name in other if name in tags]
    gone += [f"{JUDGEMENT}-{name}" for name in other if name in judged]
    patch = DossierPatch(
        put_artifacts=(*put_items({**items, **made}), *map(put_tag, given.values())),
        remove_artifact_ids=(*gone, *outdated_plans(dossier)),
    )
    return ItemsChanged({**items, **made}, given, found.problems), patch


def _words(item: BacklogItem) -> tuple[object, ...]:
    return item.title, item.description, item.need, item.criteria


def _by_hand(name: str, tag: TagName, tags: Mapping[str, StoryTag]) -> StoryTag:
    """Return the tag that a person gave: it stands for what the story was held against before."""
    before = tags.get(name) or StoryTag(item_id=name, tag=tag)
    nearest = before.related[0].id if before.related else ""
    related = "" if tag == "new" else before.related_id or nearest
    return before.model_copy(
        update={
            "tag": tag,
            "related_id": related,
            "failed": False,
            "by": "person",
            "judged": before.judged
            or (before.tag if name in tags and before.by != "person" else ""),
            "delta": () if tag in ("new", "duplicate") else before.delta,
            "quotes": before.quotes if tag == "conflict" else (),
        }
    )


class NumbersArgs(Arguments):
    items: tuple[int, ...] = Field(min_length=1, max_length=500, description="Numbers of items.")


class RemoveItems(Tool[NumbersArgs]):
    """Leave items out of what is planned; they stay in the dossier."""

    args = NumbersArgs
    conditions = (ITEMS_THERE,)

    async def execute(self, dossier: Dossier, args: NumbersArgs) -> ToolResult:
        return _stated(dossier, args.items, "draft", "left_out")


class RestoreItems(Tool[NumbersArgs]):
    """Put items back that were left out."""

    args = NumbersArgs
    conditions = (ITEMS_THERE,)

    async def execute(self, dossier: Dossier, args: NumbersArgs) -> ToolResult:
        return _stated(dossier, args.items, "left_out", "draft")


def _stated(dossier: Dossier, numbers: Sequence[int], of: str, now: str) -> ToolResult:
    items = {
        name: one.model_copy(update={"state": now})
        for name, one in chosen(dossier, numbers).items()
        if one.state == of
    }
    patch = DossierPatch(
        put_artifacts=tuple(put_items(items)),
        remove_artifact_ids=tuple(outdated_plans(dossier)) if items else (),
    )
    return ToolResult(ItemsChanged(items, {}, ()), patch)


class ShowArgs(Arguments):
    items: tuple[int, ...] = Field(
        (), max_length=500, description="Numbers of items; none: all of them in a line each."
    )


class ShowItems(Tool[ShowArgs]):
    """Show the items: all in a list, or some of them whole."""

    args = ShowArgs
    conditions = (ITEMS_THERE,)

    async def execute(self, dossier: Dossier, args: ShowArgs) -> ToolResult:
        items = chosen(dossier, args.items)
        report = ItemsShown(items, tags_in(dossier), judgements_in(dossier), bool(args.items))
        return ToolResult(report)
