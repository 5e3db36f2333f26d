"""What is known in a trace, as data for whoever decides: what the user and Azure said, what may be read. Pure."""

import re
from collections.abc import Iterable, Sequence

from pydantic import BaseModel

import src.desks.azure.trace as trace
from src.desks.azure.credentials import AzureCaller
from src.desks.azure.lines import ReplyLine, lines_of, observations
from src.desks.azure.resources import ids_in, named_subscriptions, said
from src.dossier import clarification
from src.dossier.models import Dossier, Language, Observation, Source, is_of_client

LONGEST_REPLY = 9_000
"""Characters of one reply that a model is given; of a longer one what the error names comes first."""

LONGEST_FILE = 6_000
LONGEST_FILES = 60_000
"""Characters of all files together; those that have most to do with the error come first."""

LONGEST_IN_ALL = 90_000

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{3,}")


class SeenReply(BaseModel):
    """What Azure said to a call."""

    id: str
    tool: str
    arguments: str
    status: int
    stale: bool = False
    """Whether it was read before the trace last ended, so that it may have changed."""
    lines: list[str]


class FailedCall(BaseModel):
    """A call of this turn that brought nothing."""

    tool: str
    arguments: str
    code: str


class SeenFile(BaseModel):
    """A file of the user: data, and no authority."""

    id: str
    path: str
    text: str


class Known(BaseModel):
    """All that is known."""

    said: str
    last: str
    """The user's last message."""
    language: Language
    principal: str
    """Object id of who is logged in."""
    subscriptions: list[str]
    """Those that may be read."""
    callers: list[str]
    """Those of whoever is logged in."""
    round: int
    """How often the trace ended before."""
    asked: int
    """Questions that the user was asked before."""
    calls_left: int
    replies: list[SeenReply]
    failed: list[FailedCall]
    files: list[SeenFile]


def known(
    dossier: Dossier,
    caller: AzureCaller | None,
    calls_left: int = 0,
    failed: Sequence[FailedCall] = (),
) -> Known:
    """Return all that is known in a trace; ``caller`` is who is logged in."""
    callers = caller.subscriptions if caller else ()
    words = said(dossier)
    return Known(
        said=words,
        last=words.rpartition("\n\n")[2],
        language=dossier.language or "en",
        principal=caller.oid if caller else "",
        subscriptions=list(named_subscriptions(dossier, callers)),
        callers=list(callers),
        round=trace.trace_of(dossier).round,
        asked=sum(one.kind == clarification.KIND for one in dossier.artifacts),
        calls_left=calls_left,
        replies=replies_of(dossier),
        failed=list(failed),
        files=files_of(dossier),
    )


def known_to_diagnosis(dossier: Dossier, question: str) -> Known:
    """Return what the selected replies were brought by, without their texts; the same dossier always gives the same."""
    made = trace.calls_of(dossier)
    seen = [one for one in dossier.selected if isinstance(one, Observation)]
    callers = [made[one.id].caller for one in seen if one.id in made]
    named = list(named_subscriptions(dossier, words=question))
    named += [of.subscription for one in seen for of in ids_in(one.request)]
    return Known(
        said=question,
        last=question.rpartition("\n\n")[2],
        language=dossier.language or "en",
        principal=callers[-1].rpartition(":")[2] if callers else "",
        subscriptions=list(dict.fromkeys(named)),
        callers=[],
        round=trace.trace_of(dossier).round,
        asked=0,
        calls_left=0,
        replies=[_reply(one, made.get(one.id), stale=False, lines=[]) for one in seen],
        failed=[],
        files=[],
    )


def replies_of(dossier: Dossier) -> list[SeenReply]:
    """Return what Azure said so far, each reply cut to what matters."""
    made = trace.calls_of(dossier)
    found = list(observations(dossier))
    texts = _cut_texts(found, said(dossier))
    return [
        _reply(one, made.get(one.id), trace.is_stale(dossier, one.id), texts[one.id])
        for one in found
    ]


def _reply(
    of: Observation, made: trace.CallRecord | None, stale: bool, lines: list[str]
) -> SeenReply:
    return SeenReply(
        id=of.id,
        tool=made.tool if made else "",
        arguments=made.arguments if made else "{}",
        status=made.status if made else 0,
        stale=stale,
        lines=lines,
    )


def _cut_texts(found: Sequence[Observation], words: str) -> dict[str, list[str]]:
    """Return the lines of replies by id; of those that are too long, what the error names comes first."""
    named = _words(words)
    share = min(LONGEST_REPLY, LONGEST_IN_ALL // max(1, len(found)))
    return {one.id: _cut(lines_of(one.content), named, share) for one in found}


def files_of(dossier: Dossier) -> list[SeenFile]:
    """Return the user's files, as far as there is room for their texts."""
    left = LONGEST_FILES
    found: list[SeenFile] = []
    for one in filter(is_of_client, dossier.sources):
        text = one.content[: min(LONGEST_FILE, left)]
        left -= len(text)
        found.append(SeenFile(id=one.id, path=one.title, text=text))
    return found


def sources_for_model(dossier: Dossier, question: str) -> list[tuple[Source, str]]:
    """Return what a diagnosis is made from, with as much of each text as a model is given."""
    seen = [one for one in dossier.selected if isinstance(one, Observation)]
    texts = {name: "\n".join(lines) for name, lines in _cut_texts(seen, question).items()}
    texts |= {one.id: one.text for one in files_of(dossier)}
    return [(one, texts.get(one.id, "")) for one in dossier.selected]


def _words(text: str) -> set[str]:
    return {one.lower().strip(".-") for one in _WORD.findall(text)}


def _cut(lines: Sequence[ReplyLine], words: set[str], most: int) -> list[str]:
    """Return the lines of a reply; of too long a one those of the elements that the error names, then the first."""
    if sum(len(one.text) + 1 for one in lines) <= most:
        return [one.text for one in lines]
    named = {one.element for one in lines if one.element and _names(one, words)}
    first = [one for one in lines if not one.element or one.element in named]
    kept: set[ReplyLine] = set()
    left = most
    for one in _each_once([*first, *lines]):
        left -= len(one.text) + 1
        if left < 0:
            break
        kept.add(one)
    return [one.text for one in lines if one in kept]


def _each_once(lines: Iterable[ReplyLine]) -> list[ReplyLine]:
    return list(dict.fromkeys(lines))


def _names(line: ReplyLine, words: set[str]) -> bool:
    return line.is_at("name", "value", "resourceType") and line.value.lower() in words
