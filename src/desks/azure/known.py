"""What stands in a trace, as data for a model: what Azure said, the user's files, what may be read. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel, JsonValue

import src.desks.azure.trace as trace
from src.desks.azure.arm_calls import AzureCaller
from src.desks.azure.lines import ReplyLine, line_of, lines_of, observations
from src.desks.azure.resources import (
    BadResourceId,
    ResourceId,
    ids_in,
    named_subscriptions,
    resource_id,
    said,
)
from src.dossier import clarification
from src.dossier.models import Dossier, Language, Observation, Source, is_of_client

LONGEST_REPLY = 9_000
"""Characters of one reply that a model is given; of a longer one what the error names comes first."""

LONGEST_FILE = 6_000
LONGEST_FILES = 60_000
"""Characters of all files together; those that have most to do with the error come first."""

LONGEST_IN_ALL = 90_000

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{3,}")


class SeenReply(trace.MadeCall):
    """What Azure said to a call."""

    id: str
    status: int
    stale: bool = False
    """Whether it was read before the trace last ended, so that it may have changed."""
    lines: list[str]

    @cached_property
    def read(self) -> tuple[ReplyLine, ...]:
        """What it says, line by line."""
        return tuple(map(line_of, self.lines))

    @property
    def aspect(self) -> str:
        """The aspect that was read; empty for other tools."""
        return str(self.given.get("aspect", ""))

    @cached_property
    def about(self) -> ResourceId | None:
        """The resource that was read; None for other tools."""
        try:
            return resource_id(str(self.given.get("id") or self.given.get("scope") or ""))
        except BadResourceId:
            return None

    @property
    def is_good(self) -> bool:
        """Whether it is a reply, and not a refusal."""
        return self.status < 300

    def at(self, *ends: str) -> Iterator[ReplyLine]:
        """Yield the lines whose path ends so."""
        return (line for line in self.read if line.is_at(*ends))


class FailedCall(trace.MadeCall):
    """A call of this turn that brought nothing."""

    code: str


class Known(BaseModel):
    """All that is known, as the table of causes reads it."""

    said: str
    last: str
    """The user's last message."""
    language: Language
    principal: str
    """Object id of who is logged in."""
    subscriptions: list[str]
    """Those that may be read."""
    callers: list[str] = []
    """Those of whoever is logged in."""
    asked: int = 0
    """Questions that the user was asked before."""
    replies: list[SeenReply]
    failed: list[FailedCall] = []

    def replies_with(self, texts: Mapping[str, str]) -> list[SeenReply]:
        """Return its replies with their lines, out of texts by id."""
        return [
            reply.model_copy(update={"lines": texts.get(reply.id, "").splitlines()})
            for reply in self.replies
        ]


def state(dossier: Dossier, caller: AzureCaller | None) -> dict[str, JsonValue]:
    """Return what stands in a trace beside what every desk tells a model; ``caller`` is who is logged in.

    What the user said stands in the conversation and is not said again. Replies and files go by their numbers.
    """
    callers = caller.subscriptions if caller else ()
    numbers = {source.id: n for n, source in enumerate(dossier.sources, start=1)}
    found = [artifact.data for artifact in dossier.artifacts if artifact.kind == trace.DIAGNOSIS]
    told: dict[str, JsonValue] = {
        "language": dossier.language or "en",
        "message": sum(message.role == "user" for message in dossier.conversation),
        "logged_in": caller is not None,
        "principal": caller.oid if caller else "",
        "subscriptions": list(named_subscriptions(dossier, callers)),
        "callers": list(callers),
        "round": trace.trace_of(dossier).round,
        "explained": list(trace.explained(dossier)),
        "turns_left": trace.turns_left(dossier),
        "asked": sum(artifact.kind == clarification.KIND for artifact in dossier.artifacts),
        "calls_left": trace.calls_left(dossier),
        "replies": [
            {"n": numbers[one.id], **one.model_dump(exclude={"id"})} for one in replies_of(dossier)
        ],
        "files": [
            {"n": numbers[file.id], "path": file.title, "text": text}
            for file, text in files_of(dossier)
        ],
    }
    if found:
        told["answers"] = [{name: found[-1][name] for name in ("cause", "conclusion")}]
    return told


