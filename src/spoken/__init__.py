"""The language in which commands speak, and what they say in it.

A text is written in English where it is said; its Dutch stands in one table, and in one of each desk that has commands.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Literal

from src.spoken.commands_in_dutch import COMMANDS_IN_DUTCH

CommandLanguage = Literal["nl", "en"]

_language: ContextVar[CommandLanguage] = ContextVar("language of commands", default="en")
_in_dutch: dict[str, str] = dict(COMMANDS_IN_DUTCH)


def speak(language: CommandLanguage) -> None:
    """Let commands speak this language from now on."""
    _language.set(language)


def spoken() -> CommandLanguage:
    """Return the language in which commands speak."""
    return _language.get()


def register_dutch(texts: Mapping[str, str]) -> None:
    """Let the texts of a desk's commands, by their English, be said in Dutch, too."""
    _in_dutch.update(texts)


def has_dutch(text: str) -> bool:
    """Return whether a text can be said in Dutch."""
    return text in _in_dutch


def said(text: str, /, **details: object) -> str:
    """Return a text in the language of commands, its names in braces filled in; in English where it has no Dutch."""
    return said_in(spoken(), text, **details)


def said_in(language: str, text: str, /, **details: object) -> str:
    """Return a text in this language where it is Dutch, else in English, its names in braces filled in."""
    template = _in_dutch.get(text, text) if language == "nl" else text
    return template.format(**details) if details else template
