"""Finished answers held against the library of now, and asked for again; the dossiers stay what they are."""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime

from pydantic import computed_field

from src.desks.tax.desk import BUDGET
from src.desks.tax.library.passages import Retriever
from src.desks.tax.words import WORDINGS
from src.dossier.journal import ModelRecord, Request, ToolRecord, Turn
from src.dossier.models import Dossier, Frozen, Message
from src.dossier.patch import DossierPatch
from src.dossier.receipt import Receipt
from src.dossier.store import DossierStore
from src.errors import DossierUnreadable, JournalBroken, SourceChanged, TurnTimeout
from src.llm.protocol import Llm
from src.review.branches import (
    Branch,
    Retimed,
    WhatIf,
    branch,
    named_sources,
    on_day,
    retold,
    with_and_without,
)
from src.review.claims import ClaimChange, claim_changes
from src.review.made import Made, as_it_was, one_answer
from src.review.recheck import stored
from src.review.replay import answered, policy_of, with_sources
from src.review.stale import StaleAnswer, stale_answers
from src.tools.base import ToolResult
from src.tools.tax.answer import AnswerArgs, GenerateTaxAnswer


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


class AskAgain:
    """Looks at the library and asks the model; commits nothing but a branch that is to be kept."""

    def __init__(
        self,
        store: DossierStore,
        llm: Llm,
        library: Retriever,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        author: str = "local",
    ) -> None:
        self._store = store
        self._llm = llm
        self._library = library
        self._clock = clock
        self._author = author

    async def live(self, dossier_id: str, answer_id: str | None = None) -> Live:
        """Return what the model answers now from the very same sources; raises what ``replay`` does."""
        dossier, entries = await stored(self._store, dossier_id)
        made = one_answer(entries, answer_id)
        receipt = with_sources(dossier, entries, made)
        result = await self._ask(as_it_was(entries, made), made)
        answer = answered(result).answer
        return Live(
            answer=made.id,
            sent_same=answer.sent_hash == made.answer.sent_hash,
            model_then=receipt.model,
            model=result.by or self._llm.id,
            changes=claim_changes(made.answer.claims, answer.claims),
        )

    async def stale(self) -> Stale:
        """Return the answers in all dossiers whose quotes the library's law does not bear any more."""
        await self._library.check()
        answers: list[StaleAnswer] = []
        unreadable: list[str] = []
        today = self._clock().date()
        for summary in await self._store.summaries():
            try:
                dossier, entries = await stored(self._store, summary.id)
                answers += stale_answers(dossier, entries, self._library, today)
            except (DossierUnreadable, JournalBroken, SourceChanged):
                unreadable.append(
                    summary.id
                )  # one bad file must not hide what is wrong in the others
        return Stale(answers=tuple(answers), unreadable=tuple(unreadable))

    async def what_if(
        self,
        dossier_id: str,
        answer_id: str | None,
        without: Sequence[str] = (),
        added: Sequence[str] = (),
    ) -> WhatIf:
        """Return the answer as it would be without some of its sources, or with others that the dossier holds."""
        dossier, entries = await stored(self._store, dossier_id)
        made = one_answer(entries, answer_id)
        gone, come = named_sources(dossier, without), named_sources(dossier, added)
        changed = with_and_without(as_it_was(entries, made), come, gone)
        found, _ = await self._branch(changed, made)
        return WhatIf(
            without=tuple(source.id for source in gone),
            added=tuple(source.id for source in come),
            branch=found,
        )

    async def retime(
        self, dossier_id: str, answer_id: str | None, day: date, keep: bool = False
    ) -> Retimed:
        """Return what differs in each article between the answer's version and the day's, and the answer by that law.

        ``keep`` stores the branch as a new dossier that says where it began.
        """
        await self._library.check()
        _, entries = await stored(self._store, dossier_id)
        made = one_answer(entries, answer_id)
        was = as_it_was(entries, made)
        articles = retold(made.answer, was, self._library, day)
        then = on_day(was, self._library, day)
        found, result = await self._branch(then, made)
        followed = {article.source_id for article in articles}
        return Retimed(
            as_of=day,
            articles=articles,
            unchanged_sources=tuple(one for one in was.selected_ids if one not in followed),
            branch=found,
            kept=await self._keep(then, made, found, result) if keep else "",
        )

    async def _branch(self, dossier: Dossier, made: Made) -> tuple[Branch, ToolResult]:
        result = await self._ask(dossier, made)
        report = answered(result)
        found = branch(made.answer, made.id, report, dossier, stood_in=bool(result.by))
        return found, result

    async def _ask(self, dossier: Dossier, made: Made) -> ToolResult:
        """Ask the answer's question of a dossier that is stored nowhere, by the policy of the answer."""
        tool = GenerateTaxAnswer(self._llm, self._library, policy_of(made.receipt))
        try:
            async with asyncio.timeout(BUDGET.seconds):
                return await tool.execute(dossier, AnswerArgs(query=made.answer.question))
        except TimeoutError:
            raise TurnTimeout(seconds=f"{BUDGET.seconds:g}") from None

    async def _keep(self, then: Dossier, made: Made, found: Branch, result: ToolResult) -> str:
        """Store a branch as a new dossier of two turns: where it comes from, and the answer; return its id."""
        dossier = then.model_copy(update={"id": f"dos-{secrets.token_hex(16)}"})
        await self._store.commit(_beginning(dossier, made, self._author))
        await self._store.commit(
            _answering(dossier, found, result, self._record(result), self._author)
        )
        return dossier.id

    def _record(self, result: ToolResult) -> ModelRecord:
        return ModelRecord(
            id=result.by or self._llm.id,
            parameters={} if result.by else dict(self._llm.parameters),
            prompt_tokens=result.usage.prompt_tokens,
            completion_tokens=result.usage.completion_tokens,
            instead_of=self._llm.id if result.by else "",
        )


def _beginning(dossier: Dossier, made: Made, author: str) -> Turn:
    words = WORDINGS[made.answer.language].history["branch"]
    day = dossier.as_of.isoformat() if dossier.as_of else ""
    told = words.format(dossier=made.entry.dossier_id, answer=made.id, as_of=day)
    return Turn(
        dossier_id=dossier.id,
        desk=dossier.desk,
        author=author,
        tenant=dossier.tenant,
        request=None,
        patch=DossierPatch(
            add_messages=(Message(role="assistant", content=told),),
            add_sources=dossier.sources,
            select_ids=dossier.selected_ids,
            shown_selection=dossier.selected_ids,
            language=dossier.language,
            as_of=dossier.as_of,
        ),
        reply=told,
        language=made.answer.language,
        model=ModelRecord(id="none"),
    )


def _answering(
    dossier: Dossier, found: Branch, result: ToolResult, model: ModelRecord, author: str
) -> Turn:
    question = found.answer.question
    said = (Message(role="user", content=question), Message(role="assistant", content=found.reply))
    receipts: tuple[Receipt, ...] = (result.receipt,) if result.receipt else ()
    arguments = json.dumps({"query": question}, ensure_ascii=False)
    return Turn(
        dossier_id=dossier.id,
        desk=dossier.desk,
        author=author,
        based_on=1,
        request=Request(message=question, as_of=dossier.as_of),
        tools=(ToolRecord(tool="generate_tax_answer", arguments=arguments, outcome="done"),),
        patch=result.patch.model_copy(update={"add_messages": said}),
        reply=found.reply,
        language=found.answer.language,
        model=model,
        receipts=receipts,
    )
