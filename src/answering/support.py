"""A second reading: whether the evidence supports each claim, sentence, line or item, in one call."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from src.dossier.claims import EvidencePiece
from src.dossier.models import Claim, ConclusionSentence, Document, SourceBase, is_of_client
from src.errors import ModelGaveNoAnswer, ModelUnavailable, TessError
from src.grounding.formula import formula
from src.grounding.gate import find
from src.grounding.material import Material
from src.grounding.sentences import BEFORE, BEHIND, one_line, whole_sentences
from src.grounding.verification import JudgedDraft
from src.language.sentences import sentences
from src.llm.forms import (
    SupportDraft,
    SupportPassage,
    SupportStatement,
    SupportTask,
    SupportVerdict,
)
from src.llm.protocol import MODEL_TURN, ChatMessage, Drafter, Usage

PROMPT = (Path(__file__).parent / "support_prompt.md").read_text(encoding="utf-8")

LONGEST_REACH = 3_000
"""Characters up to which what is shown is completed to whole sentences."""

LONGEST_PLACE = 200
"""Characters of the headings above a passage, from the nearest one up."""

LONGEST_QUOTE, END = 100, 35
"""Characters of a quote that is repeated whole beside its passage, and of a longer one at either end."""

TRIES = 2
"""Times that a reading is asked for: a model that is slow once may be quick the next time."""

MOST_STATEMENTS = 150
"""That are read in one call; those behind them are left unread."""

Verdicts = Mapping[int, SupportVerdict]

Place = tuple[str, int, int]
"""The id of a source, and where a quote begins and ends in it."""

Reach = Callable[[str, int, int], tuple[int, int]]
"""Returns which part of a text is shown around a quote at a place of it."""

log = logging.getLogger(__name__)


class SupportReading(NamedTuple):
    """What a second reading found, and what it took."""

    verdicts: Verdicts
    """By the number of the statement."""
    usage: Usage
    failure: TessError | None
    """Why some have no verdict; None where all have one."""


NOTHING_READ = SupportReading({}, Usage(), None)


async def second_reading(llm: Drafter, task: SupportTask, prompt: str = PROMPT) -> SupportReading:
    """Return the verdicts on statements. Whatever becomes of it, nothing rises: what is read stands without it, too.

    It takes no longer than the model may be silent, and never more than the turn has left for its model.
    """
    wanted = {statement.number for statement in task.statements}
    read = task.model_copy(update={"statements": task.statements[:MOST_STATEMENTS]})
    messages = [ChatMessage("system", prompt), ChatMessage("user", read.model_dump_json())]
    verdicts: dict[int, SupportVerdict] = {}
    usage, turn = Usage(), MODEL_TURN.get()
    end = asyncio.get_running_loop().time() + turn.seconds_left() if turn else None
    failure: TessError = ModelGaveNoAnswer(reason="malformed")
    for _ in range(TRIES):
        try:
            async with asyncio.timeout_at(end):
                reply = await llm.chat_structured(messages, SupportDraft, repair=False)
        except TimeoutError:
            failure = ModelUnavailable(problem="timeout")
            continue
        except TessError as error:
            failure = error
            continue
        except Exception:  # a border: a fault of the reading is none of what it reads
            log.exception("a second reading failed")
            continue
        usage += reply.usage
        verdicts |= {each.number: each for each in reply.value.verdicts if each.number in wanted}
        if len(verdicts) >= len(read.statements):
            break
    return SupportReading(verdicts, usage, None if wanted <= verdicts.keys() else failure)


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the sentences around a quote, with all of the one behind that in which it ends."""
    ends = [at for _, at in sentences(text) if at >= end][:2]
    near = [at for at in ends if at - start <= LONGEST_REACH - BEFORE]
    reach = max(0, start - BEFORE), min(len(text), max([end + BEHIND, *near]))
    return whole_sentences(text, *reach, LONGEST_REACH)


async def statements_read(
    llm: Drafter,
    statements: Mapping[int, tuple[str, Sequence[Place]]],
    sources: Sequence[SourceBase],
    user: str = "",
    reach: Reach = around,
) -> SupportReading:
    """Return the verdicts on statements by their numbers, each with the places that it rests on; one call for all."""
    by_id = {source.id: source for source in sources}
    quoted = [place for _, places in statements.values() for place in places]
    passages = _passages(quoted, by_id, reach)
    shown = [one_line(passage.text) for passage in passages]
    task = SupportTask(
        passages=passages,
        user=user,
        statements=[
            SupportStatement(
                number=number,
                text=text,
                evidence=[
                    _short(by_id[name].content[start:end], shown) for name, start, end in places
                ],
            )
            for number, (text, places) in statements.items()
        ],
    )
    return await second_reading(llm, task) if statements else NOTHING_READ


def fell(text: str, verdict: SupportVerdict, sources: Sequence[SourceBase]) -> ConclusionSentence:
    """Return a statement that a reading found to be contradicted, or not settled, as it is told."""
    settled = settled_by(verdict, sources)
    return ConclusionSentence(text=one_line(text), struck=verdict.verdict, settled_by=settled)


async def supported(
    llm: Drafter, judged: JudgedDraft, material: Material
) -> tuple[JudgedDraft, Usage]:
    """Return an answer without what its evidence contradicts or does not say; where nothing of it was read, unchanged.

    ``unread`` of it says why there is no verdict on some of it: it went through the gate, and no more.
    """
    reading = await second_reading(llm, _task(judged, material))
    left = read_again(judged, reading.verdicts, material) if reading.verdicts else judged
    return replace(left, unread=reading.failure), reading.usage


