"""A finished answer made again, offline, from what its model said then, by the code that makes any answer."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version

from src.answering.recording import Drafter, Versions, text_hash
from src.desks.tax.presenter import PRESENTER
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Dossier, Frozen
from src.dossier.receipt import Receipt
from src.errors import ModelGaveNoAnswer, NoReceipt, SourceChanged
from src.review.made import Made, as_it_was, every_answer, one_answer
from src.review.recorded import RecordedLibrary, RecordedLlm
from src.review.sources import changed_sources
from src.tools.base import Answered, Policy, ToolResult
from src.tools.tax.answer import PROMPT, AnswerArgs, GenerateTaxAnswer


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
    dossier: Dossier, entries: Sequence[JournalEntry], answer_id: str | None
) -> Replayed:
    """Return how the answer comes out when it is made again from its receipt.

    Raises ``UnknownAnswer``, ``NoReceipt``, and ``SourceChanged``, which names the source.
    """
    made = one_answer(entries, answer_id)
    receipt = with_sources(dossier, entries, made)
    model = RecordedLlm(receipt)
    differences = [*_stored(dossier, made)]
    try:
        again = answered(await make(made, entries, model, RecordedLibrary(receipt)))
        differences += _fields(made.answer, again.answer)
        differences += [] if await _reply_is_same(entries, made) else ["reply"]
    except ModelGaveNoAnswer:
        differences += ["draft"]  # the form that models fill in is another by now
    differences += [] if model.sent_the_same else ["sent"]
    return Replayed(
        answer=made.id,
        same=not differences,
        differences=tuple(differences),
        prompt_same=receipt.prompt_hash == text_hash(PROMPT),
        made_by=receipt.program,
        program=version("tess"),
    )


def with_sources(dossier: Dossier, entries: Sequence[JournalEntry], made: Made) -> Receipt:
    """Return the receipt of an answer whose sources are all what they were to the byte."""
    if made.receipt is None:
        raise NoReceipt(answer=made.id)
    was = as_it_was(entries, made)
    for changed in changed_sources(dossier, was, made.answer.source_ids, made.receipt):
        raise SourceChanged(source=changed)
    return made.receipt


async def make(
    made: Made, entries: Sequence[JournalEntry], llm: Drafter, library: Versions
) -> ToolResult:
    """Return what the answer's tool makes of the very same task with this model and library."""
    tool = GenerateTaxAnswer(llm, library, policy_of(made.receipt))
    return await tool.execute(as_it_was(entries, made), AnswerArgs(query=made.answer.question))


def policy_of(receipt: Receipt | None) -> Policy:
    """Return the policy that an answer was made under."""
    return "refuse" if receipt is not None and receipt.policy == "refuse" else "strike"


def answered(result: ToolResult) -> Answered:
    """Return the report of the answer's tool, which has no other."""
    assert isinstance(result.report, Answered)
    return result.report


def _fields(before: Answer, after: Answer) -> Iterator[str]:
    for name in Answer.model_fields:
        old, new = (one.model_dump_json(include={name}) for one in (before, after))
        if old != new:
            yield name


def _stored(dossier: Dossier, made: Made) -> Iterator[str]:
    given = {"id": "", "sources_since_removed": ()}
    for answer in dossier.answers:
        if answer.id == made.id and answer.model_copy(update=given) != made.answer:
            yield "stored"
    if made.entry.reply not in [message.content for message in dossier.conversation]:
        yield "conversation"


async def _reply_is_same(entries: Sequence[JournalEntry], made: Made) -> bool:
    """Whether the presenter says of the turn's answers what it said then.

    What other tools of the turn had to tell stands before, and is not made again.
    """
    entry = made.entry
    reports = []
    for one in every_answer(entries).values():
        if one.entry.version == entry.version and one.receipt:
            model, library = RecordedLlm(one.receipt), RecordedLibrary(one.receipt)
            reports.append(answered(await make(one, entries, model, library)))
    stood_in = bool(entry.model.instead_of)
    was = as_it_was(entries, made)
    said = PRESENTER.say("", reports, was, entry.language, stood_in=stood_in).text
    return entry.reply == said or (len(entry.tools) > len(reports) and said in entry.reply)
