"""A guide from cleared notes and selected pages: a model drafts and mends it, a gate in code holds every line."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from src.answering.support import (
    NOTHING_READ,
    SupportReading,
    fell,
    second_reading,
)
from src.desks.tsg.artifacts import (
    NOTES,
    TOLD,
    Guide,
    GuideNotes,
    Placeholder,
    Research,
    answer_source,
)
from src.desks.tsg.assembling import guide_of
from src.desks.tsg.bearing import without_known_code
from src.desks.tsg.changes import AuthorMessage, LineChange
from src.desks.tsg.forms import (
    GuideAnswer,
    GuideDraft,
    GuideFinding,
    GuideSource,
    GuideTask,
    MendedLines,
    MendTask,
    StandingDraft,
)
from src.desks.tsg.gate import Gated, held, mended, read_again
from src.desks.tsg.kept import (
    answered_of,
    bases_of,
    dismissals_of,
    guide_in,
    left_out,
    research_of,
    review_of,
)
from src.desks.tsg.reviewing import lines_read, standing_lines
from src.desks.tsg.rewriting import lost_lines, renumbered, with_answers, with_edits, with_lost
from src.dossier.models import Dossier, SourceBase
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.grounding.sentences import one_line
from src.llm.forms import SupportPassage, SupportStatement, SupportTask
from src.llm.protocol import ChatMessage, Llm, StructuredReply, Usage
from src.tools.tsg.reports import GuideWritten, LineLeftOut

MOST_REPAIRS = 2
NO_QUOTE = {"quote": "", "source": ""}


@dataclass(frozen=True)
class GuideWriter:
    """Writes guides, by a model without tools."""

    llm: Llm
    prompt: str
    support: bool = False
    """Whether a second reading says of each line if its quote supports it."""

    async def write(
        self, dossier: Dossier, notes: GuideNotes, wish: str = ""
    ) -> tuple[GuideWritten, Usage, str]:
        """Return the guide of a dossier, the tokens that it took, and the id of a model that helped."""
        bases, without, before = bases_of(dossier), left_out(dossier), guide_in(dossier)
        task = guide_task(dossier, notes, bases, wish)
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        reply = await self.llm.chat_structured(told, GuideDraft)
        usage, fallback, draft = reply.usage, reply.fallback, reply.value
        gated = await asyncio.to_thread(held, draft, bases, without, notes.language, before)
        for _ in range(MOST_REPAIRS):
            said = ChatMessage("assistant", draft.model_dump_json())
            again = await self._mended([*told, said], gated) if gated.failures else None
            if again is None:
                break
            usage += again.usage
            if not again.value.lines:
                break  # the same would be asked again
            draft = mended(draft, again.value)
            gated = await asyncio.to_thread(held, draft, bases, without, notes.language, before)
        lines = {n: each.line for n, each in gated.lines.items() if not each.line.edited}
        is_read = self.support and not fallback
        read = await lines_read(self.llm, lines, bases) if is_read else NOTHING_READ
        gated = read_again(gated, read.verdicts)
        unsaid = [
            fell(draft.lines[number].text, verdict, bases)
            for number, verdict in read.verdicts.items()
            if verdict.verdict != "supports"
        ]
        made = guide_of(gated, bases, notes.language, notes.sha256, before)
        guide = with_lost(with_edits(made, before), before)
        guide = renumbered(with_answers(guide, answered_of(dossier)))
        is_unread = read.failure is not None
        struck = {sentence.text for sentence in unsaid}
        there = {base.id for base in bases}
        left = tuple(
            LineLeftOut(
                line.text,
                "source" if {each.source for each in line.supports} - there else "rewritten",
            )
            for line in lost_lines(guide, before)
            if one_line(line.text) not in struck
        )
        own = [line for _, line in guide.lines() if line.by_author and line.kind != "missing"]
        report = GuideWritten(
            guide,
            len(gated.failures),
            left,
            unsaid=tuple(unsaid),
            unread=is_unread,
            kept=tuple(own) if wish else (),
        )
        return report, usage + read.usage, fallback

    async def edits_read(
        self, changes: Sequence[LineChange], author: AuthorMessage
    ) -> tuple[list[str], SupportReading]:
        """Return the new lines that neither the author, the notes nor the lines before bear, by a second reading.

        What is the author's word alone is not read.
        """
        added = [
            (text, change.before)
            for change in changes
            if not change.only_says(author.message)
            for text in change.after
        ]
        if not (self.support and added):
            return [], NOTHING_READ
        task = SupportTask(
            passages=[
                SupportPassage(source=source.id, text=source.content)
                for source in author.sources
                if source.id == NOTES
                or any(without_known_code(text, source.content) != text for text, _ in added)
            ],
            user=author.said,
            statements=[
                SupportStatement(number=number, text=text, evidence=list(before))
                for number, (text, before) in enumerate(added, start=1)
            ],
        )
        read = await second_reading(self.llm, task)
        strange = (entry.number for entry in read.verdicts.values() if entry.verdict != "supports")
        return [added[number - 1][0] for number in strange], read

    async def _mended(
        self, told: Sequence[ChatMessage], gated: Gated
    ) -> StructuredReply[MendedLines] | None:
        """Return the lines that failed, mended; None where the model mends nothing: they become placeholders."""
        task = MendTask(failed=list(gated.failures))
        asked = [*told, ChatMessage("user", task.model_dump_json())]
        try:
            return await self.llm.chat_structured(asked, MendedLines)
        except (ModelGaveNoAnswer, ModelUnavailable):
            return None


def guide_task(
    dossier: Dossier, notes: GuideNotes, bases: Sequence[SourceBase], wish: str = ""
) -> GuideTask:
    """Return what the writer is given: sources as data, and of an earlier guide what became of it."""
    research = research_of(dossier) or Research(topic="")
    selected = {base.id for base in bases}
    earlier = guide_in(dossier)
    review = review_of(dossier)
    said = [*review.accuracy, *review.completeness] if review else []
    said += [suggestion.text for suggestion in review.suggestions] if review else []
    return GuideTask(
        language=notes.language,
        topic=research.topic,
        sources=[_source(base) for base in bases if not base.id.startswith(TOLD)],
        findings=[
            GuideFinding(source=finding.page, claim=finding.claim, quote=finding.quote)
            for finding in research.findings
            if finding.page in selected
        ],
        answers=[*map(_answer, answered_of(dossier))],
        left_out=left_out(dossier),
        earlier=_earlier(earlier) if earlier else [],
        removed=[line.line.text for line in earlier.restorable] if earlier else [],
        review=said,
        dismissed=[dismissal.text for dismissal in dismissals_of(dossier)],
        wish=wish,
    )


def _source(source: SourceBase) -> GuideSource:
    told = source.model_dump(include={"id", "title", "url"})
    kind = "page" if source.kind == "observation" else source.kind
    return GuideSource.model_validate({**told, "kind": kind, "text": source.content})


def _earlier(guide: Guide) -> list[StandingDraft]:
    """Return the lines of a guide to be written again; what its author edited has its place, and is quoted nowhere."""
    return [
        line.model_copy(update={"number": 0} | (NO_QUOTE if line.by_author else {}))
        for line in standing_lines(guide)
    ]


def _answer(answered: Placeholder) -> GuideAnswer:
    return GuideAnswer(
        source=answer_source(answered).id,
        section=answered.section,
        part=answered.part,
        hint=answered.hint,
        question=answered.question,
        text=answered.answer,
    )
