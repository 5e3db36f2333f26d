"""Who decides at the desk for documentation: code, from the dossier and from what has run in this turn.

No tool and no model names what comes next. A question is read, guarded beside its search, answered and judged; every
doubt on the way ends the turn with a clarification that has its reason.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from pydantic import JsonValue

from src.desks.docs.artifacts import (
    Reading,
    StageRecord,
    reading_artifact,
    reading_of,
    scope_of,
)
from src.desks.docs.asking import asked_back, question_of, versions_to_choose
from src.desks.docs.found import DocsSearch, within
from src.desks.docs.intake import Languages, was_offered
from src.desks.docs.judging import Judge, Judgement
from src.desks.docs.reader import QuestionReader, ReadQuestion
from src.desks.docs.stages import record
from src.desks.docs.talk import (
    collection_asked,
    confirms,
    declines,
    no_question,
    only_version,
    version_asked,
    versions_of,
)
from src.desks.docs.wordings import LONGEST_QUERY, searched, wordings
from src.desks.manager import Decision, Deliberation
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.llm.protocol import Llm, ToolCall, Usage
from src.tools.base import Answered, Refused, Report, ToolOutcome
from src.tools.docs.reports import QuestionGuarded, ScopeChosen, SectionsFound

NO_USAGE = Usage()

SEARCH, GUARD, ANSWER = "search_docs", "guard_question", "answer_from_docs"

OfKind = TypeVar("OfKind", bound=Report)


@dataclass(frozen=True)
class DocsManager:
    """Routes a turn; the forms of its stages are filled in by a model."""

    llm: Llm
    languages: Languages
    store: DossierStore
    library: DocsSearch
    clock: Callable[[], datetime]

    async def decide(self, so_far: Deliberation) -> Decision:
        """Return the next calls, or what the user is asked."""
        if not so_far.rounds:
            return await self._begun(so_far)
        names = {one.call.name for one in so_far.rounds[-1].ran}
        if SEARCH in names:
            return await self._searched(so_far)
        if ANSWER in names:
            return await self._answered(so_far)
        if GUARD in names:
            return _not_understood(so_far)
        if last(so_far, ScopeChosen) and (again := _unanswered(so_far.dossier)):
            return await self._read(so_far, again)
        return Decision()

    async def _begun(self, so_far: Deliberation) -> Decision:
        message = so_far.conversation[-1].content
        named = collection_asked(message, await self._names())
        if named:
            arguments = json.dumps({"collections": [named]})
            return Decision(calls=(ToolCall("docs-scope", "choose_scope", arguments),))
        chosen = _chosen(so_far.dossier) if confirms(message) else None
        if chosen:
            await so_far.on_stage("response")
            return _decision(chosen, [_answer(chosen)])
        return _left(so_far.dossier, message, no_question(so_far)) or await self._read(
            so_far, message
        )

    async def _read(self, so_far: Deliberation, message: str) -> Decision:
        """Read a message up to its question; then it is guarded and searched for, or asked about."""
        reader = QuestionReader(self.languages, self.store, self.clock, so_far.on_stage)
        read = await reader.read(so_far.dossier, message)
        reading = read.reading
        if reading.reason == "untranslated":
            await so_far.on_stage("guard")
            return _decision(reading, [_guard(reading.text)], read.usage, read.fallback)
        if reading.reason and (read.choices or not read.may_search):
            return _asks(so_far, reading, (read.question, read.choices), read)
        every = within(scope_of(so_far.dossier), await self.library.collections())
        named = version_asked(message, every)
        if only_version(message) and not named and versions_of(every):
            reading = _because(reading, "scope_unclear")
            return _asks(so_far, reading, versions_to_choose(reading, versions_of(every)), read)
        reading = reading.model_copy(update={"version": named})
        calls = [_search(reading, *wordings(reading), number=1)]
        if not reading.reason:
            await so_far.on_stage("guard")
            calls.insert(0, _guard(reading.canonical_question))
        await so_far.on_stage("search")
        return _decision(reading, calls, read.usage, read.fallback)

    async def _searched(self, so_far: Deliberation) -> Decision:
        reading = _with_search(_with_guard(_reading(so_far), so_far), so_far)
        ran = so_far.rounds[-1].ran
        withdraws = tuple(one.call.id for one in ran)
        found = last(so_far, SectionsFound)
        if found is None:
            return await self._not_searched(so_far, reading, withdraws)
        hits = [one.document for one in found.found.hits]
        if reading.reason or reading.guard_reason or not reading.guardrails_passed:
            reason = reading.reason or reading.guard_reason or "processing_error"
            reading = reading.model_copy(update={"reason": reason})
            return _asks(so_far, reading, asked_back(reading, hits), withdraws=withdraws)
        if reading.search_quality == "poor":
            if (query := _other_query(reading)) and not reading.researched:
                return _again(reading, query, withdraws)
            is_near = hits and not found.found.is_lacking
            reading = _because(
                reading, "poor_search_results" if is_near else "no_relevant_documents"
            )
            asked = asked_back(reading, hits, await self._names())
            return _asks(so_far, reading, asked, withdraws=withdraws)
        await so_far.on_stage("response")
        return _decision(reading, [_answer(reading)])

    async def _not_searched(
        self, so_far: Deliberation, reading: Reading, withdraws: tuple[str, ...]
    ) -> Decision:
        """Ask back where the search itself failed: in which collection, where the one asked for is not there."""
        refused = last(so_far, Refused)
        gone = refused is not None and refused.code in ("scope_unknown", "unknown_collection")
        reading = _because(reading, "scope_unclear" if gone else "processing_error")
        asked = asked_back(reading, (), await self._names() if gone else ())
        return _asks(so_far, reading, asked, withdraws=withdraws)

    async def _answered(self, so_far: Deliberation) -> Decision:
        judged = await Judge(self.languages.stages, so_far.on_stage).judge(
            _reading(so_far), drafts(so_far), so_far.dossier
        )
        reading = judged.reading
        if judged.decision == "research" and (query := _other_query(reading)):
            return _again(reading, query, (), judged)
        if judged.decision == "regenerate":
            changed = {"regenerated": True, "remarks": reading.quality_analysis[:1_000]}
            again = reading.model_copy(update=changed)
            await so_far.on_stage("response")
            return _decision(again, [_answer(again, again=True)], judged.usage, judged.fallback)
        if judged.stands is None or judged.decision == "clarify":
            reading = _because(reading, judged.reason)
            hits = list(so_far.dossier.selected)
            searched = (one.call.id for one in ran_in(so_far) if one.call.name in (SEARCH, ANSWER))
            asked = asked_back(reading, hits, await self._names())
            return _asks(so_far, reading, asked, judged, tuple(searched))
        return _decision(reading, (), judged.usage, judged.fallback, judged.lesser)

    async def _names(self) -> list[str]:
        return [one.name for one in await self.library.collections()]


# What has run


def ran_in(so_far: Deliberation) -> list[ToolOutcome]:
    """Return all calls of this turn."""
    return [one for round_ in so_far.rounds for one in round_.ran]


def last(so_far: Deliberation, kind: type[OfKind]) -> OfKind | None:
    """Return the report of this kind that the last round brought, None where it brought none."""
    reports = (one.result.report for one in so_far.rounds[-1].ran)
    return next((one for one in reports if isinstance(one, kind)), None)


def drafts(so_far: Deliberation) -> list[tuple[str, Answered | None]]:
    """Return the calls that were to answer, by id, each with its answer; None for one that gave none."""
    calls = (one for one in ran_in(so_far) if one.call.name == ANSWER)
    reports = ((one.call.id, one.result.report) for one in calls)
    return [(name, one if isinstance(one, Answered) else None) for name, one in reports]


def _reading(so_far: Deliberation) -> Reading:
    return reading_of(so_far.dossier) or Reading()


def _with_guard(reading: Reading, so_far: Deliberation) -> Reading:
    """Return the reading with the verdict of the guard; one that is none is a refusal."""
    was_asked = any(one.call.name == GUARD for one in so_far.rounds[-1].ran)
    if not was_asked:
        return reading
    report = last(so_far, QuestionGuarded)
    if report is None:
        changed = {"guardrails_passed": False, "guard_reason": "processing_error"}
        wrote = record("guard", {"guardrails_passed": False}, "failed")
        return _recorded(reading.model_copy(update=changed), wrote)
    changed = {
        "guardrails_passed": report.reason is None,
        "guarded_question": report.question,
        "guard_reason": report.reason,
    }
    return _recorded(reading.model_copy(update=changed), report.stage)


def _with_search(reading: Reading, so_far: Deliberation) -> Reading:
    report = last(so_far, SectionsFound)
    if report is None:
        return _recorded(reading, record("search", {}, "failed"))
    found = report.found
    references = tuple(one.document.id for one in found.hits)
    changed = {
        "search_stats": found.stats,
        "search_quality": found.quality,
        "within_scope": found.quality != "poor",
        "source_references": references,
    }
    wrote: dict[str, JsonValue] = {
        "search_stats": found.stats.model_dump(mode="json"),
        "search_quality": found.quality,
        "within_scope": found.quality != "poor",
        "search_results": len(references),
        "source_references": list(references[:8]),
    }
    stage = record("search", wrote, "done", report.milliseconds)
    return _recorded(reading.model_copy(update=changed), stage)


def _recorded(reading: Reading, stage: StageRecord) -> Reading:
    return reading.model_copy(update={"stages": (*reading.stages, stage)})


def _because(reading: Reading, reason: str | None) -> Reading:
    return reading.model_copy(update={"reason": reason})


# What is decided


def _not_understood(so_far: Deliberation) -> Decision:
    """Say that a message was not understood, or why the guard refuses it: its lists know more languages."""
    reading = _with_guard(_reading(so_far), so_far)
    reading = _because(reading, reading.guard_reason or reading.reason)
    return _asks(so_far, reading, asked_back(reading, ()))


def _search(reading: Reading, *said: str, number: int) -> ToolCall:
    query, terms = searched(reading, *said)
    arguments: dict[str, object] = {"query": query, "terms": terms}
    if reading.version:
        arguments["version"] = reading.version
    return ToolCall(f"docs-search-{number}", SEARCH, json.dumps(arguments, ensure_ascii=False))


def _guard(question: str) -> ToolCall:
    given = json.dumps({"question": question[:LONGEST_QUERY]}, ensure_ascii=False)
    return ToolCall("docs-guard", GUARD, given)


def _answer(reading: Reading, *, again: bool = False) -> ToolCall:
    number = 1 + reading.researched + reading.regenerated
    arguments = {"question": reading.canonical_question, "again": again or number > 1}
    name = f"docs-answer-{number}"
    return ToolCall(name, ANSWER, json.dumps(arguments, ensure_ascii=False))


def _other_query(reading: Reading) -> str:
    """Return other words for the same question: as it was written, or in English; empty where there are none."""
    first = reading.canonical_question
    if reading.related_history:
        return ""  # without the subject that was carried over it is another question
    others = (reading.text, reading.text_eng, f"{first} {reading.quality_analysis}")
    return next((one for one in others if one.strip() and one.strip() != first), "")


def _again(
    reading: Reading, query: str, withdraws: tuple[str, ...], judged: Judgement | None = None
) -> Decision:
    """Return a second search, in other words."""
    again = reading.model_copy(update={"researched": True})
    usage, fallback = (judged.usage, judged.fallback) if judged else (NO_USAGE, "")
    return _decision(again, [_search(again, query, number=2)], usage, fallback, withdraws)


def _decision(
    reading: Reading,
    calls: Sequence[ToolCall],
    usage: Usage = NO_USAGE,
    fallback: str = "",
    withdraws: tuple[str, ...] = (),
) -> Decision:
    kept = DossierPatch(put_artifacts=(reading_artifact(reading),))
    return Decision("", tuple(calls), None, kept, withdraws, usage=usage, fallback=fallback)


def _asks(
    so_far: Deliberation,
    reading: Reading,
    asked: tuple[str, tuple[str, ...]],
    by: ReadQuestion | Judgement | None = None,
    withdraws: tuple[str, ...] = (),
) -> Decision:
    """Return the call that asks back, which ends the turn."""
    question, choices = asked
    given = {
        "reason": reading.reason,
        "question": question_of(reading, question),
        "choices": list(choices),
    }
    call = ToolCall(f"docs-ask-{len(so_far.rounds)}", "ask_back", json.dumps(given))
    usage, fallback = (by.usage, by.fallback) if by else (NO_USAGE, "")
    return _decision(reading, [call], usage, fallback, withdraws)


def _left(dossier: Dossier, message: str, talk: Decision | None) -> Decision | None:
    """Return what is done with a message that asks nothing; one that turns a question of ours down says so."""
    earlier = reading_of(dossier)
    if talk is None or was_offered(dossier, message):
        return None
    if talk.calls or not earlier or not earlier.reason or not declines(message):
        return talk
    left = earlier.model_copy(update={"clarification_result": "exit", "stages": ()})
    return replace(talk, patch=DossierPatch(put_artifacts=(reading_artifact(left),)))


def _chosen(dossier: Dossier) -> Reading | None:
    """Return the last question where it was answered and other sections were chosen since, which a yes confirms."""
    earlier = reading_of(dossier)
    if not earlier or earlier.reason or not (dossier.selected_ids and dossier.selection_was_shown):
        return None
    return earlier.model_copy(update={"researched": False, "regenerated": False, "stages": ()})


def _unanswered(dossier: Dossier) -> str:
    """Return the last question where it was asked back on, to be read again in another scope."""
    earlier = reading_of(dossier)
    return earlier.text if earlier and earlier.reason else ""