def read_again(judged: JudgedDraft, verdicts: Verdicts, material: Material) -> JudgedDraft:
    """Return an answer by these verdicts: on its claims from 1, then on the sentences of its conclusion."""
    count = len(judged.claims)
    numbered = list(enumerate(judged.claims, start=1))
    fallen = {number: entry for number, entry in verdicts.items() if entry.verdict != "supports"}
    kept = [(number, claim) for number, claim in numbered if number not in fallen]
    places = {number: place for place, (number, _) in enumerate(kept, start=1)}
    sentences = tuple(
        _reread(sentence, fallen.get(count + place), places, material)
        for place, sentence in enumerate(judged.sentences, start=1)
    )
    gone = (
        claim.model_copy(
            update={
                "turned": fallen[number].verdict,
                "settled_by": settled_by(fallen[number], material.selected),
            }
        )
        for number, claim in numbered
        if number in fallen
    )
    return replace(
        judged,
        claims=tuple(claim for _, claim in kept),
        struck=(*judged.struck, *gone),
        sentences=sentences if kept else (),
        conclusion=" ".join(entry.text for entry in sentences if kept and not entry.struck),
        was_read=True,
    )


def settled_by(verdict: SupportVerdict, sources: Sequence[SourceBase]) -> str:
    """Return the sentence that decides, where some source has it: what a model says of a source is not told for it."""
    said = verdict.settled_by
    return one_line(said) if said and any(find(said, source.content) for source in sources) else ""


def _reread(
    sentence: ConclusionSentence,
    verdict: SupportVerdict | None,
    places: Mapping[int, int],
    material: Material,
) -> ConclusionSentence:
    left = tuple(places[number] for number in sentence.claims if number in places)
    fell = bool(sentence.claims) and not (left or sentence.calculations)
    read = verdict.verdict if verdict else ""
    settled = settled_by(verdict, material.selected) if verdict and not sentence.struck else ""
    return sentence.model_copy(
        update={
            "claims": left,
            "struck": sentence.struck or read or ("fell" if fell else ""),
            "settled_by": settled,
        }
    )


def _task(judged: JudgedDraft, material: Material) -> SupportTask:
    """Return what is read: each passage, calculation and fact once, and what rests on which of them."""
    every = (*judged.claims, *judged.facts)
    quoted: list[Claim | EvidencePiece] = [
        *every,
        *(piece for each in every for piece in each.evidence),
    ]
    places = [
        (claim.source_id, claim.start, claim.end)
        for claim in quoted
        if claim.start is not None and claim.end is not None
    ]
    passages = _passages(places, material.by_id)
    shown = [one_line(text) for text in (material.said, *(passage.text for passage in passages))]
    claims = [
        SupportStatement(number=number, text=each.text or each.quote, evidence=_quotes(each, shown))
        for number, each in enumerate(judged.claims, start=1)
    ]
    sentences = [
        SupportStatement(
            number=len(claims) + place,
            text=entry.text,
            follows_from=[*entry.claims, *entry.calculations] or [claim.number for claim in claims],
        )
        for place, entry in enumerate(judged.sentences, start=1)
    ]
    return SupportTask(
        passages=passages,
        calculations=[
            f"{entry.id}: {formula(entry, material.language)}" for entry in judged.computed.made
        ],
        user=material.said,
        statements=[*claims, *sentences],
    )


def _quotes(claim: Claim, shown: Sequence[str]) -> list[str]:
    """Return the quotes of a claim, of a long one that is ``shown`` whole its beginning and its end."""
    quotes = dict.fromkeys([claim.quote, *(piece.quote for piece in claim.evidence)])
    return [_short(quote, shown) for quote in quotes]


def _short(quote: str, shown: Sequence[str]) -> str:
    is_long = len(quote) > LONGEST_QUOTE and any(one_line(quote) in text for text in shown)
    return f"{quote[:END]} ... {quote[-END:]}" if is_long else quote


def _passages(
    quoted: Sequence[Place], by_id: Mapping[str, SourceBase], reach: Reach = around
) -> list[SupportPassage]:
    """Return what stands around these places, the lines that two of them share once."""
    places: dict[str, list[tuple[int, int]]] = {}
    for source_id, start, end in quoted:
        if source_id in by_id:
            shown = reach(by_id[source_id].content, start, end)
            places.setdefault(source_id, []).append(shown)
    return [
        SupportPassage(
            source=_named(by_id[source_id]),
            document_of_the_user=is_of_client(by_id[source_id]),
            text=by_id[source_id].content[start:end],
        )
        for source_id, reaches in places.items()
        for start, end in joined_reaches(sorted(reaches))
    ]


def _named(source: SourceBase) -> str:
    """Return what a source is called, with the headings that its text stands below: "default" is of something."""
    place = source.path if isinstance(source, Document) and source.path else source.title
    day = source.as_of.isoformat() if source.as_of else ""
    return ", ".join(filter(None, (place[-LONGEST_PLACE:], day)))


def joined_reaches(reaches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return stretches of a text, in their order, with those that touch or overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in reaches:
        if joined and start <= joined[-1][1]:
            start, end = joined[-1][0], max(joined.pop()[1], end)
        joined.append((start, end))
    return joined
