"""Writing a guide, reviewing and showing it, editing its lines, and mending it by answers to its questions."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from src.desks.tsg.artifacts import (
    DISMISSAL,
    GUIDE,
    PLACEHOLDER,
    REVIEW,
    Dismissal,
    Guide,
    Placeholder,
    answer_source,
)
from src.desks.tsg.changes import AuthorMessage, GuideEdit, LineChange, Replacement
from src.desks.tsg.clearing import Gate
from src.desks.tsg.conditions import GUIDE_SOUND, NOTES_CLEARED, RESEARCH_DONE, RESEARCH_SHOWN
from src.desks.tsg.editing import edited
from src.desks.tsg.kept import (
    answered_of,
    bases_of,
    guide_in,
    notes_of,
    pages_of,
    placeholders_of,
    put,
    put_numbered,
    put_placeholders,
    review_of,
    the_guide,
)
from src.desks.tsg.missing import drafted
from src.desks.tsg.plain_words import is_unknown, with_doubt
from src.desks.tsg.refusals import (
    MODEL_TROUBLE,
    EditAdds,
    NoSuchQuestion,
    NoSuchSuggestion,
    NotesMissing,
    ReviewFailed,
    WritingFailed,
    problem_of,
    row,
)
from src.desks.tsg.render import render
from src.desks.tsg.reviewing import GuideReviewer, still_said
from src.desks.tsg.rewriting import reopened, with_answers
from src.desks.tsg.writing import GuideWriter
from src.dossier.clarification import replied
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.errors import BadArguments
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.pace import PACE
from src.tools.tsg.notes import check_said
from src.tools.tsg.reports import (
    GuideEdited,
    GuideReviewed,
    GuideShown,
    SuggestionsDismissed,
)

LONGEST_REVIEW = 3_600.0
"""Seconds, where nothing else limits a turn: what is written is kept when its review takes longer than is left."""


class WriteArgs(Arguments):
    wish: str = Field("", max_length=400)
    """For whom or in which manner the author wants it written, in their words; empty: as before."""


class WriteGuide(Tool[WriteArgs]):
    """Write the guide from notes, answers and selected pages, and have it reviewed; what nothing says is a question.

    What the author edited in an earlier guide stays as it is.
    """

    args = WriteArgs
    edits = True
    conditions = (NOTES_CLEARED, RESEARCH_DONE, RESEARCH_SHOWN)

    def __init__(self, writer: GuideWriter, reviewer: GuideReviewer, gate: Gate) -> None:
        self._writer = writer
        self._reviewer = reviewer
        self._gate = gate

    async def execute(self, dossier: Dossier, args: WriteArgs) -> ToolResult:
        pace = PACE.get()
        notes = notes_of(dossier)
        if notes is None:
            raise NotesMissing
        await pace.on_stage("write")
        try:
            report, usage, fallback = await self._writer.write(dossier, notes, args.wish)
        except MODEL_TROUBLE as error:
            raise WritingFailed(problem=problem_of(error)) from None
        await _check(self._gate, report.guide, dossier)
        patch = guide_patch(dossier, report.guide)
        result = ToolResult(report, patch, usage, fallback=fallback, ends=True, closes=True)
        await pace.on_stage("review")
        try:
            async with asyncio.timeout(min(pace.seconds_left(), LONGEST_REVIEW)):
                found = await _reviewed(self._reviewer, self._gate, patch.apply(dossier))
        except TimeoutError:
            problem = ReviewFailed(problem="timeout")
            return replace(result, report=replace(report, unreviewed=problem))
        except ReviewFailed as problem:
            return replace(result, report=replace(report, unreviewed=problem))
        assert isinstance(found.report, GuideReviewed)  # what a review tells
        left = (*report.left_out, *found.report.left_out)
        told = replace(report, guide=found.report.guide, left_out=left, review=found.report.review)
        return replace(
            found,
            report=told,
            usage=usage + found.usage,
            fallback=fallback or found.fallback,
        )


class ReviewGuide(Tool[Arguments]):
    """Review the guide again: what it says beyond its quotes, what it lacks, and at most three suggestions."""

    args = Arguments
    edits = True
    conditions = (GUIDE_SOUND,)

    def __init__(self, reviewer: GuideReviewer, gate: Gate) -> None:
        self._reviewer = reviewer
        self._gate = gate

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        await PACE.get().on_stage("review")
        return await _reviewed(self._reviewer, self._gate, dossier)


async def _reviewed(reviewer: GuideReviewer, gate: Gate, dossier: Dossier) -> ToolResult:
    """Return the review of the guide in a dossier; raises ``ReviewFailed`` where the model gave none."""
    guide = the_guide(dossier)
    try:
        report, usage, fallback = await reviewer.review(dossier, guide)
    except MODEL_TROUBLE as error:
        raise ReviewFailed(problem=problem_of(error)) from None
    await _check(gate, report.guide, dossier)
    patch = guide_patch(dossier, report.guide)
    kept = [*(one for one in patch.put_artifacts if one.kind != REVIEW), put(REVIEW, report.review)]
    patch = patch.model_copy(update={"put_artifacts": tuple(kept)})
    return ToolResult(report, patch, usage, fallback=fallback, ends=True)


class ShowGuideArgs(Arguments):
    what: Literal["guide", "questions"] = "guide"


class ShowGuide(Tool[ShowGuideArgs]):
    """Show the guide as Markdown, to read, copy or paste, or its open questions."""

    args = ShowGuideArgs
    conditions = (GUIDE_SOUND,)

    async def execute(self, dossier: Dossier, args: ShowGuideArgs) -> ToolResult:
        return ToolResult(GuideShown(the_guide(dossier), args.what == "questions"), ends=True)


class EditsArgs(Arguments):
    edits: list[GuideEdit] = Field(default=[], max_length=60)
    """All, in order; number 0 is the title."""
    everywhere: list[Replacement] = Field(default=[], max_length=20)
    """Words to be replaced in the title, all lines and all questions."""


class EditGuide(Tool[EditsArgs]):
    """Edit lines of the guide as the author asks in their newest message.

    New words of a line stand in what the author said, now or before, in the notes or in the line before it; of commands
    also in other sources. To answer a question give answer_questions; a missing line that is removed takes its question
    with it.
    """

    args = EditsArgs
    edits = True
    # It has no conditions, so that what is written in the same round is written of the edited guide.

    def __init__(self, writer: GuideWriter, gate: Gate) -> None:
        self._writer = writer
        self._gate = gate

    async def execute(self, dossier: Dossier, args: EditsArgs) -> ToolResult:
        guide = the_guide(dossier)
        author = _author(dossier)
        told = guide_in(PACE.get().told or dossier)
        if not (args.edits or args.everywhere):
            raise BadArguments(tool=self.name, problem="no edits and no words to replace")
        better, changes = edited(guide, args.edits, author, told, args.everywhere)
        await _check(self._gate, better, dossier)
        unsaid, read = await self._writer.edits_read(changes, author)
        if unsaid:
            raise EditAdds(added="; ".join(unsaid).rstrip("."))
        patch = guide_patch(dossier, better)
        report = GuideEdited(better, changes, unread=read.failure is not None)
        return ToolResult(report, patch, read.usage, ends=True)


def _author(dossier: Dossier) -> AuthorMessage:
    """Return the newest message, with all that was said before it: what is known of it may stand in a line."""
    *before, typed = ["", *(each.content for each in dossier.conversation if each.role == "user")]
    message, question = replied(dossier, typed)
    return AuthorMessage(
        message=message,
        turn=dossier.version + 1,
        typed=typed,
        before="\n".join([*before, question]),
        sources=bases_of(dossier),
    )


class GivenAnswer(Arguments):
    number: int = Field(ge=1, le=999)
    """Of the question, or of one that was answered, as the state lists them."""
    text: str = Field("", max_length=10_000)
    """The answer, word for word; empty: a question that was answered is asked again."""
    still: str = Field("", max_length=300)
    """What of the question it leaves unanswered, as a question; empty: nothing."""


class AnswersArgs(Arguments):
    answers: list[GivenAnswer] = Field(min_length=1, max_length=60)


class AnswerQuestions(Tool[AnswersArgs]):
    """Put the author's answers in the place of questions of the guide; no other line changes.

    What was answered may be answered otherwise, in the place of the answer before, or be asked again.
    """

    args = AnswersArgs
    edits = True
    conditions = (GUIDE_SOUND,)

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def execute(self, dossier: Dossier, args: AnswersArgs) -> ToolResult:
        guide = the_guide(dossier)
        answered = answered_of(dossier)
        asked = [*guide.placeholders, *answered]
        strange = [answer.number for answer in args.answers if answer.number > len(asked)]
        if strange:
            raise NoSuchQuestion(numbers=row(strange), most=str(len(guide.placeholders)))
        message = _author(dossier).message
        texts = [answer.text for answer in args.answers if answer.text.strip()]
        given: list[tuple[GivenAnswer, Placeholder]] = []
        for answer in args.answers:  # as sure as its author is: that is no part to leave out
            others = [text for text in texts if text != answer.text]
            sure = with_doubt(answer.text, message, others) if answer.text.strip() else answer.text
            told_so = answer.model_copy(update={"text": sure})
            given.append((told_so, asked[answer.number - 1]))
        for one, each in given:
            check_said(one.text, dossier)
            if not (one.text.strip() or each in answered):
                raise BadArguments(tool=self.name, problem=f"{one.number} is open, and has no text")
        changes = [
            LineChange("change", each.section, (each.answer,), (each.question,))
            for answer, each in given
            if not answer.text.strip()
        ]
        guide = reopened(guide, [each for _, each in given if each in answered])
        better, gone = _without_unknown(guide, given, _author(dossier))
        told = [(one, each) for one, each in given if one.text.strip() and not is_unknown(one.text)]
        new = [each.model_copy(update={"answer": answer.text}) for answer, each in told]
        still = {
            each.id: drafted(
                (each.section, each.part), answer.still, answer.still, guide.language, is_rest=True
            )
            for answer, each in told
            if answer.still.strip()
        }
        better = with_answers(better, new, still)
        await _check(self._gate, better, dossier)
        changes += [*gone, *(_answered(each, better) for each in new)]
        kept = DossierPatch(put_artifacts=tuple(put_placeholders(new)))
        patch = merged([kept, guide_patch(kept.apply(dossier), better)])
        left = tuple(placeholder.question for placeholder in still.values())
        return ToolResult(GuideEdited(better, tuple(changes), left, asks=True), patch, ends=True)


def _without_unknown(
    guide: Guide, given: Sequence[tuple[GivenAnswer, Placeholder]], author: AuthorMessage
) -> tuple[Guide, tuple[LineChange, ...]]:
    """Return a guide without the lines of the questions of which the author says that the answer is not known."""
    numbers = {line.placeholder: line.n for _, line in guide.lines()}
    edits = [
        GuideEdit(op="remove", numbers=(numbers[each.id],), said=answer.text)
        for answer, each in given
        if is_unknown(answer.text)
    ]
    return edited(guide, edits, author)


def _answered(placeholder: Placeholder, guide: Guide) -> LineChange:
    source = answer_source(placeholder).id
    stands = ((line.n, line.support) for _, line in guide.lines())
    numbers = tuple(n for n, support in stands if support and support.source == source)
    asked, answer = (placeholder.question,), (placeholder.answer,)
    return LineChange("change", placeholder.section, asked, answer, numbers)


class SuggestionsArgs(Arguments):
    suggestions: list[int] = Field(min_length=1, max_length=20)
    """Numbers of suggestions of the last review."""


class Dismiss(Tool[SuggestionsArgs]):
    """Note that the author does not want these suggestions; one much like them is not made again."""

    args = SuggestionsArgs
    edits = True

    async def execute(self, dossier: Dossier, args: SuggestionsArgs) -> ToolResult:
        review = review_of(dossier)
        made = review.suggestions if review else ()
        strange = [number for number in args.suggestions if not 1 <= number <= len(made)]
        if strange or review is None:
            raise NoSuchSuggestion(numbers=row(strange or args.suggestions))
        chosen = [made[suggestion - 1] for suggestion in dict.fromkeys(args.suggestions)]
        unwanted = [Dismissal(section=entry.section, text=entry.text) for entry in chosen]
        left = tuple(suggestion for suggestion in made if suggestion not in chosen)
        kept = put(REVIEW, review.model_copy(update={"suggestions": left}))
        artifacts = (kept, *put_numbered(DISMISSAL, unwanted, dossier))
        report = SuggestionsDismissed(tuple(dismissal.text for dismissal in unwanted))
        return ToolResult(report, DossierPatch(put_artifacts=artifacts))


def guide_patch(dossier: Dossier, guide: Guide) -> DossierPatch:
    """Return the change that puts a guide in the place of the one before, with its questions."""
    based = {support.source for _, line in guide.lines() for support in line.supports}
    asked = {placeholder.id for placeholder in guide.placeholders}
    every = [entry for entry in placeholders_of(dossier) if not entry.answer or entry.id in asked]
    told = guide.model_copy(update={"markdown": render(guide)})
    before, review = guide_in(dossier), review_of(dossier)
    reviews = [put(REVIEW, still_said(review, before, guide))] if before and review else []
    # Those that are open are put anew behind all that are there: their order is that of the guide.
    return DossierPatch(
        put_artifacts=(
            put(GUIDE, told, guide.title, sorted(based)),
            *put_placeholders(guide.placeholders),
            *reviews,
        ),
        remove_artifact_ids=tuple(f"{PLACEHOLDER}-{placeholder.id}" for placeholder in every),
    )


async def _check(gate: Gate, guide: Guide, dossier: Dossier) -> None:
    """See to it that a guide holds no personal data; what a public page says is none."""
    await gate.check([render(guide)], [page.content for page in pages_of(dossier)])
