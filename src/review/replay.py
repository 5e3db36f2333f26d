"""A finished answer made again, offline, from what its model said then, by the code that makes any answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from pydantic import ValidationError

from src.answering.answer import Answering, FinishedAnswer
from src.answering.recording import messages_hash, text_hash
from src.answering.rules import AnswerRules, Policy
from src.dossier.answers import AnswerRecord, as_it_was, every_answer
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Dossier, Frozen, Source
from src.dossier.receipt import Receipt
from src.errors import ModelGaveNoAnswer, NoReceipt, SourceChanged
from src.llm.protocol import ChatMessage, Reply, StructuredReply
from src.presenter import Presenter
from src.review.answers import as_proposed, changed_sources, one_answer, versions_of
from src.tools.answer import report


class RecordedLlm:
    """Drafts what was recorded; ``sent_the_same`` tells whether it was asked in the words of then."""

    def __init__(self, receipt: Receipt) -> None:
        self.id = receipt.model
        self.parameters: Mapping[str, Any] = receipt.parameters
        self._left = list(receipt.rounds)
        self._differs = False

    @property
    def sent_the_same(self) -> bool:
        """Whether it was asked in the same words, as often."""
        return not (self._differs or self._left)

    async def chat_structured(
        self,
        messages: Sequence[ChatMessage],
        response_format: type[Reply],
        *,
        repair: bool = True,  # noqa: ARG002  # the protocol's name; nothing here is ever asked again
    ) -> StructuredReply[Reply]:
        if not self._left:
            self._differs = True
            raise ModelGaveNoAnswer(reason="empty")
        one = self._left.pop(0)
        self._differs = self._differs or messages_hash(messages) != one.sent_hash
        if one.failure:
            raise ModelGaveNoAnswer(reason=one.failure)
        try:
            value = response_format.model_validate_json(one.output)
        except ValidationError:
            raise ModelGaveNoAnswer(reason="malformed") from None
        return StructuredReply(value, repaired=one.repaired)


class RecordedVersions:
    """Has the versions of sources that were kept with an answer."""

    def __init__(self, receipt: Receipt, rules: AnswerRules) -> None:
        self._versions = versions_of(receipt, rules.unversioned)
        self.fingerprint = receipt.library

    async def check(self) -> None:
        """Nothing: what was kept stays as it is."""

    def versions(self, source: Source) -> Sequence[Source]:
        return self._versions.get(source.id, ())


class Replayed(Frozen):
    """An answer that was made again, and what of it is not as it was."""

    answer: str
    same: bool
    """Whether answer and reply are the same to the byte."""
    differences: tuple[str, ...]
    """Fields of the answer; ``reply``; ``sent``: the model would be asked in other words now; ``stored``: the
    answer in the dossier is not the one in the journal; ``conversation``: its reply is not; ``draft``: this version of
    TESS can't read the model's words of then."""
    prompt_same: bool
    """Whether the text of the prompt is still the one that the model was given."""
    made_by: str
    """Version of TESS that made the answer."""
    program: str
    """Version of TESS that made it again."""


async def replay(
    dossier: Dossier,
    entries: Sequence[JournalEntry],
    rules: AnswerRules,
    presenter: Presenter,
    answer_id: str | None,
) -> Replayed:
    """Return how the answer comes out when it is made again from its receipt.

    Raises ``UnknownAnswer``, ``NoReceipt``, and ``SourceChanged``, which names the source.
    """
    made = one_answer(entries, answer_id)
    receipt = with_sources(dossier, entries, made)
    model = RecordedLlm(receipt)
    differences = [*_stored(dossier, made)]
    try:
        again = await _made_again(made, entries, receipt, model, rules)
        differences += _fields(made.answer, again.answer)
        differences += [] if await _reply_is_same(entries, made, rules, presenter) else ["reply"]
    except ModelGaveNoAnswer:
        differences += ["draft"]  # the form that models fill in is another by now
    differences += [] if model.sent_the_same else ["sent"]
    return Replayed(
        answer=made.id,
        same=not differences,
        differences=tuple(differences),
        prompt_same=receipt.prompt_hash == text_hash(rules.of(receipt.rules).prompt),
        made_by=receipt.program,
        program=version("tess"),
    )


def with_sources(dossier: Dossier, entries: Sequence[JournalEntry], made: AnswerRecord) -> Receipt:
    """Return the receipt of an answer whose sources are all what they were to the byte."""
    if made.receipt is None:
        raise NoReceipt(answer=made.id)
    was = as_it_was(entries, made)
    for changed in changed_sources(dossier, was, made.answer.source_ids, made.receipt):
        raise SourceChanged(source=changed)
    return made.receipt


async def _made_again(
    made: AnswerRecord,
    entries: Sequence[JournalEntry],
    receipt: Receipt,
    model: RecordedLlm,
    rules: AnswerRules,
) -> FinishedAnswer:
    rules = replace(
        rules.of(receipt.rules), facts_apart=receipt.facts_apart, support=receipt.support
    )
    again = Answering(rules, model, RecordedVersions(receipt, rules)).under(policy_of(receipt))
    return await again.answer(as_it_was(entries, made), made.answer.question)


def policy_of(receipt: Receipt | None) -> Policy:
    """Return the policy that an answer was made under."""
    return "refuse" if receipt is not None and receipt.policy == "refuse" else "strike"


def _fields(before: Answer, after: Answer) -> Iterator[str]:
    old, new = (answer.model_dump(mode="json") for answer in (before, after))
    return (name for name in Answer.model_fields if old.get(name) != new.get(name))


def _stored(dossier: Dossier, made: AnswerRecord) -> Iterator[str]:
    for answer in dossier.answers:
        if answer.id == made.id and as_proposed(answer) != made.answer:
            yield "stored"
    if made.entry.reply not in [message.content for message in dossier.conversation]:
        yield "conversation"


async def _reply_is_same(
    entries: Sequence[JournalEntry], made: AnswerRecord, rules: AnswerRules, presenter: Presenter
) -> bool:
    """Whether the presenter says of the turn's answers what it said then.

    What other tools of the turn had to tell stands before, and is not made again.
    """
    entry = made.entry
    reports = []
    for pair in every_answer(entries).values():
        if pair.entry.version == entry.version and pair.receipt:
            model = RecordedLlm(pair.receipt)
            again = report(await _made_again(pair, entries, pair.receipt, model, rules))
            then = pair.receipt
            kept = ("notes_in_brief", "quotes_dated", "given_on", "rules")
            reports.append(replace(again, **{name: getattr(then, name) for name in kept}))
    fallback = bool(entry.model.instead_of)
    was = as_it_was(entries, made)
    said = presenter.say("", reports, was, entry.language, fallback=fallback).text
    return entry.reply == said or (len(entry.tools) > len(reports) and said in entry.reply)
