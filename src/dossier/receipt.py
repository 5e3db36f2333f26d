"""What an answer was made of: enough to make it again without a model, a network or a library."""

from datetime import date
from typing import Any

from pydantic import Field

from src.dossier.models import Frozen, Source, is_empty


class DraftRound(Frozen):
    """One call of the model that drafted an answer: the first draft, or the mending of it."""

    sent_hash: str
    """SHA-256 of the messages that the model was given, prompt included."""
    output: str = ""
    """The draft as it was read, as JSON; empty where the model gave none. This is what a replay takes."""
    raw: str = ""
    """The model's own text that it was read from; empty where it gave none, as the offline model."""
    repaired: bool = False
    """Whether it was asked for again, because the first reply was not of the form that was asked for."""
    failure: str = ""
    """Why the model gave none."""


class SourceReceipt(Frozen):
    """One selected source, as it was sent."""

    id: str
    text_hash: str
    """SHA-256 of its whole text, which quotes are looked up in."""
    sent_hash: str
    """SHA-256 of its block as the model was given it; of a long source that is a part."""
    in_force: str = ""
    """Id of the version that counted on the dossier's day, for what has versions; empty where there was none."""


class Receipt(Frozen):
    """How one answer came about. It stands in the journal, beside the answer; the dossier does not carry it."""

    model: str
    parameters: dict[str, Any] = {}
    prompt_hash: str
    """SHA-256 of the text of the answer's prompt."""
    sources: tuple[SourceReceipt, ...]
    rounds: tuple[DraftRound, ...]
    other_versions: tuple[Source, ...] = ()
    """The versions of selected sources in which a quote was found that does not stand in the version selected."""
    policy: str
    """The desk's: ``strike`` or ``refuse``."""
    program: str
    """Version of TESS."""
    library: str = ""
    """Fingerprint of the library that was searched."""
    facts_apart: bool = Field(False, exclude_if=is_empty)
    """Whether there were documents of the client, whose quotes are facts; in older receipts they were like others."""
    notes_in_brief: bool = Field(False, exclude_if=is_empty)
    """Whether the notes under its reply took two lines; in older receipts each had a line of its own."""
    quotes_dated: bool = Field(False, exclude_if=is_empty)
    """Whether the day of its text stood with each quote; in older replies it stood in the list of sources alone."""
    support: bool = Field(False, exclude_if=is_empty)
    """Whether a second reading was asked for, which is a round of its own."""
    rules: int = Field(0, exclude_if=is_empty)
    """Generation of the rules that judged; those of older receipts are made again by the rules of their time."""
    given_on: date | None = Field(None, exclude_if=is_empty)
    """The day on which it was given, where its desk says how its texts stand to that; no older reply does."""
    mended: tuple[str, ...] = Field((), exclude_if=is_empty)
    """What code put right: ``named -> id`` of the source that has a quote, ``c1: said -> result`` of a calculation."""
