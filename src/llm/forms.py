"""The forms that models fill in: for each, the data that they are given (as JSON) and the shape they return."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from src.dossier.models import Language, Verdict, is_empty


class Form(BaseModel):
    """A form without unknown fields, as strict structured output demands."""

    model_config = ConfigDict(extra="forbid")


class TaskSource(Form):
    """A selected source as the model gets it."""

    id: str
    title: str
    digest: bool
    text: str


class AnswerTask(Form):
    """Answer this question from these sources alone, in this language. A desk may add fields, also to the sources."""

    question: str
    language: Language
    sources: Sequence[TaskSource]


class ClaimDraft(Form):
    """One step of the analysis."""

    text: str = Field(
        description="One sentence in the language asked for; it says only what the quote supports."
    )
    quote: str = Field(
        description="The words of the source that it stands on, copied exactly, never translated."
    )
    source_id: str = Field(description="The id of the source in which the quote stands.")
    role: SkipJsonSchema[str] = Field("", exclude_if=is_empty)
    """What the claim is to the answer, in a word of the desk; only a desk with such words has it in its form."""


class AnswerDraft(Form):
    """An answer whose every claim stands on a quote."""

    claims: Sequence[ClaimDraft] = Field(description="The analysis, in order, one claim per step.")
    conclusion: str = Field(
        description="The answer in one to four sentences, following from the claims alone."
    )
    open_points: list[str] = Field(
        description="What the sources leave open: exceptions they mention and do not settle, texts they refer to."
    )
    missing_facts: list[str] = Field(
        description="Facts of the user's own case on which the outcome depends and which nobody has told."
    )


class FailedClaim(Form):
    """A claim that may not stand: its verdict, and what it states and its source does not."""

    text: str
    quote: str
    source_id: str
    verdict: Verdict
    not_in_source: list[str]


class RepairTask(Form):
    """Give the whole answer again, with these claims mended or left out."""

    failed: list[FailedClaim]


class ReworkClaim(Form):
    """A verified claim of an answer."""

    number: int
    text: str
    quote: str
    source: str


class ReworkTask(Form):
    """Say this answer in another way, in this language, from its claims alone."""

    kind: str
    language: Language
    claims: list[ReworkClaim]


class ReworkSentence(Form):
    """One sentence, and the claim that it stands on."""

    text: str = Field(description="One sentence in the language asked for.")
    claim: int = Field(description="The number of the claim whose quote supports it.")


class ReworkDraft(Form):
    """An answer said in another way."""

    sentences: list[ReworkSentence] = Field(description="In order, each on one claim.")
