"""How much of a conversation a deciding model is told again. Pure."""

from typing import NamedTuple

from src.dossier.models import Message

HISTORY = 4_000
"""Tokens: some ten questions with their lists of sources. What the dossier holds goes with every call anyway."""

CHARACTERS_PER_TOKEN = 3
"""Dutch has some 3.5; who reckons with fewer stays within the budget."""

KEPT_QUESTIONS = 12
"""Messages of the user that are told again however long the replies between them are."""

MESSAGE_TOKENS = 4
"""What a message costs beside its words."""


class Recent(NamedTuple):
    """The newest messages of a conversation, and how many older ones are left out."""

    messages: tuple[Message, ...]
    truncated: int


def recent(conversation: tuple[Message, ...], tokens: int) -> Recent:
    """Return as many of the newest messages as so many tokens are reckoned to hold; the last one in any case.

    The last questions are kept where long lists of sources leave no room for them: "yes" says nothing by itself.
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
