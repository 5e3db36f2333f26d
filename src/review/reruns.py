"""Finished answers held against the library of now, and asked for again; the dossiers stay what they are."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pydantic import computed_field

from src import errors
from src.answering.answer import Answering, FinishedAnswer
from src.answering.rules import RulesOf
from src.answering.versions import StaleAnswer
from src.dossier.answers import AnswerRecord, Quoted, as_it_was
from src.dossier.journal import JournalEntry, ModelRecord, Request, ToolRecord, Turn, turn_beside
from src.dossier.listing import pages
from src.dossier.models import Dossier, Frozen, Message
from src.dossier.patch import DossierPatch
from src.dossier.receipt import Receipt
from src.dossier.store import (
    Clock,
    DossierQuery,
    DossierStore,
    DossierSummary,
    loaded,
    utc_now,
)
from src.presenter import PresenterOf
from src.review.answers import (
    changed_in,
    may_be_touched,
    one_answer,
    stale_answers,
)
from src.review.branches import (
    Branch,
    Retimed,
    WhatIf,
    branch,
    named_source,
    on_day,
    retold,
    with_and_without,
)
from src.review.check import CheckedAnswer, check
from src.review.differences import ClaimChange, claim_changes
from src.review.replay import Replayed, policy_of, replay, with_sources
from src.tools.answer import patch
from src.wording import Wording

UNREADABLE = (errors.DossierUnreadable, errors.JournalBroken)


@dataclass(frozen=True)
class Recheck:
    """Checks and replays by the rules of the dossier's desk; every id is checked before it gets to the store."""

    store: DossierStore
    rules: RulesOf
    presenter_of: PresenterOf

    async def check(self, dossier_id: str, answer_id: str | None = None) -> list[CheckedAnswer]:
        """Return the answers of a dossier, or the one named, each judged again from the stored sources."""
        dossier, entries = await stored(self.store, dossier_id)
        rules = self.rules(dossier.desk)
        # A long journal takes a while to judge, in which turns want to go on.
        return await asyncio.to_thread(check, dossier, entries, rules, answer_id)

    async def replay(self, dossier_id: str, answer_id: str | None = None) -> Replayed:
        """Return how an answer comes out when it is made again from its receipt, the last one where none is named."""
        dossier, entries = await stored(self.store, dossier_id)
        rules = self.rules(dossier.desk)
        return await replay(dossier, entries, rules, self.presenter_of(dossier.desk), answer_id)


async def stored(store: DossierStore, dossier_id: str) -> tuple[Dossier, Sequence[JournalEntry]]:
    """Return a dossier and its journal; of a journal with a changed source the error names that source."""
    try:
        return await loaded(store, dossier_id), await store.journal(dossier_id)
    except UNREADABLE as error:
        source = changed_in(await store.lines(dossier_id))
        if source is None:
            raise
        raise errors.SourceChanged(source=source) from error


OutsideLook = Callable[[Dossier], Awaitable[Sequence[StaleAnswer]]]


class Live(Frozen):
    """What a model says now to the very words that were sent then."""

    answer: str
    sent_same: bool
    """Whether it was sent the very same block of sources; the prompt may have changed, see ``replay``."""
    model_then: str
    model: str
    changes: tuple[ClaimChange, ...]

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated properties
    @property
    def same(self) -> bool:
        """Whether every claim is what it was, and none is new."""
        return all(change.kind == "unchanged" for change in self.changes)


class Stale(Frozen):
    """The answers of all dossiers that a change of the library has touched."""

    answers: tuple[StaleAnswer, ...]
    unreadable: tuple[str, ...] = ()
    """Ids of dossiers that could not be looked at."""


