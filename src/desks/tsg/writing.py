"""A guide from cleared notes and selected pages: a model drafts and mends it, a gate in code holds every line."""

import asyncio
import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from src.answering.support import (
    NOTHING_READ,
    SupportReading,
    fell,
    second_reading,
    statements_read,
)
from src.desks.tsg.artifacts import (
    Dismissal,
    Guide,
    GuideNotes,
    LineKind,
    Placeholder,
    Research,
    Review,
    SectionName,
    Suggestion,
)
from src.desks.tsg.assembling import corrected, guide_of
from src.desks.tsg.editing import LineChange
from src.desks.tsg.forms import (
    MOST_SUGGESTIONS,
    EarlierLine,
    GuideAnswer,
    GuideDraft,
    GuideFinding,
    GuideReview,
    GuideSource,
    GuideTask,
    MendedLines,
    MendTask,
    ReviewedLine,
    ReviewTask,
)
from src.desks.tsg.gate import Gated, held, mended, read_again
from src.desks.tsg.kept import (
    bases_of,
    dismissals_of,
    guide_in,
    left_out,
    placeholders_of,
    research_of,
    review_of,
    sha256_of,
)
from src.desks.tsg.render import render
from src.desks.tsg.rewriting import with_answers, with_edits
from src.dossier.models import ConclusionSentence, Dossier, SourceBase
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.grounding.clauses import stems
from src.language.function_words import DUTCH, ENGLISH
from src.llm.forms import SupportPassage, SupportStatement, SupportTask
from src.llm.protocol import ChatMessage, Llm, Usage

MUCH_ALIKE = 0.5
"""Share of the words of the shorter of two suggestions that both have, from which they are one suggestion."""

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\b\d{1,4}\b")
_SAY_NOTHING = DUTCH | ENGLISH | {"add", "guide", "include", "mention", "section"}


def reviewed(
    form: GuideReview,
    dismissed: Sequence[Dismissal],
    corrected: int,
    guide_sha256: str,
    pinned: Collection[int] = (),
) -> Review:
    """Return the review, without suggestions much like dismissed ones, three at most.

    ``pinned``: numbers of lines that the author edited: of one that was to go all the same nothing is remarked.
    """
    stays = {one.number for one in form.corrected if one.line is None and one.number in pinned}
    suggestions: list[Suggestion] = []
    for one in form.suggestions:
        text = " ".join(one.text.split())
        known = [other.text for other in dismissed] + [other.text for other in suggestions]
        if text and not any(much_alike(text, other) for other in known):
            suggestions.append(_suggestion(one.section, text))
    return Review(
        approved=form.approved,
        accuracy=tuple(one for one in form.accuracy if _number_of(one) not in stays),
        completeness=tuple(form.completeness),
        suggestions=tuple(suggestions[:MOST_SUGGESTIONS]),
        corrected=corrected,
        guide_sha256=guide_sha256,
    )


def much_alike(text: str, other: str) -> bool:
    """Return whether two suggestions say much the same: most words of the shorter stand in the longer."""
    words, others = _telling(text), _telling(other)
    fewest = min(len(words), len(others))
    if not fewest:
        return text.casefold() == other.casefold()
    return len(words & others) / fewest >= MUCH_ALIKE


def _number_of(remark: str) -> int:
    """Return the number of the line that a remark is about; 0 where it names none."""
    found = _NUMBER.search(remark)
    return int(found.group()) if found else 0


def _suggestion(section: SectionName, text: str) -> Suggestion:
    digest = hashlib.sha256(f"{section}\n{text}".encode()).hexdigest()
    return Suggestion(id=f"suggestion-{digest[:12]}", section=section, text=text)


def _telling(text: str) -> set[str]:
    """Return the words that tell what a suggestion is about, by their first letters: "restarts" is "restarting"."""
    words = {one for one in _WORD.findall(text.casefold()) if one not in _SAY_NOTHING}
    return {one[:6] for one in words}


MOST_REPAIRS = 2

_STATING: frozenset[LineKind] = frozenset(("prose", "item", "step", "check"))
"""Lines that state something: code and links are copied, and a question states nothing."""


