"""The forms that models fill in: for each, the data that they are given (as JSON) and the shape they return."""

from collections.abc import Sequence
from typing import Literal

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
    digest: bool = False
    text: str


class AnswerTask(Form):
    """Answer this question from these sources alone, in this language. A desk may add fields, also to the sources."""

    question: str
    language: Language
    sources: Sequence[TaskSource]


class QuoteDraft(Form):
    """Words that a claim stands on."""

    quote: str
    source_id: str = Field(description="'user' for what the user told.")


class ClaimDraft(Form):
    """One step of the analysis."""

    text: str = Field(description="One sentence in the language asked for.")
    quote: str = Field(description="Copied exactly: not shortened, corrected or translated.")
    source_id: str
    evidence: list[QuoteDraft] = Field([], description="Further quotes.", exclude_if=is_empty)
    role: SkipJsonSchema[str] = Field("", exclude_if=is_empty)
    """What the claim is to the answer, in a word of the desk; only a desk with such words has it in its form."""


EXPRESSION = (
    "+ - * / ( ), min, max, half_up(x, places), down(x), bands(x, end, rate, ..., rate), days_between(day, day), "
    "months_through(first, last), end_of_year(year), add_days|weeks|months|years(day, n), term_days|... where a legal "
    "term ends"
)
"""What the expression of a calculation may have, as models are told it."""


class InputDraft(Form):
    """A number or a day that goes into a calculation."""

    name: str = Field(description="In small letters.")
    value: str = Field(description="As written: '€ 158.669', '10 %', 'zes weken'.")
    source_id: str = Field(
        description="Or an earlier calculation's id, 'user', 'constant' (12 months)."
    )
    quote: str


class CalculationDraft(Form):
    """A sum, a tariff by bands or the end of a term; the program computes it."""

    id: str = Field(description="c1, c2, ...")
    inputs: list[InputDraft] = Field(description="All that go in.")
    expression: str = Field(description=EXPRESSION)
    result: str = Field(description="As the answer writes it.")


class SentenceDraft(Form):
    """One sentence of the conclusion."""

    text: str
    follows_from: list[str] = Field(
        description="Numbers of claims, from 1, and ids of calculations."
    )


class AnswerDraft(Form):
    """An answer whose every claim stands on a quote."""

    claims: Sequence[ClaimDraft] = Field(description="One per step, in order.")
    calculations: list[CalculationDraft] = Field(
        [],
        description="Each number or day that stands in no source as such.",
        exclude_if=is_empty,
    )
    conclusion: Sequence[SentenceDraft] | SkipJsonSchema[str] = Field(
        description="The answer, in one to four sentences."
    )
    open_points: list[str] = Field(description="Exceptions not settled, texts referred to.")
    missing_facts: list[str] = Field(description="That decide and nobody has told.")


class FailedClaim(Form):
    """A claim that may not stand: its verdict, and what it states and its source does not."""

    text: str
    quote: str = Field("", exclude_if=is_empty)
    source_id: str = Field("", exclude_if=is_empty)
    """Of a claim that only its quote tells, and to make an answer again from before its text alone named it."""
    verdict: Verdict
    not_in_source: list[str]
    problem: str = Field("", exclude_if=is_empty)
    """Beside the verdict: that it says the opposite of its quote."""


class FailedSentence(Form):
    """A sentence of the conclusion or a calculation that may not stand, and why."""

    text: str
    problem: str
    not_in_source: list[str]


class RepairTask(Form):
    """Give the whole answer again, with these claims mended or left out."""

    failed: list[FailedClaim]
    failed_sentences: list[FailedSentence] = Field([], exclude_if=is_empty)
    corrected: list[str] = Field([], exclude_if=is_empty)
    """Results that the program put right: "c1: € 64.500 -> 62500"."""


Support = Literal["supports", "contradicts", "neither"]


class SupportStatement(Form):
    """Something that an answer says, and what it stands on: quotes, or other statements by number."""

    number: int
    text: str
    evidence: list[str] = Field([], exclude_if=is_empty)
    follows_from: list[int | str] = Field([], exclude_if=is_empty)


class SupportPassage(Form):
    """What stands around quotes of a source."""

    source: str
    """Its title, and the day that its text is of."""
    document_of_the_user: bool = Field(False, exclude_if=is_empty)
    text: str


class SupportTask(Form):
    """Say of each statement whether its evidence supports it."""

    passages: list[SupportPassage]
    calculations: list[str] = Field([], exclude_if=is_empty)
    user: str
    """What the user asked and told."""
    statements: list[SupportStatement]


class SupportVerdict(Form):
    """What the evidence does to one statement."""

    number: int
    verdict: Support
    settled_by: str = Field(
        "",
        description="The sentence of a passage that decides against it, exact.",
    )


class SupportDraft(Form):
    """A verdict on each statement."""

    verdicts: list[SupportVerdict] = Field(description="One for each statement.")


class ReworkClaim(Form):
    """A verified claim of an answer."""

    number: int
    text: str
    quote: str
    source: str


class ReworkTask(Form):
    """Say this answer in another way, in this language, from its claims alone."""

    kind: str
    to: str = Field("", exclude_if=lambda to: not to)
    language: Language
    conclusion: str
    claims: list[ReworkClaim]


class ReworkSentence(Form):
    """One sentence, and the claim that it stands on."""

    text: str = Field(description="One sentence in the language asked for.")
    claim: int = Field(
        description="The number of the claim whose quote supports it; 0 for what the conclusion says."
    )


class ReworkDraft(Form):
    """An answer said in another way."""

    sentences: list[ReworkSentence] = Field(description="In order, each on one claim.")
