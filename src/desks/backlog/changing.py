"""Changes of items in a person's words: what is meant is read by a model, what becomes of the items is code."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

from src.desks.backlog.artifacts import BacklogItem, Criterion, ItemNote, MeetingQuote, TagName
from src.desks.backlog.forms_tags import (
    ChangeAction,
    ChangeItem,
    ChangeTask,
    ItemChange,
    ItemChangeList,
)
from src.dossier.models import Language
from src.errors import ModelGaveNoAnswer
from src.llm.protocol import ChatMessage, Llm, Usage

ChangeProblem = Literal["not_understood", "no_such_item", "no_such_criterion", "not_possible"]

Items: TypeAlias = Mapping[str, BacklogItem]

OF_CRITERIA: Collection[ItemNote] = ("few_criteria", "criteria_cut")
"""Notes that hold no more once a person has changed criteria."""

LONGEST_TITLE = 255
MOST_PARTS = 10


@dataclass(frozen=True)
class ItemChanges:
    """What a person's words make of items."""

    items: Items = field(default_factory=dict)
    """Those that change, by id; what is removed has the state ``left_out``, what is restored ``draft``."""
    made: tuple[BacklogItem, ...] = ()
    """New ones, of a split or a merge; whoever stores them names them."""
    tags: Mapping[str, TagName] = field(default_factory=dict)
    """Tags that the person gave, by id of the item."""
    problems: tuple[ChangeProblem, ...] = ()
    """Why something was not done."""
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    """Id of the model that read the words in place of the one asked; empty: the one asked."""


@dataclass(frozen=True)
class ItemChanger:
    """Reads what a person wants changed, by a model without tools."""

    llm: Llm
    prompt: str

    async def changed(self, items: Items, words: str, language: Language) -> ItemChanges:
        """Return what becomes of the items; their order is that of the numbers that a person calls them by, from 1."""
        told = [
            ChatMessage("system", self.prompt),
            ChatMessage("user", change_task(items, words, language).model_dump_json()),
        ]
        try:
            reply = await self.llm.chat_structured(told, ItemChangeList)
        except ModelGaveNoAnswer:
            return ItemChanges(problems=("not_understood",))
        made = applied(items, reply.value.changes, words)
        return ItemChanges(
            made.items, made.made, made.tags, made.problems, reply.usage, reply.fallback
        )


def change_task(items: Items, words: str, language: Language) -> ChangeTask:
    """Return what a model is given of a wish and of the items that there are."""
    return ChangeTask(
        language=language,
        words=words,
        items=[
            ChangeItem(
                number=number,
                type=one.type,
                title=one.title,
                need=one.need,
                criteria=[criterion.text for criterion in one.criteria],
                state=one.state,
            )
            for number, one in enumerate(items.values(), start=1)
        ],
    )


@dataclass
class _Draft:
    """Items while changes are made to them, one after the other."""

    items: dict[str, BacklogItem]
    words: str
    made: list[BacklogItem] = field(default_factory=list)
    tags: dict[str, TagName] = field(default_factory=dict)

    def put(self, item_id: str, **changes: Any) -> None:
        if "criteria" in changes:
            notes = self.items[item_id].notes
            changes["notes"] = tuple(one for one in notes if one not in OF_CRITERIA)
        self.items[item_id] = self.items[item_id].model_copy(update=changes)

    def leave_out(self, item_id: str, why: str) -> None:
        changes = {"state": "left_out", "problem": why}
        self.items[item_id] = self.items[item_id].model_copy(update=changes)

    def by(self, *texts: str) -> str:
        """Return who worded texts: the person, where all of them stand in what they wrote."""
        said = " ".join(self.words.lower().split())
        own = all(" ".join(one.lower().split()) in said for one in texts)
        return "person" if own else "model"


def applied(items: Items, changes: Sequence[ItemChange], words: str) -> ItemChanges:
    """Return what changes make of items; each that can't be done is told, and the others are done."""
    draft = _Draft(dict(items), words)
    problems: list[ChangeProblem] = []
    order = list(items)
    for change in changes:
        inside = all(1 <= number <= len(order) for number in change.numbers)
        if change.action == "nothing":
            continue
        if not inside or not change.numbers:
            problems.append("no_such_item")
            continue
        problem = _DO[change.action](draft, [order[one - 1] for one in change.numbers], change)
        if problem:
            problems.append(problem)
    if not any(change.action != "nothing" for change in changes):
        problems.append("not_understood")
    different = {key: one for key, one in draft.items.items() if one != items[key]}
    return ItemChanges(different, tuple(draft.made), draft.tags, tuple(problems))


def _text(change: ItemChange) -> str:
    return next((" ".join(one.split()) for one in change.texts if one.strip()), "")


def _retitle(draft: _Draft, ids: Sequence[str], change: ItemChange) -> ChangeProblem | None:
    title = _text(change)
    if not title or len(title) > LONGEST_TITLE or len(ids) != 1:
        return "not_possible"
    draft.put(ids[0], title=title, by=draft.by(title))
    return None


def _describe(draft: _Draft, ids: Sequence[str], change: ItemChange) -> ChangeProblem | None:
    text = _text(change)
    if not text or len(ids) != 1:
        return "not_possible"
    draft.put(ids[0], description=text, by=draft.by(text))
    return None


