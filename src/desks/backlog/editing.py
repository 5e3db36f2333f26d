"""Edits of items as their author asks for them: each rests on the author's own words, and code applies it. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from src.desks.backlog.artifacts import (
    UNSAID,
    UNSAID_CRITERIA,
    BacklogItem,
    Criterion,
    MeetingQuote,
)
from src.desks.backlog.item_edit import (
    EditedItems,
    EditField,
    EditProblem,
    ItemEdit,
    ItemPart,
    all_known,
    bearers,
    in_lines,
    left_over,
    nearest,
    notes_over,
    of_part,
    once,
    plain_text,
    widest,
    words_as,
)
from src.desks.backlog.item_gate import ABOVE, LONGEST_TITLE, title_key
from src.desks.backlog.ticking import labelled, of_candidates, put_in_anyway
from src.tools.edits import EditOp

MOST_PARTS = 10

_LIST = re.compile(r"\s*(?:;|\n)\s*(?:[-*•]\s+)?")

_TEXTS = ("title", "description", "persona", "need", "benefit")
"""Fields of an item that are one text."""


def edited(draft: EditedItems, edits: Sequence[ItemEdit]) -> EditedItems:
    """Return what edits make of items; each that can't be made is told, and the others are made."""
    items, candidates = dict(draft.items), dict(draft.candidates)
    for n, edit in enumerate(edits, start=1):
        if problem := _edit(draft, edit):
            draft.refused[n] = problem
    _settle_parents(draft.items)
    draft.left = left_over(draft)
    draft.items = {name: item for name, item in draft.items.items() if items.get(name) != item}
    draft.candidates = {n: one for n, one in draft.candidates.items() if candidates[n] != one}
    return draft


def _edit(draft: EditedItems, edit: ItemEdit) -> EditProblem | None:
    """Make one edit, or return why not; nothing of an edit is made where something of it can't be."""
    if not re.search(r"\w", edit.said) or plain_text(edit.said) not in plain_text(draft.heard):
        return "not_said"
    if edit.candidates:
        return of_candidates(draft, edit)
    if edit.struck:
        return put_in_anyway(draft, edit)
    if not all_known(draft, edit):
        return "number_not_said"
    ids = list(dict.fromkeys(f"item-{number}" for number in edit.numbers))
    if any(text not in draft.items for text in ids):
        return "no_such_item"
    if edit.op == "change" and (edit.field or _named_by(edit)) == "everywhere":
        wanted = ids or [name for name, item in draft.items.items() if item.state == "draft"]
        ids = [name for name in wanted if draft.items[name].state != "written"] or ids
    only_tags = (edit.op, edit.field) == ("change", "tag")
    if not only_tags and any(draft.items[text].state == "written" for text in ids):
        return "is_written"
    if edit.field == "label":
        return labelled(draft, ids, edit)
    if not ids and edit.op != "add":
        return "no_such_item"
    return _DO[edit.op](draft, ids, edit)


