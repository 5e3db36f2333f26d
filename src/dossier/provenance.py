"""Why a source or an artifact is where it is: every turn that found, made, showed, moved or used it. Pure."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Literal

from pydantic import Field

from src.dossier.journal import JournalEntry, ToolRecord, fold, states
from src.dossier.models import Dossier, Frozen, Picture, is_empty
from src.errors import UnknownSource

EventKind = Literal[
    "found",
    "candidate",
    "added",
    "left_out",
    "laid_aside",
    "put_back",
    "shown",
    "looked_at",
    "used",
    "not_used",
    "undone",
    "redone",
    "put",
    "replaced",
    "taken_out",
]


class Event(Frozen):
    """One thing that happened to a source or to an artifact, and what there is to tell about it."""

    version: int
    time: datetime
    author: str
    kind: EventKind
    source_id: str
    """Empty where it happened to an artifact."""
    artifact_id: str = Field("", exclude_if=is_empty)
    tool: str = ""
    query: str = ""
    """What the tool was asked for."""
    rank: int | None = None
    score: float | None = None
    words: str = ""
    """What the user said."""
    answer: str = ""
    """Id of an answer."""
    quoted: bool | None = None
    """With ``used``: whether the answer quotes it."""


def events(entries: Sequence[JournalEntry], named: str) -> list[Event]:
    """Return what happened to a source or an artifact, oldest first.

    It is named by id or title, a source also by its number in the dossier. A title may be that of several versions of
    one source: then all of theirs. Raises ``UnknownSource``.
    """
    sources = _sources_meant(entries, named)
    put = (artifact for entry in entries for artifact in entry.patch.put_artifacts)
    artifacts = [] if sources else _called({each.id: each.title for each in put}, named)
    if not sources and not artifacts:
        raise UnknownSource(source=named[:200])
    found: list[Event] = []
    for entry, before, dossier in states(entries):
        for source_id in sources:
            found.extend(_of_source(entry, before, dossier, source_id))
        for artifact_id in artifacts:
            found.extend(_made(entry, before, dossier, artifact_id))
    return found


BY_HAND = frozenset(("remove_sources", "undo", "redo"))
"""Tools with which a user takes sources out of the selection; a search only lays them aside."""

CHOICE = "choose_sources"
"""The tool with which a model chooses among what was found."""


def left_out_by_hand(
    newest_first: Iterable[JournalEntry], among: Collection[str], *, or_chosen: bool = False
) -> frozenset[str]:
    """Return which of these sources the user wanted out of the selection, and not back since.

    Only the needed entries are taken: what was last said of each source counts. ``or_chosen``: also those
    that a choice of sources among what was found left out.
    """
    unknown, out = set(among), set[str]()
    for entry in newest_first:
        selected = unknown.intersection(entry.patch.select_ids)
        chosen = or_chosen and any(tool.tool == CHOICE for tool in entry.tools)
        if _is_by_hand(entry) or chosen:
            added = (source.id for source in entry.patch.add_sources if chosen)
            out |= unknown.intersection(entry.patch.unselect_ids) - selected
            out |= unknown.intersection(added) - selected
        unknown -= selected | out
        if not unknown:
            break
    return frozenset(out)


def _is_by_hand(entry: JournalEntry) -> bool:
    return not entry.tools or any(tool.tool in BY_HAND for tool in entry.tools)


def _sources_meant(entries: Sequence[JournalEntry], named: str) -> list[str]:
    dossier = fold(entries)
    if dossier and named.isdecimal() and 1 <= int(named) <= len(dossier.sources):
        return [dossier.sources[int(named) - 1].id]
    titles = {source.id: source.title for entry in entries for source in entry.patch.add_sources}
    for entry in entries:
        for tool in entry.tools:
            titles.update({hit.source_id: hit.title for hit in tool.hits})
    return _called(titles, named)


def _called(titles: Mapping[str, str], named: str) -> list[str]:
    sought = named.strip().casefold()
    by_id = [text for text in titles if text.casefold() == sought]
    return by_id or [text for text, title in titles.items() if title.casefold() == sought]


def _made(entry: JournalEntry, before: Dossier, now: Dossier, artifact_id: str) -> Iterator[Event]:
    had, has = (state.artifact(artifact_id) for state in (before, now))
    if had == has:
        return
    put: EventKind = "replaced" if had and has else "put" if has else "taken_out"
    kind, words = _undone(entry) or put, entry.request.message if entry.request else ""
    yield _event(entry, kind, source_id="", artifact_id=artifact_id, words=words)


def _undone(entry: JournalEntry) -> EventKind | None:
    return "undone" if entry.patch.undoes else "redone" if entry.patch.redoes else None


def _event(entry: JournalEntry, kind: EventKind, **details: str | float | bool | None) -> Event:
    told = {"version": entry.version, "time": entry.time, "author": entry.author, "kind": kind}
    return Event.model_validate(told | details)


def _of_source(
    entry: JournalEntry, before: Dossier, now: Dossier, source_id: str
) -> Iterator[Event]:
    happened = partial(_event, entry, source_id=source_id)
    source = before.source(source_id)
    for tool in entry.tools:
        for hit in tool.hits:
            if hit.source_id == source_id:
                yield happened(
                    "found" if hit.offered else "candidate",
                    tool=tool.tool,
                    query=query_of(tool),
                    rank=hit.rank,
                    score=hit.score,
                )
    for tool in entry.tools:
        if isinstance(source, Picture) and source.sha256 in tool.pictures:
            yield happened("looked_at", tool=tool.tool, query=query_of(tool))
    kind = _moved(entry, before, now, source_id)
    if kind:
        yield happened(kind, words=entry.request.message if entry.request else "")
    left = {answer.id for answer in now.answers}
    known = {answer.id for answer in before.answers}
    for answer in now.answers if now.source(source_id) else ():
        if answer.id not in known:
            used = source_id in answer.source_ids
            quotes = {claim.source_id for claim in (*answer.claims, *answer.facts)}
            quoted = source_id in quotes if used else None
            yield happened("used" if used else "not_used", answer=answer.id, quoted=quoted)
    for answer in before.answers:
        if answer.id not in left and source_id in answer.source_ids:
            yield happened("undone", answer=answer.id)
    if source_id in (entry.patch.shown_selection or ()):
        yield happened("shown")


def _moved(entry: JournalEntry, before: Dossier, now: Dossier, source_id: str) -> EventKind | None:
    was_there, is_there = (state.source(source_id) is not None for state in (before, now))
    was, is_now = (source_id in state.selected_ids for state in (before, now))
    if (was_there, was) == (is_there, is_now):
        return None
    left: EventKind = "left_out" if _is_by_hand(entry) else "laid_aside"
    changed: EventKind = "put_back" if is_now else left
    return _undone(entry) or (changed if was_there else "added")


def query_of(tool: ToolRecord) -> str:
    """Return what a tool was asked for: its ``query``, ``queries`` or ``question``, or its arguments as they came."""
    try:
        arguments = json.loads(tool.arguments)
    except (ValueError, RecursionError):
        return tool.arguments
    if not isinstance(arguments, dict):
        return tool.arguments
    wordings = arguments.get("queries")
    if isinstance(wordings, list):
        return " / ".join(map(str, wordings))
    asked = (arguments.get(name) for name in ("query", "question"))
    return next((text for text in asked if isinstance(text, str)), tool.arguments)
