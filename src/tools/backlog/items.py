"""Items as a person wants them: edited in words, shown, and read by a model that decides."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pydantic import Field, JsonValue

from src.answering.support import NOTHING_READ
from src.desks.backlog.artifacts import ITEM, JUDGEMENT, LEAVES, TAG, BacklogItem, StoryTag
from src.desks.backlog.conditions import ANYTHING_THERE, ITEMS_THERE
from src.desks.backlog.edit_reading import read_again
from src.desks.backlog.editing import edited
from src.desks.backlog.exporting import exported
from src.desks.backlog.item_edit import (
    OF_THE_MODEL,
    EditedItems,
    EditProblem,
    ItemEdit,
)
from src.desks.backlog.kept import (
    backlog_in,
    candidates_in,
    items_in,
    judgements_in,
    next_number,
    number_of,
    outdated_plans,
    put_candidates,
    put_items,
    put_run,
    put_tag,
    run_in,
    speakers_of,
    struck_in,
    tags_in,
    transcripts_in,
)
from src.desks.backlog.overview import question_of, since_written, with_overview
from src.desks.backlog.tracker_item import key_of
from src.desks.backlog.transcript import utterances
from src.desks.backlog.words import TEXTS
from src.dossier.clarification import KIND, Clarification, replied
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.llm.protocol import Llm
from src.tools.backlog.reports import ItemsEdited, ItemsExported, ItemsRead, ItemsShown
from src.tools.backlog.tagging import chosen
from src.tools.base import Arguments, Tool, ToolResult

WHICH_TAG = "backlog_tags"
"""Why it is asked: which of the tags an item keeps that was made of several, or which part keeps that of one."""

LEFT = (
    "Words of these items that were not replaced. Where they mean the same, replace these too, each in a form that "
    "fits; else reply with no words."
)


class EditArgs(Arguments):
    edits: tuple[ItemEdit, ...] = Field(min_length=1, max_length=100, description="In order.")


class EditItems(Tool[EditArgs]):
    """Edit items as the user asks: add, change, move below another, merge, split, remove, restore."""

    args = EditArgs
    edits = True

    def __init__(self, llm: Llm, *, support: bool = False) -> None:
        """Edit; ``support``: a second reading by this model says if new words are the author's or the meeting's."""
        self._llm, self._support = llm, support

    async def execute(self, dossier: Dossier, args: EditArgs) -> ToolResult:
        run = run_in(dossier)
        draft = EditedItems(
            items=items_in(dossier),
            candidates={candidate.number: candidate for candidate in candidates_in(dossier)},
            struck=dict(enumerate(run.struck if run else (), start=1)),
            heard=_heard(dossier),
            turn=dossier.version + 1,
            number=next_number(dossier, ITEM),
            work_items={item.number: item for item in backlog_in(dossier)},
            known="\n".join((*_told(dossier), *_meetings(dossier))),
        )
        made = edited(draft, args.edits)
        read = NOTHING_READ
        if self._support:
            made, read = await read_again(self._llm, dossier, made, _told(dossier))
        tags, patch = _patch(dossier, made)
        patch = with_overview(dossier, patch)
        question = question_of(patch.apply(dossier)) if made.items or made.tags else None
        is_new = question != question_of(dossier)
        question = (question if is_new else None) or _which_tag(dossier, made, tags)
        lapses = bool({*patch.remove_artifact_ids} & {*outdated_plans(dossier)})
        others = [
            each for each in candidates_in(patch.apply(dossier)) if each.number in made.candidates
        ]
        unread = read.failure is not None
        report = ItemsEdited(
            made.items, tags, made.problems, items_in(dossier), lapses, others, unread, made.left
        )
        told = {
            "changed": [number_of(name) for name in {**made.items, **tags}],
            "candidates": [*made.candidates],
            "not_done": {str(n): _fault(text) for n, text in made.refused.items()},
        }
        if made.left:
            told["left"] = {"words": made.left, "means": LEFT}
        is_whole = not (made.problems or made.left)
        asks = question if is_whole else None
        output = json.dumps(told, ensure_ascii=False)
        return ToolResult(report, patch, read.usage, output=output, ends=is_whole, asks=asks)


def _fault(problem: EditProblem) -> str:
    at, told = OF_THE_MODEL.get(problem), TEXTS["en"].problems[problem]
    return f"{at}: {told}" if at else told


def _heard(dossier: Dossier) -> str:
    """Return what the author said last, without a transcript that they pasted: what others say there is no wish."""
    said = _told(dossier)
    if dossier.artifact(f"{KIND}-{dossier.version}") is None:
        return said[-1]
    return "\n".join((*said[-2:], replied(dossier, said[-1])[0]))


def _told(dossier: Dossier) -> list[str]:
    """Return what the author said, without the transcripts that they pasted."""
    said = [message.content for message in dossier.conversation if message.role == "user"]
    for transcript in transcripts_in(dossier):
        said = [text.replace(transcript.content, "\n") for text in said]
    return said


def _meetings(dossier: Dossier) -> Iterator[str]:
    """Yield what was said in meetings, and who speaks there, without the times and numbers of lines and speakers."""
    for line in (line for text in transcripts_in(dossier) for line in utterances(text.content)):
        yield line.said
        yield re.sub(r"\d+", " ", line.speaker)


def _tags_of(parts: Iterable[str], tags: Mapping[str, StoryTag]) -> list[StoryTag]:
    """Return the tags that items bear which are made one, each once; those that a person gave go before others."""
    every = [tags[part] for part in parts if part in tags and not tags[part].failed]
    own = [tag for tag in every if tag.by == "person"] or every
    return [*{(tag.tag, tag.related_id): tag for tag in own}.values()]


def _which_tag(
    dossier: Dossier, made: EditedItems, given: dict[str, StoryTag]
) -> Clarification | None:
    """Return what a person is asked where items of different tags were made one, or one of a work item was split."""
    texts, tags = TEXTS[dossier.language or "en"], tags_in(dossier) | given
    there = {item.version_of: item.number for item in backlog_in(dossier)}

    def about(tag: StoryTag) -> str:
        number = there.get(key_of(tag.related_id))
        return texts.tag_about.format(related=number) if number else ""

    asked = [
        (name, texts.which_tag, [(name, tag) for tag in _tags_of(parts, tags)])
        for name, parts in made.merged.items()
        if name not in tags
    ]
    for name, parts in made.split.items():
        if (tag := tags.get(name)) and about(tag) and not {*parts} & {*given}:
            told = texts.tag_off.format(number="{number}", tag=tag.tag, about=about(tag))
            asked.append((name, told, [(part, tag) for part in parts]))
    for name, question, offered in asked:
        choices = tuple(
            texts.tag_choice.format(number=number_of(item), tag=tag.tag) + about(tag)
            for item, tag in offered
        )
        if choices:
            question = question.format(number=number_of(name))
            return Clarification(
                reason=WHICH_TAG, type="choice", question=question, choices=choices
            )
    return None


def _patch(dossier: Dossier, made: EditedItems) -> tuple[dict[str, StoryTag], DossierPatch]:
    """Return the tags given, and the change: an item that says something else loses a tag that no person gave.

    Of items that are made one the tag is kept, where all that have one have the same.
    """
    before, tags = items_in(dossier), tags_in(dossier)
    given = {name: _by_hand(tag, tags.get(name, tag)) for name, tag in made.tags.items()}
    for name, parts in made.merged.items():
        match _tags_of(parts, tags | given):
            case [tag] if name not in given and made.items[name].type in LEAVES:
                given[name] = tag.model_copy(update={"item_id": name})
    other = {
        name
        for name, item in made.items.items()
        if name in before and name not in given and _words(item) != _words(before[name])
    }
    judged = judgements_in(dossier)
    gone = [f"{TAG}-{name}" for name in other if name in tags and tags[name].by != "person"]
    gone += [f"{JUDGEMENT}-{name}" for name in other if name in judged]
    is_other = bool(made.items or given)
    run = run_in(dossier)
    struck = tuple(made.struck.values())
    is_put_in = run is not None and struck != run.struck
    kept = [put_run(run.model_copy(update={"struck": struck}))] if run and is_put_in else []
    texts = TEXTS[dossier.language or "en"]
    rows = [
        candidate.model_copy(update={"state": texts.candidate_state(candidate)})
        for each in candidates_in(dossier)
        for candidate in (made.candidates.get(each.number, each),)
    ]
    return given, DossierPatch(
        put_artifacts=(
            *put_items(made.items),
            *map(put_tag, given.values()),
            *put_candidates(dossier, rows),
            *kept,
        ),
        remove_artifact_ids=(*gone, *(outdated_plans(dossier) if is_other else ())),
    )


def _words(item: BacklogItem) -> tuple[object, ...]:
    return item.type in LEAVES, item.title, item.description, item.need, item.criteria


def _by_hand(given: StoryTag, before: StoryTag) -> StoryTag:
    """Return the tag that a person gave: it stands for what the story was held against before, if it was."""
    nearest = before.related[0].id if before.related else ""
    related = given.related_id or before.related_id or nearest
    judged = before.tag if before is not given and before.by != "person" else ""
    return before.model_copy(
        update={
            "tag": given.tag,
            "related_id": "" if given.tag == "new" else related,
            "failed": False,
            "by": "person",
            "judged": before.judged or judged,
            "delta": () if given.tag in ("new", "duplicate") else before.delta,
            "quotes": before.quotes if given.tag == "conflict" else (),
        }
    )


class ShowArgs(Arguments):
    items: tuple[int, ...] = Field(
        (), max_length=500, description="Numbers of items; none: all of them in a line each."
    )
    candidates: bool = Field(False, description="Only the candidates, which are no items yet.")
    rejected: bool = Field(False, description="Only what was rejected, put off, struck or removed.")


class ShowItems(Tool[ShowArgs]):
    """Show the user the items: all in a list, or some whole, with the words they stand on."""

    args = ShowArgs
    conditions = (ANYTHING_THERE,)

    async def execute(self, dossier: Dossier, args: ShowArgs) -> ToolResult:
        return shown(dossier, args)


def shown(dossier: Dossier, args: ShowArgs) -> ToolResult:
    """Return the result of showing items: those of these numbers whole, of none all in a line each, and candidates."""
    only_lines = args.candidates or args.rejected
    items = chosen(dossier, args.items)
    if only_lines and not args.items:
        gone = {name: item for name, item in items.items() if item.problem == "removed"}
        items = gone if args.rejected else {}
    every = () if args.items else candidates_in(dossier)
    lines = [line for line in every if (line.struck if args.rejected else line.waits)]
    tags, judged = tags_in(dossier), judgements_in(dossier)
    struck = struck_in(dossier) if args.rejected else {}
    report = ItemsShown(items, tags, judged, bool(args.items), lines, struck, args.rejected)
    return ToolResult(report, since_written(dossier), ends=True)


class ExportArgs(Arguments):
    form: Literal["md", "csv"] = Field("md", description="To read, or a table.")


class ExportItems(Tool[ExportArgs]):
    """Give the user all items as a text to take along."""

    args = ExportArgs
    conditions = (ITEMS_THERE,)

    async def execute(self, dossier: Dossier, args: ExportArgs) -> ToolResult:
        text = exported(dossier, "backlog", args.form)[1].decode("utf-8-sig")
        return ToolResult(ItemsExported(args.form, text), ends=True)


class ReadItemsArgs(Arguments):
    items: tuple[int, ...] = Field(min_length=1, max_length=50, description="Numbers of items.")


class ReadItems(Tool[ReadItemsArgs]):
    """Read items yourself, to answer or edit: texts, criteria, and who said what they stand on."""

    args = ReadItemsArgs
    conditions = (ITEMS_THERE,)

    async def execute(self, dossier: Dossier, args: ReadItemsArgs) -> ToolResult:
        read = [_read(name, item, dossier) for name, item in chosen(dossier, args.items).items()]
        return ToolResult(ItemsRead(), output=json.dumps(read, ensure_ascii=False))


def _read(name: str, item: BacklogItem, dossier: Dossier) -> JsonValue:
    tag = tags_in(dossier).get(name)
    told: dict[str, JsonValue] = {
        "n": number_of(name),
        **item.model_dump(mode="json", include=_READ),
        "criteria": [criterion.text for criterion in item.criteria],
        "said": [
            {"quote": each.quote, "by": speaker, "line": line}
            for each, (speaker, line) in zip(item.evidence, speakers_of(item, dossier), strict=True)
        ],
    }
    return told | ({"why_tagged": tag.reason} if tag and tag.reason else {})


_READ = {"type", "title", "description", "persona", "need", "benefit", "told"}
