"""What passes between an answer and its model, kept for the receipt."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from typing import Any

from src.answering.rules import AnswerRules
from src.dossier.models import Source, is_of_client
from src.dossier.receipt import DraftRound, Receipt, SourceReceipt
from src.errors import TessError
from src.grounding.material import Material
from src.grounding.verification import JudgedDraft
from src.llm.forms import AnswerTask, TaskSource
from src.llm.protocol import ChatMessage, Drafter, Reply, StructuredReply


class RecordingDrafter:
    """A ``Drafter`` that keeps what another one was sent and returned."""

    def __init__(self, llm: Drafter) -> None:
        self._llm = llm
        self.rounds: list[DraftRound] = []
        self.fallback = ""
        """Id of the model that drafted in place of the one asked; empty: none did."""

    @property
    def id(self) -> str:
        return self.fallback or self._llm.id

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {} if self.fallback else self._llm.parameters

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        sent = messages_hash(messages)
        failure = "failed"
        try:
            reply = await self._llm.chat_structured(messages, response_format, repair=repair)
            failure = ""
        except TessError as error:
            given = error.details
            failure = given.get("reason") or given.get("problem") or error.code
            raise
        finally:
            if failure:
                self.rounds.append(DraftRound(sent_hash=sent, failure=failure))
        self.fallback = self.fallback or reply.fallback
        output = reply.value.model_dump_json()
        self.rounds.append(
            DraftRound(sent_hash=sent, output=output, raw=reply.raw, repaired=reply.repaired)
        )
        return reply


def messages_hash(messages: Sequence[ChatMessage]) -> str:
    said = [[message.role, message.content] for message in messages]
    return text_hash(json.dumps(said, ensure_ascii=False, separators=(",", ":")))


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Circumstances:
    """Under which an answer was drafted."""

    task: AnswerTask
    material: Material
    as_of: date | None
    rules: AnswerRules
    library: str
    given_on: date | None


def receipt(
    recording: RecordingDrafter, given: Circumstances, judged: Sequence[JudgedDraft]
) -> Receipt:
    """Return the receipt of an answer; ``judged`` is what was made of each draft."""
    material = given.material
    sent = zip(material.selected, given.task.sources, strict=True)
    return Receipt(
        model=recording.id,
        parameters=dict(recording.parameters),
        prompt_hash=text_hash(given.rules.prompt),
        sources=tuple(_source(source, block, given) for source, block in sent),
        rounds=tuple(recording.rounds),
        other_versions=_found_elsewhere(judged, material),
        policy=given.rules.policy,
        program=version("tess"),
        library=given.library,
        facts_apart=material.facts_apart and any(map(is_of_client, material.selected)),
        notes_in_brief=True,
        quotes_dated=True,
        support=given.rules.support and not recording.fallback,
        rules=material.generation,
        given_on=given.given_on,
        mended=_mended(judged),
    )


def _source(source: Source, sent: TaskSource, given: Circumstances) -> SourceReceipt:
    versions = given.material.versions.get(source.id, ())
    counting = given.rules.counting(versions, given.as_of)
    return SourceReceipt(
        id=source.id,
        text_hash=text_hash(source.content),
        sent_hash=text_hash(sent.model_dump_json()),
        in_force=counting.id if counting else "",
    )


def _found_elsewhere(judged: Sequence[JudgedDraft], material: Material) -> tuple[Source, ...]:
    """Return the versions that verdicts name: with these alone, the gate comes to the same verdicts."""
    claims = [claim for draft in judged for claim in (*draft.claims, *draft.facts, *draft.struck)]
    named = {claim.found_in for claim in claims if claim.verdict == "other-version"}
    every = {source.id: source for versions in material.versions.values() for source in versions}
    return tuple(every[found] for found in sorted(named))


def _mended(judged: Sequence[JudgedDraft]) -> tuple[str, ...]:
    """Return what code put right: quotes under the source that has them, and results of calculations."""
    last = judged[-1]
    claims = [(claim.named, claim.source_id) for claim in last.claims]
    pieces = [(piece.named, piece.source_id) for claim in last.claims for piece in claim.evidence]
    moved = [f"{named} -> {found}" for named, found in (*claims, *pieces) if named]
    return (*moved, *last.computed.put_right)
