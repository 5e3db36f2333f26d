"""An edit of items as a model hands it in, and items while edits are made to them. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.desks.backlog.artifacts import (
    UNSAID_CRITERIA,
    UNSAID_TEXTS,
    AuthorWords,
    BacklogItem,
    Criterion,
    ItemNote,
    ItemType,
    NeedCandidate,
    StoryTag,
    StruckNeed,
    TagName,
)
from src.desks.backlog.item_gate import ABOVE, said_in, title_key, type_of
from src.desks.backlog.item_words import told_by, told_by_another
from src.desks.backlog.tracker_item import TrackerItem
from src.desks.backlog.transcript import is_named
from src.grounding.clauses import stems
from src.language.numbers import numerals, quantities
from src.language.sentences import split
from src.tools.base import Arguments
from src.tools.edits import Edit, is_name, taken_out

Items: TypeAlias = Mapping[str, BacklogItem]

OF_FIELDS: Mapping[str, Sequence[ItemNote]] = {
    **{name: (note,) for name, note in UNSAID_TEXTS.items()},
    "criteria": ("few_criteria", "criteria_cut"),
    "priority": ("priority_unsaid",),
    "persona": ("persona_inferred", "persona_not_named"),
}
"""Notes that hold no more once a person has changed a field."""


def notes_over(changed: Iterable[str], criteria: Iterable[Criterion]) -> set[ItemNote]:
    """Return the notes of an item that hold no more once these fields have changed and it has these criteria."""
    over = {note for name in changed for note in OF_FIELDS.get(name, ())}
    return over if any(criterion.unsaid for criterion in criteria) else {*over, *UNSAID_CRITERIA}


EditField = Literal[
    "title", "description", "criteria", "criterion", "everywhere", "type", "persona", "need", "benefit",
    "priority", "parent", "tag", "label",
]  # fmt: skip

EditProblem = Literal[
    "not_said",
    "not_known",
    "number_not_said",
    "no_such_item",
    "no_such_criterion",
    "no_such_work_item",
    "no_such_candidate",
    "no_such_struck",
    "not_possible",
    "several_types",
    "wrong_parent",
    "no_order",
    "same_title",
    "is_written",
    "words_not_there",
    "turned",
]
"""Why an edit was not made."""

OF_THE_MODEL: Mapping[EditProblem, str] = {
    "not_said": "said",
    "not_known": "texts",
    "number_not_said": "texts",
    "words_not_there": "old",
}
"""Faults of the words that a model handed in, which are for it to mend, each with the argument that has them."""


class ItemPart(Arguments):
    """A part of an item that is split."""

    title: str = Field(min_length=1, max_length=255)
    need: str = Field("", max_length=1_000)
    description: str = Field("", max_length=4_000)
    criteria: tuple[str, ...] = Field((), max_length=20)


class ItemEdit(Edit):
    """One edit of items, by their numbers in the state."""

    said: str = Field(
        min_length=1,
        max_length=2_000,
        description="Words of the user's newest message that ask for it, copied exactly.",
    )
    before: SkipJsonSchema[int | None] = None
    after: SkipJsonSchema[int | None] = None
    """Items have no order: a model is not told of these."""
    candidates: tuple[int, ...] = Field(
        (),
        max_length=200,
        description="Of candidates, in place of numbers. With add: an item of each; with one text, one item of all.",
    )
    struck: tuple[int, ...] = Field(
        (), max_length=200, description="With add: of struck items, in place of numbers."
    )
    field: EditField | None = Field(
        None,
        description=(
            "With change: what of the items. criteria: all anew, or with add more; criterion: the one in criterion, "
            "removed where texts is empty; label: with add or remove, too; everywhere: the words in old."
        ),
    )
    old: str = Field("", max_length=500)
    criterion: int = Field(0, ge=0, description="From 1.")
    type: ItemType | None = Field(None, description="With add, merge and field type.")
    priority: int | None = Field(None, ge=1, le=4, description="1 is the most urgent.")
    parent: int | None = Field(None, description="The item that these are put under.")
    related: int | None = Field(
        None,
        description="Work item, by the tracker's number, that a tag is about or items are put under.",
    )
    tag: TagName | None = None
    description: str = Field("", max_length=4_000, description="With add, merge; as those below.")
    persona: str = Field("", max_length=200, description="Who wants it, where that was said.")
    need: str = Field("", max_length=1_000)
    benefit: str = Field("", max_length=1_000)
    criteria: tuple[str, ...] = Field((), max_length=20)
    parts: tuple[ItemPart, ...] = Field(
        (),
        max_length=20,
        description="With split, in place of texts: each with its own part of the need, description and criteria.",
    )


@dataclass(kw_only=True)
class EditedItems:
    """All items and candidates while edits are made to them, one after the other, and what edits make of them."""

    items: dict[str, BacklogItem] = field(default_factory=dict)
    """Those that change, by id, and new ones under the ids that they get."""
    tags: dict[str, StoryTag] = field(default_factory=dict)
    """Tags that the person gave, by id of the item."""
    candidates: dict[int, NeedCandidate] = field(default_factory=dict)
    """Those that change, by their numbers."""
    struck: dict[int, StruckNeed] = field(default_factory=dict)
    """Those that stay struck and those that were put in, by their numbers."""
    refused: dict[int, EditProblem] = field(default_factory=dict)
    """Why an edit was not made, by its place among the edits, from 1; 0: some of their words."""
    merged: dict[str, Sequence[str]] = field(default_factory=dict)
    """Ids of the items that were made one, by the id of that one."""
    split: dict[str, Sequence[str]] = field(default_factory=dict)
    """Ids of the parts into which an item was split, by its own id."""
    left: dict[str, list[int]] = field(default_factory=dict)
    """Words that may be other forms of those that were replaced everywhere, with the numbers of their items."""

    heard: str
    """What the author said: the newest message, and what it answers."""
    turn: int
    """In which it was said."""
    number: int
    """Of the next item that is made."""
    work_items: Mapping[int, TrackerItem] = field(default_factory=dict)
    """Those that are there, by the tracker's number."""
    known: str = ""
    """What was said before, by the author and in the meeting: texts may have words of it."""
    replaced: list[tuple[ItemEdit, Sequence[str]]] = field(default_factory=list)
    """Edits that replaced words everywhere, each with the ids of its items."""

    @property
    def problems(self) -> tuple[EditProblem, ...]:
        """Why edits were not made."""
        return tuple(self.refused.values())

    def put(self, item_id: str, edit: ItemEdit, **changes: Any) -> None:
        """Keep changes of an item, with the words that they rest on; persona and story name the same person."""
        item = self.items[item_id]
        if "persona" in changes and "description" not in changes:
            changes["description"] = told_by_another(item.description, changes["persona"])
        elif "description" in changes and "persona" not in changes:
            teller = told_by(changes["description"])
            changes |= {"persona": teller} if teller and self.knows(teller) else {}
        changed = {name for name, value in changes.items() if value != getattr(item, name)}
        over = notes_over(changed, changes.get("criteria", item.criteria))
        notes = changes.get("notes", item.notes)
        changes["notes"] = tuple(note for note in notes if note not in over)
        changes["told"] = once((*item.told, self.evidence(edit)))
        now = item.model_copy(update=changes)
        names = taken_out(_texts(item), _texts(now), edit.said, item.unnamed)
        self.items[item_id] = now.model_copy(update={"unnamed": names})

    def is_removed(self, item_id: str) -> bool:
        """Tell whether an item was taken out by its author, who may have it back."""
        return item_id in self.items and self.items[item_id].problem == "removed"

    def bring_back(self, item_id: str, edit: ItemEdit, title: str = "") -> None:
        """Have an item again that was made of a line of the meeting and then removed, as the edit says it."""
        item, titled = self.items[item_id], {"title": title, "by": self.by(title)} if title else {}
        kind = edit.type or item.type
        placed = {"type": kind, "parent": self.above(kind, edit)[0] or item.parent}
        given = {**self.details(edit), **titled, **placed}
        self.put(item_id, edit, **given, state="draft", problem="")
        self.tag([item_id], edit)

    def leave_out(self, item_id: str, why: str) -> None:
        changes = {"state": "left_out", "problem": why}
        self.items[item_id] = self.items[item_id].model_copy(update=changes)

    def make(self, item: BacklogItem) -> str:
        """Keep a new item, and return its id."""
        name = f"item-{self.number}"
        self.number += 1
        self.items[name] = item.model_copy(
            update={"signature": "", "state": "draft", "problem": ""}
        )
        return name

    def above(self, kind: ItemType, edit: ItemEdit) -> tuple[str, EditProblem | None]:
        """Return the id of what an edit puts an item of this type under, "" for nothing, or why it can't be put there.

        A work item that is added with a tag is what the tag is about.
        """
        name, there = f"item-{edit.parent}", self.work_items.get(edit.related or 0)
        if edit.related and there is None:
            return "", "no_such_work_item"
        if edit.parent:
            if name not in self.items or self.items[name].state == "left_out":
                return "", "no_such_item"
            return name, None if self.items[name].type in ABOVE[kind] else "wrong_parent"
        if there is None or (edit.op == "add" and edit.tag):
            return "", None
        fits = kind == "bug" or type_of(there) in ABOVE[kind]
        return there.id, None if fits else "wrong_parent"

    def tag(self, ids: Iterable[str], edit: ItemEdit) -> None:
        """Keep the tag that an edit gives these items, if it does."""
        if edit.tag:
            about = self.work_items.get(edit.related or 0)
            related = about.id if about else ""
            self.tags |= {n: StoryTag(item_id=n, tag=edit.tag, related_id=related) for n in ids}

    def details(self, edit: ItemEdit) -> dict[str, Any]:
        """Return what an edit says of an item beside its title, with the words that it rests on."""
        persona = " ".join(edit.persona.split())
        given = {
            "description": edit.description.strip(),
            "persona": persona if persona and self.knows(persona) else "",
            "need": edit.need.strip(),
            "benefit": edit.benefit.strip(),
            "criteria": tuple(Criterion(text=text) for text in in_lines(edit.criteria)),
            "priority": edit.priority,
            "told": (self.evidence(edit),),
        }
        return {name: value for name, value in given.items() if value}

    def evidence(self, edit: ItemEdit) -> AuthorWords:
        return AuthorWords(turn=self.turn, words=" ".join(edit.said.split()))

    def knows(self, persona: str) -> bool:
        """Tell whether the author or the meeting named who wants something."""
        return is_named(persona, f"{self.heard}\n{self.known}")

    def by(self, *texts: str) -> Literal["person", "model"]:
        """Return who worded texts: the person, where all of them stand in what they said."""
        heard = plain_text(self.heard)
        return "person" if all(plain_text(text) in heard for text in texts) else "model"


