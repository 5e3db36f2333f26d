"""A second reading of an answer: whether the evidence supports each claim and each sentence, in one call."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from src.answering.recording import Drafter
from src.dossier.models import Claim, ConclusionSentence, Source
from src.errors import LimitReached, ModelGaveNoAnswer, ModelUnavailable
from src.grounding.formula import formula
from src.grounding.material import Material
from src.grounding.verification import JudgedDraft
from src.llm.forms import (
    Support,
    SupportDraft,
    SupportPassage,
    SupportStatement,
    SupportTask,
)
from src.llm.protocol import ChatMessage, Usage

PROMPT = (Path(__file__).parent / "support_prompt.md").read_text(encoding="utf-8")

BEFORE, BEHIND = 200, 300
"""Characters around a quote that the reading is shown: an exception mostly stands behind its rule."""

Verdicts = Mapping[int, Support]


async def supported(
    llm: Drafter, judged: JudgedDraft, material: Material
) -> tuple[JudgedDraft, Usage]:
    """Return an answer without what contradicts its evidence, and with a mark at what is not settled by it.

    Where the model gives no usable reading the answer stays as it is: it went through the gate.
    """
    task = _task(judged, material).model_dump_json()
    messages = [ChatMessage("system", PROMPT), ChatMessage("user", task)]
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


def _task(judged: JudgedDraft, material: Material) -> SupportTask:
    """Return what is read: each passage, calculation and fact once, and what rests on which of them."""
    claims = [
        SupportStatement(number=number, text=one.text or one.quote, evidence=_quotes(one))
        for number, one in enumerate(judged.claims, start=1)
    ]
    sentences = [
        SupportStatement(
            number=len(claims) + place,
            text=one.text,
            follows_from=list(one.claims) or [claim.number for claim in claims],
        )
        for place, one in enumerate(judged.sentences, start=1)
    ]
    return SupportTask(
        passages=_passages([*judged.claims, *judged.facts], material),
        calculations=[formula(one, material.language) for one in judged.computed.made],
        user="\n".join([material.question, *(one.quote for one in judged.facts)]),
        statements=[*claims, *sentences],
    )


def _quotes(claim: Claim) -> list[str]:
    return list(dict.fromkeys([claim.quote, *(one.quote for one in claim.evidence)]))


def _passages(claims: Sequence[Claim], material: Material) -> list[SupportPassage]:
    """Return what stands around the quotes of the claims, the lines that two of them share once."""
    places: dict[str, list[tuple[int, int]]] = {}
    quoted = [(one.source_id, one.start, one.end) for one in claims]
    quoted += [(one.source_id, one.start, one.end) for claim in claims for one in claim.evidence]
    for source_id, start, end in quoted:
        if source_id in material.by_id and start is not None and end is not None:
            places.setdefault(source_id, []).append((max(0, start - BEFORE), end + BEHIND))
    return [
        SupportPassage(
            source=_named(material.by_id[source_id]),
            text=material.by_id[source_id].content[start:end],
        )
        for source_id, reaches in places.items()
        for start, end in _joined(sorted(reaches))
    ]


def _named(source: Source) -> str:
    day = source.as_of.isoformat() if source.as_of else ""
    return ", ".join(filter(None, (source.title, day)))


def _joined(reaches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return stretches of a text, in their order, with those that meet made one."""
    joined: list[tuple[int, int]] = []
    for start, end in reaches:
        if joined and start <= joined[-1][1]:
            start, end = joined[-1][0], max(joined.pop()[1], end)
        joined.append((start, end))
    return joined
