"""What a deciding model is sent: a fixed prompt, the conversation in brief, and last what stands now. Pure.

What changes stands behind what does not, so that a provider can keep the beginning of a request between calls.
"""

import re
from datetime import date
from typing import NamedTuple

from pydantic import JsonValue

from src.dossier.clarification import KIND, Clarification, asked_before
from src.dossier.models import Answer, Document, Dossier, Message, SourceBase, is_of_client
from src.dossier.plan import confirmable

HISTORY = 4_000
"""Tokens: some ten questions. What the dossier holds goes with every call anyway."""

CHARACTERS_PER_TOKEN = 3
"""Dutch has some 3.5; a lower figure stays within the budget."""

KEPT_QUESTIONS = 12
"""Messages of the user that are repeated however long the replies between them are."""

MESSAGE_TOKENS = 4
"""What a message costs beside its words."""

LONGEST_REPLY = 400
"""Characters of an earlier reply that are repeated; its sources and artifacts stand in the state."""

MOST_SOURCES = 60
"""Sources of which the state tells title and heading; of more the selected and the newest."""

BEGINNING = 300
"""Characters of a document of the user's that the state repeats."""

RECENT_ANSWERS = 2
"""Answers whose conclusion the state repeats."""

_LIST_LINE = re.compile(r"\s*(?:[-*•>|]|\d+[.)]|#+|\*\*[^*]*\*\*\s*$)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class Recent(NamedTuple):
    """The newest messages of a conversation, and how many older ones are left out."""

    messages: tuple[Message, ...]
    truncated: int


def recent(conversation: tuple[Message, ...], tokens: int) -> Recent:
    """Return as many of the newest messages as fit into so many tokens by estimate; the last one in any case.

    The last questions are kept where long replies leave no room for them: "yes" says nothing by itself.
    """
    kept: list[Message] = []
    left, asked = tokens, 0
    for message in reversed(conversation):
        cost = MESSAGE_TOKENS + len(message.content) // CHARACTERS_PER_TOKEN
        fits = cost <= left
        left = left - cost if fits else 0
        asked += message.role == "user"
        is_question = message.role == "user" and asked <= KEPT_QUESTIONS
        if fits or not kept or (is_question and cost <= tokens // KEPT_QUESTIONS):
            kept.append(message)
        if not left and asked >= KEPT_QUESTIONS:
            break
    return Recent(tuple(reversed(kept)), len(conversation) - len(kept))


def in_brief(message: Message) -> str:
    """Return a message as it is repeated: the user's own words, or what a reply said beside its lists and quotes."""
    if message.role == "user":
        return message.content
    prose = (line.strip() for line in message.content.splitlines() if not _LIST_LINE.match(line))
    words = _LINK.sub(r"\1", " ".join(filter(None, prose)))
    if len(words) > LONGEST_REPLY:
        words = f"{words[:LONGEST_REPLY].rsplit(' ', 1)[0]} …"
    return words or "(a list)"


def state_of(dossier: Dossier, today: date) -> dict[str, JsonValue]:
    """Return what stands in a dossier as a model needs it: sources and artifacts by number, and what waits."""
    shown: dict[str, JsonValue] = {
        "today": today.isoformat(),
        "sources": [_source(number, source, dossier) for number, source in _sources(dossier)],
    }
    if dossier.selected_ids and not dossier.selection_was_shown:
        shown["selection_was_shown"] = False
    if dossier.language:
        shown["language"] = dossier.language
    answers: list[JsonValue] = [_answer(one, dossier) for one in dossier.answers[-RECENT_ANSWERS:]]
    if answers:
        shown["answers"] = answers
        newest = dossier.answers[-1].id.partition("-")[0]
        shown["just_answered"] = newest == f"a{dossier.version}"
    shown.update(_waiting(dossier))
    return shown


def numbered(source: SourceBase, dossier: Dossier) -> dict[str, JsonValue]:
    """Return what identifies a source for a model: number, title, heading, date; kind unless it is a document."""
    told: dict[str, JsonValue] = {
        "n": next((n for n, entry in enumerate(dossier.sources, 1) if entry.id == source.id), 0),
        "title": " ".join(source.title.split()),
    }
    heading = source.heading
    if isinstance(source, Document):
        heading = (source.path or heading).removesuffix(source.title).removesuffix(" > ")
        places = {"collection": source.collection, "file": source.file, "version": source.version}
        told |= {name: place for name, place in places.items() if place}
    else:
        told["kind"] = source.kind
    if heading:
        told["heading"] = " ".join(heading.split())
    if source.as_of:
        told["date"] = source.as_of.isoformat()
    if source.digest:
        told["digest"] = True
    return told


def _sources(dossier: Dossier) -> list[tuple[int, SourceBase]]:
    every = list(enumerate(dossier.sources, start=1))
    if len(every) <= MOST_SOURCES:
        return every
    chosen = set(dossier.selected_ids)
    first = [pair for pair in every if pair[1].id in chosen][:MOST_SOURCES]
    rest = [pair for pair in reversed(every) if pair[1].id not in chosen]
    return sorted([*first, *rest[: MOST_SOURCES - len(first)]])


def _source(number: int, source: SourceBase, dossier: Dossier) -> JsonValue:
    told = numbered(source, dossier) | {"n": number, "selected": source.id in dossier.selected_ids}
    if not told["selected"]:  # what it was found by was told then
        told.pop("file", None)
    if is_of_client(source):
        told["of_the_user"] = True
        told["begins"] = " ".join(source.content[:BEGINNING].split())
    return told


def _answer(answer: Answer, dossier: Dossier) -> JsonValue:
    recently = dossier.conversation[-2 * KEPT_QUESTIONS :]
    if any(message.content == answer.question for message in recently):  # which is sent, too
        return {"conclusion": answer.conclusion}
    return {"question": answer.question[:LONGEST_REPLY], "conclusion": answer.conclusion}


def _waiting(dossier: Dossier) -> dict[str, JsonValue]:
    """Return what the user's message may reply to: the question that the turn before it ended with, or a plan."""
    asked = dossier.artifact(f"{KIND}-{dossier.version}")
    waiting: dict[str, JsonValue] = {}
    if before := asked_before(dossier):
        waiting["asked_before"] = {**before}
    if asked is not None:
        question = Clarification.model_validate(asked.data)
        waiting["you_asked"] = question.question
        if question.choices:
            waiting["choices"] = list(question.choices)
    if confirmable(dossier):
        waiting["a_plan_waits"] = "only a person confirms it, with the button or the command"
    return waiting