def _add_criterion(draft: _Draft, ids: Sequence[str], change: ItemChange) -> ChangeProblem | None:
    texts = [" ".join(one.split()) for one in change.texts if one.strip()]
    if not texts:
        return "not_possible"
    for one in ids:
        criteria = draft.items[one].criteria
        known = {criterion.text for criterion in criteria}
        more = tuple(Criterion(text=text) for text in texts if text not in known)
        draft.put(one, criteria=(*criteria, *more), by=draft.by(*texts))
    return None


def _replace_criterion(
    draft: _Draft, ids: Sequence[str], change: ItemChange
) -> ChangeProblem | None:
    text, item = _text(change), draft.items[ids[0]]
    if not text or len(ids) != 1:
        return "not_possible"
    if not 1 <= change.criterion <= len(item.criteria):
        return "no_such_criterion"
    at = change.criterion - 1
    new = item.criteria[at].model_copy(update={"text": text})
    criteria = (*item.criteria[:at], new, *item.criteria[at + 1 :])
    draft.put(ids[0], criteria=criteria, by=draft.by(text))
    return None


def _remove_criterion(
    draft: _Draft, ids: Sequence[str], change: ItemChange
) -> ChangeProblem | None:
    criteria = draft.items[ids[0]].criteria
    if len(ids) != 1:
        return "not_possible"
    if not 1 <= change.criterion <= len(criteria):
        return "no_such_criterion"
    kept = (*criteria[: change.criterion - 1], *criteria[change.criterion :])
    draft.put(ids[0], criteria=kept, by="person")
    return None


def _split(draft: _Draft, ids: Sequence[str], change: ItemChange) -> ChangeProblem | None:
    """Leave an item out for its parts, which stand on the same evidence; each criterion goes to all of them."""
    titles = [" ".join(one.split()) for one in change.texts if one.strip()]
    item = draft.items[ids[0]]
    fits = 1 < len(set(titles)) == len(titles) <= MOST_PARTS
    if len(ids) != 1 or not fits or max(map(len, titles)) > LONGEST_TITLE or not _is_open(item):
        return "not_possible"
    changes = {"signature": "", "state": "draft", "by": draft.by(*titles)}
    draft.made += [item.model_copy(update={**changes, "title": one}) for one in titles]
    draft.leave_out(ids[0], "split")
    return None


def _merge(draft: _Draft, ids: Sequence[str], change: ItemChange) -> ChangeProblem | None:
    """Leave items out for one that has the criteria, evidence and constraints of all, each once.

    It stands in the segment of the first; each quote keeps the segment in which it was said.
    """
    parts = [draft.items[one] for one in dict.fromkeys(ids)]
    title = _text(change) or parts[0].title
    same = len({one.type for one in parts}) == 1
    if len(parts) < 2 or not same or len(title) > LONGEST_TITLE or not all(map(_is_open, parts)):
        return "not_possible"
    whole = parts[0].model_copy(
        update={
            "title": title,
            "description": "\n".join(_once(one.description for one in parts if one.description)),
            "criteria": tuple(_once(two for one in parts for two in one.criteria)),
            "evidence": tuple(_once(two for one in parts for two in _placed(one, parts[0]))),
            "notes": tuple(_once(two for one in parts for two in one.notes)),
            "constraints": tuple(_once(two for one in parts for two in one.constraints)),
            "signature": "",
            "by": draft.by(title) if _text(change) else parts[0].by,
        }
    )
    draft.made.append(whole)
    for one in dict.fromkeys(ids):
        draft.leave_out(one, "merged")
    return None


def _placed(part: BacklogItem, whole: BacklogItem) -> Iterable[MeetingQuote]:
    """Yield the quotes of an item as they stand in another one: with their own segment, where it is not the other's."""
    for one in part.evidence:
        own = one.segment_id or part.segment_id
        yield one.model_copy(update={"segment_id": "" if own == whole.segment_id else own})


def _remove(draft: _Draft, ids: Sequence[str], _: ItemChange) -> ChangeProblem | None:
    if not all(_is_open(draft.items[one]) or draft.items[one].state == "left_out" for one in ids):
        return "not_possible"
    for one in ids:
        if _is_open(draft.items[one]):
            draft.leave_out(one, "removed")
    return None


def _restore(draft: _Draft, ids: Sequence[str], _: ItemChange) -> ChangeProblem | None:
    if not all(draft.items[one].state in ("draft", "left_out") for one in ids):
        return "not_possible"
    for one in ids:
        draft.items[one] = draft.items[one].model_copy(update={"state": "draft", "problem": ""})
    return None


def _tag(draft: _Draft, ids: Sequence[str], change: ItemChange) -> ChangeProblem | None:
    if not change.tag:
        return "not_possible"
    draft.tags.update(dict.fromkeys(ids, change.tag))
    return None


def _nothing(_: _Draft, __: Sequence[str], ___: ItemChange) -> ChangeProblem | None:
    return None


def _is_open(item: BacklogItem) -> bool:
    return item.state == "draft"


_Value = TypeVar("_Value")


def _once(values: Iterable[_Value]) -> list[_Value]:
    return list(dict.fromkeys(values))


_Do: TypeAlias = Callable[[_Draft, Sequence[str], ItemChange], ChangeProblem | None]

_DO: Mapping[ChangeAction, _Do] = {
    "retitle": _retitle,
    "describe": _describe,
    "add_criterion": _add_criterion,
    "replace_criterion": _replace_criterion,
    "remove_criterion": _remove_criterion,
    "split": _split,
    "merge": _merge,
    "remove": _remove,
    "restore": _restore,
    "tag": _tag,
    "nothing": _nothing,
}