@dataclass(frozen=True)
class Reruns:
    """Asks the dossier's desk again; commits only a branch that is to be kept."""

    store: DossierStore
    desks: Mapping[str, Answering]
    presenter_of: PresenterOf
    clock: Clock = utc_now
    lost: Mapping[str, OutsideLook] = field(default_factory=dict)
    """By desk, what looks outside for quotes of what it made."""

    async def live(self, dossier_id: str, answer_id: str | None = None) -> Live:
        """Return what the model answers now from the very same sources; raises what ``replay`` does."""
        dossier, entries = await stored(self.store, dossier_id)
        desk = self._desk(dossier)
        made = one_answer(entries, answer_id)
        receipt = with_sources(dossier, entries, made)
        again = await _asked(desk, as_it_was(entries, made), made)
        before, after = made.answer, again.answer
        return Live(
            answer=made.id,
            sent_same=after.sent_hash == before.sent_hash,
            model_then=receipt.model,
            model=again.fallback or desk.llm.id,
            changes=claim_changes(before.claims, after.claims, desk.rules.unversioned),
        )

    async def stale(self) -> Stale:
        """Return the answers in all dossiers whose quotes the libraries of their desks do not bear any more.

        And what else desks made of pages outside, which are asked for again.
        """
        for desk in self.desks.values():
            if desk.timeline:
                await desk.library.check()
        answers: list[StaleAnswer] = []
        unreadable: list[str] = []
        async for page in pages(self.store, DossierQuery(answered=True)):
            for summary in page.dossiers:
                await asyncio.sleep(0)  # turns go on between two dossiers
                try:
                    if not self._may_be_stale(summary.desk, page.quotes.get(summary.id)):
                        continue
                    dossier, entries = await stored(self.store, summary.id)
                    timeline = self._desk(dossier).timeline if dossier.answers else None
                    answers += stale_answers(dossier, entries, timeline, self.clock().date())
                except (*UNREADABLE, errors.SourceChanged, errors.NotAnAnsweringDesk):
                    # One that can't be looked at must not hide what is wrong in the others.
                    unreadable.append(summary.id)
        async for summary in self._outside():
            try:
                dossier, _ = await stored(self.store, summary.id)
                answers += await self.lost[summary.desk](dossier)
            except (*UNREADABLE, errors.ServiceUnavailable):
                unreadable.append(summary.id)
        return Stale(answers=tuple(answers), unreadable=tuple(unreadable))

    async def _outside(self) -> AsyncIterator[DossierSummary]:
        """Yield the dossiers of desks whose sources stand outside, which may have lost some of their quotes."""
        if self.lost:
            async for page in pages(self.store, DossierQuery()):
                for summary in page.dossiers:
                    if summary.desk in self.lost:
                        yield summary

    def _may_be_stale(self, desk: str, quotes: Sequence[Quoted] | None) -> bool:
        """Whether a dossier has to be read; its index tells of all that its answers ever quoted, or of nothing."""
        if quotes is None or desk not in self.desks:
            return True
        return may_be_touched(quotes, self.desks[desk].timeline, self.clock().date())

    async def what_if(
        self,
        dossier_id: str,
        answer_id: str | None,
        without: Sequence[str] = (),
        added: Sequence[str] = (),
    ) -> WhatIf:
        """Return the answer as it would be without some of its sources, or with others that the dossier holds."""
        dossier, entries = await stored(self.store, dossier_id)
        desk = self._desk(dossier)
        made = one_answer(entries, answer_id)
        gone, come = ([named_source(dossier, name) for name in names] for names in (without, added))
        changed = with_and_without(as_it_was(entries, made), come, gone)
        found, _ = await self._branched(desk, changed, made)
        return WhatIf(
            without=tuple(source.id for source in gone),
            added=tuple(source.id for source in come),
            branch=found,
        )

    async def retime(
        self, dossier_id: str, answer_id: str | None, day: date, keep: bool = False
    ) -> Retimed:
        """Return what differs in each source between the answer's version and the day's, and the answer by the latter.

        ``keep`` stores the branch as a new dossier that says where it began.
        """
        dossier, entries = await stored(self.store, dossier_id)
        desk = self._desk(dossier)
        if desk.timeline is None:
            raise errors.NoTimeline(desk=dossier.desk)
        await desk.library.check()
        made = one_answer(entries, answer_id)
        was = as_it_was(entries, made)
        dated = retold(made.answer, was, desk.timeline, day)
        then = on_day(was, desk.timeline, day)
        found, again = await self._branched(desk, then, made)
        followed = {entry.source_id for entry in dated}
        return Retimed(
            as_of=day,
            articles=dated,
            unchanged_sources=tuple(text for text in was.selected_ids if text not in followed),
            branch=found,
            kept=await self._keep(desk, then, made, found, again) if keep else "",
        )

    def _desk(self, dossier: Dossier) -> Answering:
        if dossier.desk not in self.desks:
            raise errors.NotAnAnsweringDesk(desk=dossier.desk)
        return self.desks[dossier.desk]

    async def _branched(
        self, desk: Answering, dossier: Dossier, made: AnswerRecord
    ) -> tuple[Branch, FinishedAnswer]:
        presenter = self.presenter_of(dossier.desk)
        again = await _asked(desk, dossier, made)
        found = branch(made.answer, made.id, again, dossier, desk.rules.unversioned, presenter)
        return found, again

    async def _keep(
        self,
        desk: Answering,
        then: Dossier,
        made: AnswerRecord,
        found: Branch,
        again: FinishedAnswer,
    ) -> str:
        """Store a branch as a new dossier of two turns: where it comes from, and the answer; return its id."""
        dossier = then.model_copy(update={"id": f"dos-{secrets.token_hex(16)}"})
        words = self.presenter_of(dossier.desk).wordings[made.answer.language]
        await self.store.commit(_beginning(dossier, made, words))
        await self.store.commit(_answering(dossier, found, again, desk))
        return dossier.id