_QUOTES = str.maketrans("‘’“”„«»", '\'\'"""""')


def plain_text(text: str) -> str:
    """Return a text as it is compared: without regard to its spaces, capitals and kinds of quotes."""
    return " ".join(text.translate(_QUOTES).casefold().split())


_Value = TypeVar("_Value")


def once(values: Iterable[_Value]) -> tuple[_Value, ...]:
    """Return values in their order, each once."""
    return tuple(dict.fromkeys(values))


def words_as(words: str, ending: str) -> re.Pattern[str]:
    """Return the pattern of words as a text may have them; ``ending``: the pattern of what follows."""
    spaced = r"\s+".join(map(re.escape, plain_text(words).split()))
    return re.compile(rf"(?<!\w){spaced}{ending}", re.IGNORECASE)


def left_over(draft: EditedItems) -> dict[str, list[int]]:
    """Return words that replacing left, which may mean the same: longer forms, and their number as it is written too.

    Whether they do is for whoever asked to say.
    """
    found: dict[str, list[int]] = {}
    for edit, ids in draft.replaced:
        new = plain_text(" ".join(edit.texts))
        longer, numbers = words_as(edit.old, r"\w+"), numerals(edit.old) - numerals(new)
        for name in ids:
            item = draft.items[name]
            texts = (*said_in(item).values(), item.persona, item.need)
            words = [match.group() for text in texts for match in longer.finditer(text)]
            words += [
                one.words for text in texts for one in quantities(text) if one.value in numbers
            ]
            for word in once(map(plain_text, words)):
                if word not in new:
                    found.setdefault(word, []).append(int(name.rpartition("-")[2]))
    return found


