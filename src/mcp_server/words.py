"""What the door itself says, in both languages; what is said of dossiers is the presenter's. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    no_question: str
    """A confirmation where nothing waits for it."""
    prompt: str
    """The message of a desk's prompt, with its name, its title and the user's words."""
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
