"""A question that a turn ends with: an artifact, which is pending until the next message. Pure."""

import re
from collections.abc import Iterable
from itertools import pairwise

from src.dossier.models import Artifact, Dossier, Frozen
from src.dossier.patch import DossierPatch

KIND = "clarification"

MOST_REMEMBERED = 12
"""Questions of earlier turns that are not asked again."""


class Clarification(Frozen):
    """What the user is asked, and why; the data of an artifact."""

    reason: str
    """Why it is asked: a stable word."""
    type: str
    """What kind of reply would do, such as ``choice`` or ``text``."""
    question: str
    choices: tuple[str, ...] = ()
    pending: bool = True
    """False once a message came after it."""


def asking(dossier: Dossier, clarification: Clarification) -> DossierPatch:
    """Return the change that asks the user something; a turn asks one question, the last one that it puts."""
    artifact = Artifact(
        id=f"{KIND}-{dossier.version + 1}",
        kind=KIND,
        title=clarification.question,
        data=clarification.model_dump(mode="json"),
    )
    return DossierPatch(put_artifacts=(artifact,))


def unasked(dossier: Dossier) -> Dossier:
    """Return the dossier without the questions in it: what a turn changed beside what was said."""
    made = tuple(artifact for artifact in dossier.artifacts if artifact.kind != KIND)
    return dossier.model_copy(update={"artifacts": made})


def pending(artifacts: Iterable[Artifact]) -> list[Clarification]:
    """Return the questions among these that wait for a reply."""
    asked = (entry.data for entry in artifacts if entry.kind == KIND and entry.data.get("pending"))
    return [Clarification.model_validate(data) for data in asked]


def is_offered(dossier: Dossier, message: str) -> bool:
    """Return whether a message is a reply that a question which waits offers, word for word."""
    return any(message in clarification.choices for clarification in pending(dossier.artifacts))


def asked_before(dossier: Dossier) -> dict[str, str]:
    """Return what the user was asked in earlier turns, oldest first, with what they said to it."""
    asked = [artifact.title for artifact in dossier.artifacts if artifact.kind == KIND]
    replies = pairwise(dossier.conversation if asked else ())
    told = [
        (_bare(before.content), reply.content) for before, reply in replies if reply.role == "user"
    ]
    found = {
        question: [reply for before, reply in told if _bare(question) in before]
        for question in asked[-MOST_REMEMBERED:]
    }
    return {question: replies[0] for question, replies in found.items() if replies}


def _bare(text: str) -> str:
    """Return the words of a text alone: a reply shows a question with marks of its own."""
    words = " ".join(re.findall(r"\w+", text))
    return f" {words} "


def replied(dossier: Dossier, message: str, version: int | None = None) -> tuple[str, str]:
    """Return a message, in the words of the choice that it takes by number, and the question it takes one of.

    The question is that of the turn of this ``version``, by default the last one; empty where none was asked, or
    nothing that it offers was taken.
    """
    asked = dossier.artifact(f"{KIND}-{dossier.version if version is None else version}")
    if asked is None:
        return message, ""
    question = Clarification.model_validate(asked.data)
    typed = message.strip(" .)#")
    number = int(typed) if typed.isdecimal() else 0
    taken = question.choices[number - 1] if 1 <= number <= len(question.choices) else message
    return taken, question.question if taken in question.choices else ""


def answered(dossier: Dossier) -> tuple[Artifact, ...]:
    """Return the dossier's questions that wait for a reply as they are once a message has come."""
    return tuple(
        artifact.model_copy(update={"data": {**artifact.data, "pending": False}})
        for artifact in dossier.artifacts
        if artifact.kind == KIND and artifact.data.get("pending")
    )
