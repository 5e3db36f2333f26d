"""A second reading of an answer: whether the evidence supports each claim and each sentence, in one call."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from src.answering.recording import Drafter
from src.dossier.models import Claim, ConclusionSentence
from src.errors import LimitReached, ModelGaveNoAnswer, ModelUnavailable
from src.grounding.formula import formula
from src.grounding.material import Material
from src.grounding.verification import JudgedDraft
from src.llm.forms import Support, SupportDraft, SupportStatement, SupportTask
from src.llm.protocol import ChatMessage, Usage

PROMPT = (Path(__file__).parent / "support_prompt.md").read_text(encoding="utf-8")

AROUND = 300
"""Characters before and behind a quote that the reading is shown."""

Verdicts = Mapping[int, Support]


async def supported(
    llm: Drafter, judged: JudgedDraft, material: Material
) -> tuple[JudgedDraft, Usage]:
    """Return an answer without what contradicts its evidence, and with a mark at what is not settled by it.

    Where the model gives no usable reading the answer stays as it is: it went through the gate.
    """
    task = SupportTask(statements=_statements(judged, material))
    messages = [ChatMessage("system", PROMPT), ChatMessage("user", task.model_dump_json())]
    try:
        reply = await llm.chat_structured(messages, SupportDraft, repair=False)
    except (ModelGaveNoAnswer, ModelUnavailable, LimitReached):
        return judged, Usage()
    verdicts = {one.number: one.verdict for one in reply.value.verdicts}
    return read_again(judged, verdicts), reply.usage


def read_again(judged: JudgedDraft, verdicts: Verdicts) -> JudgedDraft:
    """Return an answer by these verdicts: on its claims from 1, then on the sentences of its conclusion."""
    count = len(judged.claims)
    numbered = list(enumerate(judged.claims, start=1))
    fallen = [one for number, one in numbered if verdicts.get(number) == "contradicts"]
    kept = [(number, one) for number, one in numbered if one not in fallen]
    places = {number: place for place, (number, _) in enumerate(kept, start=1)}
    sentences = tuple(
        _reread(one, verdicts.get(count + place), places)
        for place, one in enumerate(judged.sentences, start=1)
    )
    return replace(
        judged,
        claims=tuple(_marked(one, verdicts.get(number)) for number, one in kept),
        struck=(
            *judged.struck,
            *(one.model_copy(update={"turned": "contradicts"}) for one in fallen),
        ),
        sentences=sentences if kept else (),
        conclusion=" ".join(one.text for one in sentences if kept and not one.struck),
    )


def _marked(claim: Claim, verdict: Support | None) -> Claim:
    return claim.model_copy(update={"unsupported": verdict == "neither"})


def _reread(
    one: ConclusionSentence, verdict: Support | None, places: Mapping[int, int]
) -> ConclusionSentence:
    left = tuple(places[number] for number in one.claims if number in places)
    fell = bool(one.claims) and not (left or one.calculations)
    struck = one.struck or ("contradicts" if verdict == "contradicts" else "fell" if fell else "")
    return one.model_copy(
        update={"claims": left, "struck": struck, "unsupported": verdict == "neither"}
    )


def _statements(judged: JudgedDraft, material: Material) -> list[SupportStatement]:
    every = [_of_claim(one, judged, material) for one in judged.claims]
    claims = [
        SupportStatement(number=number, text=one.text or one.quote, evidence=shown)
        for number, (one, shown) in enumerate(zip(judged.claims, every, strict=True), start=1)
    ]
    sums = [formula(one, material.language) for one in judged.computed.made]
    sentences = [
        SupportStatement(
            number=len(claims) + place,
            text=one.text,
            evidence=[*_of_sentence(one, every), *sums, f"The user: {material.question}"],
        )
        for place, one in enumerate(judged.sentences, start=1)
    ]
    return [*claims, *sentences]


def _of_sentence(one: ConclusionSentence, every: Sequence[Sequence[str]]) -> list[str]:
    follows = [every[number - 1] for number in one.claims] or every
    return list(dict.fromkeys(shown for pieces in follows for shown in pieces))


def _of_claim(claim: Claim, judged: JudgedDraft, material: Material) -> list[str]:
    places = [(claim.source_id, claim.start, claim.end, claim.quote)]
    places += [(one.source_id, one.start, one.end, one.quote) for one in claim.evidence]
    quotes = [_with_lines(*place, material) for place in places]
    return [*quotes, *(formula(one, material.language) for one in judged.computed.made)]


def _with_lines(
    source_id: str, start: int | None, end: int | None, quote: str, material: Material
) -> str:
    """Return a quote between marks with what stands before and behind it."""
    source = material.by_id.get(source_id)
    if source is None or start is None or end is None:
        return quote
    text = source.content
    before, behind = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return f"{before}<<{text[start:end]}>>{behind}"
