"""What is asked about an answer: what must be known of it, or the same in other words. Never a search."""

from pathlib import Path

from pydantic import Field

from src.answering.answer import Answering
from src.dossier.models import Answer, Claim, Dossier, Language
from src.grounding.computing import Computed
from src.grounding.conclusion import Grounds, concluded
from src.grounding.material import Material
from src.grounding.pieces import as_drafted
from src.grounding.verification import judged
from src.llm.forms import ReworkClaim, ReworkDraft, ReworkSentence, ReworkTask, SentenceDraft
from src.llm.protocol import ChatMessage
from src.tools.base import ANSWERED, Arguments, Explained, Rework, Reworked, Tool, ToolResult

PROMPT = (Path(__file__).parent / "rework_prompt.md").read_text(encoding="utf-8")


OF_CONCLUSION = 0
"""In place of the number of a claim, for a sentence of the conclusion."""


class ExplainAnswer(Tool[Arguments]):
    """Explain the notes under the last answer ("toelichting")."""

    args = Arguments
    conditions = (ANSWERED,)

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        return ToolResult(Explained(dossier.answers[-1]), ends=True)


class ReworkArgs(Arguments):
    kind: Rework = Field(description="claims: in short.")
    to: str = Field("", max_length=60, description="Of an email.")
    # None: that of the answer, or of a translation the other one.
    language: Language | None = None


class ReworkAnswer(Tool[ReworkArgs]):
    """Say the last answer in another way."""

    args = ReworkArgs
    conditions = (ANSWERED,)

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    async def execute(self, dossier: Dossier, args: ReworkArgs) -> ToolResult:
        answer = dossier.answers[-1]
        if args.kind == "claims":
            return ToolResult(Reworked("claims", answer, answer.claims, answer.language), ends=True)
        other: Language = "en" if answer.language == "nl" else "nl"
        language = args.language or (other if args.kind == "translation" else answer.language)
        # Like an answer: no tools, and nothing but what was verified before.
        reply = await self._answering.llm.chat_structured(
            [
                ChatMessage("system", PROMPT),
                ChatMessage("user", _task(args, language, answer, dossier).model_dump_json()),
            ],
            ReworkDraft,
        )
        sentences = self._verified(reply.value, answer, dossier)
        left_out = len(reply.value.sentences) - len(sentences)
        report = Reworked(args.kind, answer, sentences, language, left_out, args.to)
        return ToolResult(report, usage=reply.usage, fallback=reply.fallback, ends=True)

    def _verified(self, draft: ReworkDraft, answer: Answer, dossier: Dossier) -> tuple[Claim, ...]:
        """Return the sentences that stand on the quote of a claim, or follow from all as the conclusion does.

        What a claim may say with a mark, nobody may add to it later.
        """
        rules = self._answering.rules
        selected = tuple(source for source in dossier.sources if source.id in answer.source_ids)
        material = rules.material(answer.question, selected, {}, dossier)
        said = [
            self._sentence(each, answer, material) for each in draft.sentences if each.text.strip()
        ]
        return tuple(claim for claim in said if claim is not None)

    def _sentence(self, each: ReworkSentence, answer: Answer, material: Material) -> Claim | None:
        known = dict(enumerate(answer.claims, start=1))
        sums = Computed(answer.calculations)
        if each.claim == OF_CONCLUSION and answer.conclusion:
            grounds = Grounds(
                {number: number for number in known}, answer.claims, answer.facts, sums
            )
            (said,) = concluded([SentenceDraft(text=each.text, follows_from=[])], grounds, material)
            return (
                answer.claims[0].model_copy(update={"text": said.text}) if not said.struck else None
            )
        if each.claim not in known:
            return None
        claim = known[each.claim]
        again, stands = judged(
            as_drafted(claim).model_copy(update={"text": each.text}), material, sums
        )
        return again if stands and not again.flags else None


def _task(args: ReworkArgs, language: Language, answer: Answer, dossier: Dossier) -> ReworkTask:
    titles = {source.id: source.title for source in dossier.sources}
    return ReworkTask(
        kind=args.kind,
        to=args.to,
        language=language,
        conclusion=answer.conclusion,
        claims=[
            ReworkClaim(
                number=number,
                text=claim.text,
                quote=claim.quote,
                source=titles.get(claim.source_id, claim.source_id),
            )
            for number, claim in enumerate(answer.claims, start=1)
        ],
    )
