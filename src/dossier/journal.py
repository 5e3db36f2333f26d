"""What a journal holds: one entry per turn, and the dossier as the sum of its entries."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field

from src.dossier.models import Answer, Dossier, Frozen, Language, is_empty
from src.dossier.patch import DossierPatch
from src.dossier.receipt import Receipt
from src.errors import MessageIdReused, UnknownDossier

Outcome = Literal["done", "request", "continue", "fail"]
"""How a turn ended: finished; a person is asked something; there is more to do; it could not be done."""


class Request(Frozen):
    """What the user sent."""

    message: str
    message_id: str | None = None
    as_of: date | None = None
    confirm: str = Field("", exclude_if=is_empty)
    """Digest of the plan that a person confirmed; empty: none."""
    straight: bool = Field(False, exclude_if=is_empty)
    """Whether all is to be done in one turn, where the desk would stop to show what it found."""


class HitRecord(Frozen):
    """A source that a search found, also one that was not offered to the user."""

    source_id: str
    title: str
    rank: int
    """1 is best."""
    score: float
    exact: bool = False
    offered: bool
    """False for a candidate beyond the number that is shown."""


class ToolRecord(Frozen):
    """One tool call: what the model asked for, word for word, how it ended, and what a search found."""

    tool: str
    arguments: str
    outcome: str
    """``done``, or the code of the error."""
    hits: tuple[HitRecord, ...] = ()
    pictures: tuple[str, ...] = Field((), exclude_if=is_empty)
    """SHA-256 of the pictures that a model was given for it, in their order."""


class ModelRecord(Frozen):
    """Which model decided, how it was set, and the SHA-256 of the prompt it was given."""

    id: str
    parameters: dict[str, Any] = {}
    prompt_hash: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    instead_of: str = ""
    """The model that was to reply, where this one did for some or all of the turn."""
    left_out: int = 0
    """Older messages of the conversation that it was not given, as the desk's budget for them was spent."""


class Agreement(Frozen):
    """A user's yes to a client document, given once they knew what personal data was found in it."""

    name: str
    sha256: str
    """Of the file; empty once it was forgotten."""
    size: int
    """Bytes."""
    personal: dict[str, int] = {}
    """How many of each kind were found."""


class Turn(Frozen):
    """A finished turn that is not stored yet; the store gives it its version, time and place in the chain."""

    dossier_id: str
    desk: str
    author: str = "local"
    tenant: str = ""
    """Whose token it came with; a dossier belongs to the first tenant that a turn of it names."""
    based_on: int = 0
    """Version of the dossier that the turn was made for; a later one may be committed before it."""
    request: Request | None
    """None for what is no turn of a conversation: an import, an undo or a hold from the command line, a forgetting."""
    tools: tuple[ToolRecord, ...] = ()
    patch: DossierPatch
    reply: str
    language: Language
    model: ModelRecord
    receipts: tuple[Receipt, ...] = ()
    """One for each new answer of the patch, in its order; none in turns from before there were receipts."""
    agreement: Agreement | None = None
    """With a turn that adds a document of the client: what the author agreed to."""
    erases: "tuple[Erasure, ...]" = ()
    """Turns whose content is erased from now on."""
    outcome: Outcome | None = Field(None, exclude_if=is_empty)
    """How it ended, where a tool, a budget or a desk said so; None: as ``turn_outcome`` derives it."""

    @property
    def message_id(self) -> str:
        """Id of the message that it came with; empty: none."""
        return (self.request and self.request.message_id) or ""

    @property
    def turn_outcome(self) -> Outcome:
        """How it ended: as was said, else a request where it asked, or showed a plan or sources alone."""
        asks = any(
            artifact.kind == "clarification" and artifact.data.get("pending") is not False
            for artifact in self.patch.put_artifacts
        )
        shown = self.patch.shown_selection and not self.patch.add_answers
        shows = shown or self.patch.shown_plans
        return self.outcome or ("request" if asks or shows else "done")


def turn_beside(dossier: Dossier, patch: DossierPatch, **fields: Any) -> Turn:
    """Return a turn on a dossier as it is that no model decided; ``fields``: what is not as the dossier has it."""
    about: dict[str, Any] = {
        "dossier_id": dossier.id,
        "desk": dossier.desk,
        "tenant": dossier.tenant,
        "based_on": dossier.version,
        "request": None,
        "reply": "",
        "language": dossier.language or "nl",
        "model": ModelRecord(id="none"),
    }
    return Turn(**about | fields, patch=patch)


class Erasure(Frozen):
    """A turn whose content is gone, and what stands in its place: the same change without the words."""

    version: int
    turn: Turn


class JournalEntry(Turn):
    """A committed turn; of an erased one, what stands in its place."""

    version: int
    time: datetime
    erased: bool = False


def given(entry: JournalEntry) -> dict[str, tuple[Answer, Receipt | None]]:
    """Return the answers that a turn gave, as it proposed them, with their receipts, by id; not those of a redo."""
    new = [answer for answer in entry.patch.add_answers if not answer.id]  # a redo's have one
    # An erased turn has no receipts; neither have those from before there were any.
    receipts: Sequence[Receipt | None] = entry.receipts
    if len(receipts) != len(new):
        receipts = [None] * len(new)
    return dict(zip(_names(entry.version, len(new)), zip(new, receipts, strict=True), strict=True))


def receipt_of(entry: JournalEntry, answer_id: str) -> Receipt | None:
    """Return the receipt of an answer that a turn gave; None where it has none, as one that was brought along."""
    answers = given(entry)
    return answers[answer_id][1] if answer_id in answers else None


def fold(entries: Iterable[JournalEntry]) -> Dossier | None:
    """Return the dossier that the entries add up to; None where there are none."""
    dossier: Dossier | None = None
    for entry in entries:
        dossier = after(dossier, entry)
    return dossier


def states(entries: Iterable[JournalEntry]) -> Iterator[tuple[JournalEntry, Dossier, Dossier]]:
    """Yield each turn with the dossier as it stood before it, and after it."""
    now: Dossier | None = None
    for entry in entries:
        before = now or begun(entry)
        now = after(before, entry)
        yield entry, before, now


def begun(entry: JournalEntry) -> Dossier:
    """Return a dossier as it is before its first turn."""
    return Dossier(id=entry.dossier_id, desk=entry.desk, created_at=entry.time)


def after(dossier: Dossier | None, entry: JournalEntry) -> Dossier:
    """Return the dossier as it stands once ``entry`` is committed on top of it."""
    before = dossier or begun(entry)
    changed = entry.patch.apply(before)
    names = iter(_names(entry.version, len(changed.answers)))
    answers = tuple(
        answer if answer.id else answer.model_copy(update={"id": next(names)})
        for answer in changed.answers
    )
    tenant = before.tenant or entry.tenant
    return changed.model_copy(
        update={"version": entry.version, "answers": answers, "tenant": tenant}
    )


def check_there(dossier: Dossier | None, turn: Turn) -> None:
    """Return if a turn may be committed; raises ``UnknownDossier`` where its dossier was deleted meanwhile."""
    if dossier is None and turn.based_on and turn.request:
        raise UnknownDossier(dossier_id=turn.dossier_id)


def check_same(entry: JournalEntry, turn: Turn) -> None:
    """Return if an entry is that of a turn of the same message id; ``MessageIdReused`` where it is another's."""
    if entry.request and turn.request and entry.request.message != turn.request.message:
        raise MessageIdReused


def _names(version: int, count: int) -> list[str]:
    """Return the ids of as many answers of one turn."""
    return [f"a{version}" if n == 1 else f"a{version}-{n}" for n in range(1, count + 1)]
