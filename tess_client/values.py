"""What a dossier says, as values: each is made of a frame or a page, which it keeps whole in ``frame``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Frame: TypeAlias = Mapping[str, Any]
"""A JSON object as the server sent it: docs/protocol.md says what it holds."""


class DossierError(Exception):
    """Nothing was changed; ``code`` says why to programs, and the text to people."""

    def __init__(self, code: str, sentence: str, frame: Frame | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.frame: Frame = frame or {}


@dataclass(frozen=True)
class Source:
    """A source of the dossier; ``selected`` where an answer would use it."""

    id: str
    title: str
    kind: str
    url: str
    selected: bool
    file: str
    """Of a section of documentation, as its collection names it; empty for others."""
    lines: tuple[int, int] | None
    """Its first and last line in that file, from 1."""
    anchor: str
    """What leads to it within its page."""
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Clarification:
    """A question without whose answer the desk does not go on, and replies to choose from."""

    question: str
    choices: tuple[str, ...]
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Plan:
    """What would be written to another system; nothing is, before a person confirms the digest of what was shown."""

    id: str
    title: str
    digest: str
    operations: int
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Artifact:
    """Something that the desk has made, with all that is in it."""

    id: str
    kind: str
    title: str
    data: Frame
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Claim:
    """One sentence of an answer, and the words it stands on in the source of this id.

    Where no model words an answer, those words are its text, too.
    """

    text: str
    quote: str
    source_id: str
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Answer:
    """A finished answer: every quote of its claims stood in its source when it was made."""

    id: str
    question: str
    conclusion: str
    claims: tuple[Claim, ...]
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Progress:
    """What is going on: an ``event``, ``label`` in words where there is one, and ``text``, a piece of the reply."""

    event: str
    label: str
    text: str
    frame: Frame = field(repr=False, compare=False)


@dataclass(frozen=True)
class Reply:
    """How a turn ended, once it is stored: ``done``, ``request`` (it is your turn), ``continue`` or ``fail``."""

    text: str
    outcome: str
    dossier_id: str
    version: int
    sources: tuple[Source, ...]
    clarification: Clarification | None
    """What it asks; None where nothing waits for an answer."""
    plans: tuple[Plan, ...]
    """Those that were shown and can be confirmed now."""
    frame: Frame = field(repr=False, compare=False)


def reply_of(frame: Frame) -> Reply:
    """Return a success frame as a reply; raises ``DossierError`` for any other final frame."""
    if frame.get("status") != "success":
        raise DossierError(str(frame.get("code", "")), str(frame.get("error", "")), frame)
    asked = frame.get("clarification")
    return Reply(
        text=str(frame["response"]),
        outcome=str(frame["outcome"]),
        dossier_id=str(frame["dossier_id"]),
        version=int(frame["version"]),
        sources=tuple(map(_source_of, frame["sources"])),
        clarification=Clarification(asked["question"], tuple(asked["choices"]), asked)
        if asked and asked["pending"]
        else None,
        plans=tuple(
            Plan(one["id"], one["title"], one["digest"], one["operations"], one)
            for one in frame.get("plans") or ()
        ),
        frame=frame,
    )


def _source_of(frame: Frame) -> Source:
    id_, title, kind, url = (str(frame[name]) for name in ("id", "title", "kind", "url"))
    lines = tuple(frame.get("lines") or ())
    place = (str(frame.get("file") or ""), lines or None, str(frame.get("anchor") or ""))
    return Source(id_, title, kind, url, frame["selected"], *place, frame)


def progress_of(frame: Frame) -> Progress:
    """Return a progress frame as a value."""
    event, label, text = (str(frame.get(name) or "") for name in ("event", "label", "text"))
    return Progress(event, label, text, frame)


def artifact_of(frame: Frame) -> Artifact:
    """Return an artifact of a dossier's page."""
    return Artifact(frame["id"], frame["kind"], frame["title"], frame["data"], frame)


def answer_of(frame: Frame) -> Answer:
    """Return an answer of a dossier's page."""
    claims = tuple(
        Claim(one["text"] or one["quote"], one["quote"], one["source_id"], one)
        for one in frame["claims"]
    )
    return Answer(frame["id"], frame["question"], frame["conclusion"], claims, frame)