async def _asked(desk: Answering, dossier: Dossier, made: AnswerRecord) -> FinishedAnswer:
    seconds = desk.rules.seconds
    try:
        async with asyncio.timeout(seconds):
            return await desk.under(policy_of(made.receipt)).answer(dossier, made.answer.question)
    except TimeoutError:
        raise errors.TurnTimeout(seconds=f"{seconds:g}") from None


def _beginning(dossier: Dossier, made: AnswerRecord, words: Wording) -> Turn:
    day = dossier.as_of.isoformat() if dossier.as_of else ""
    told = words.history["branch"].format(dossier=made.entry.dossier_id, answer=made.id, as_of=day)
    patch = DossierPatch(
        add_messages=(Message(role="assistant", content=told),),
        add_sources=dossier.sources,
        select_ids=dossier.selected_ids,
        shown_selection=dossier.selected_ids,
        language=dossier.language,
        as_of=dossier.as_of,
    )
    language = made.answer.language
    return turn_beside(dossier, patch, based_on=0, reply=told, language=language)


def _answering(dossier: Dossier, found: Branch, again: FinishedAnswer, desk: Answering) -> Turn:
    question = found.answer.question
    said = (Message(role="user", content=question), Message(role="assistant", content=found.reply))
    receipts: tuple[Receipt, ...] = (again.receipt,) if again.receipt else ()
    arguments = json.dumps({"query": question}, ensure_ascii=False)
    return turn_beside(
        dossier,
        patch(again).model_copy(update={"add_messages": said}),
        tenant="",
        request=Request(message=question, as_of=dossier.as_of),
        tools=(ToolRecord(tool=desk.rules.tool, arguments=arguments, outcome="done"),),
        reply=found.reply,
        language=found.answer.language,
        model=ModelRecord(
            id=again.fallback or desk.llm.id,
            parameters={} if again.fallback else dict(desk.llm.parameters),
            prompt_tokens=again.usage.prompt_tokens,
            completion_tokens=again.usage.completion_tokens,
            instead_of=desk.llm.id if again.fallback else "",
        ),
        receipts=receipts,
    )
