"""What an answer says and what that rests on: quotes, the user's words and calculations. Plain, frozen data."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


def is_empty(value: object) -> bool:
    """Whether a field has nothing to store: what was added later is left out then, and old bytes stay as they were."""
    return not value


class Frozen(BaseModel):
    """Immutable data without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Gloss(Frozen):
    """Plain words of ours beside a quote: a translation of it, or what our digest says of its source."""

    text: str
    as_of: date
    """The day that the words are of."""
    translation: bool = False
    """True: of the quote; False: of a digest."""


Verdict = Literal["exact", "normalised", "misattributed", "other-version", "not-found", "too-short"]
"""What the quote gate says of a quote; only the first two may carry a footnote."""


class EvidencePiece(Frozen):
    """One more piece that a claim rests on: words of a source, or of the user where ``source_id`` is empty."""

    quote: str
    """As it is shown: with its whole sentence, where it is verified."""
    source_id: str = ""
    given: str = Field("", exclude_if=is_empty)
    """The quote as the model gave it; empty: as it is shown."""
    verdict: Verdict | None = None
    start: int | None = None
    """Where the given quote begins in the text of its source, in characters; None where it is not verified."""
    end: int | None = None
    found_in: str = Field("", exclude_if=is_empty)
    """Id of the other source, or of the other version, that has the words."""
    named: str = Field("", exclude_if=is_empty)
    """Id of the source that the model named, where another one has the words and was put in its place."""


class CalculationInput(Frozen):
    """A number or a day that a calculation begins with, and where it stands."""

    name: str
    value: str
    """As it is written there."""
    source_id: str = ""
    """Empty: told by the user; ``constant``: of the method; else a source, or an earlier calculation by its id."""
    quote: str = ""
    start: int | None = None
    """Where the quote begins in the text of its source."""
    end: int | None = None


class Calculation(Frozen):
    """A calculation as data: what goes in, the expression, and the result by code."""

    id: str
    inputs: tuple[CalculationInput, ...]
    expression: str
    kind: Literal["amount", "rate", "number", "date"]
    result: str
    """A decimal number, of a rate the per cents; a day as ISO 8601, ``--04-12`` where no year is known."""
    given: str = Field("", exclude_if=is_empty)
    """What the model said it was, where that was wrong."""


class Claim(Frozen):
    """One sentence of an analysis, the words it stands on, and the source that they stand in."""

    text: str
    quote: str
    """As it is shown: with its whole sentence, where the quote is verified."""
    source_id: str
    given: str = ""
    """The quote as the model gave it, to which the verdict belongs; empty: as it is shown."""
    verdict: Verdict | None = None
    """None in answers from before there were verdicts."""
    start: int | None = None
    """Where the given quote begins in the text of its source, in characters; None where it is not verified."""
    end: int | None = None
    found_in: str = ""
    """Id of the other source, or of the other version, that has the words."""
    flags: tuple[str, ...] = ()
    """Numbers, dates and citations of ``text`` that its source does not have."""
    gloss: Gloss | None = Field(None, exclude_if=is_empty)
    """What the quote says in plain words of ours, in the language of the answer; it proves nothing."""
    of_document: bool = Field(False, exclude_if=is_empty)
    """Whether it tells of a rule, a rate or a term that only a document of the client's has."""
    role: str = Field("", exclude_if=is_empty)
    """What it is to the answer, in a word of the desk; empty: a step like any other."""
    named: str = Field("", exclude_if=is_empty)
    """Id of the source that the model named, where another one has the words and was put in its place."""
    evidence: tuple[EvidencePiece, ...] = Field((), exclude_if=is_empty)
    """What it rests on beside the quote."""
    calculations: tuple[str, ...] = Field((), exclude_if=is_empty)
    """Ids of the calculations that it rests on."""
    turned: str = Field("", exclude_if=is_empty)
    """Why it says the opposite of what it rests on: ``negation`` or another word of the gate; empty: it does not."""
    exception: str = Field("", exclude_if=is_empty)
    """The words of an exception or condition in its quote that nothing in the answer mentions."""
    unsupported: bool = Field(False, exclude_if=is_empty)
    """Of answers from before such claims were left out: whether a second reading did not find it in its evidence."""
    settled_by: str = Field("", exclude_if=is_empty)
    """The sentence of its source by which a second reading decided against it, word for word; empty: none."""


class ConclusionSentence(Frozen):
    """A sentence of a conclusion, and whether it may stand."""

    text: str
    claims: tuple[int, ...] = ()
    """Numbers, from 1, of the claims that it follows from."""
    calculations: tuple[str, ...] = Field((), exclude_if=is_empty)
    """Ids of the calculations that it follows from."""
    added: tuple[str, ...] = Field((), exclude_if=is_empty)
    """What it states and neither its claims nor its calculations do."""
    struck: str = Field("", exclude_if=is_empty)
    """Why it may not stand, in a word of the gate; empty: it stands."""
    exception: str = Field("", exclude_if=is_empty)
    """As of a claim: that of the quotes it follows from."""
    unsupported: bool = Field(False, exclude_if=is_empty)
    """Whether it names what no source has; of answers from before, as of a claim."""
    settled_by: str = Field("", exclude_if=is_empty)
    """As of a claim."""
