"""What is asked about an answer: what must be known of it, or the same in other words. Never a search."""

from pathlib import Path

from pydantic import Field

from src.answering.answer import Answering
from src.dossier.models import Answer, Claim, Dossier, Language
from src.llm.forms import AnswerDraft, ClaimDraft, ReworkClaim, ReworkDraft, ReworkTask
from src.llm.protocol import ChatMessage
from src.tools.base import ANSWERED, Arguments, Explained, Rework, Reworked, Tool, ToolResult

PROMPT = (Path(__file__).parent / "rework_prompt.md").read_text(encoding="utf-8")


class ExplainAnswer(Tool[Arguments]):
    """Explain the notes under the last answer, when the user asks for that ("toelichting", "explanation")."""

    args = Arguments
    conditions = (ANSWERED,)

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        return ToolResult(Explained(dossier.answers[-1]))


class ReworkArgs(Arguments):
    kind: Rework = Field(
        description=(
            "claims: the claims in short; summary; plain_words: for a layman; translation; email: a message to the "
            "user's client."
        )
    )
    language: Language | None = Field(
        None, description="By default that of the answer; of a translation the other one."
    )


class ReworkAnswer(Tool[ReworkArgs]):
    """Say the last answer in another way."""

    args = ReworkArgs
    conditions = (ANSWERED,)

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    async def execute(self, dossier: Dossier, args: ReworkArgs) -> ToolResult:
        answer = dossier.answers[-1]
        if args.kind == "claims":
            return ToolResult(Reworked("claims", answer, answer.claims, answer.language))
        language = args.language or _language(args.kind, answer)
        # Like an answer: no tools, and nothing but what was verified before.
        reply = await self._answering.llm.chat_structured(
            [
                ChatMessage("system", PROMPT),
                ChatMessage("user", _task(args.kind, language, answer, dossier).model_dump_json()),
            ],
            ReworkDraft,
        )
        sentences = self._verified(reply.value, answer, dossier)
        left_out = len(reply.value.sentences) - len(sentences)
        report = Reworked(args.kind, answer, sentences, language, left_out)
        return ToolResult(report, usage=reply.usage, fallback=reply.fallback)

    def _verified(self, draft: ReworkDraft, answer: Answer, dossier: Dossier) -> tuple[Claim, ...]:
        """Return the sentences that stand on the quote of a claim, by the gate that the answer went through.

        What a claim may say with a mark, nobody may add to it later.
        """
        known = dict(enumerate(answer.claims, start=1))
        claims = [
            ClaimDraft(
                text=one.text,
                quote=known[one.claim].given or known[one.claim].quote,
                source_id=known[one.claim].source_id,
            )
            for one in draft.sentences
            if one.claim in known and one.text.strip()
        ]
        rules = self._answering.rules
        selected = tuple(one for one in dossier.sources if one.id in answer.source_ids)
        material = rules.material(answer.question, selected, {}, dossier)
        again = AnswerDraft(claims=claims, conclusion="", open_points=[], missing_facts=[])
        stands = self._answering.verify(again, material).claims
        return tuple(one for one in stands if not one.flags)


def _language(kind: Rework, answer: Answer) -> Language:
    if kind != "translation":
        return answer.language
    return "en" if answer.language == "nl" else "nl"


def _task(kind: Rework, language: Language, answer: Answer, dossier: Dossier) -> ReworkTask:
    titles = {source.id: source.title for source in dossier.sources}
    return ReworkTask(
        kind=kind,
        language=language,
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
