"""Edits of candidates, of which items are made or that are struck, and of labels. Pure."""

from collections.abc import Sequence

from src.desks.backlog.artifacts import WITHDRAWN, BacklogItem, NeedCandidate
from src.desks.backlog.item_edit import EditedItems, EditProblem, ItemEdit, in_lines, once
from src.desks.backlog.item_gate import LONGEST_TITLE
from src.desks.backlog.item_words import title_of
from src.desks.backlog.knowledge import has

LONGEST_LABEL = 100


def labelled(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    """Give labels to items, or take them off; of ``change`` those given are all."""
    texts = tuple(text[:LONGEST_LABEL] for text in in_lines(edit.texts))
    if not ids or not texts or edit.op not in ("add", "change", "remove"):
        return "not_possible"
    for word in ids:
        before = () if edit.op == "change" else draft.items[word].labels
        left = tuple(two for two in before if edit.op != "remove" or two not in texts)
        draft.put(word, edit, labels=left if edit.op == "remove" else once((*left, *texts)))
    return None


def of_candidates(draft: EditedItems, edit: ItemEdit) -> EditProblem | None:
    """Make items of candidates, strike them, or have them wait again."""
    chosen = [draft.candidates.get(candidate) for candidate in dict.fromkeys(edit.candidates)]
    is_back = edit.op == "restore"
    found = [
        entry
        for entry in chosen
        if entry
        if not entry.item_id or (edit.op == "add" and draft.is_removed(entry.item_id))
        if entry.struck == is_back or (edit.op == "add" and entry.sign in WITHDRAWN)
    ]
    if len(found) < len(chosen):
        return "no_such_candidate"
    if edit.op == "add":
        return _tick(draft, found, edit)
    if edit.op not in ("remove", "restore"):
        return "not_possible"
    for need_candidate in found:
        changes = {"struck": edit.op == "remove"}
        draft.candidates[need_candidate.number] = need_candidate.model_copy(update=changes)
    return None


def _tick(draft: EditedItems, found: Sequence[NeedCandidate], edit: ItemEdit) -> EditProblem | None:
    """Make an item of each candidate, in the words given or its own; of several with one text, one item."""
    texts = in_lines(edit.texts)
    groups = [found] if len(texts) == 1 else [[candidate] for candidate in found]
    titles = texts or [title_of(candidate.quote) for candidate in found]
    parent, problem = draft.above(edit.type or "story", edit)
    if problem:
        return problem
    if len(titles) != len(groups) or any(len(text) > LONGEST_TITLE for text in titles):
        return "not_possible"
    for some, title in zip(groups, titles, strict=True):
        removed = {entry.item_id for entry in some}
        if len(removed) == 1 and (before := some[0].item_id):
            draft.bring_back(before, edit, title if texts else "")
            continue
        first = some[0].segment_id
        named = (("" if each.segment_id == first else each.segment_id, each.said) for each in some)
        quotes = (said.model_copy(update={"segment_id": place}) for place, said in named)
        is_bug = any(has("bug", each.quote) for each in some)
        item = BacklogItem(
            type=edit.type or ("bug" if is_bug else "story"),
            title=title,
            **draft.details(edit),
            parent=parent,
            segment_id=first,
            evidence=tuple(quotes),
            notes=("wanted_all_the_same",) if any(each.sign in WITHDRAWN for each in some) else (),
            by=draft.by(title) if texts else "rules",
        )
        made = draft.make(item)
        draft.tag([made], edit)
        for entry in some:
            draft.candidates[entry.number] = entry.model_copy(
                update={"item_id": made, "struck": False}
            )
    return None


def put_in_anyway(draft: EditedItems, edit: ItemEdit) -> EditProblem | None:
    """Make items of what was struck, at their author's word, with the quotes of each that stand.

    What the edit says of them itself goes before what was drafted.
    """
    found = [
        (number, need, need.item)
        for number in edit.struck
        if (need := draft.struck.get(number)) and need.item
        if not need.item_id or draft.is_removed(need.item_id)
    ]
    if edit.op != "add" or len(found) < len(edit.struck):
        return "no_such_struck"
    texts = in_lines(edit.texts)
    titles = texts or [item.title for _, _, item in found]
    if len(titles) != len(found) or any(len(title) > LONGEST_TITLE for title in titles):
        return "not_possible"
    parents = [draft.above(edit.type or item.type, edit) for _, _, item in found]
    if problem := next((text for _, text in parents if text), None):
        return problem
    for title, (number, need, item), (parent, _) in zip(titles, found, parents, strict=True):
        if need.item_id:
            draft.bring_back(need.item_id, edit, title if texts else "")
            continue
        named = {"title": title, "segment_id": need.segment_id, "by": draft.by(title)}
        named |= {"type": edit.type or item.type, "parent": parent}
        made = draft.make(item.model_copy(update={**draft.details(edit), **named}))
        draft.tag([made], edit)
        draft.struck[number] = need.model_copy(update={"item_id": made})
    return None
