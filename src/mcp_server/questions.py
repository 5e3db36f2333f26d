"""What a person is asked in a form, their reply as a message, and what the door itself says in both languages. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from src.api.wire import SuccessFrame
from src.dossier.models import Language
from src.texts import catalogue


@dataclass(frozen=True)
class DoorWords:
    """The texts of one language."""

    waits: str
    """Before a turn runs."""
    decides: str
    writes: str
    """While the reply is made."""
    stores: str
    yes: str
    """The message by which a selection is confirmed."""
    right: str
    """Of the field that confirms a selection."""
    change: str
    """Of the field that says what is to change."""
    choice: str
    reply: str
    confirms: str
    """Of the field that confirms a plan."""
    unfinished: str
    """A call that ends before its turn; ``{message_id}`` and ``{dossier}`` are those to go on with."""
    again: str
    """A call that ends before its work, which is nothing to go on with."""
    moved_on: str
    """A question of a dossier that has changed since it was asked."""
    nothing: str
    """An empty list."""
    more: str
    """A list that goes on behind ``{cursor}``."""
    facts: str
    """Behind the reply of a turn: what the next call needs."""
    confirm_with: str
    """The digest that ``confirm`` takes."""
    no_digest: str
    """A confirmation that does not say of what."""
    no_question: str
    """A confirmation where nothing waits for it."""
    prompt: str
    """The message of a desk's prompt, with its name, its title, what can be brought there and the user's words."""
    prompt_confirms: str
    """In it, at a desk that shows what it found before it goes on; ``{approve}`` is the reply that lets it."""
    question: str
    """Of the argument of a prompt."""
    titles: Mapping[str, str]
    """Of the tools, by name."""
    part: str
    """A part of a document was taken in."""
    agree: str
    """Behind what was found in a document: how it is added."""
    hints: Mapping[str, str]
    """What a model does about an error, by its code."""
    bad_argument: str
    """Of a field of a tool: what is wrong, and what there is."""
    cut: str
    """Behind the beginning of a long reply: how the rest is read."""


WORDS: Mapping[Language, DoorWords] = {
    "nl": DoorWords(**catalogue("nl", "mcp")),
    "en": DoorWords(**catalogue("en", "mcp")),
}


def words_of(language: str) -> DoorWords:
    """Return the door's words beside a reply of this language: Dutch ones, or English."""
    return WORDS["nl" if language == "nl" else "en"]


QuestionKind = Literal["clarification", "plan", "sources"]

LONGEST_REPLY = 10_000
"""Characters of what is typed into a form."""


@dataclass(frozen=True)
class PersonForm:
    """A form: what it says, and its fields as a JSON schema without nesting."""

    kind: QuestionKind
    digest: str
    """Of what a yes would confirm; empty where nothing is to be confirmed."""
    message: str
    fields: Mapping[str, Any]


def question_in(frame: SuccessFrame, shown: str | None, approval: str) -> PersonForm | None:
    """Return what a person could be asked after this turn, if anything.

    ``shown`` is the digest of what ``approval``, the desk's own words, would confirm.
    """
    words = words_of(frame.language)
    asked = frame.clarification
    if asked and asked.pending:
        return PersonForm("clarification", "", frame.response, _choosing(asked.choices, words))
    if frame.plans:
        return plan_question(frame.plans[-1].digest, frame.response, frame.language)
    if frame.outcome == "request" and shown:
        right = words.right if approval == words.yes else approval
        form = _form(right=_yes(right)) | {"required": []}
        form["properties"]["change"] = _text(words.change)
        return PersonForm("sources", shown, frame.response, form)
    return None


def plan_question(digest: str, told: str, language: str) -> PersonForm:
    """Return the form in which a person confirms the plan of this digest; ``told``: the plan, whole."""
    return PersonForm("plan", digest, told, _form(confirm=_yes(words_of(language).confirms)))


def next_request(
    kind: str, digest: str, content: Mapping[str, Any], approval: str, choices: Sequence[str]
) -> dict[str, str] | None:
    """Return the fields of the message that a filled form is; None where it is none, or says no."""
    if kind == "plan":
        return {"confirm": digest, "message": ""} if content.get("confirm") is True else None
    said = content.get("change" if kind == "sources" else "reply")
    if isinstance(said, str) and said.strip():
        return {"message": said} if len(said) <= LONGEST_REPLY else None
    if kind == "sources":
        return {"message": approval} if content.get("right") is True and approval else None
    choice = content.get("choice")
    return {"message": choice} if isinstance(choice, str) and choice in choices else None


def _form(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _yes(title: str) -> dict[str, Any]:
    return {"type": "boolean", "title": title}


def _text(title: str) -> dict[str, Any]:
    return {"type": "string", "title": title, "maxLength": LONGEST_REPLY}


def _choosing(choices: list[str], words: DoorWords) -> dict[str, Any]:
    typed = _text(words.reply)
    if not choices:
        return _form(reply=typed)
    form = _form(choice={"type": "string", "title": words.choice, "enum": choices}, reply=typed)
    return form | {"required": []}