@dataclass(frozen=True)
class WrittenGuide:
    """A guide whose every line stands somewhere, and what it took."""

    guide: Guide
    usage: Usage
    fallback: str
    failed: int
    """Lines of the draft that did not stand, and became placeholders or were left out."""
    repairs: int
    unsaid: tuple[ConclusionSentence, ...] = ()
    """Lines that a second reading struck, or marked, each with why."""
    unread: bool = False
    """Whether some lines were not read a second time, where that was wanted."""


@dataclass(frozen=True)
class GuideWriter:
    """Writes guides, by a model without tools."""

    llm: Llm
    prompt: str
    support: bool = False
    """Whether a second reading says of each line if its quote supports it."""

    async def write(self, dossier: Dossier, notes: GuideNotes) -> WrittenGuide:
        """Return the guide of a dossier."""
        bases, without = bases_of(dossier), left_out(dossier)
        task = guide_task(dossier, notes, bases)
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        reply = await self.llm.chat_structured(told, GuideDraft)
        usage, fallback, draft = reply.usage, reply.fallback, reply.value
        gated = await asyncio.to_thread(held, draft, bases, without, notes.language)
        repairs = 0
        while gated.failures and repairs < MOST_REPAIRS:
            again = await self._mended([*told, _said(draft)], gated)
            if again is None:
                break
            lines, used = again
            repairs, usage = repairs + 1, usage + used
            if not lines.lines:
                break  # the same would be asked again
            draft = mended(draft, lines)
            gated = await asyncio.to_thread(held, draft, bases, without, notes.language)
        read = await self._read(gated, bases) if self.support and not fallback else NOTHING_READ
        gated = read_again(gated, read.verdicts)
        unsaid = (
            fell(draft.lines[number].text, one, bases)
            for number, one in read.verdicts.items()
            if one.verdict != "supports"
        )
        made = guide_of(gated, bases, notes.language, notes.sha256)
        answered = [one for one in placeholders_of(dossier) if one.answer]
        guide = with_answers(with_edits(made, guide_in(dossier)), answered)
        return WrittenGuide(
            guide,
            usage + read.usage,
            fallback,
            len(gated.failures),
            repairs,
            tuple(unsaid),
            read.failure is not None,
        )

    async def edits_read(
        self, changes: Sequence[LineChange], said: str, notes: str
    ) -> tuple[list[str], Usage]:
        """Return the new lines that neither the author, the notes nor the lines before bear, by a second reading.

        A line in words that the author or the line before has is not read.
        """
        added = [
            (text, one.before)
            for one in changes
            for text in one.after
            if stems(text) - stems("\n".join([said, *one.before]))
        ]
        if not (self.support and added):
            return [], Usage()
        task = SupportTask(
            passages=[SupportPassage(source="notes", text=notes)],
            user=said,
            statements=[
                SupportStatement(number=number, text=text, evidence=list(before))
                for number, (text, before) in enumerate(added, start=1)
            ],
        )
        read = await second_reading(self.llm, task)
        strange = (one.number for one in read.verdicts.values() if one.verdict != "supports")
        return [added[number - 1][0] for number in strange], read.usage

    async def _read(self, gated: Gated, bases: Sequence[SourceBase]) -> SupportReading:
        """Return what a second reading says of the lines in words that stand on a quote."""
        statements = {
            number: (one.line.text, [(said.source, said.start, said.end)])
            for number, one in gated.lines.items()
            if (said := one.line.support) and one.line.kind in _STATING
        }
        return await statements_read(self.llm, statements, bases)

    async def _mended(
        self, told: Sequence[ChatMessage], gated: Gated
    ) -> tuple[MendedLines, Usage] | None:
        """Return the lines that failed, mended; None where the model mends nothing: they become placeholders."""
        task = MendTask(failed=list(gated.failures))
        asked = [*told, ChatMessage("user", task.model_dump_json())]
        try:
            reply = await self.llm.chat_structured(asked, MendedLines)
        except (ModelGaveNoAnswer, ModelUnavailable):
            return None
        return reply.value, reply.usage


@dataclass(frozen=True)
class ReviewedGuide:
    """A guide with the corrections of its review that stand, and what the reviewer said."""

    guide: Guide
    review: Review
    usage: Usage
    fallback: str