def widest(personas: Sequence[str]) -> tuple[str, ...]:
    """Return who wants something, but for those of whom another one says all and more."""
    named = {frozenset(title_key(persona).split()): persona for persona in personas if persona}
    return tuple(text for words, text in named.items() if not any(words < each for each in named))


def in_lines(texts: Iterable[str]) -> list[str]:
    """Return the texts that say something, each in one line."""
    return [" ".join(text.split()) for text in texts if text.strip()]


def _common(text: str, about: Sequence[str]) -> list[frozenset[str]]:
    """Return which words of a text each part has."""
    said = stems(text)
    return [said & stems(each) for each in about]


def nearest(text: str, about: Sequence[str]) -> int:
    """Return the place of the part that has the most words of a text; the first of several."""
    sizes = [*map(len, _common(text, about))]
    return sizes.index(max(sizes))


def bearers(text: str, about: Sequence[str]) -> set[int]:
    """Return the places of the parts that have words of a text, but for those whose words another one has, and more."""
    common = _common(text, about)
    return {n for n, words in enumerate(common) if not any(words < others for others in common)}


def of_part(n: int, description: str, about: Sequence[str]) -> str:
    """Return the sentences of a description that a part goes on with: a story of several parts is that of none."""
    kept = []
    for sentence in split(description):
        places = bearers(sentence, about)
        kept += [sentence] if n in places and not (told_by(sentence) and len(places) > 1) else []
    return " ".join(kept)


