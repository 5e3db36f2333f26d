"""The question of a conversation, with what was said to it since. Pure."""

from collections.abc import Sequence

from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sentences import adds_fact

FEWEST_WORDS = 4
"""Of a question that can be understood by itself."""


def thread_of(rules: BuiltinRules, said: Sequence[str]) -> str:
    """Return the question of these messages with what was said to it since: facts and follow-ups, a line each.

    It begins with the last message that asks something by itself; the last one that asks at all where none does.
    """
    asked = [_asks_or_adds(rules, message) for message in said]
    whole = [n for n, words in enumerate(asked) if len(words.split()) >= FEWEST_WORDS]
    begins = [n for n in whole if not rules.goes_on(asked[n])] or whole
    return "\n".join(filter(None, asked[begins[-1] :])) if begins else rules.last_question(said)


def _asks_or_adds(rules: BuiltinRules, message: str) -> str:
    """Return the fact that a message adds to what was asked, or its question; empty where it has neither."""
    if adds_fact(message):
        return message
    asked = rules.acts.question_in(message)
    return asked if asked.endswith("?") else ""
