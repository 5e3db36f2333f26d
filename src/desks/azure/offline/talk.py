"""What a message at the Azure desk is about beside an error, by the words of ``knowledge/talk.toml``. Pure."""

import re

from src.desks.azure.knowledge import talk
from src.language.sentences import split
from src.llm.builtin.acts import LONGEST_TALK

FEW_WORDS = 3
"""Words up to which a sentence tells nothing of a case."""


def topic_of(message: str) -> str:
    """Return what a message that brings no error is about; empty where its words tell nothing of the kind."""
    return next((name for name in talk().topics if _has(talk().topics[name], message)), "")


def says(name: str, message: str) -> bool:
    """Tell whether a message has the words of this name: trouble, settled, unknown."""
    return _has(talk().words[name], message)


def asks(message: str) -> bool:
    """Tell whether a message, or a sentence of it, is a question."""
    return any(says("asks", one) for one in split(message[:LONGEST_TALK]))


def codes_in(message: str) -> list[str]:
    """Return what in a message looks like the code of an error."""
    return list(dict.fromkeys(re.findall(talk().words["code"], message)))


def _has(pattern: str, message: str) -> bool:
    return re.search(pattern, message[:LONGEST_TALK], re.IGNORECASE) is not None
