"""A second reading of an answer: whether the evidence supports each claim and each sentence, in one call."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from src.answering.recording import Drafter
from src.dossier.models import Claim, ConclusionSentence, Source, is_of_client
from src.errors import LimitReached, ModelGaveNoAnswer, ModelUnavailable, TessError
from src.grounding.formula import formula
from src.grounding.gate import find
from src.grounding.material import Material
from src.grounding.sentences import one_line, whole_sentences
from src.grounding.verification import JudgedDraft
from src.llm.forms import (
    SupportDraft,
    SupportPassage,
    SupportStatement,
    SupportTask,
    SupportVerdict,
)
from src.llm.protocol import ChatMessage, Usage

PROMPT = (Path(__file__).parent / "support_prompt.md").read_text(encoding="utf-8")

BEFORE, BEHIND = 200, 250
"""Characters around a quote that the reading is shown, and the rest of the sentences that they end in: an exception
mostly stands behind its rule, and a sentence that breaks off may lack its "not"."""

LONGEST_REACH = 3_000
"""Characters up to which what is shown is completed to whole sentences."""

TRIES = 2
"""Times that a reading is asked for: a model that is slow once may be quick the next time."""

Verdicts = Mapping[int, SupportVerdict]


async def supported(
    llm: Drafter, judged: JudgedDraft, material: Material
) -> tuple[JudgedDraft, Usage]:
    """Return an answer without what its evidence contradicts or does not say; where nothing of it was read, unchanged.

    ``unread`` of it says why there is no verdict on some of it: it went through the gate, and no more.
    """
    task = _task(judged, material)
    messages = [ChatMessage("system", PROMPT), ChatMessage("user", task.model_dump_json())]
    verdicts: dict[int, SupportVerdict] = {}
    usage = Usage()
    failure: TessError = ModelGaveNoAnswer(reason="malformed")
    for _ in range(TRIES):
        try:
            reply = await llm.chat_structured(messages, SupportDraft, repair=False)
        except (ModelGaveNoAnswer, ModelUnavailable, LimitReached) as error:
            failure = error
            continue
        usage += reply.usage
        verdicts |= {one.number: one for one in reply.value.verdicts}
        if all(one.number in verdicts for one in task.statements):
            return read_again(judged, verdicts, material), usage
    is_read = any(one.number in verdicts for one in task.statements)
    left = read_again(judged, verdicts, material) if is_read else judged
    return replace(left, unread=failure), usage


def read_again(judged: JudgedDraft, verdicts: Verdicts, material: Material) -> JudgedDraft:
    """Return an answer by these verdicts: on its claims from 1, then on the sentences of its conclusion."""
    count = len(judged.claims)
    numbered = list(enumerate(judged.claims, start=1))
    fallen = {number: one for number, one in verdicts.items() if one.verdict != "supports"}
    kept = [(number, one) for number, one in numbered if number not in fallen]
    places = {number: place for place, (number, _) in enumerate(kept, start=1)}
    sentences = tuple(
        _reread(one, fallen.get(count + place), places, material)
        for place, one in enumerate(judged.sentences, start=1)
    )
    gone = (
        one.model_copy(
            update={
                "turned": fallen[number].verdict,
                "settled_by": _settled(fallen[number], material),
            }
        )
        for number, one in numbered
        if number in fallen
    )
    return replace(
        judged,
        claims=tuple(one for _, one in kept),
        struck=(*judged.struck, *gone),
        sentences=sentences if kept else (),
        conclusion=" ".join(one.text for one in sentences if kept and not one.struck),
        was_read=True,
    )


def _settled(verdict: SupportVerdict, material: Material) -> str:
    """Return the sentence that decides, where some source has it: what a model says of a source is not told for it."""
    said = verdict.settled_by
    is_there = said and any(find(said, one.content) for one in material.selected)
    return one_line(said) if is_there else ""


def _reread(
    one: ConclusionSentence,
    verdict: SupportVerdict | None,
    places: Mapping[int, int],
    material: Material,
) -> ConclusionSentence:
    left = tuple(places[number] for number in one.claims if number in places)
    fell = bool(one.claims) and not (left or one.calculations)
    read = verdict.verdict if verdict else ""
    settled = _settled(verdict, material) if verdict and not one.struck else ""
    return one.model_copy(
        update={
            "claims": left,
            "struck": one.struck or read or ("fell" if fell else ""),
            "settled_by": settled,
        }
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
            follows_from=[*one.claims, *one.calculations] or [claim.number for claim in claims],
        )
        for place, one in enumerate(judged.sentences, start=1)
    ]
    return SupportTask(
        passages=_passages([*judged.claims, *judged.facts], material),
        calculations=[
            f"{one.id}: {formula(one, material.language)}" for one in judged.computed.made
        ],
        user=material.said,
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
            text = material.by_id[source_id].content
            reach = max(0, start - BEFORE), min(len(text), end + BEHIND)
            places.setdefault(source_id, []).append(whole_sentences(text, *reach, LONGEST_REACH))
    return [
        SupportPassage(
            source=_named(material.by_id[source_id]),
            document_of_the_user=is_of_client(material.by_id[source_id]),
            text=material.by_id[source_id].content[start:end],
        )
        for source_id, reaches in places.items()
        for start, end in _joined(sorted(reaches))
    ]


def _named(source: Source) -> str:
    day = source.as_of.isoformat() if source.as_of else ""
    return ", ".join(filter(None, (source.title, day)))


def _joined(reaches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in reaches:
        if joined and start <= joined[-1][1]:
            start, end = joined[-1][0], max(joined.pop()[1], end)
        joined.append((start, end))
    return joined