def known_to_diagnosis(dossier: Dossier, question: str) -> Known:
    """Return what the selected replies were brought by, without their texts; the same dossier always gives the same."""
    made = trace.calls_of(dossier)
    seen = [source for source in dossier.selected if isinstance(source, Observation)]
    callers = [made[observation.id].caller for observation in seen if observation.id in made]
    named = list(named_subscriptions(dossier, words=question))
    named += [of.subscription for observation in seen for of in ids_in(observation.request)]
    return Known(
        said=question,
        last=question.rpartition("\n\n")[2],
        language=dossier.language or "en",
        principal=callers[-1].rpartition(":")[2] if callers else "",
        subscriptions=list(dict.fromkeys(named)),
        replies=[_reply(entry, made.get(entry.id), stale=False, lines=[]) for entry in seen],
    )


def replies_of(dossier: Dossier, *, with_stale: bool = False) -> list[SeenReply]:
    """Return what Azure said so far, each reply cut to what matters; of a stale one no lines, as they show nothing.

    ``with_stale``: those that are stale count as they were read.
    """
    made = trace.calls_of(dossier)
    found = list(observations(dossier))
    ended = (
        0 if with_stale else trace.trace_of(dossier).round
    )  # what was read before shows no cause any more
    stale = {name for name, call in made.items() if call.round < ended}
    texts = _cut_texts([entry for entry in found if entry.id not in stale], said(dossier))
    return [_reply(one, made.get(one.id), one.id in stale, texts.get(one.id, [])) for one in found]


def told_to_model(found: Sequence[Observation], dossier: Dossier) -> str:
    """Return what Azure just said to a call: the lines of each reply, cut as in the state, a blank line between."""
    texts = _cut_texts(found, said(dossier), LONGEST_REPLY)
    return "\n\n".join("\n".join(texts[observation.id]) for observation in found)


def _reply(
    of: Observation, made: trace.CallRecord | None, stale: bool, lines: list[str]
) -> SeenReply:
    unknown: dict[str, Any] = {"tool": "", "arguments": "{}", "status": 0}
    told = made.model_dump(include=set(unknown)) if made else unknown
    return SeenReply(id=of.id, stale=stale, lines=lines, **told)


def _cut_texts(
    found: Sequence[Observation], words: str, in_all: int = LONGEST_IN_ALL
) -> dict[str, list[str]]:
    """Return the lines of replies by id; of those that are too long, what the error names comes first."""
    named = {entry.lower().strip(".-") for entry in _WORD.findall(words)}
    share = min(LONGEST_REPLY, in_all // max(1, len(found)))
    return {entry.id: _cut(lines_of(entry.content), named, share) for entry in found}


def files_of(dossier: Dossier) -> list[tuple[Source, str]]:
    """Return the user's files, data and no authority, each with as much of its text as there is room for."""
    left = LONGEST_FILES
    found: list[tuple[Source, str]] = []
    for source in filter(is_of_client, dossier.sources):
        found.append((source, source.content[: min(LONGEST_FILE, left)]))
        left -= len(found[-1][1])
    return found


def sources_for_model(dossier: Dossier, question: str) -> list[tuple[Source, str]]:
    """Return what a diagnosis is made from, with as much of each text as a model is given."""
    seen = [source for source in dossier.selected if isinstance(source, Observation)]
    texts = {name: "\n".join(lines) for name, lines in _cut_texts(seen, question).items()}
    texts |= {file.id: text for file, text in files_of(dossier)}
    return [(source, texts.get(source.id, "")) for source in dossier.selected]


def _cut(lines: Sequence[ReplyLine], words: set[str], most: int) -> list[str]:
    """Return the lines of a reply; of too long a one those of the elements that the error names, then the first."""
    if sum(len(line.text) + 1 for line in lines) <= most:
        return [line.text for line in lines]
    called = (line for line in lines if line.is_at("name", "value", "resourceType"))
    named = {line.element for line in called if line.element and line.value.lower() in words}
    first = [line for line in lines if not line.element or line.element in named]
    kept: set[ReplyLine] = set()
    left = most
    for fromkey in dict.fromkeys([*first, *lines]):
        left -= len(fromkey.text) + 1
        if left < 0:
            break
        kept.add(fromkey)
    return [line.text for line in lines if line in kept]