def _add(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    if ids or edit.field in ("criterion", "criteria"):
        return _give_criteria(draft, ids, edit)
    title = next(iter(in_lines(edit.texts)), "")
    kind = edit.type or "story"
    if not title_key(title) or len(title) > LONGEST_TITLE:
        return "not_possible"
    alike = (one for one in draft.items.values() if one.state != "left_out" and one.type == kind)
    if any(title_key(backlog_item.title) == title_key(title) for backlog_item in alike):
        return "same_title"
    parent, problem = draft.above(kind, edit)
    if problem:
        return problem
    item = BacklogItem(
        type=kind,
        title=title,
        **draft.details(edit),
        parent=parent,
        by=draft.by(title, *filter(None, (edit.description, *edit.criteria))),
    )
    draft.tag([draft.make(item)], edit)
    return None


def _parts(draft: EditedItems, text: str) -> Sequence[str]:
    """Return the criteria that a text is: each of a list that the author typed."""
    is_typed = plain_text(text) in plain_text(draft.heard)
    return _LIST.split(text) if is_typed else [text]


def _give_criteria(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    """Give items criteria beside those that they have; where these are changed, an item in their place."""
    each = (part for text in edit.texts for part in _parts(draft, text))
    texts, is_anew = once((*in_lines(each), *in_lines(edit.criteria))), edit.op == "change"
    if not texts or not ids or (is_anew and len(ids) > 1):
        return "not_possible"
    for name in ids:
        before = () if is_anew else draft.items[name].criteria
        known = {criterion.text for criterion in before}
        more = tuple(Criterion(text=text) for text in texts if text not in known)
        draft.put(name, edit, criteria=(*before, *more), by=draft.by(*texts))
    return None


# Changing


def _change(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    if edit.field in _TEXTS:
        return _change_text(draft, ids, edit)
    change = _OF_FIELD.get(edit.field or _named_by(edit))
    return change(draft, ids, edit) if change else "not_possible"


def _named_by(edit: ItemEdit) -> EditField:
    given: Mapping[EditField, object] = {
        "type": edit.type,
        "tag": edit.tag,
        "priority": edit.priority,
        "everywhere": edit.old,
        "criterion": edit.criterion,
        "parent": edit.parent or edit.related,
    }
    return next((name for name, value in given.items() if value), "criteria")


def _change_text(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    name, text = str(edit.field), next(iter(in_lines(edit.texts)), "")
    is_title = name == "title"
    if (is_title and not title_key(text)) or len(text) > (LONGEST_TITLE if is_title else 4_000):
        return "not_possible"
    if is_title and len(ids) != 1:
        return "not_possible"
    if name == "persona" and text and not draft.knows(text):
        return "not_known"
    for word in ids:
        draft.put(word, edit, **{name: text}, by=draft.by(text))
    return None


def _change_criterion(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    criteria = draft.items[ids[0]].criteria
    if len(ids) != 1:
        return "not_possible"
    if not 1 <= edit.criterion <= len(criteria):
        return "no_such_criterion"
    at, texts = edit.criterion - 1, in_lines(edit.texts)
    new = tuple(criteria[at].model_copy(update={"text": text}) for text in texts[:1])
    draft.put(
        ids[0], edit, criteria=(*criteria[:at], *new, *criteria[at + 1 :]), by=draft.by(*texts)
    )
    return None


def _change_everywhere(
    draft: EditedItems, ids: Sequence[str], edit: ItemEdit
) -> EditProblem | None:
    new = next(iter(in_lines(edit.texts)), "")
    if not re.search(r"\w", edit.old) or not new:
        return "not_possible"
    pattern, found = words_as(edit.old, r"(?!\w)"), False
    draft.replaced.append((edit, ids))
    for text in ids:
        item = draft.items[text]
        changes: dict[str, Any] = {
            name: _instead(pattern, new, getattr(item, name)) for name in _TEXTS
        }
        changes["criteria"] = tuple(
            each.model_copy(update={"text": _instead(pattern, new, each.text)})
            for each in item.criteria
        )
        if any(value != getattr(item, name) for name, value in changes.items()):
            draft.put(text, edit, **changes, by=item.by if draft.by(new) == "person" else "model")
            found = True
    return None if found else "words_not_there"


def _instead(pattern: re.Pattern[str], new: str, text: str) -> str:
    def replaced(match: re.Match[str]) -> str:
        return new[:1].upper() + new[1:] if match.group()[:1].isupper() else new

    return pattern.sub(replaced, text)


def _change_value(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    name = edit.field or _named_by(edit)
    value = getattr(edit, name)
    if name == "type" and value is None:
        return "not_possible"
    for text in ids:
        draft.put(text, edit, **{name: value})
    return None


def _change_parent(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    found = [draft.above(draft.items[text].type, edit) for text in ids]
    if problem := next((text for _, text in found if text), None):
        return problem
    for entry, (parent, _) in zip(ids, found, strict=True):
        notes = tuple(note for note in draft.items[entry].notes if not note.startswith("parent_"))
        draft.put(entry, edit, parent=parent, notes=notes)
    return None


def _change_tag(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    if edit.tag is None:
        return "not_possible"
    if edit.related and edit.related not in draft.work_items:
        return "no_such_work_item"
    draft.tag(ids, edit)
    return None


def _move(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    if edit.before or edit.after:
        return "no_order"
    return _change_parent(draft, ids, edit)


def _split(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    """Leave an item out for its parts: each goes on with the words that bear it, and each criterion with one part."""
    long = any(len(text) > LONGEST_TITLE for text in in_lines(edit.texts))
    parts = edit.parts or tuple(ItemPart(title=text) for text in in_lines(edit.texts) if not long)
    titles, item = [" ".join(item_part.title.split()) for item_part in parts], draft.items[ids[0]]
    fits = 1 < len(set(titles)) == len(titles) <= MOST_PARTS
    if len(ids) != 1 or not (fits and all(map(title_key, titles))) or item.state != "draft":
        return "not_possible"
    told = once((*item.told, draft.evidence(edit)))
    about = [
        "\n".join((t, p.need, p.description, *p.criteria))
        for p, t in zip(parts, titles, strict=True)
    ]
    has_own, made = any(part.criteria for part in parts), list[str]()
    for n, (part, title) in enumerate(zip(parts, titles, strict=True)):
        own = tuple(Criterion(text=text) for text in in_lines(part.criteria))
        shared = tuple(each for each in item.criteria if nearest(each.text, about) == n)
        quotes = tuple(said for said in item.evidence if n in bearers(said.quote, about))
        changes = {
            "title": title,
            "criteria": own if has_own else shared,
            "description": part.description.strip() or of_part(n, item.description, about),
            "need": part.need.strip() or (item.need if bearers(item.need, about) == {n} else ""),
            "benefit": item.benefit if n in bearers(item.benefit, about) else "",
            "evidence": quotes or item.evidence,
        }
        changed = {name for name, value in changes.items() if value != getattr(item, name)}
        by = draft.by(title, part.need, part.description, *part.criteria)
        over = notes_over(changed, own if has_own else shared)
        notes = tuple(note for note in item.notes if note not in over)
        changes |= {"told": told, "by": by, "notes": notes}
        made.append(draft.make(item.model_copy(update=changes)))
    draft.split[ids[0]] = made
    draft.leave_out(ids[0], "split")
    return None


def _merge(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    """Leave items out for one that has the criteria, evidence and constraints of all, each once.

    It stands in the segment of the first; each quote keeps the segment in which it was said. What stood under one of
    them stands under it. What the edit says of it goes before what they said.
    """
    parts = [draft.items[text] for text in ids]
    title = next(iter(in_lines(edit.texts)), parts[0].title)
    if edit.type is None and len({part.type for part in parts}) > 1:
        return "several_types"
    is_open = all(part.state == "draft" for part in parts)
    if len(parts) < 2 or len(title) > LONGEST_TITLE or not is_open:
        return "not_possible"
    given = draft.details(edit)
    more = given.pop("criteria", ())
    whole = parts[0].model_copy(
        update={
            "type": edit.type or parts[0].type,
            "title": title,
            "description": "\n".join(once(part.description for part in parts if part.description)),
            **{
                name: "; ".join(once(text for part in parts if (text := getattr(part, name))))
                for name in ("need", "benefit")
            },
            "persona": " & ".join(widest([part.persona for part in parts])),
            "priority": min((part.priority for part in parts if part.priority), default=None),
            **given,
            **{
                name: once(two for part in parts for two in getattr(part, name))
                for name in ("notes", "constraints", "labels", "unnamed")
            },
            "criteria": once((*(two for part in parts for two in part.criteria), *more)),
            "evidence": once(two for part in parts for two in _placed(part, parts[0])),
            "told": once((*(two for part in parts for two in part.told), draft.evidence(edit))),
            "by": draft.by(title) if in_lines(edit.texts) else parts[0].by,
        }
    )
    made = draft.make(whole)
    draft.merged[made] = ids
    for word in ids:
        draft.leave_out(word, "merged")
    for name, below in draft.items.items():
        if below.parent in ids and below.state != "written":
            draft.items[name] = below.model_copy(update={"parent": made})
    return None


def _placed(part: BacklogItem, whole: BacklogItem) -> Iterable[MeetingQuote]:
    """Yield the quotes of an item as they stand in another one: with their own segment, where it is not the other's."""
    for piece in part.evidence:
        own = piece.segment_id or part.segment_id
        yield piece.model_copy(update={"segment_id": "" if own == whole.segment_id else own})


def _remove(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    if edit.field == "criterion":
        return _change_criterion(draft, ids, edit.model_copy(update={"texts": ()}))
    for text in ids:
        if draft.items[text].state == "draft":
            draft.leave_out(text, "removed")
    return None


def _restore(draft: EditedItems, ids: Sequence[str], edit: ItemEdit) -> EditProblem | None:
    """Have items back that were left out, and keep what a second reading did not find in them: all, or a criterion."""
    for name in ids:
        item = draft.items[name]
        wanted = range(1, len(item.criteria) + 1) if not edit.criterion else (edit.criterion,)
        criteria = tuple(
            each.model_copy(update={"unsaid": each.unsaid and n not in wanted})
            for n, each in enumerate(item.criteria, start=1)
        )
        is_open = any(each.unsaid for each in criteria)
        kept = UNSAID_CRITERIA if edit.criterion else UNSAID
        notes = tuple(note for note in item.notes if is_open or note not in kept)
        if item.state == "left_out":
            draft.items[name] = item.model_copy(update={"state": "draft", "problem": ""})
        elif (criteria, notes) != (item.criteria, item.notes):
            draft.put(name, edit, criteria=criteria, notes=notes)
    return None


def _settle_parents(items: dict[str, BacklogItem]) -> None:
    """Take items from under what does not go above them any more, as the type of one of them has changed."""
    for name, item in items.items():
        above = items.get(item.parent)
        if above and above.type not in ABOVE[item.type] and item.state != "written":
            notes = once((*item.notes, "parent_of_another_type"))
            items[name] = item.model_copy(update={"parent": "", "notes": notes})


_Do: TypeAlias = Callable[[EditedItems, Sequence[str], ItemEdit], EditProblem | None]

_OF_FIELD: Mapping[EditField, _Do] = {
    "criteria": _give_criteria,
    "criterion": _change_criterion,
    "everywhere": _change_everywhere,
    "type": _change_value,
    "priority": _change_value,
    "parent": _change_parent,
    "tag": _change_tag,
}

_DO: Mapping[EditOp, _Do] = {
    "add": _add,
    "change": _change,
    "move": _move,
    "merge": _merge,
    "split": _split,
    "remove": _remove,
    "restore": _restore,
}