def all_known(draft: EditedItems, edit: ItemEdit) -> bool:
    """Tell whether each number and name was said by the author, in the meeting, or stands in the items edited."""
    named = {f"item-{number}" for number in edit.numbers}
    items = (item for name, item in draft.items.items() if name in named or not named)
    own = (text for item in items for text in (*said_in(item).values(), item.persona, *item.labels))
    there = "\n".join((draft.heard, draft.known, *own))
    labels = (text for item in draft.work_items.values() for text in (item.title, item.content))
    names = "\n".join((there, *(labels if draft.work_items else ())))
    new = [
        *in_lines(edit.texts),
        edit.description,
        edit.persona,
        edit.need,
        edit.benefit,
        *edit.criteria,
    ]
    new += [
        text
        for part in edit.parts
        for text in (part.title, part.need, part.description, *part.criteria)
    ]
    new = [text for text in new if plain_text(text) not in plain_text(draft.heard)]
    is_named_all = all(is_named(name, names) for text in new for name in _names(text))
    return numerals("\n".join(new)) <= numerals(there) and is_named_all


def _texts(item: BacklogItem) -> str:
    """Return all that an item says."""
    return "\n".join((*said_in(item).values(), item.persona, item.need))


def _names(text: str) -> Iterator[str]:
    """Yield the words that are written large inside a sentence, but for those that mean nothing by themselves."""
    for before, word in pairwise(text.split()):
        found = re.match(r"[^\w]*([^\W\d_]{2,})", word)
        if before.islower() and before[-1] not in ".?!:" and found and is_name(found[1]):
            yield found[1]
