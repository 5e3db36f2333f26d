"""The artifact of the desk: which of the user's messages are the question that is searched and answered. Pure."""

from src.dossier.models import Frozen

QUESTION = "question"
"""Kind of the artifact, and its id: a dossier has one, which each search replaces."""


class QuestionMessages(Frozen):
    """The user's messages that make up a question, as searches told."""

    messages: tuple[int, ...]
    """By their numbers among what the user said, from 1."""