@dataclass(frozen=True)
class GuideReviewer:
    """Reviews guides, by a model without tools; it warns, and blocks nothing."""

    llm: Llm
    prompt: str

    async def review(self, dossier: Dossier, guide: Guide) -> ReviewedGuide:
        """Return what the reviewer says; after a clean review the validator alone looks, which this is called after."""
        before = review_of(dossier)
        if before and before.approved and not (before.accuracy or before.suggestions):
            clean = before.model_copy(update={"guide_sha256": digest(guide), "corrected": 0})
            return ReviewedGuide(guide, clean, Usage(), "")
        dismissed = dismissals_of(dossier)
        task = review_task(dossier, guide)
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        reply = await self.llm.chat_structured(told, GuideReview)
        better, count = corrected(guide, reply.value, bases_of(dossier), left_out(dossier))
        pinned = [n for n, (_, line) in enumerate(guide.lines(), start=1) if line.edited]
        review = reviewed(reply.value, dismissed, count, digest(better), pinned)
        return ReviewedGuide(better, review, reply.usage, reply.fallback)


def digest(guide: Guide) -> str:
    """Return the SHA-256 of a guide as it is rendered."""
    return sha256_of(render(guide))


def guide_task(dossier: Dossier, notes: GuideNotes, bases: Sequence[SourceBase]) -> GuideTask:
    """Return what the writer is given: sources as data, and of an earlier guide what became of it."""
    research = research_of(dossier) or Research(topic="")
    selected = {one.id for one in bases}
    earlier = guide_in(dossier)
    review = review_of(dossier)
    said = [*review.accuracy, *review.completeness] if review else []
    said += [one.text for one in review.suggestions] if review else []
    return GuideTask(
        language=notes.language,
        topic=research.topic,
        sources=[_source(one) for one in bases],
        findings=[
            GuideFinding(source=one.page, claim=one.claim, quote=one.quote)
            for one in research.findings
            if one.page in selected
        ],
        answers=[_answer(one) for one in placeholders_of(dossier) if one.answer],
        left_out=left_out(dossier),
        earlier=_earlier(earlier) if earlier else [],
        removed=[one.line.text for one in earlier.restorable] if earlier else [],
        review=said,
        dismissed=[one.text for one in dismissals_of(dossier)],
    )


def review_task(dossier: Dossier, guide: Guide) -> ReviewTask:
    """Return what the reviewer is given: each line with what it stands on."""
    research = research_of(dossier) or Research(topic="")
    return ReviewTask(
        language=guide.language,
        title=guide.title,
        lines=[
            ReviewedLine(
                number=number,
                section=section,
                kind=line.kind,
                text=line.text,
                quote=line.support.quote if line.support else "",
                source=line.support.source if line.support else "",
            )
            for number, (section, line) in enumerate(guide.lines(), start=1)
        ],
        gaps=list(research.gaps),
        dismissed=[one.text for one in dismissals_of(dossier)],
        guide=render(guide),
    )


_KINDS: dict[str, Literal["notes", "answer", "page", "picture"]] = {
    "notes": "notes",
    "answer": "answer",
    "observation": "page",
    "picture": "picture",
}


def _source(source: SourceBase) -> GuideSource:
    kind = _KINDS[source.kind]
    return GuideSource(
        id=source.id, kind=kind, title=source.title, url=source.url, text=source.content
    )


def _earlier(guide: Guide) -> list[EarlierLine]:
    questions = {one.id: one.question for one in guide.placeholders}
    return [
        EarlierLine(
            section=section,
            part=line.part,
            kind=line.kind,
            text=line.text,
            quote=line.support.quote if line.support else questions.get(line.placeholder, ""),
            source=line.support.source if line.support else "",
        )
        for section, line in guide.lines()
    ]


def _answer(answered: Placeholder) -> GuideAnswer:
    return GuideAnswer(
        source=f"answer/{answered.id}",
        section=answered.section,
        part=answered.part,
        hint=answered.hint,
        question=answered.question,
        text=answered.answer,
    )


def _said(draft: GuideDraft) -> ChatMessage:
    return ChatMessage("assistant", draft.model_dump_json())
